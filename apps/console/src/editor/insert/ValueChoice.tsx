import type { UxValue } from '@credence/distribution'
import { useEffect, useId, useState } from 'react'
import type { ValueRow } from '../../output/value-row.ts'
import { useStore } from '../../state/store.ts'
import { messageOf } from '../../ui/ErrorNote.tsx'
import type { Chosen } from '../../values/constructor-calls.ts'
import { run } from '../run.ts'

const MOST_OFFERED = 50

interface ValueChoiceProps {
  readonly read: (text: string) => UxValue
  readonly onChange: (chosen: Chosen | undefined) => void
}
/** A value that a run printed: one of the result in view, or pasted. */
export function ValueChoice({ read, onChange }: ValueChoiceProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const rows = useValuesOfRun()
  const take = (next: string) => {
    setText(next)
    setFault('')
    if (next.trim() === '') return onChange(undefined)
    try {
      onChange({ from: 'value', value: read(next) })
    } catch (error) {
      setFault(messageOf(error))
      onChange(undefined)
    }
  }
  return (
    <div className="stack">
      {rows.length > 0 && (
        <label className="run-choice">
          <span>Of the last run</span>
          <select
            value={rows.find(({ piece }) => piece.ux === text)?.index ?? ''}
            onChange={(event) => take(rows.find(({ index }) => index === Number(event.target.value))?.piece.ux ?? '')}
          >
            <option value="">Choose a value</option>
            {rows.map(({ index, name, piece }) => (
              <option key={index} value={index}>
                {name || `Value ${index + 1}`}: {piece.stated}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="field">
        <label htmlFor={id}>Ux text</label>
        <textarea
          id={id}
          rows={3}
          className="value-input"
          spellCheck={false}
          value={text}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={`${id}-said`}
          onChange={(event) => take(event.target.value)}
        />
        <p id={`${id}-said`} className={fault ? 'fault' : 'hint'} role="status">
          {fault || 'A value as programs print it, with or without its decimal.'}
        </p>
      </div>
    </div>
  )
}

/** The first values that the result in view holds. */
function useValuesOfRun(): readonly ValueRow[] {
  const { outcome } = useStore(run)
  const [rows, setRows] = useState<readonly ValueRow[]>([])
  useEffect(() => {
    if (!outcome) return
    const count = Math.min(MOST_OFFERED, outcome.stdout.extent.get().values)
    outcome.stdout.ask({ ask: 'rows', values: Array.from({ length: count }, (_, index) => index) }).then(setRows, () => {})
  }, [outcome])
  return rows
}
