// Rows of tasks or builds: chosen by box and key, acted on by menu and key. From 200 rows on only those near the view are there.
import { Link, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import { renameJob } from '../api/rename.ts'
import { useWindow } from '../output/use-window.ts'
import { focusLeft } from '../programs/EditableName.tsx'
import type { Row } from '../programs/rows.ts'
import type { HiddenColumns } from '../programs/use-own.ts'
import { type JobAction, type JobKind, RENAMING, rowActions } from './actions.ts'
import { JobRow, type RowDoes } from './JobRow.tsx'

/** Beyond it rows have one height. */
const WINDOWED = 200
const ROW_HEIGHT = 48

/** The result beside the name: the rest may be out of view. */
export const JOB_COLUMNS = [
  { id: 'value', label: 'First value' },
  { id: 'core', label: 'Core' },
  { id: 'arguments', label: 'Arguments' },
  { id: 'created', label: 'Created' },
  { id: 'took', label: 'Took', isNumber: true },
  { id: 'instructions', label: 'Instructions', isNumber: true },
] as const

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
  const columns = JOB_COLUMNS.filter(({ id }) => hidden.isShown(id) && (kind === 'task' || (id !== 'instructions' && id !== 'value')))
  const [renaming, setRenaming] = useState<string>()
  const does = useRowDoes({
    kind,
    selected,
    onSelect,
    onAct: async (action, row) => (action === RENAMING ? setRenaming(row.id) : onAct(action, row)),
    onRename(id, name) {
      setRenaming(undefined)
      if (name !== undefined) void renameJob(kind, id, name)
      const index = rows.findIndex((row) => row.id === id)
      focusLeft(() => scroller.current?.querySelector<HTMLElement>(`tr[data-row="${index}"]`))
    },
  })
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const index = Number((event.target as HTMLElement).dataset['row'] ?? Number.NaN)
    const row = rows[index]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const go = (to: number) => scroller.current?.querySelector<HTMLElement>(`tr[data-row="${to}"]`)?.focus()
    const down = Math.min(rows.length - 1, index + 1)
    const up = Math.max(0, index - 1)
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const next = event.key === 'ArrowDown' ? down : up
      onSelect(new Set([...selected, row.id, rows[next]!.id]))
      go(next)
    } else if (event.key === 'j' || event.key === 'ArrowDown') go(down)
    else if (event.key === 'k' || event.key === 'ArrowUp') go(up)
    else if (event.key === 'x') does.toggle(row.id)
    else {
      const action = rowActions(kind).find(({ key }) => key === event.key)
      if (!action) return
      does.act(action, row)
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
  const all = selected.size >= rows.length && rows.every(({ id }) => selected.has(id))
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
            {columns.map((column) => (
              <th key={column.id} scope="col" className={'isNumber' in column ? 'number' : undefined}>
                {column.label}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={keys}>
          <Rows
            kind={kind}
            rows={rows}
            scroller={scroller}
            isWindowed={isWindowed}
            shown={columns.map(({ id }) => id).join(' ')}
            selected={selected}
            renaming={renaming}
            failed={failed}
            does={does}
          />
        </tbody>
      </table>
    </div>
  )
}

/** Does what is asked as things are then; it stays the same, so that rows do. */
interface Now extends Pick<JobTableProps, 'kind' | 'selected' | 'onSelect' | 'onAct'> {
  readonly onRename: RowDoes['rename']
}
function useRowDoes(now: Now): RowDoes {
  const router = useRouter()
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const [does] = useState<RowDoes>(() => ({
    toggle(id) {
      const { selected, onSelect } = latest.current
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      onSelect(next)
    },
    act: (action, row) => void latest.current.onAct(action, row),
    rename: (id, name) => latest.current.onRename(id, name),
    near(id) {
      const to =
        latest.current.kind === 'task'
          ? ({ to: '/tasks/$taskId', params: { taskId: id } } as const)
          : ({ to: '/tasks/builds/$buildId', params: { buildId: id } } as const)
      void router.preloadRoute(to as never)
    },
  }))
  return does
}

interface RowsProps extends Pick<JobTableProps, 'kind' | 'rows' | 'selected' | 'failed'> {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly isWindowed: boolean
  readonly shown: string
  readonly renaming: string | undefined
  readonly does: RowDoes
}
/** The rows near the view, by themselves: scrolling draws nothing else. */
const Rows = memo(({ kind, rows, scroller, isWindowed, shown, selected, renaming, failed, does }: RowsProps) => {
  const near = useWindow(scroller, isWindowed ? rows.length : 0, ROW_HEIGHT)
  const { from, to } = isWindowed ? near : { from: 0, to: rows.length }
  const columns = 4 + shown.split(' ').filter(Boolean).length
  return (
    <>
      <Room rows={from} columns={columns} />
      {rows.slice(from, to).map((row, place) => (
        <JobRow
          key={row.id}
          kind={kind}
          row={row}
          index={from + place}
          isSelected={selected.has(row.id)}
          isRenaming={renaming === row.id}
          fault={failed?.get(row.id)}
          shown={shown}
          does={does}
        />
      ))}
      <Room rows={rows.length - to} columns={columns} />
    </>
  )
})

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
