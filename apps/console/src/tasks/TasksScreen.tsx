// Tasks and builds, newest first: filters in the address, selection with bulk actions, live.
import { STATUSES, type Status } from '@credence/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { MOST_RUNS, tasksText } from '../compare/search.ts'
import { ColumnChoice } from '../programs/ColumnChoice.tsx'
import { type Row, rowsCsv } from '../programs/rows.ts'
import { startTask } from '../programs/start-task.ts'
import { useHiddenColumns } from '../programs/use-own.ts'
import { announce } from '../state/live-region.ts'
import { useTitle } from '../state/title.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { FilterInput } from '../ui/FilterInput.tsx'
import { useHeld } from '../ui/held.ts'
import { saveFile } from '../ui/save-file.ts'
import { type JobAction, type JobKind, refusalOf } from './actions.ts'
import { type BulkResult, forEachRow } from './bulk.ts'
import { hasFilter, matches, queryOf, SPANS, type TasksSearch } from './filters.ts'
import { JOB_COLUMNS, JobTable } from './JobTable.tsx'
import { cancelJob, deleteJob, forget, openInEditor } from './perform.ts'
import { useJobRows } from './use-job-rows.ts'
import './tasks.css'

/** Dialogs bring 50 KB along, which a list does without. */
const AskDelete = lazy(async () => ({ default: (await import('./AskDelete.tsx')).AskDelete }))

export function TasksScreen() {
  const search = useSearch({ from: '/inside/tasks' })
  const navigate = useNavigate()
  const kind: JobKind = search.show === 'builds' ? 'build' : 'task'
  useTitle(kind === 'task' ? 'Tasks' : 'Builds', 'Task manager')
  const seek = (change: Partial<TasksSearch>) => void navigate({ to: '/tasks', search: clean({ ...search, ...change }), replace: true } as never)
  const list = useJobRows(kind, search)
  const hidden = useHiddenColumns(`${kind}s`)
  const { core, text } = search
  const filtered = useMemo(() => (core || text ? list.rows.filter((row) => matches({ core, text }, row)) : list.rows), [list.rows, core, text])
  const held = useHeld(filtered, JSON.stringify(search))
  const rows = held.shown
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [result, setResult] = useState<BulkResult>()
  const [asks, setAsks] = useState<readonly Row[]>()
  const [fault, setFault] = useState<unknown>()
  const chosen = rows.filter(({ id }) => selected.has(id))

  async function perform(action: JobAction, row: Row): Promise<void> {
    const refusal = refusalOf(action, row.status)
    if (refusal) return announce(refusal)
    setFault(undefined)
    try {
      if (action.id === 'open')
        void navigate(
          kind === 'task' ? { to: '/tasks/$taskId', params: { taskId: row.id } } : { to: '/tasks/builds/$buildId', params: { buildId: row.id } },
        )
      if (action.id === 'again') {
        const task = list.task(row.id)
        if (task) void navigate({ to: '/tasks/$taskId', params: { taskId: await startTask(task) } })
      }
      if (action.id === 'sweep') {
        const of = kind === 'task' ? list.task(row.id)?.BuildID : row.id
        void navigate({ to: '/sweep', search: { ...(of && { of }), ...(row.arguments && { args: row.arguments }) } })
      }
      if (action.id === 'compare') compare(selected.has(row.id) ? chosen.map(({ id }) => id) : [row.id])
      if (action.id === 'edit') {
        await openInEditor(kind === 'task' ? (list.task(row.id)?.BuildID ?? '') : row.id, row.arguments)
        void navigate({ to: '/editor' })
      }
      if (action.id === 'cancel') {
        await cancelJob(kind, row.id)
        forget(kind)
        announce('Cancelling')
      }
      if (action.id === 'delete') setAsks([row])
    } catch (error) {
      setFault(error)
    }
  }
  const compare = (ids: readonly string[]) => {
    if (ids.length > MOST_RUNS) return announce(`At most ${MOST_RUNS} runs are compared.`)
    void navigate({ to: '/compare', search: { tasks: tasksText(ids) } })
  }
  async function bulk(act: (kind: JobKind, id: string) => Promise<unknown>, what: string, given: readonly Row[] = chosen): Promise<void> {
    setResult(undefined)
    const done = await forEachRow(
      given.map(({ id }) => id),
      (id) => act(kind, id),
    )
    setSelected(new Set(done.failed.keys())) // those that failed stay, with their reasons
    setResult(done)
    forget(kind)
    announce(`${what}: ${done.done.length} done${done.failed.size > 0 ? `, ${done.failed.size} refused` : ''}`)
  }
  return (
    <>
      <div className="row spread">
        <h1>Task manager</h1>
        <div className="row" role="toolbar" aria-label="What is listed">
          {(['task', 'build'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="button"
              aria-pressed={kind === each}
              onClick={() => seek({ show: each === 'build' ? 'builds' : undefined })}
            >
              {each === 'task' ? 'Tasks' : 'Builds'}
            </button>
          ))}
        </div>
      </div>
      <div className="row spread">
        <Filters search={search} loaded={list.rows.length} isAll={!list.hasMore} onChange={seek} onAll={list.loadAll} />
        <div className="row list-tools">
          <ColumnChoice columns={JOB_COLUMNS.filter(({ id }) => kind === 'task' || (id !== 'instructions' && id !== 'value'))} hidden={hidden} />
          <button
            type="button"
            className="button button-small"
            aria-disabled={rows.length === 0}
            onClick={() => rows.length > 0 && saveFile(`${kind}s.csv`, new Blob([rowsCsv(rows)], { type: 'text/csv' }))}
          >
            CSV of {rows.length} rows
          </button>
          <CopyAs
            what="the list"
            call={callOf(kind === 'task' ? 'listTasks' : 'listBuilds', { query: queryOf(search, Date.now()) }, `credence ${kind}s list`)}
          />
        </div>
      </div>
      {fault !== undefined && <ErrorNote error={fault} />}
      {list.error && <ErrorNote error={list.error} onRetry={list.retry} />}
      {chosen.length > 0 && (
        <div className="bulk row" role="toolbar" aria-label="Chosen rows">
          <b>{chosen.length} chosen</b>
          <button type="button" className="button button-small" onClick={() => void bulk(cancelJob, 'Cancel')}>
            Cancel
          </button>
          <button type="button" className="button button-small button-danger" onClick={() => setAsks(chosen)}>
            Delete
          </button>
          {kind === 'task' && (
            <ActionButton
              isSmall
              obstacle={chosen.length < 2 || chosen.length > MOST_RUNS ? `Choose 2 to ${MOST_RUNS} tasks to compare them.` : undefined}
              onAction={() => compare(chosen.map(({ id }) => id))}
            >
              Compare
            </ActionButton>
          )}
          <button
            type="button"
            className="button button-small"
            onClick={() => saveFile(`${kind}s.csv`, new Blob([rowsCsv(chosen)], { type: 'text/csv' }))}
          >
            CSV
          </button>
          <button type="button" className="button button-small" onClick={() => setSelected(new Set())}>
            Choose none
          </button>
        </div>
      )}
      {result && result.failed.size > 0 && (
        <div className="note note-warn" role="alert">
          <p>
            {result.done.length} done, {result.failed.size} refused. The refused rows stay chosen; each says why.
          </p>
        </div>
      )}
      {held.fresh > 0 && (
        <button type="button" className="button fresh-rows" onClick={held.show}>
          {held.fresh} new
        </button>
      )}
      <JobTable
        kind={kind}
        rows={rows}
        isPending={list.isPending}
        hidden={hidden}
        selected={selected}
        failed={result?.failed}
        onSelect={setSelected}
        onAct={perform}
        isFiltered={hasFilter(search)}
        onClear={() => void navigate({ to: '/tasks', search: clean({ show: search.show }) } as never)}
      />
      {list.hasMore && (
        <p>
          <button type="button" className="button" onClick={list.more} aria-disabled={list.isMore}>
            {list.isMore ? 'Loading …' : `Load older ${kind}s`}
          </button>
        </p>
      )}
      {asks && (
        <Suspense>
          <AskDelete
            kind={kind}
            rows={asks}
            onClose={() => setAsks(undefined)}
            onDelete={(given) => {
              setAsks(undefined)
              void bulk(deleteJob, 'Delete', given)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const clean = (search: TasksSearch): TasksSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== '' && (!Array.isArray(value) || value.length > 0)))

interface FiltersProps {
  readonly search: TasksSearch
  readonly loaded: number
  readonly isAll: boolean
  readonly onChange: (change: Partial<TasksSearch>) => void
  readonly onAll: () => void
}
function Filters({ search, loaded, isAll, onChange, onAll }: FiltersProps) {
  const statuses = search.status ?? []
  const toggle = (status: Status) =>
    onChange({ status: statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status] })
  return (
    <search className="filters row">
      <FilterInput
        className="filter-text"
        data-filter
        aria-label="Filter by name, arguments or id"
        placeholder="Name, arguments or id"
        value={search.text ?? ''}
        onChange={(text) => onChange({ text })}
      />
      <FilterInput
        className="filter-core"
        aria-label="Filter by core"
        placeholder="Core"
        value={search.core ?? ''}
        onChange={(core) => onChange({ core })}
      />
      <select aria-label="Created" className="filter-from" value={search.from ?? ''} onChange={(event) => onChange({ from: event.target.value })}>
        <option value="">Any time</option>
        {Object.keys(SPANS).map((span) => (
          <option key={span} value={span}>
            Last {span}
          </option>
        ))}
        {search.from !== undefined && !Object.hasOwn(SPANS, search.from) && <option value={search.from}>Since {search.from}</option>}
      </select>
      <fieldset className="row statuses">
        <legend className="visually-hidden">Status</legend>
        {STATUSES.map((status) => (
          <button key={status} type="button" className="chip" aria-pressed={statuses.includes(status)} onClick={() => toggle(status)}>
            {status}
          </button>
        ))}
      </fieldset>
      {(search.text || search.core) && !isAll && (
        <p className="small muted">
          in {loaded} loaded rows;{' '}
          <button type="button" className="link" onClick={onAll}>
            load all
          </button>
        </p>
      )}
    </search>
  )
}
