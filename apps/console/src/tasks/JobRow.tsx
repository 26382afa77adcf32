// One row of the list of tasks or builds. Hundreds pass by while a list is scrolled, so a row is plain elements: its link follows the router by what the table
// does with it, and its menu has its entries once somebody is about to open it.
import { CONSOLE_PATH, LIMITS } from '@credence/contract'
import { memo, useState } from 'react'
import { NameField } from '../programs/EditableName.tsx'
import { FirstValue } from '../programs/FirstValue.tsx'
import { durationText, type Row } from '../programs/rows.ts'
import { StatusMark } from '../ui/StatusMark.tsx'
import { When } from '../ui/When.tsx'
import { type JobAction, type JobKind, OPENING, refusalOf, rowActions } from './actions.ts'

/** What a table does for its rows; the same object for as long as it stands. */
export interface RowDoes {
  readonly toggle: (id: string) => void
  readonly act: (action: JobAction, row: Row) => void
  /** Its name is written, or stays as it was. */
  readonly rename: (id: string, name: string | undefined) => void
  /** Somebody is about to open it. */
  readonly near: (id: string) => void
}
interface JobRowProps {
  readonly kind: JobKind
  readonly row: Row
  /** Among all rows, from 0. */
  readonly index: number
  readonly isSelected: boolean
  readonly isRenaming: boolean
  /** Why what was asked for was refused. */
  readonly fault: string | undefined
  /** Ids of columns, with a space between them. */
  readonly shown: string
  readonly does: RowDoes
}
export const JobRow = memo(({ kind, row, index, isSelected, isRenaming, fault, shown, does }: JobRowProps) => {
  const columns = shown.split(' ')
  const title = row.name || row.id
  return (
    <tr data-row={index} aria-rowindex={index + 2} tabIndex={index === 0 ? 0 : -1} aria-selected={isSelected}>
      <td>
        <input type="checkbox" aria-label={`Choose ${title}`} checked={isSelected} onChange={() => does.toggle(row.id)} />
      </td>
      <td>
        <StatusMark status={row.status} />
        {row.reason && (
          <p className="small muted job-reason" title={row.reason}>
            {row.reason}
          </p>
        )}
        {fault !== undefined && <p className="fault">{fault}</p>}
      </td>
      <td className="job-name" title={row.name}>
        {isRenaming ? (
          <NameField what={title} name={row.name} maxLength={LIMITS.job.nameCharacters} onEnd={(name) => does.rename(row.id, name)} />
        ) : (
          <a
            className="two-lines"
            href={`${CONSOLE_PATH}${kind === 'task' ? 'tasks' : 'tasks/builds'}/${row.id}`}
            onPointerEnter={() => does.near(row.id)}
            onFocus={() => does.near(row.id)}
            onClick={(event) => {
              if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return // another tab or window
              event.preventDefault()
              does.act(OPENING, row)
            }}
          >
            {title}
          </a>
        )}
      </td>
      {columns.includes('value') && <td>{row.status === 'Completed' && <FirstValue TaskID={row.id} name={title} whenSeen />}</td>}
      {columns.includes('core') && <td className="nowrap">{row.core || '–'}</td>}
      {columns.includes('arguments') && (
        <td className="job-arguments" title={row.arguments}>
          <code>{row.arguments}</code>
        </td>
      )}
      {columns.includes('created') && (
        <td className="nowrap">
          <When at={row.createdAt} />
        </td>
      )}
      {columns.includes('took') && <td className="number">{durationText(row.milliseconds)}</td>}
      {columns.includes('instructions') && <td className="number">{row.instructions?.toLocaleString('en') ?? '–'}</td>}
      <td>
        <RowActions kind={kind} row={row} act={does.act} />
      </td>
    </tr>
  )
})

function RowActions({ kind, row, act }: Pick<JobRowProps, 'kind' | 'row'> & Pick<RowDoes, 'act'>) {
  const [isNear, setNear] = useState(false)
  const come = isNear ? undefined : () => setNear(true)
  return (
    <select
      className="row-actions"
      aria-label={`Actions of ${row.name || row.id}`}
      value=""
      onPointerEnter={come}
      onPointerDown={come}
      onFocus={come}
      onChange={(event) => {
        const action = rowActions(kind).find(({ id }) => id === event.target.value)
        if (action) act(action, row)
      }}
    >
      <option value="" disabled>
        Actions
      </option>
      {isNear &&
        rowActions(kind).map((action) => (
          <option key={action.id} value={action.id} disabled={refusalOf(action, row.status) !== undefined}>
            {[action.label, refusalOf(action, row.status)].filter(Boolean).join(': ')}
          </option>
        ))}
    </select>
  )
}
