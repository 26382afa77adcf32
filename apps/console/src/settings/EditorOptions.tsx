import { chooseOptions, editorOptions, FONT_SIZES } from '../editor/options.ts'
import { useStore } from '../state/store.ts'
import { Choice } from '../ui/Choice.tsx'

const ON_OFF = [
  { id: 'off', label: 'Off' },
  { id: 'on', label: 'On' },
] as const

/** Of this browser. */
export function EditorOptions() {
  const { fontSize, hasVimKeys, hasPreview } = useStore(editorOptions)
  return (
    <section className="panel stack" aria-label="Editor">
      <Choice label="Size of the code" options={FONT_SIZES} value={fontSize} onChange={(next) => chooseOptions({ fontSize: next })} />
      <Choice
        label="Preview while typing"
        options={ON_OFF}
        value={hasPreview ? 'on' : 'off'}
        onChange={(next) => chooseOptions({ hasPreview: next === 'on' })}
        hint="After each rest this browser builds and runs the program, for at most 2 s. It needs the compiler, which it loads once."
      />
      <Choice
        label="Vim keys"
        options={ON_OFF}
        value={hasVimKeys ? 'on' : 'off'}
        onChange={(next) => chooseOptions({ hasVimKeys: next === 'on' })}
        hint="Escape then changes the mode; to leave the editor by keyboard, press Escape and then Tab."
      />
    </section>
  )
}
