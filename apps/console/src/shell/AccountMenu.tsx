import { useQuery } from '@tanstack/react-query'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, type Selection } from 'react-aria-components'
import { operationQuery } from '../api/queries.ts'
import { signOut } from '../state/session.ts'
import { useStore } from '../state/store.ts'
import { chooseTheme, THEMES, type Theme, theme } from '../state/theme.ts'
import { unsavedNames } from '../state/unsaved.ts'
import { Icon } from '../ui/Icon.tsx'

/** What is unsaved is gone with the session: it is asked for first. */
function leave(): void {
  const unsaved = unsavedNames()
  if (unsaved.length === 0 || window.confirm(`Not saved: ${unsaved.join(', ')}. Sign out and lose it?`)) void signOut()
}

export function AccountMenu() {
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const chosen = useStore(theme)
  return (
    <MenuTrigger defaultOpen>
      <Button className="icon-button" aria-label="Account">
        <Icon name="person" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" onAction={(key) => key === 'sign-out' && leave()}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[chosen]}
            onSelectionChange={(keys: Selection) => chooseTheme([...(keys as Set<Theme>)][0] ?? 'system')}
          >
            <Header className="menu-header">Theme</Header>
            {THEMES.map(({ id, label, icon }) => (
              <MenuItem key={id} id={id} className="menu-item" textValue={label}>
                <Icon name={icon} size={18} />
                {label}
                <span className="menu-mark">
                  <Icon name="check" size={16} />
                </span>
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection>
            <Header className="menu-header">{user?.Username ?? 'Account'}</Header>
            <MenuItem id="sign-out" className="menu-item">
              Sign out
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
