// What runs or waits now, builds and tasks together.
import { type Build, isTerminal, STATUSES, type Task } from '@credence/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../api/client.ts'
import { listQuery, operationQuery } from '../api/queries.ts'
import { nameOf } from '../programs/rows.ts'
import { toast } from '../state/toasts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { messageOf } from '../ui/ErrorNote.tsx'
import { Elapsed, PhaseBar } from '../ui/PhaseBar.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'

const UNFINISHED = STATUSES.filter((status) => !isTerminal(status))

export function ActiveJobs() {
  const query = { status: [...UNFINISHED] }
  const tasks = useInfiniteQuery(listQuery('listTasks', { query }))
  const builds = useInfiniteQuery(listQuery('listBuilds', { query }))
  const past = useInfiniteQuery(listQuery('listTasks', { query: {} }))
  const hasRun = past.data?.pages.some(({ Tasks }) => Tasks.length > 0) ?? false
  const running = tasks.data?.pages.flatMap((page) => page.Tasks).filter(({ Status }) => !isTerminal(Status)) ?? []
  const building = builds.data?.pages.flatMap((page) => page.Builds).filter(({ Status }) => !isTerminal(Status)) ?? []
  return (
    <section className="panel" aria-labelledby="active">
      <h2 id="active">Now</h2>
      {running.length + building.length === 0 ? (
        <p className="muted">
          Nothing runs.{' '}
          {hasRun && (
            <>
              <Link to="/editor">Go on in the editor</Link>, where your last draft is.
            </>
          )}
        </p>
      ) : (
        <ul className="jobs">
          {building.map((build) => (
            <BuildRow key={build.BuildID} build={build} />
          ))}
          {running.map((task) => (
            <TaskRow key={task.TaskID} task={task} />
          ))}
        </ul>
      )}
    </section>
  )
}

function BuildRow({ build }: { readonly build: Build }) {
  return <Row id={build.BuildID} noun="Build" name={nameOf(build)} job={build} onCancel={() => client.builds.cancel(build.BuildID)} />
}
function TaskRow({ task }: { readonly task: Task }) {
  const { data: build } = useQuery({ ...operationQuery('getBuild', { path: { BuildID: task.BuildID } }), enabled: !task.BuildDeleted })
  return (
    <Row id={task.TaskID} noun="Task" name={nameOf(build, task.Name) || task.TaskID} job={task} onCancel={() => client.tasks.cancel(task.TaskID)} />
  )
}

interface RowProps {
  readonly id: string
  readonly noun: 'Build' | 'Task'
  readonly name: string
  readonly job: Pick<Task, 'Status'> & { readonly CreatedAt?: number | undefined }
  readonly onCancel: () => Promise<unknown>
}
function Row({ id, noun, name, job: { Status, CreatedAt }, onCancel }: RowProps) {
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: onCancel,
    onSuccess: () => queries.invalidateQueries({ queryKey: [`list${noun}s`] }),
    onError: (error) => {
      toast(messageOf(error), 'failed')
      void queries.invalidateQueries({ queryKey: [`list${noun}s`] })
    },
  })
  return (
    <li>
      <StatusMark status={Status} />
      <span className="job-name" title={id}>
        <span className="muted">{noun}</span> {name}
      </span>
      <PhaseBar status={Status} />
      <Elapsed since={CreatedAt} />
      <ActionButton
        isSmall
        label={cancel.isIdle ? `Cancel ${noun.toLowerCase()} ${name}` : undefined}
        obstacle={cancel.isSuccess ? 'Cancelling' : undefined}
        onAction={() => cancel.mutate()}
      >
        {cancel.isPending || cancel.isSuccess ? 'Cancelling…' : 'Cancel'}
      </ActionButton>
    </li>
  )
}
