// One task: where it stands and why, what it printed, and what can be done with it.
import { type Build, isTerminal, type Task, transitionReason } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { client } from '../api/client.ts'
import { whileActive } from '../api/live.ts'
import { FRESH } from '../api/queries.ts'
import { OutputViewer } from '../output/OutputViewer.tsx'
import { type OutputDocument, openOutput } from '../output/output-document.ts'
import { EditableName } from '../programs/EditableName.tsx'
import { fetchFailure } from '../programs/clone-causes.ts'
import { FetchFailure } from '../programs/FetchFailure.tsx'
import { outputsOf } from '../programs/outputs.ts'
import { buildRow, coreNameOf, durationText, nameOf, taskRow } from '../programs/rows.ts'
import { TaskFigures, TaskFiles, TaskInternals } from '../programs/TaskFacts.tsx'
import { useRunNames } from '../programs/use-own.ts'
import { usePageActions } from '../state/actions.ts'
import { announce } from '../state/live-region.ts'
import { useStore } from '../state/store.ts'
import { useTitle } from '../state/title.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { When } from '../ui/When.tsx'
import { ValuesTable } from '../values/ValuesTable.tsx'
import { AskDelete } from './AskDelete.tsx'
import { JOB_ACTIONS, type JobAction, type JobKind, NEIGHBOURS, pageActions, refusalOf } from './actions.ts'
import { neighboursOf } from './neighbours.ts'
import { buildQuery, cancelJob, deleteJob, forget, openInEditor, runAgain, taskQuery } from './perform.ts'
import { RunChanged } from './RunChanged.tsx'
import { TracedValues } from './TracedValues.tsx'
import { TASK_TABS as TABS, type TaskSearch } from './task-search.ts'
import { partsOf, type Transition } from './timeline.ts'
import './tasks.css'

const StartReference = lazy(async () => ({ default: (await import('../compare/StartReference.tsx')).StartReference }))

export function TaskScreen() {
  const { taskId = '' } = useParams({ strict: false }) as { taskId?: string }
  const { data: task, error, refetch } = useQuery({ ...taskQuery(taskId), refetchInterval: ({ state }) => whileActive(state.data?.Status) })
  const { data: build } = useQuery({ ...buildQuery(task?.BuildID ?? ''), enabled: task !== undefined, staleTime: FRESH.lasting })
  useTitle(task ? nameOf(build) || task.TaskID : 'Task', 'Task manager')
  const hasEnded = task !== undefined && isTerminal(task.Status)
  useEffect(() => {
    if (task && hasEnded) announce(`${task.Status}`)
  }, [task, hasEnded])
  if (error && !task) return <Missing kind="task" error={error} onRetry={() => void refetch()} />
  if (!task) return <p className="muted">Loading …</p>
  const row = taskRow(task, build)
  return (
    <>
      <Head
        kind="task"
        title={row.name || 'Task'}
        id={task.TaskID}
        task={task}
        build={build}
        status={task.Status}
        transitions={task.StatusTransitions}
      />
      <section className="panel" aria-label="What the task is">
        <dl className="job-facts">
          <dt>Core</dt>
          <dd>{coreNameOf(build?.BuildCoreSpecs) || '–'}</dd>
          <dt>Arguments</dt>
          <dd>{task.Arguments ? <code>{task.Arguments}</code> : 'none'}</dd>
          <dt>Build</dt>
          <dd>
            <Link to="/tasks/builds/$buildId" params={{ buildId: task.BuildID }}>
              {task.BuildID}
            </Link>
          </dd>
          <dt>Created</dt>
          <dd>
            <When at={task.CreatedAt} />
          </dd>
        </dl>
      </section>
      <Outputs key={`${task.TaskID}${hasEnded}`} task={task} build={build} />
    </>
  )
}

export function BuildScreen() {
  const { buildId = '' } = useParams({ strict: false }) as { buildId?: string }
  const { data: build, error, refetch } = useQuery({ ...buildQuery(buildId), refetchInterval: ({ state }) => whileActive(state.data?.Status) })
  const { data: output } = useQuery({
    queryKey: ['buildOutput', buildId, build?.Status],
    queryFn: () => client.builds.output(buildId),
    enabled: build !== undefined && isTerminal(build.Status),
  })
  useTitle(build ? nameOf(build) || build.BuildID : 'Build', 'Task manager')
  if (error && !build) return <Missing kind="build" error={error} onRetry={() => void refetch()} />
  if (!build) return <p className="muted">Loading …</p>
  const { SourceCode, Repository } = build.Application
  return (
    <>
      <Head
        kind="build"
        title={nameOf(build) || 'Build'}
        id={build.BuildID}
        build={build}
        status={build.Status}
        transitions={build.StatusTransitions ?? []}
      />
      <section className="panel" aria-label="What the build is">
        <dl className="job-facts">
          <dt>Core</dt>
          <dd>{coreNameOf(build.BuildCoreSpecs) || '–'}</dd>
          <dt>{Repository ? 'Repository' : 'Language'}</dt>
          <dd>
            {Repository ? (
              <Link to="/repositories/$repositoryId" params={{ repositoryId: Repository.RepositoryID }}>
                {`${Repository.RemoteURL}, ${Repository.Branch}`}
              </Link>
            ) : (
              SourceCode?.Language
            )}
          </dd>
          <dt>Took</dt>
          <dd>{durationText(buildRow(build).milliseconds)}</dd>
        </dl>
      </section>
      <section className="panel stack" aria-labelledby="build-output">
        <h2 id="build-output">What compiler and linker printed</h2>
        {output === undefined ? (
          <p className="muted">It comes when the build ends.</p>
        ) : output === '' ? (
          <p className="muted">Nothing.</p>
        ) : Repository && fetchFailure(output) !== undefined ? (
          <FetchFailure message={fetchFailure(output) ?? ''} />
        ) : (
          <Scrolled text={output} label="Output of the build" />
        )}
      </section>
      {SourceCode && (
        <section className="panel stack" aria-labelledby="build-source">
          <h2 id="build-source">Source</h2>
          <Scrolled text={SourceCode.Code} label="Source of the build" />
        </section>
      )}
    </>
  )
}

const Scrolled = ({ text, label }: { readonly text: string; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
  <section className="source" tabIndex={0} aria-label={label}>
    <pre>{text}</pre>
  </section>
)

function Missing({ kind, error, onRetry }: { readonly kind: JobKind; readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <>
      <h1>{kind === 'task' ? 'Task not found' : 'Build not found'}</h1>
      <ErrorNote error={error} onRetry={onRetry} />
      <p>
        <Link to="/tasks">To the list</Link>
      </p>
    </>
  )
}

interface HeadProps {
  readonly kind: JobKind
  readonly title: string
  readonly id: string
  readonly task?: Task
  readonly build: Build | undefined
  readonly status: Task['Status']
  readonly transitions: readonly Transition[]
}
function Head({ kind, title, id, task, build, status, transitions }: HeadProps) {
  const navigate = useNavigate()
  const { names, rename } = useRunNames()
  const [fault, setFault] = useState<unknown>()
  const [dialog, setDialog] = useState<'delete' | 'changed' | 'reference'>()
  const reason = transitionReason(transitions.at(-1)?.Message ?? '')
  async function perform(action: JobAction): Promise<void> {
    setFault(undefined)
    try {
      if (action.id === 'again' && task) void navigate({ to: '/tasks/$taskId', params: { taskId: await runAgain(task) } })
      if (action.id === 'edit') {
        await openInEditor(task?.BuildID ?? id, task?.Arguments)
        void navigate({ to: '/editor' })
      }
      if (action.id === 'cancel') await cancelJob(kind, id)
      if (action.id === 'sweep')
        void navigate({ to: '/sweep', search: { of: task?.BuildID ?? id, ...(task?.Arguments && { args: task.Arguments }) } })
      if (action.id === 'compare' && task) void navigate({ to: '/compare', search: { tasks: task.TaskID } })
      if (action.id === 'changed' || action.id === 'reference') setDialog(action.id)
      if (action.id === 'delete') setDialog('delete')
    } catch (error) {
      setFault(error)
    }
  }
  const row = task ? taskRow(task, build) : build ? buildRow(build) : undefined
  usePageActions(JOB_ACTIONS[kind], { status }, (action) => {
    const found = pageActions(kind).find((each) => each.id === action)
    if (found && refusalOf(found, status) === undefined) void perform(found)
  })
  const neighbours = neighboursOf(kind, id)
  usePageActions(NEIGHBOURS, neighbours, (action) => {
    const next = action === 'next' ? neighbours.next : neighbours.previous
    if (!next) return
    void navigate(kind === 'task' ? { to: '/tasks/$taskId', params: { taskId: next } } : { to: '/tasks/builds/$buildId', params: { buildId: next } })
  })
  return (
    <>
      <div className="row spread">
        <span className="row">
          {task ? (
            <EditableName what="this task" name={names[id] ?? title} onRename={(name) => rename(id, name)}>
              <h1>{names[id] ?? title}</h1>
            </EditableName>
          ) : (
            <h1>{title}</h1>
          )}
        </span>
        <span className="row small muted">
          <CopyAs
            call={callOf(
              kind === 'task' ? 'getTask' : 'getBuild',
              { path: kind === 'task' ? { TaskID: id } : { BuildID: id } },
              `credence ${kind}s get ${id}`,
            )}
          />
          <code>{id}</code> <CopyButton isQuiet text={id} label="Copy the id" />
        </span>
      </div>
      <p className="row" role="status">
        <StatusMark status={status} />
        {reason && <span>{reason}</span>}
      </p>
      <div className="row" role="toolbar" aria-label="Actions">
        {pageActions(kind).map((action) => {
          const refusal = refusalOf(action, status)
          return (
            <button
              key={action.id}
              type="button"
              className={`button ${action.id === 'again' ? 'button-primary' : action.isDestructive ? 'button-danger' : ''}`.trim()}
              aria-disabled={refusal !== undefined}
              title={refusal}
              onClick={() => refusal === undefined && void perform(action)}
            >
              {action.label}
            </button>
          )
        })}
      </div>
      {fault !== undefined && <ErrorNote error={fault} />}
      <Timeline transitions={transitions} isOver={isTerminal(status)} />
      {dialog === 'delete' && row && (
        <AskDelete
          kind={kind}
          rows={[row]}
          onClose={() => setDialog(undefined)}
          onDelete={() => {
            setDialog(undefined)
            deleteJob(kind, id).then(() => {
              forget(kind)
              announce('Deleted')
              void navigate({ to: '/tasks', search: kind === 'build' ? { show: 'builds' } : {} })
            }, setFault)
          }}
        />
      )}
      {dialog === 'changed' && task && build && <RunChanged task={task} build={build} onClose={() => setDialog(undefined)} />}
      {dialog === 'reference' && task && build && (
        <Suspense>
          <StartReference task={task} build={build} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Timeline({ transitions, isOver }: { readonly transitions: readonly Transition[]; readonly isOver: boolean }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isOver])
  const parts = partsOf(transitions, now)
  return (
    <section aria-label="Phases">
      <ol className="timeline">
        {parts.map(({ status, did, milliseconds, share, isFolded, attempt }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            key={index}
            data-status={status}
            data-folded={isFolded}
            ref={(element) => {
              if (element) element.style.flexGrow = String(share)
            }}
          >
            {did} {durationText(milliseconds)}
            {attempt > 1 && `, attempt ${attempt}`}
            {isFolded && ' (shortened)'}
          </li>
        ))}
      </ol>
      <details>
        <summary>All transitions</summary>
        <ul>
          {transitions.map(({ Status, Timestamp, Message }) => (
            <li key={`${Timestamp}${Status}`}>
              <StatusMark status={Status} /> <time dateTime={new Date(Timestamp).toISOString()}>{new Date(Timestamp).toISOString()}</time>{' '}
              <span className="muted">{Message}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

/** What the task printed; of one that runs, what it printed so far. */
function useOutputs(task: Task): { readonly stdout: OutputDocument; readonly stderr: OutputDocument } | { readonly error: unknown } | undefined {
  const [outputs, setOutputs] = useState<{ readonly stdout: OutputDocument; readonly stderr: OutputDocument } | { readonly error: unknown }>()
  const hasEnded = isTerminal(task.Status)
  useEffect(() => {
    let isOver = false
    let mine: { readonly stdout: OutputDocument; readonly stderr: OutputDocument } | undefined
    const take = (next: typeof mine) => {
      mine = next
      if (isOver) mine = closed(mine)
      else setOutputs(next)
    }
    if (hasEnded)
      outputsOf(task.TaskID).then(take, (error) => {
        if (!isOver) setOutputs({ error })
      })
    else take({ stdout: openOutput(), stderr: openOutput() })
    let shown = 0
    const look = async () => {
      if (hasEnded || !mine) return
      const { text } = await client.tasks.outputSoFar(task.TaskID).catch(() => ({ text: '' }))
      const bytes = new TextEncoder().encode(text)
      if (!isOver && bytes.length > shown) mine.stdout.append(bytes.subarray(shown))
      shown = Math.max(shown, bytes.length)
    }
    const timer = setInterval(() => void look(), 2000)
    return () => {
      isOver = true
      clearInterval(timer)
      mine = closed(mine)
    }
  }, [task.TaskID, hasEnded])
  return outputs
}
const closed = (outputs: { readonly stdout: OutputDocument; readonly stderr: OutputDocument } | undefined): undefined => {
  outputs?.stdout.close()
  outputs?.stderr.close()
}

function Outputs({ task, build }: { readonly task: Task; readonly build: Build | undefined }) {
  const outputs = useOutputs(task)
  if (!outputs) return <p className="muted">Loading the output …</p>
  if ('error' in outputs) return <ErrorNote error={outputs.error} />
  return <Shown {...outputs} task={task} build={build} />
}
interface ShownProps {
  readonly stdout: OutputDocument
  readonly stderr: OutputDocument
  readonly task: Task
  readonly build: Build | undefined
}
function Shown({ stdout, stderr, task, build }: ShownProps) {
  const search = useSearch({ strict: false }) as TaskSearch
  const navigate = useNavigate()
  const { hash } = useLocation()
  const out = useStore(stdout.extent)
  const err = useStore(stderr.extent)
  const [stream, first, last] = /^(stdout|stderr):(\d+)(?:-(\d+))?$/.exec(hash)?.slice(1) ?? []
  const selected = first === undefined ? undefined : ([Number(first), Number(last ?? first)] as const)
  const current = search.tab ?? (stream as 'stdout' | 'stderr' | undefined) ?? (out.values > 0 ? 'values' : 'stdout')
  const hasEnded = isTerminal(task.Status)
  const empty = hasEnded ? 'The program printed nothing.' : 'Nothing was printed yet. What comes is shown here.'
  const select = (name: 'stdout' | 'stderr') => (lines: readonly [number, number]) =>
    void navigate({
      to: '.',
      search: { tab: name },
      hash: `${name}:${lines[0]}${lines[1] === lines[0] ? '' : `-${lines[1]}`}`,
      replace: true,
    } as never)
  return (
    <section className="panel" aria-label="What came of it">
      <Tabs
        label="What came of it"
        tabs={TABS.map((id) => ({ id, label: id, count: { values: out.values, stdout: out.lines, stderr: err.lines }[id as string] }))}
        current={current}
        onChange={(tab) => void navigate({ to: '.', search: { tab }, replace: true } as never)}
      >
        {current === 'values' && (
          <div className="stack">
            <ValuesTable output={stdout} fileName={`${task.TaskID}-values`} taskId={task.TaskID} />
            {hasEnded && build?.TraceVariables && build.TraceVariables.length > 0 && <TracedValues task={task} />}
          </div>
        )}
        {current === 'stdout' && (
          <OutputViewer
            output={stdout}
            label="Standard output"
            fileName={`${task.TaskID}-stdout`}
            empty={empty}
            selected={stream === 'stdout' ? selected : undefined}
            onSelect={select('stdout')}
          />
        )}
        {current === 'stderr' && (
          <OutputViewer
            output={stderr}
            label="Standard error"
            fileName={`${task.TaskID}-stderr`}
            empty="Nothing was written to standard error."
            selected={stream === 'stderr' ? selected : undefined}
            onSelect={select('stderr')}
          />
        )}
        {current === 'build' && <BuildOutput buildId={task.BuildID} />}
        {current === 'internals' && <TaskInternals build={build} task={task} values={out.values} />}
        {current === 'stats' && <TaskFigures build={build} task={task} />}
        {current === 'files' && <TaskFiles task={task} />}
      </Tabs>
    </section>
  )
}

function BuildOutput({ buildId }: { readonly buildId: string }) {
  const { data, error } = useQuery({ queryKey: ['buildOutput', buildId], queryFn: () => client.builds.output(buildId), staleTime: FRESH.lasting })
  if (error) return <ErrorNote error={error} />
  if (data === undefined) return <p className="muted">Loading …</p>
  return data === '' ? <p className="muted">Compiler and linker had nothing to say.</p> : <Scrolled text={data} label="Output of the build" />
}
