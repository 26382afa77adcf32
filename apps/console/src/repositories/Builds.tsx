// Builds of one repository, the newest first, each with the tasks that ran of it.
import type { Build, Repository, Task } from '@credence/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { whileActive } from '../api/live.ts'
import { listQuery } from '../api/queries.ts'
import { FirstValue } from '../programs/FirstValue.tsx'
import { buildRow, durationText } from '../programs/rows.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { shownName } from '../ui/shown-name.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'

export function Builds({ repository: { RepositoryID } }: { readonly repository: Repository }) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...listQuery('listRepositoryBuilds', { path: { RepositoryID }, query: {} }),
    refetchInterval: ({ state }) => {
      const active = state.data?.pages.flatMap((page) => page.Builds as readonly Build[]).find(({ Status }) => whileActive(Status) !== false)
      return whileActive(active?.Status)
    },
  })
  const [opened, setOpened] = useState<string>()
  const builds = data?.pages.flatMap((page) => page.Builds as readonly Build[]) ?? []
  const shown = opened ?? builds[0]?.BuildID
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (isPending) return <Waiting rows={5} />
  if (builds.length === 0) return <p className="muted">It was not built yet. Run it, and its builds and tasks stand here.</p>
  return (
    <div className="stack">
      <TableScroll label="Builds of the repository">
        <table>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Branch, commit</th>
              <th scope="col">Core</th>
              <th scope="col">Created</th>
              <th scope="col" className="number">
                Took
              </th>
              <th scope="col">Tasks</th>
            </tr>
          </thead>
          <tbody>
            {builds.map((build) => {
              const row = buildRow(build)
              const { Branch = '', Commit = '' } = build.Application.Repository ?? {}
              const isOpen = shown === build.BuildID
              return (
                <Fragment key={build.BuildID}>
                  <tr>
                    <td>
                      <Link to="/tasks/builds/$buildId" params={{ buildId: build.BuildID }}>
                        <StatusMark status={build.Status} />
                      </Link>
                      {build.Name && <p>{shownName(build.Name)}</p>}
                      {row.reason && <p className="small muted build-reason">{row.reason.split('\n')[0]}</p>}
                    </td>
                    <td className="repository-branch">
                      <bdi>{shownName(Branch)}</bdi>
                      <code title={Commit}>{Commit.slice(0, 12)}</code>
                    </td>
                    <td className="nowrap">{row.core}</td>
                    <td className="nowrap">
                      <When at={row.createdAt} />
                    </td>
                    <td className="number">{durationText(row.milliseconds)}</td>
                    <td>
                      <button
                        type="button"
                        className="button button-small"
                        aria-expanded={isOpen}
                        onClick={() => setOpened(isOpen ? '' : build.BuildID)}
                      >
                        Tasks
                      </button>
                    </td>
                  </tr>
                  {isOpen && (
                    <tr className="tasks-of">
                      <td colSpan={6}>
                        <Tasks buildId={build.BuildID} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </TableScroll>
      {hasNextPage && (
        <p>
          <button type="button" className="button" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading …' : 'Load older builds'}
          </button>
        </p>
      )}
    </div>
  )
}

function Tasks({ buildId }: { readonly buildId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    listQuery('listBuildTasks', { path: { BuildID: buildId }, query: {} }),
  )
  const tasks = data?.pages.flatMap((page) => page.Tasks as readonly Task[]) ?? []
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting rows={1} />
  if (tasks.length === 0) return <p className="muted">No task ran of this build.</p>
  return (
    <>
      <ul className="tasks-list">
        {tasks.map(({ TaskID, Name, Status, Arguments, CreatedAt }) => (
          <li key={TaskID} className="row">
            <Link to="/tasks/$taskId" params={{ taskId: TaskID }} aria-label={`Task ${Name ? shownName(Name) : TaskID.slice(4, 12)}: ${Status}`}>
              <StatusMark status={Status} />
            </Link>
            {Name && <bdi>{shownName(Name)}</bdi>}
            {Arguments && <code className="task-words">{Arguments}</code>}
            {Status === 'Completed' && <FirstValue TaskID={TaskID} name={`task ${TaskID.slice(4, 12)}`} />}
            <span className="small muted">
              <When at={CreatedAt} />
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="link" onClick={() => void fetchNextPage()}>
          Older tasks
        </button>
      )}
    </>
  )
}
