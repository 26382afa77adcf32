import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components'
import type { OfferedAction } from '../state/actions.ts'
import { Icon } from './Icon.tsx'

/** The menu of a row: what can be done with it, and why not. */
export function ActionMenu({ label, offers }: { readonly label: string; readonly offers: readonly OfferedAction[] }) {
  return (
    <MenuTrigger defaultOpen>
      <Button className="icon-button" aria-label={label}>
        <Icon name="more" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={label}>
          {offers.map(({ id, label: word, obstacle, isDestructive, key, perform }) => (
            <MenuItem
              key={id}
              id={id}
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
              {key && <kbd>{key}</kbd>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
