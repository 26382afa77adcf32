// A button whose menu is loaded when somebody is about to use it, so that the first screen comes without the machinery of menus.
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { Icon, type IconName } from './Icon.tsx'

interface OnDemandMenuProps<Props extends object> {
  readonly label: string
  readonly icon: IconName
  /** The menu with its own button, open at first. */
  readonly load: () => Promise<ComponentType<Props>>
  /** Of the menu, as they are now. */
  readonly props?: Props
}
export function OnDemandMenu<Props extends object>({ label, icon, load, props }: OnDemandMenuProps<Props>) {
  const [isWanted, setWanted] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one menu for one button
  const Menu = useMemo(() => lazy(async () => ({ default: (await load()) as ComponentType<object> })), [])
  const button = (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    >
      <Icon name={icon} />
    </button>
  )
  return isWanted ? (
    <Suspense fallback={button}>
      <Menu {...props} />
    </Suspense>
  ) : (
    button
  )
}
