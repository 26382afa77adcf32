import { Link, useLocation } from '@tanstack/react-router'
import { areaOf } from '../areas.ts'
import { offered } from '../state/actions.ts'
import { unseenEndings } from '../state/endings.ts'
import { useStore } from '../state/store.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import { openPalette } from './Keyboard.tsx'

export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const pathname = useLocation({ select: (at) => at.pathname })
  const { size: unseen } = useStore(unseenEndings)
  const area = areaOf(pathname)
  const screen = area?.also?.find(({ path }) => path === pathname)
  const id = /\/([a-z]{3}_[a-z0-9]{32})(?:\/|$)/.exec(pathname)?.[1]
  return (
    <header className="top-bar">
      <button type="button" className="icon-button menu-button" aria-label="Open the menu" onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <nav aria-label="Breadcrumb" className="breadcrumb">
        <ol>
          {area && (
            <li>
              {pathname === area.path ? (
                <span aria-current="page">{area.title}</span>
              ) : (
                <Link to={area.path as '/'} search={{}}>
                  {area.title}
                </Link>
              )}
            </li>
          )}
          {screen && (
            <li>
              <span aria-current="page">{screen.title}</span>
            </li>
          )}
          {id && (
            <li>
              <code title={id}>{`${id.slice(0, 8)}…${id.slice(-4)}`}</code> <CopyButton isQuiet text={id} label={`Copy ${id}`} />
            </li>
          )}
        </ol>
      </nav>
      <div className="top-actions">
        <PageMenu />
        <ConnectionState />
        <button type="button" className="icon-button" aria-label="Commands" title="Commands (Ctrl+K)" onClick={openPalette}>
          <Icon name="search" />
        </button>
        <span className="with-count">
          <OnDemandMenu
            label={unseen > 0 ? `Notifications, ${unseen} new` : 'Notifications'}
            icon="bell"
            load={async () => (await import('./EndingsMenu.tsx')).EndingsMenu}
          />
          {unseen > 0 && (
            <span className="badge" aria-hidden="true">
              {unseen}
            </span>
          )}
        </span>
        <OnDemandMenu label="Help" icon="help" load={async () => (await import('./HelpMenu.tsx')).HelpMenu} />
        <OnDemandMenu label="Account" icon="person" load={async () => (await import('./AccountMenu.tsx')).AccountMenu} />
      </div>
    </header>
  )
}

/** What can be done with what the page shows, wherever it is scrolled to. */
function PageMenu() {
  const offers = useStore(offered)
  if (offers.length === 0) return null
  const label = 'Actions of this page'
  return (
    <span className="page-menu">
      <OnDemandMenu
        label={label}
        icon="play"
        load={async () => (await import('../ui/ActionMenu.tsx')).ActionMenu}
        props={{ label, icon: 'play' as const, offers: offers.toSorted((one, other) => Number(one.isDestructive) - Number(other.isDestructive)) }}
      />
    </span>
  )
}
