import { useState } from 'react'
import { singleKeys } from '../state/keys.ts'
import { chooseMotion, motion } from '../state/motion.ts'
import { useStore } from '../state/store.ts'
import { chooseTheme, THEMES, theme } from '../state/theme.ts'
import { Choice } from '../ui/Choice.tsx'

const ON_OFF = [
  { id: 'on', label: 'On' },
  { id: 'off', label: 'Off' },
] as const

/** Of this browser; the theme is kept in the account as well. */
export function Appearance() {
  const chosen = useStore(theme)
  const moves = useStore(motion)
  const [keys, setKeys] = useState<'on' | 'off'>(() => (singleKeys.areOn() ? 'on' : 'off'))
  return (
    <section className="panel stack" aria-label="Appearance">
      <Choice label="Theme" options={THEMES} value={chosen} onChange={chooseTheme} hint="Of the documentation, too." />
      <Choice
        label="Motion"
        options={[
          { id: 'system', label: 'As the system' },
          { id: 'reduced', label: 'Reduced' },
        ]}
        value={moves}
        onChange={chooseMotion}
      />
      <Choice
        label="Single-key shortcuts"
        options={ON_OFF}
        value={keys}
        onChange={(on) => {
          singleKeys.set(on === 'on')
          setKeys(on)
        }}
        hint="Such as g then h for Home; ? lists them. Ctrl+K works either way."
      />
    </section>
  )
}
