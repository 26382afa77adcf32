// Rows of tasks or builds: chosen by box and key, acted on by menu and key. From 200 rows on only those near the view are there.
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useWindow } from '../output/use-window.ts'
import { FirstValue } from '../programs/FirstValue.tsx'
import { durationText, type Row } from '../programs/rows.ts'
import type { HiddenColumns } from '../programs/use-own.ts'
import { StatusMark } from '../ui/StatusMark.tsx'
import { When } from '../ui/When.tsx'
import { type JobAction, type JobKind, refusalOf, rowActions } from './actions.ts'

/** Beyond it rows have one height. */
const WINDOWED = 200
const ROW_HEIGHT = 48

export const JOB_COLUMNS = [
  { id: 'core', label: 'Core' },
  { id: 'arguments', label: 'Arguments' },
  { id: 'created', label: 'Created' },
  { id: 'took', label: 'Took' },
  { id: 'instructions', label: 'Instructions' },
  { id: 'value', label: 'First value' },
] as const
type ColumnId = (typeof JOB_COLUMNS)[number]['id']

interface JobTableProps {
  readonly kind: JobKind
  readonly rows: readonly Row[]
  readonly isPending: boolean
  readonly isFiltered: boolean
  readonly hidden: HiddenColumns
  readonly selected: ReadonlySet<string>
  readonly failed: ReadonlyMap<string, string> | undefined
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onAct: (action: JobAction, row: Row) => Promise<void>
  readonly onClear: () => void
}
export function JobTable({ kind, rows, isPending, isFiltered, hidden, selected, failed, onSelect, onAct, onClear }: JobTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isWindowed = rows.length > WINDOWED
  const near = useWindow(scroller, isWindowed ? rows.length : 0, ROW_HEIGHT)
  const { from, to } = isWindowed ? near : { from: 0, to: rows.length }
  const has = (column: ColumnId) => hidden.isShown(column) && (kind === 'task' || (column !== 'instructions' && column !== 'value'))
  const columns = 4 + JOB_COLUMNS.filter(({ id }) => has(id)).length
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  const keys = (event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const go = (to: number) => scroller.current?.querySelector<HTMLElement>(`tr[data-row="${to}"]`)?.focus()
    const down = Math.min(rows.length - 1, index + 1)
    const up = Math.max(0, index - 1)
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const next = event.key === 'ArrowDown' ? down : up
      onSelect(new Set([...selected, row.id, rows[next]!.id]))
      go(next)
    } else if (event.key === 'j' || event.key === 'ArrowDown') go(down)
    else if (event.key === 'k' || event.key === 'ArrowUp') go(up)
    else if (event.key === 'x') toggle(row.id)
    else {
      const action = rowActions(kind).find(({ key }) => key === event.key)
      if (!action) return
      void onAct(action, row)
    }
    event.preventDefault()
  }
  if (isPending) return <p className="muted">Loading …</p>
  if (rows.length === 0)
    return (
      <section className="panel stack">
        <p>{isFiltered ? 'Nothing here has what the filters ask for.' : kind === 'task' ? 'No program ran yet.' : 'Nothing was built yet.'}</p>
        {isFiltered ? (
          <button type="button" className="button" onClick={onClear}>
            Clear the filters
          </button>
        ) : (
          <Link to="/editor" className="button button-primary">
            Write and run a program
          </Link>
        )}
      </section>
    )
  const all = rows.every(({ id }) => selected.has(id))
  return (
    <div ref={scroller} className="table-scroll" data-windowed={isWindowed || undefined}>
      <table className="job-table" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Choose all loaded rows"
                checked={all}
                onChange={() => onSelect(new Set(all ? [] : rows.map(({ id }) => id)))}
              />
            </th>
            <th scope="col">Status</th>
            <th scope="col">Name</th>
            {has('core') && <th scope="col">Core</th>}
            {has('arguments') && <th scope="col">Arguments</th>}
            {has('created') && <th scope="col">Created</th>}
            {has('took') && (
              <th scope="col" className="number">
                Took
              </th>
            )}
            {has('instructions') && (
              <th scope="col" className="number">
                Instructions
              </th>
            )}
            {has('value') && <th scope="col">First value</th>}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Room rows={from} columns={columns} />
          {rows.slice(from, to).map((row, place) => {
            const index = from + place
            return (
              <tr
                key={row.id}
                data-row={index}
                aria-rowindex={index + 2}
                tabIndex={index === 0 ? 0 : -1}
                aria-selected={selected.has(row.id)}
                onKeyDown={(event) => keys(event, row, index)}
              >
                <td>
                  <input type="checkbox" aria-label={`Choose ${row.name || row.id}`} checked={selected.has(row.id)} onChange={() => toggle(row.id)} />
                </td>
                <td>
                  <StatusMark status={row.status} />
                  {row.reason && (
                    <p className="small muted job-reason" title={row.reason}>
                      {row.reason}
                    </p>
                  )}
                  {failed?.has(row.id) && <p className="fault">{failed.get(row.id)}</p>}
                </td>
                <td className="job-name" title={row.name}>
                  <RowLink kind={kind} id={row.id}>
                    {row.name || row.id}
                  </RowLink>
                </td>
                {has('core') && <td className="nowrap">{row.core || '–'}</td>}
                {has('arguments') && (
                  <td className="job-arguments" title={row.arguments}>
                    <code>{row.arguments}</code>
                  </td>
                )}
                {has('created') && (
                  <td className="nowrap">
                    <When at={row.createdAt} />
                  </td>
                )}
                {has('took') && <td className="number">{durationText(row.milliseconds)}</td>}
                {has('instructions') && <td className="number">{row.instructions?.toLocaleString('en') ?? '–'}</td>}
                {has('value') && <td>{row.status === 'Completed' && <FirstValue TaskID={row.id} name={row.name || row.id} whenSeen />}</td>}
                <td>
                  <RowActions kind={kind} row={row} onAct={onAct} />
                </td>
              </tr>
            )
          })}
          <Room rows={rows.length - to} columns={columns} />
        </tbody>
      </table>
    </div>
  )
}

function RowLink({ kind, id, children }: { readonly kind: JobKind; readonly id: string; readonly children: ReactNode }) {
  return kind === 'task' ? (
    <Link className="two-lines" to="/tasks/$taskId" params={{ taskId: id }}>
      {children}
    </Link>
  ) : (
    <Link className="two-lines" to="/tasks/builds/$buildId" params={{ buildId: id }}>
      {children}
    </Link>
  )
}

/** The place of rows that are not there. */
function Room({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null
  return (
    <tr className="room">
      <td
        colSpan={columns}
        ref={(element) => {
          if (element) element.style.height = `${rows * ROW_HEIGHT}px`
        }}
      />
    </tr>
  )
}

function RowActions({ kind, row, onAct }: Pick<JobTableProps, 'kind' | 'onAct'> & { readonly row: Row }) {
  return (
    <select
      className="row-actions"
      aria-label={`Actions of ${row.name || row.id}`}
      value=""
      onChange={(event) => {
        const action = rowActions(kind).find(({ id }) => id === event.target.value)
        if (action) void onAct(action, row)
      }}
    >
      <option value="" disabled>
        …
      </option>
      {rowActions(kind).map((action) => (
        <option key={action.id} value={action.id} disabled={refusalOf(action, row.status) !== undefined}>
          {[action.label, refusalOf(action, row.status)].filter(Boolean).join(': ')}
        </option>
      ))}
    </select>
  )
}
