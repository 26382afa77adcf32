import { useId, useState } from 'react'
import { messageOf } from '../../ui/ErrorNote.tsx'
import type { Chosen } from '../../values/constructor-calls.ts'
import { columnsOf } from './numbers.ts'

const MOST_BYTES = 5_000_000

/** Readings that were pasted, or a column of a file. */
export function NumbersChoice({ onChange }: { readonly onChange: (chosen: Chosen | undefined) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [fault, setFault] = useState('')
  const columns = columnsOf(text)
  const column = columns[at] ?? columns[0]
  const take = (next: string, index: number) => {
    setText(next)
    setAt(index)
    setFault('')
    const found = columnsOf(next)
    const numbers = (found[index] ?? found[0])?.numbers
    onChange(numbers && { from: 'numbers', numbers })
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      if (file.size > MOST_BYTES) throw new Error(`${file.name} is larger than ${MOST_BYTES / 1e6} MB. Let the program read it.`)
      take(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()), 0)
    } catch (error) {
      setFault(error instanceof TypeError ? `${file.name} is not text in UTF-8.` : messageOf(error))
    }
  }
  return (
    <div className="stack">
      <div className="field">
        <label htmlFor={id}>Numbers</label>
        <textarea
          id={id}
          rows={4}
          className="value-input"
          spellCheck={false}
          placeholder="20.1, 20.3, 19.9"
          value={text}
          onChange={(event) => take(event.target.value, at)}
        />
        <p className="hint">A list, or columns as a CSV file has them. Each number has the same mass.</p>
      </div>
      <div className="row">
        <input
          type="file"
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => void read(event.target.files?.[0])}
        />
        {columns.length > 1 && (
          <label className="run-choice">
            <span>Column</span>
            <select value={Math.min(at, columns.length - 1)} onChange={(event) => take(text, Number(event.target.value))}>
              {columns.map(({ name, numbers }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                <option key={index} value={index}>
                  {name} ({numbers.length})
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p className={fault ? 'fault' : 'muted small'} role="status">
        {fault ||
          (column ? `${column.numbers.length} numbers${column.others > 0 ? `; ${column.others} cells that are no numbers are left out` : ''}.` : '')}
      </p>
    </div>
  )
}
