import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components'
import type { OfferedAction } from '../state/actions.ts'
import { isMac, shownKey } from '../state/chords.ts'
import { Icon, type IconName } from './Icon.tsx'

interface ActionMenuProps {
  readonly label: string
  readonly offers: readonly OfferedAction[]
  readonly icon?: IconName
}
/** The menu of a row or a page: what can be done with it, and why not. */
export function ActionMenu({ label, offers, icon = 'more' }: ActionMenuProps) {
  return (
    <MenuTrigger defaultOpen>
      <Button className="icon-button" aria-label={label}>
        <Icon name={icon} />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={label}>
          {offers.map(({ group, id, label: word, obstacle, isDestructive, key, perform }) => (
            <MenuItem
              key={`${group} ${id}`}
              id={`${group} ${id}`}
              className="menu-item"
              textValue={word}
              isDisabled={obstacle !== undefined}
              onAction={perform}
              data-danger={isDestructive || undefined}
            >
              <span>
                <Text slot="label">{word}</Text>
                {obstacle !== undefined && (
                  <Text slot="description" className="hint">
                    {obstacle}
                  </Text>
                )}
              </span>
              {key && <kbd>{shownKey(key, isMac())}</kbd>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
