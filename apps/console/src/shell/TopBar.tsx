import { Link, useLocation } from '@tanstack/react-router'
import { areaOf } from '../areas.ts'
import { Icon } from '../ui/Icon.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'

export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const { pathname } = useLocation()
  const area = areaOf(pathname.replace(/(.)\/$/, '$1'))
  return (
    <header className="top-bar">
      <button type="button" className="icon-button menu-button" aria-label="Open the menu" onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <nav aria-label="Breadcrumb" className="breadcrumb">
        <ol>
          {area && <li>{pathname === area.path ? <span aria-current="page">{area.title}</span> : <Link to={area.path}>{area.title}</Link>}</li>}
        </ol>
      </nav>
      <div className="top-actions">
        {area && (
          <a
            className="icon-button"
            href={area.docs}
            target="_blank"
            rel="noreferrer"
            aria-label={`Documentation of ${area.title}`}
            title="Documentation"
          >
            <Icon name="help" />
          </a>
        )}
        <OnDemandMenu label="Account" icon="person" load={async () => (await import('./AccountMenu.tsx')).AccountMenu} />
      </div>
    </header>
  )
}
