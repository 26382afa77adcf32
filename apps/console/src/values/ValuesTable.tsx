// The values that a run printed: number, name, value with its uncertainty, interval and line. Only the rows in view are there; order and filter are
// worked out where the output is held. Up to eight can be chosen for one plot.
import { parseUx } from '@credence/distribution'
import { digits } from '@credence/ui/program/digits.ts'
import { Link } from '@tanstack/react-router'
import { lazy, memo, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newestOf, type OutputDocument } from '../output/output-document.ts'
import type { SortKey } from '../output/output-text.ts'
import { useWindow } from '../output/use-window.ts'
import { ValueInText } from '../output/ValueInText.tsx'
import type { ValueRow } from '../output/value-row.ts'
import { ColumnChoice } from '../programs/ColumnChoice.tsx'
import { EditableName } from '../programs/EditableName.tsx'
import { isSamePin, togglePin } from '../programs/pins.ts'
import { MOST_CHARACTERS, valueKey } from '../programs/run-names.ts'
import { useHiddenColumns, usePins, useRunNames } from '../programs/use-own.ts'
import { announce } from '../state/live-region.ts'
import { useStore } from '../state/store.ts'
import { rowKeys } from '../ui/row-keys.ts'
import { saveFile } from '../ui/save-file.ts'
import { MOST_CHOSEN, toggled, valuesCsv } from './chosen.ts'
import './values.css'

const DistributionPlot = lazy(async () => ({ default: (await import('@credence/plot/react')).DistributionPlot }))
const Overlay = lazy(async () => ({ default: (await import('@credence/plot/overlay')).DistributionOverlay }))
const ROW_HEIGHT = 36

interface ValuesTableProps {
  readonly output: OutputDocument
  readonly fileName: string
  /** Of the run, whose values can then be named and pinned. */
  readonly taskId?: string | undefined
}
const COLUMNS: readonly { readonly key: SortKey; readonly label: string; readonly isNumber?: true }[] = [
  { key: 'number', label: 'No.', isNumber: true },
  { key: 'name', label: 'Name' },
  { key: 'mean', label: 'Value', isNumber: true },
  { key: 'deviation', label: 'Standard deviation', isNumber: true },
  { key: 'line', label: 'Line', isNumber: true },
]

const HIDEABLE = [
  ...COLUMNS.filter(({ key }) => key !== 'name' && key !== 'mean').map(({ key, label }) => ({ id: key as string, label })),
  { id: 'interval', label: '95 %' },
]

export function ValuesTable({ output, fileName, taskId }: ValuesTableProps) {
  const hidden = useHiddenColumns('values')
  const columns = COLUMNS.filter(({ key }) => key === 'name' || key === 'mean' || hidden.isShown(key))
  const hasInterval = hidden.isShown('interval')
  const { values: total, isWhole } = useStore(output.extent)
  const [sorting, setSorting] = useState<{ by: SortKey; descending: boolean }>({ by: 'number', descending: false })
  const [filter, setFilter] = useState('')
  const [hasPlain, setPlain] = useState(false)
  const [order, setOrder] = useState<Int32Array>()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const scroller = useRef<HTMLElement>(null)
  const { by, descending } = sorting
  // biome-ignore lint/correctness/useExhaustiveDependencies: values that still come change the order
  useEffect(() => {
    let isOver = false
    output.ask({ ask: 'order', sorting: { by, descending, filter, hasPlain } }).then(
      (next) => {
        if (isOver) return
        setOrder(next)
        if (filter) announce(`${next.length} values`)
      },
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [output, by, descending, filter, hasPlain, total, isWhole])
  const count = order?.length ?? 0
  const firstOne = order?.find((index) => index >= 0)
  const plotted = useMemo(() => (chosen.length > 0 ? chosen : firstOne === undefined ? [] : [firstOne]), [chosen, firstOne])
  const choose = useCallback((index: number) => setChosen((old) => toggled(old, index)), [])
  const shown = HIDEABLE.flatMap(({ id }) => (hidden.isShown(id) ? [id] : [])).join(' ')
  const sortBy = (key: SortKey) => setSorting((old) => ({ by: key, descending: old.by === key ? !old.descending : false }))
  const download = async () => {
    const all = await output.ask({ ask: 'rows', values: [...(order ?? [])] })
    saveFile(`${fileName}.csv`, new Blob([valuesCsv(all)], { type: 'text/csv' }))
  }
  if (total === 0 && !hasPlain)
    return (
      <div className="stack">
        <p>No printed number carries a distribution.</p>
        <p className="muted">
          A number is plain on a core without tracking, as an answer to a question such as a quantile, and where no input is uncertain.{' '}
          <a href="/docs/uxhw-api/how-it-computes/">How distributions are carried</a>
        </p>
        <p>
          <button type="button" className="button button-small" onClick={() => setPlain(true)}>
            Show plain numbers
          </button>
        </p>
      </div>
    )
  return (
    <div className="stack values">
      <div className="row">
        <input
          type="search"
          className="values-filter"
          aria-label="Filter values by name or range"
          placeholder="Name, or range 2..5"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="muted small">
          {countText(total, count, filter !== '', hasPlain)}
          {isWhole ? '' : ' so far'}
        </span>
        <label className="row small">
          <input type="checkbox" checked={hasPlain} onChange={(event) => setPlain(event.target.checked)} />
          Plain numbers
        </label>
        {chosen.length > 0 && (
          <button type="button" className="button button-small" onClick={() => setChosen([])}>
            Choose none
          </button>
        )}
        <ColumnChoice columns={HIDEABLE} hidden={hidden} />
        <button type="button" className="button button-small values-csv" onClick={() => void download()}>
          CSV
        </button>
      </div>
      <section
        ref={scroller}
        className="values-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        onKeyDown={rowKeys}
        aria-label="Values of the run"
      >
        <table aria-rowcount={count + 1}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Choose</span>
              </th>
              {columns.map(({ key, label, isNumber }) => (
                <th
                  key={key}
                  scope="col"
                  className={isNumber && 'number'}
                  aria-sort={by === key ? (descending ? 'descending' : 'ascending') : undefined}
                >
                  <button type="button" className="sort" onClick={() => sortBy(key)}>
                    {label}
                    <span aria-hidden="true">{by === key ? (descending ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
              {hasInterval && <th scope="col">95 %</th>}
              {taskId && (
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            <Rows output={output} order={order} scroller={scroller} chosen={chosen} onChoose={choose} taskId={taskId} shown={shown} />
          </tbody>
        </table>
      </section>
      <Plots output={output} chosen={plotted} taskId={taskId} />
    </div>
  )
}

function countText(values: number, rows: number, isFiltered: boolean, hasPlain: boolean): string {
  const words = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
  if (isFiltered) return hasPlain ? words(rows, 'row') : `${rows.toLocaleString('en')} of ${values.toLocaleString('en')}`
  return words(values, 'value') + (hasPlain ? ` and ${words(rows - values, 'plain number')}` : '')
}

interface RowsProps {
  readonly output: OutputDocument
  readonly order: Int32Array | undefined
  readonly scroller: RefObject<HTMLElement | null>
  readonly chosen: readonly number[]
  readonly onChoose: (index: number) => void
  readonly taskId: string | undefined
  /** Ids of columns, with a space between them. */
  readonly shown: string
}
/** The rows in view, by themselves: scrolling draws nothing else. */
function Rows({ output, order, scroller, chosen, onChoose, taskId, shown }: RowsProps) {
  const { names, rename } = useRunNames()
  const [pins, changePins] = usePins()
  const count = order?.length ?? 0
  const view = useWindow(scroller, count, ROW_HEIGHT)
  const { from, rows } = useRows(output, order, view.from, view.to)
  const columns = 3 + shown.split(' ').filter(Boolean).length + (taskId ? 1 : 0)
  const latest = useRef({ names, rename, changePins, taskId })
  useEffect(() => {
    latest.current = { names, rename, changePins, taskId }
  })
  const onRename = useCallback((index: number, name: string) => {
    const now = latest.current
    if (now.taskId) now.rename(valueKey(now.taskId, index), name)
  }, [])
  const onPin = useCallback((index: number, name: string) => {
    const { taskId: task, names: given, changePins: change } = latest.current
    if (task) change((all) => togglePin(all, { task, value: index, name: given[valueKey(task, index)] ?? name }))
  }, [])
  return (
    <>
      <Room rows={from} columns={columns} />
      {rows.map((row, place) => (
        <Row
          key={row.index}
          row={row}
          position={from + place}
          isChosen={chosen.includes(row.index)}
          isFull={chosen.length >= MOST_CHOSEN}
          onChoose={onChoose}
          given={taskId && names[valueKey(taskId, row.index)]}
          shown={shown}
          isPinned={taskId !== undefined && pins.some((pin) => isSamePin(pin, { task: taskId, value: row.index, name: '' }))}
          {...(taskId && { onRename, onPin })}
        />
      ))}
      <Room rows={count - from - rows.length} columns={columns} />
    </>
  )
}

interface DrawnRows {
  readonly output: OutputDocument
  readonly order: ArrayLike<number> | undefined
  /** Place of the first in the order. */
  readonly from: number
  readonly rows: readonly ValueRow[]
}
/** The rows in view; those before stay, at their own place, until they are there. Of another output none stays: its values have the same indices. */
function useRows(output: OutputDocument, order: Int32Array | readonly number[] | undefined, from: number, to: number): DrawnRows {
  const [drawn, setDrawn] = useState<DrawnRows>({ output, order: undefined, from: 0, rows: [] })
  const ask = useMemo(() => newestOf(output.ask), [output])
  const newest = useRef(order)
  newest.current = order
  useEffect(() => {
    if (!order) return
    ask({ ask: 'rows', values: [...order.slice(from, to)] }).then(
      (rows) => {
        if (rows && newest.current === order)
          setDrawn((before) => ({
            output,
            order,
            from,
            rows: before.output === output && before.order === order ? rows.map(asBefore(before.rows)) : rows,
          }))
      },
      () => {},
    )
  }, [ask, output, order, from, to])
  return drawn
}

/** A row that was drawn already is the same one, so that it is not drawn again. */
function asBefore(before: readonly ValueRow[]): (row: ValueRow) => ValueRow {
  const known = new Map(before.map((row) => [row.index, row]))
  return (row) => known.get(row.index) ?? row
}

function Room({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null
  return (
    <tr className="values-room">
      <td
        colSpan={columns}
        ref={(element) => {
          if (element) element.style.height = `${rows * ROW_HEIGHT}px`
        }}
      />
    </tr>
  )
}

interface RowProps {
  readonly row: ValueRow
  readonly position: number
  readonly isChosen: boolean
  readonly isFull: boolean
  readonly onChoose: (index: number) => void
  /** The name that somebody gave it. */
  readonly given: string | undefined
  readonly shown: string
  readonly isPinned: boolean
  readonly onRename?: (index: number, name: string) => void
  readonly onPin?: (index: number, name: string) => void
}
const Row = memo(({ row, position, isChosen, isFull, onChoose, given, shown, isPinned, onRename, onPin }: RowProps) => {
  const isShown = (column: string) => shown.split(' ').includes(column)
  const { index, description, line, piece, traced } = row
  const name = given ?? row.name
  const [low, , high] = piece.quantiles
  const { deviation } = piece
  const isPlain = index < 0
  return (
    <tr aria-rowindex={position + 2}>
      <td>
        {!isPlain && (
          <input
            type="checkbox"
            aria-label={`Plot ${name || `value ${index + 1}`}`}
            checked={isChosen}
            disabled={isFull && !isChosen}
            title={isFull && !isChosen ? `At most ${MOST_CHOSEN} in one plot.` : undefined}
            onChange={() => onChoose(index)}
          />
        )}
      </td>
      {isShown('number') && <td className="number">{isPlain ? 'plain' : index + 1}</td>}
      <td className="values-name" title={description}>
        {onRename && !isPlain ? (
          <EditableName what={name || `value ${index + 1}`} name={name} maxLength={MOST_CHARACTERS} onRename={(next) => onRename(index, next)}>
            {name || <span className="muted">no name</span>}
          </EditableName>
        ) : (
          name || <span className="muted">no name</span>
        )}
        {traced && (
          <code className="small muted" title={traced}>
            {' '}
            {traced.slice(0, 8)}…
          </code>
        )}
      </td>
      <td className="number">{isPlain ? piece.decimal : <ValueInText piece={piece} />}</td>
      {isShown('deviation') && <td className="number">{!isPlain && Number.isFinite(deviation) ? Number(deviation.toPrecision(3)) : '–'}</td>}
      {isShown('line') && <td className="number">{line}</td>}
      {isShown('interval') && <td className="values-interval">{deviation > 0 ? `${digits(low, deviation)} to ${digits(high, deviation)}` : '–'}</td>}
      {onPin && (
        <td>
          {!isPlain && (
            <button
              type="button"
              className="button button-small"
              aria-pressed={isPinned}
              aria-label={`Pin ${name || `value ${index + 1}`} to Home`}
              onClick={() => onPin(index, row.name)}
            >
              {isPinned ? 'Pinned' : 'Pin'}
            </button>
          )}
        </td>
      )}
    </tr>
  )
})

interface PlotsProps {
  readonly output: OutputDocument
  readonly chosen: readonly number[]
  readonly taskId: string | undefined
}
function Plots({ output, chosen, taskId }: PlotsProps) {
  const { rows } = useRows(output, chosen, 0, chosen.length)
  const drawn = useMemo(
    () =>
      rows
        .filter(({ piece }) => piece.ux !== '')
        .map(({ index, name, piece }) => ({ name: name || `Value ${index + 1}`, piece, value: parseUx(piece.ux) })),
    [rows],
  )
  const [only, ...others] = drawn
  if (!only) return null
  return (
    <section className="stack" aria-label="Plot">
      <p className="row spread">
        <span>{others.length > 0 ? `${drawn.length} values` : <b>{only.name}</b>}</span>
        {others.length === 0 && (
          <Link to="/value" search={{ name: only.name, ...(taskId && { of: taskId }) }} hash={only.piece.ux} className="small">
            Open
          </Link>
        )}
      </p>
      <Suspense fallback={<div className="values-plot-room" />}>
        {others.length > 0 ? (
          <Overlay label="Chosen values" values={drawn} />
        ) : (
          <DistributionPlot value={only.value} label={`Distribution of ${only.name}`} />
        )}
      </Suspense>
    </section>
  )
}
