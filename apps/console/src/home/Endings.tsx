// The last runs that ended, with what they found: a result, not only that there is one.
import { isTerminal, type Task, transitionReason } from '@credence/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FRESH, listQuery, operationQuery, submit } from '../api/queries.ts'
import { tasksText } from '../compare/search.ts'
import { FirstValue } from '../programs/FirstValue.tsx'
import { nameOf } from '../programs/rows.ts'
import { connection, submitObstacle } from '../state/connection.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { coreName } from '../ui/core-name.ts'
import { duration } from '../ui/duration.ts'
import { ErrorNote, messageOf } from '../ui/ErrorNote.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'

const SHOWN = 10

export function Endings() {
  const { data, error, isPending, refetch } = useInfiniteQuery(listQuery('listTasks', { query: {} }))
  const all = data?.pages.flatMap((page) => page.Tasks).filter(({ Status }) => isTerminal(Status)) ?? []
  const tasks = all.slice(0, SHOWN)
  return (
    <section className="panel" aria-labelledby="endings">
      <h2 id="endings">Last results</h2>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && !error && <Waiting rows={3} />}
      {data && tasks.length === 0 && <p className="muted">No program has ended yet. Results of your runs stand here.</p>}
      {tasks.length > 0 && (
        <TableScroll label="Table of the last results">
          <table className="endings-table">
            <thead>
              <tr>
                <th scope="col">Status</th>
                <th scope="col">Program</th>
                <th scope="col">First value</th>
                <th scope="col">Core</th>
                <th scope="col" className="number">
                  Time
                </th>
                <th scope="col">Ended</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tasks.map((task) => (
                <EndingRow key={task.TaskID} task={task} before={beforeOf(task, all)} />
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  )
}

/** The latest run before it of the same build that completed; else the latest one of any. */
export function beforeOf(task: Task, all: readonly Task[]): Task | undefined {
  const older = all.slice(all.findIndex(({ TaskID }) => TaskID === task.TaskID) + 1).filter(({ Status }) => Status === 'Completed')
  return older.find(({ BuildID }) => BuildID === task.BuildID) ?? older[0]
}

function EndingRow({ task, before }: { readonly task: Task; readonly before: Task | undefined }) {
  const { TaskID, BuildID, Status, Stats, FinishedAt, UpdatedAt, StatusTransitions, BuildDeleted } = task
  const queries = useQueryClient()
  const offline = submitObstacle(useStore(connection))
  const { data: build, failureReason } = useQuery({
    ...operationQuery('getBuild', { path: { BuildID } }),
    enabled: !BuildDeleted,
    staleTime: FRESH.lasting,
  })
  const again = useMutation({
    mutationFn: () => submit('createTask', { path: { BuildID }, body: { Arguments: task.Arguments ?? '', DataSources: task.DataSources } }),
    onSuccess: () => {
      toast('Run again')
      return queries.invalidateQueries({ queryKey: ['listTasks'] })
    },
    onError: (error) => toast(messageOf(error), 'failed'),
  })
  const navigate = useNavigate()
  const name = nameOf(build, task.Name) || `Task ${TaskID.slice(4, 12)}`
  const reason = transitionReason(StatusTransitions.at(-1)?.Message ?? '')
  return (
    <tr>
      <td>
        <StatusMark status={Status} />
      </td>
      <td className="job-name" title={name}>
        <Link className="two-lines" to="/tasks/$taskId" params={{ taskId: TaskID }} search={{}}>
          {name}
        </Link>
      </td>
      <td>{Status === 'Completed' ? <FirstValue TaskID={TaskID} name={name} /> : <span className="fault">{reason}</span>}</td>
      <td className="nowrap">{build ? coreName(build.BuildCoreSpecs) : <NotLoaded error={failureReason} />}</td>
      <td className="number">{Stats ? duration(Stats.ExecutionTimeInMilliseconds) : '–'}</td>
      <td className="nowrap">
        <When at={FinishedAt ?? UpdatedAt} />
      </td>
      <td className="row-buttons">
        <ActionButton
          isSmall
          label={`Run again: ${name}`}
          obstacle={offline ?? (BuildDeleted ? 'Its build was deleted' : undefined)}
          onAction={() => again.mutate()}
        >
          Run again
        </ActionButton>
        <ActionButton
          isSmall
          label={`Compare ${name} with the one before`}
          obstacle={Status !== 'Completed' ? 'It has no result.' : before ? undefined : 'No run before it is in the list.'}
          onAction={() => before && void navigate({ to: '/compare', search: { tasks: tasksText([before.TaskID, TaskID]) } })}
        >
          Compare
        </ActionButton>
      </td>
    </tr>
  )
}
