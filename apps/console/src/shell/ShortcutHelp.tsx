import { AREAS } from '../areas.ts'
import { offered } from '../state/actions.ts'
import { isMac, shownChord, shownKey } from '../state/chords.ts'
import { useStore } from '../state/store.ts'
import { Modal } from '../ui/Modal.tsx'

const EVERYWHERE = [
  ['Ctrl+K or ⌘K', 'Commands'],
  ['?', 'These keys'],
  ['/', 'Filter'],
  ['Esc', 'Close what is on top'],
] as const

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const onMac = isMac()
  const here = useStore(offered).flatMap(({ key, chord, label }) => {
    const keys = chord === undefined ? key && shownKey(key, onMac) : shownChord(chord, onMac)
    return keys === undefined ? [] : [[keys, label] as const]
  })
  return (
    <Modal title="Keys" onClose={onClose}>
      {here.length > 0 && <KeyTable title="On this page" rows={here} />}
      <KeyTable title="Everywhere" rows={[...EVERYWHERE, ...AREAS.map(({ key, title }) => [`g ${key}`, title] as const)]} />
      <p className="hint">Single keys can be turned off under Settings. They never act in fields.</p>
    </Modal>
  )
}

function KeyTable({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {rows.map(([keys, what]) => (
          <tr key={keys + what}>
            <th scope="row">
              <kbd>{keys}</kbd>
            </th>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
