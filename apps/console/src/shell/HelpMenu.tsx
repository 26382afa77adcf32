import { useLocation } from '@tanstack/react-router'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { AREAS, areaOf } from '../areas.ts'
import { Icon } from '../ui/Icon.tsx'
import { openPalette, openShortcuts } from './Keyboard.tsx'

export function HelpMenu() {
  const pathname = useLocation({ select: (at) => at.pathname })
  const area = areaOf(pathname) ?? AREAS[0]
  return (
    <MenuTrigger defaultOpen>
      <Button className="icon-button" aria-label="Help">
        <Icon name="help" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" onAction={(key) => (key === 'keys' ? openShortcuts() : key === 'commands' ? openPalette() : undefined)}>
          <MenuItem className="menu-item" href={area?.docs ?? '/'} target="_blank" rel="noreferrer">
            <Icon name="external" size={18} />
            Documentation of this screen
          </MenuItem>
          <MenuItem className="menu-item" id="keys">
            Keys of this screen <kbd>?</kbd>
          </MenuItem>
          <MenuItem className="menu-item" id="commands">
            Commands <kbd>Ctrl+K</kbd>
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
