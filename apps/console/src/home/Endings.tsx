// The last runs that ended, with what they found: a result, not only that there is one.
import { isTerminal, type Task, transitionReason } from '@credence/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FRESH, listQuery, operationQuery, submit } from '../api/queries.ts'
import { nameOf } from '../programs/rows.ts'
import { connection, submitObstacle } from '../state/connection.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { coreName } from '../ui/core-name.ts'
import { duration } from '../ui/duration.ts'
import { ErrorNote, messageOf } from '../ui/ErrorNote.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'

const SHOWN = 10

export function Endings() {
  const { data, error, isPending, refetch } = useInfiniteQuery(listQuery('listTasks', { query: {} }))
  const tasks =
    data?.pages
      .flatMap((page) => page.Tasks)
      .filter(({ Status }) => isTerminal(Status))
      .slice(0, SHOWN) ?? []
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
                <EndingRow key={task.TaskID} task={task} />
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  )
}

function EndingRow({ task }: { readonly task: Task }) {
  const { TaskID, BuildID, Status, Stats, FinishedAt, UpdatedAt, StatusTransitions, BuildDeleted } = task
  const queries = useQueryClient()
  const offline = submitObstacle(useStore(connection))
  const { data: build } = useQuery({ ...operationQuery('getBuild', { path: { BuildID } }), enabled: !BuildDeleted, staleTime: FRESH.lasting })
  const again = useMutation({
    mutationFn: () => submit('createTask', { path: { BuildID }, body: { Arguments: task.Arguments ?? '', DataSources: task.DataSources } }),
    onSuccess: () => {
      toast('Run again')
      return queries.invalidateQueries({ queryKey: ['listTasks'] })
    },
    onError: (error) => toast(messageOf(error), 'failed'),
  })
  const name = build ? nameOf(build) : `Task ${TaskID.slice(4, 12)}`
  const reason = transitionReason(StatusTransitions.at(-1)?.Message ?? '')
  return (
    <tr>
      <td>
        <StatusMark status={Status} />
      </td>
      <td className="job-name" title={TaskID}>
        <Link to="/tasks/$taskId" params={{ taskId: TaskID }} search={{}}>
          {name}
        </Link>
      </td>
      <td>{Status === 'Completed' ? <FirstValue TaskID={TaskID} name={name} /> : <span className="fault">{reason}</span>}</td>
      <td>{coreName(build?.BuildCoreSpecs)}</td>
      <td className="number">{Stats ? duration(Stats.ExecutionTimeInMilliseconds) : '–'}</td>
      <td>
        <When at={FinishedAt ?? UpdatedAt} />
      </td>
      <td>
        <ActionButton
          isSmall
          label={`Run again: ${name}`}
          obstacle={offline ?? (BuildDeleted ? 'Its build was deleted' : undefined)}
          onAction={() => again.mutate()}
        >
          Run again
        </ActionButton>
      </td>
    </tr>
  )
}

function FirstValue({ TaskID, name }: { readonly TaskID: string; readonly name: string }) {
  const { data } = useQuery({
    queryKey: ['firstValue', TaskID],
    queryFn: async ({ signal }) => (await import('./first-value.ts')).firstValueOf(TaskID, signal),
    staleTime: FRESH.lasting,
    retry: false, // outputs are kept for a limited time
  })
  if (!data) return <span className="muted">–</span>
  return (
    <span className="first-value">
      {data.spark && (
        <svg className="spark" viewBox="0 0 1 1" preserveAspectRatio="none" role="img" aria-label={`Distribution of the first value of ${name}`}>
          <path d={data.spark.path} />
        </svg>
      )}
      <span className="tabular">{data.stated}</span>
    </span>
  )
}
