import type { HiddenColumns } from './use-own.ts'

interface ColumnChoiceProps {
  readonly columns: readonly { readonly id: string; readonly label: string }[]
  readonly hidden: HiddenColumns
}
/** Columns of a table, to hide and to show; the account remembers. */
export function ColumnChoice({ columns, hidden }: ColumnChoiceProps) {
  return (
    <details className="columns">
      <summary className="button button-small">Columns</summary>
      <fieldset>
        <legend className="visually-hidden">Columns that are shown</legend>
        {columns.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" checked={hidden.isShown(id)} onChange={(event) => hidden.show(id, event.target.checked)} /> {label}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
