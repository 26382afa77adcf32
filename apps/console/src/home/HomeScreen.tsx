import { useInfiniteQuery } from '@tanstack/react-query'
import { listQuery } from '../api/queries.ts'
import { useTitle } from '../state/title.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { When } from '../ui/When.tsx'

const SHOWN = 10

export function HomeScreen() {
  useTitle('Home')
  const { data, error, isPending, refetch } = useInfiniteQuery(listQuery('listTasks', { query: {} }))
  const tasks = data?.pages.flatMap((page) => page.Tasks).slice(0, SHOWN) ?? []
  return (
    <>
      <h1>Home</h1>
      <section className="panel" aria-labelledby="recent">
        <h2 id="recent">Recent runs</h2>
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isPending && !error && <p className="muted">Loading…</p>}
        {data && tasks.length === 0 && <p className="muted">No program ran yet.</p>}
        {tasks.length > 0 && (
          <div className="table-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Status</th>
                  <th scope="col">Task</th>
                  <th scope="col">Created</th>
                </tr>
              </thead>
              <tbody>
                {tasks.map(({ TaskID, Status, CreatedAt }) => (
                  <tr key={TaskID}>
                    <td>
                      <StatusMark status={Status} />
                    </td>
                    <td>
                      <code>{TaskID}</code>
                    </td>
                    <td>
                      <When at={CreatedAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </>
  )
}
