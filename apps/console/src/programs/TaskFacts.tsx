// Internals, figures and files of a task, beside its editor run and on its own page.
import type { Build, Task } from '@credence/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listQuery } from '../api/queries.ts'
import { middle } from './middle.ts'
import { durationText } from './rows.ts'
import './programs.css'

export function TaskInternals({
  build,
  task,
  values,
}: {
  readonly build: Build | undefined
  readonly task: Task | undefined
  readonly values: number
}) {
  const specs = build?.BuildCoreSpecs
  const { Paths, Executions, Notices } = (task?.Stats ?? {}) as { Paths?: object; Executions?: object; Notices?: readonly { Text: string }[] }
  return (
    <div className="stack">
      <dl className="job-facts">
        {task && (
          <>
            <dt>Task</dt>
            <dd>
              <Link to="/tasks/$taskId" params={{ taskId: task.TaskID }} search={{}}>
                <code>{task.TaskID}</code>
              </Link>
            </dd>
          </>
        )}
        {build && (
          <>
            <dt>Build</dt>
            <dd>
              <Link to="/tasks/builds/$buildId" params={{ buildId: build.BuildID }} search={{}}>
                <code>{build.BuildID}</code>
              </Link>
            </dd>
          </>
        )}
        {specs &&
          Object.entries(specs).map(([name, value]) => (
            <Fact key={name} name={name} value={typeof value === 'number' ? value.toLocaleString('en') : value} />
          ))}
        <Fact name="Values with a distribution" value={values.toLocaleString('en')} />
        {[
          ...Object.entries(Paths ?? {}).map(([name, value]) => [`Paths: ${name}`, value] as const),
          ...Object.entries(Executions ?? {}).map(([name, value]) => [`Executions: ${name}`, value] as const),
        ].map(([name, value]) => (
          <Fact key={name} name={name} value={String(value)} />
        ))}
      </dl>
      {Notices && Notices.length > 0 && (
        <section aria-label="Notices of the run">
          <h3>Notices</h3>
          <ul className="stack">
            {Notices.map(({ Text }) => (
              <li key={Text}>
                <code>{Text}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Each against the median of the other tasks of the build, where there are some. */
export function TaskFigures({ build, task }: { readonly build: Build | undefined; readonly task: Task | undefined }) {
  const others = useInfiniteQuery({
    ...listQuery('listBuildTasks', { path: { BuildID: build?.BuildID ?? '' }, query: {} }),
    enabled: build !== undefined && task !== undefined,
  })
  const ended = (others.data?.pages.flatMap((page) => page.Tasks as readonly Task[]) ?? []).filter(
    (each) => each.Stats !== undefined && each.TaskID !== task?.TaskID,
  )
  const median = (of: (task: Task) => number | undefined) => middle(ended.map(of).filter((each) => each !== undefined))
  const stats = task?.Stats
  const against = (value: number | undefined, other: number | undefined, text: (x: number) => string) =>
    value === undefined ? '–' : other === undefined ? text(value) : `${text(value)} (median of ${ended.length} others: ${text(other)})`
  const count = (x: number) => x.toLocaleString('en')
  return (
    <dl className="job-facts">
      <Fact
        name="DynamicInstructions"
        value={against(
          stats?.DynamicInstructions,
          median((each) => each.Stats?.DynamicInstructions),
          count,
        )}
      />
      <Fact
        name="ProcessorTime"
        value={against(
          stats?.ProcessorTime,
          median((each) => each.Stats?.ProcessorTime),
          (x) => `${x.toFixed(3)} s`,
        )}
      />
      <Fact
        name="ExecutionTimeInMilliseconds"
        value={against(
          stats?.ExecutionTimeInMilliseconds,
          median((each) => each.Stats?.ExecutionTimeInMilliseconds),
          (x) => `${count(Math.round(x))} ms`,
        )}
      />
      <Fact name="Build time" value={durationText(build?.Stats?.BuildTimeInMilliseconds)} />
      <Fact name="Build size" value={build?.Stats ? `${count(build.Stats.BuildSizeInBytes)} bytes` : '–'} />
    </dl>
  )
}

export function TaskFiles({ task }: { readonly task: Task | undefined }) {
  const sources = task?.DataSources ?? []
  if (sources.length === 0) return <p className="muted">The run had no data source, so it left no files. Add one beside the arguments.</p>
  return (
    <ul className="stack">
      {sources.map(({ Location, ResourceType, ResourceID }) => (
        <li key={Location}>
          <code>./{Location}/</code> is {ResourceType} <code>{ResourceID}</code>
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
