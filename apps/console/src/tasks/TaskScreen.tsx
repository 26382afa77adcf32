// One task: where it stands and why, what it printed, and what can be done with it.
import { type Build, isTerminal, type Task } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { client } from '../api/client.ts'
import { whileActive } from '../api/live.ts'
import { FRESH } from '../api/queries.ts'
import { OutputViewer } from '../output/OutputViewer.tsx'
import { type OutputDocument, openOutput } from '../output/output-document.ts'
import { fetchFailure } from '../programs/clone-causes.ts'
import { FetchFailure } from '../programs/FetchFailure.tsx'
import { openOutputs } from '../programs/outputs.ts'
import { buildRow, coreNameOf, durationText, nameOf, taskRow } from '../programs/rows.ts'
import { TaskFigures, TaskFiles, TaskInternals } from '../programs/TaskFacts.tsx'
import { watch } from '../state/endings.ts'
import { announce } from '../state/live-region.ts'
import { useStore } from '../state/store.ts'
import { useTitle } from '../state/title.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Missing } from '../ui/Missing.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { When } from '../ui/When.tsx'
import { ValuesTable } from '../values/ValuesTable.tsx'
import { JobHead } from './JobHead.tsx'
import { buildQuery, taskQuery } from './perform.ts'
import { TracedValues } from './TracedValues.tsx'
import { TASK_TABS as TABS } from './task-search.ts'
import './tasks.css'

export function TaskScreen() {
  const { taskId = '' } = useParams({ strict: false }) as { taskId?: string }
  useEffect(() => watch([taskId]), [taskId])
  const { data: task, error, refetch } = useQuery({ ...taskQuery(taskId), refetchInterval: ({ state }) => whileActive(state.data?.Status) })
  const { data: build } = useQuery({ ...buildQuery(task?.BuildID ?? ''), enabled: task !== undefined, staleTime: FRESH.lasting })
  useTitle(task ? nameOf(build, task.Name) || task.TaskID : 'Task', 'Task manager')
  const hasEnded = task !== undefined && isTerminal(task.Status)
  useEffect(() => {
    if (task && hasEnded) announce(`${task.Status}`)
  }, [task, hasEnded])
  if (error && !task) return <Missing what="Task" list="/tasks" error={error} onRetry={() => void refetch()} />
  if (!task) return <p className="muted">Loading …</p>
  const row = taskRow(task, build)
  return (
    <>
      <JobHead
        kind="task"
        title={row.name || 'Task'}
        id={task.TaskID}
        task={task}
        build={build}
        status={task.Status}
        transitions={task.StatusTransitions}
      />
      <section className="panel" aria-label="What the task is">
        <dl className="job-line">
          <div>
            <dt>Core</dt>
            <dd>{coreNameOf(build?.BuildCoreSpecs) || '–'}</dd>
          </div>
          <div>
            <dt>Arguments</dt>
            <dd>{task.Arguments ? <code>{task.Arguments}</code> : 'none'}</dd>
          </div>
          <div>
            <dt>Build</dt>
            <dd>
              <Link to="/tasks/builds/$buildId" params={{ buildId: task.BuildID }}>
                {task.BuildID}
              </Link>
            </dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>
              <When at={task.CreatedAt} />
            </dd>
          </div>
        </dl>
      </section>
      <Outputs key={`${task.TaskID}${hasEnded}`} task={task} build={build} />
    </>
  )
}

export function BuildScreen() {
  const { buildId = '' } = useParams({ strict: false }) as { buildId?: string }
  useEffect(() => watch([buildId]), [buildId])
  const { data: build, error, refetch } = useQuery({ ...buildQuery(buildId), refetchInterval: ({ state }) => whileActive(state.data?.Status) })
  const { data: output } = useQuery({
    queryKey: ['buildOutput', buildId, build?.Status],
    queryFn: () => client.builds.output(buildId),
    enabled: build !== undefined && isTerminal(build.Status),
  })
  useTitle(build ? nameOf(build) || build.BuildID : 'Build', 'Task manager')
  if (error && !build) return <Missing what="Build" list="/tasks" error={error} onRetry={() => void refetch()} />
  if (!build) return <p className="muted">Loading …</p>
  const { SourceCode, Repository } = build.Application
  return (
    <>
      <JobHead
        kind="build"
        title={nameOf(build) || 'Build'}
        id={build.BuildID}
        build={build}
        status={build.Status}
        transitions={build.StatusTransitions ?? []}
      />
      <section className="panel" aria-label="What the build is">
        <dl className="job-line">
          <div>
            <dt>Core</dt>
            <dd>{coreNameOf(build.BuildCoreSpecs) || '–'}</dd>
          </div>
          <div>
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
          </div>
          <div>
            <dt>Took</dt>
            <dd>{durationText(buildRow(build).milliseconds)}</dd>
          </div>
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

/** A long output is shown as it comes; what is there sooner is shown at once. */
const WHOLE_MS = 400

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
    if (hasEnded) {
      const { whole, ...coming } = openOutputs(task.TaskID)
      const timer = setTimeout(() => take(coming), WHOLE_MS)
      whole.then(
        () => {
          clearTimeout(timer)
          if (mine !== coming) take(coming)
        },
        (error) => {
          clearTimeout(timer)
          if (!isOver) setOutputs({ error })
        },
      )
    } else take({ stdout: openOutput(), stderr: openOutput() })
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
  const search = useSearch({ from: '/inside/tasks/$taskId' })
  const navigate = useNavigate()
  const hash = useLocation({ select: (at) => at.hash })
  const out = useStore(stdout.extent)
  const err = useStore(stderr.extent)
  const [stream, first, last] = /^(stdout|stderr):(\d+)(?:-(\d+))?$/.exec(hash)?.slice(1) ?? []
  const selected = first === undefined ? undefined : ([Number(first), Number(last ?? first)] as const)
  const current =
    search.tab ??
    (stream as 'stdout' | 'stderr' | undefined) ??
    (task.Status === 'Stopped' && err.lines > 0 ? 'stderr' : out.values > 0 ? 'values' : 'stdout')
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
            isLive={!hasEnded}
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
            isLive={!hasEnded}
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
