// Connected repositories: found by words, sorted, with a star, what was built last and what it found. Connecting one is a dialog that an address may open.
import type { Build, Repository, Task } from '@credence/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { FRESH, listQuery, operationQuery } from '../api/queries.ts'
import { FirstValue } from '../programs/FirstValue.tsx'
import { useCores } from '../programs/use-cores.ts'
import { offersOf, usePageActions } from '../state/actions.ts'
import { announce } from '../state/live-region.ts'
import { useTitle } from '../state/title.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { FilterInput } from '../ui/FilterInput.tsx'
import { Icon } from '../ui/Icon.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'
import { LIST_ACTIONS, REPOSITORY_ACTIONS, type RepositorySubject } from './actions.ts'
import { partsOf } from './address.ts'
import { Empty } from './Empty.tsx'
import { coreWith } from './run-values.ts'
import { StarButton } from './StarButton.tsx'
import { chosenOf, ORDERS, type RepositoriesSearch } from './search.ts'
import { useStars } from './use-stars.ts'
import './repositories.css'
import { shownName } from '../ui/shown-name.ts'

const ConnectDialog = lazy(async () => ({ default: (await import('./ConnectDialog.tsx')).ConnectDialog }))
const DisconnectDialog = lazy(async () => ({ default: (await import('./DisconnectDialog.tsx')).DisconnectDialog }))
const route = getRouteApi('/inside/repositories')
/** More are asked for by hand. */
const SEARCHED = 500
const SHOWN = 50
const ORDER_WORDS = { newest: 'Newest first', name: 'Name', owner: 'Owner', branch: 'Branch' } as const

export function RepositoriesScreen() {
  useTitle('Repositories')
  const search = route.useSearch()
  const navigate = useNavigate()
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    listQuery('listRepositories', { query: {} }),
  )
  const all = data?.pages.flatMap((page) => page?.Repositories ?? []) ?? []
  const mayLoad = hasNextPage && all.length < SEARCHED
  useEffect(() => {
    if (mayLoad && !isFetchingNextPage) void fetchNextPage()
  }, [mayLoad, isFetchingNextPage, fetchNextPage])
  const { stars, toggle } = useStars()
  const [shown, setShown] = useState(SHOWN)
  const [disconnected, setDisconnected] = useState<Repository>()
  const [selected, setSelected] = useState<string>()
  const rows = chosenOf(all, search, stars)
  const seek = (change: Partial<RepositoriesSearch>) => void navigate({ to: '/repositories', search: { ...search, ...change }, replace: true })
  const isFiltered = search.q !== undefined || search.starred === true
  useEffect(() => {
    if (isFiltered) announce(`${rows.length} repositories`)
  }, [isFiltered, rows.length])
  const subjectOf = (repository: Repository): RepositorySubject => ({ repository, isStarred: stars.has(repository.RepositoryID) })
  const open = (repository: Repository, tab?: 'settings') =>
    void navigate({ to: '/repositories/$repositoryId', params: { repositoryId: repository.RepositoryID }, search: tab ? { tab } : {} })
  function perform(id: string, { repository }: RepositorySubject) {
    if (id === 'open' || id === 'run') open(repository)
    if (id === 'settings') open(repository, 'settings')
    if (id === 'star') toggle(repository.RepositoryID, partsOf(repository.RemoteURL).name)
    if (id === 'disconnect') setDisconnected(repository)
  }
  const current = rows.find(({ RepositoryID }) => RepositoryID === selected)
  usePageActions(REPOSITORY_ACTIONS, current && subjectOf(current), perform)
  usePageActions(LIST_ACTIONS, user, () => seek({ connect: '' }))
  const full = LIST_ACTIONS.rows[0]?.obstacle?.(user)
  return (
    <>
      <div className="row spread">
        <h1>Repositories</h1>
        <ActionButton look="primary" obstacle={full} onAction={() => seek({ connect: '' })}>
          <Icon name="plus" size={18} />
          Connect a repository
        </ActionButton>
      </div>
      {all.length > 0 && (
        <search className="row repository-filters">
          <FilterInput
            data-filter
            aria-label="Filter by name, owner or branch"
            placeholder="Name, owner or branch"
            value={search.q ?? ''}
            onChange={(q) => seek({ q: q || undefined })}
          />
          <select
            aria-label="Order"
            value={search.order ?? 'newest'}
            onChange={(event) => {
              const order = ORDERS.find((each) => each === event.target.value)
              seek({ order: order === 'newest' ? undefined : order })
            }}
          >
            {ORDERS.map((order) => (
              <option key={order} value={order}>
                {ORDER_WORDS[order]}
              </option>
            ))}
          </select>
          <label className="row">
            <input type="checkbox" checked={search.starred === true} onChange={() => seek({ starred: search.starred ? undefined : true })} /> Starred
            only
          </label>
          <CopyAs what="the list" call={callOf('listRepositories', {}, 'credence repositories list')} />
          {isFiltered && (hasNextPage || mayLoad) && (
            <p className="small muted">
              in {all.length} loaded repositories{' '}
              {!mayLoad && (
                <button type="button" className="link" onClick={() => void fetchNextPage()}>
                  load more
                </button>
              )}
            </p>
          )}
        </search>
      )}
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && !error && <Waiting rows={6} />}
      {data && all.length === 0 && <Empty obstacle={full} onConnect={() => seek({ connect: '' })} />}
      {all.length > 0 && rows.length === 0 && (
        <p className="panel">
          No repository is like that.{' '}
          <button type="button" className="link" onClick={() => void navigate({ to: '/repositories', search: {} })}>
            Clear the filters
          </button>
        </p>
      )}
      {rows.length > 0 && (
        <Table
          rows={rows.slice(0, shown)}
          subjectOf={subjectOf}
          onSelect={setSelected}
          onAct={perform}
          onStar={({ RepositoryID, RemoteURL }) => toggle(RepositoryID, partsOf(RemoteURL).name)}
        />
      )}
      {rows.length > shown && (
        <p>
          <button type="button" className="button" onClick={() => setShown(shown + SHOWN)}>
            Show {Math.min(SHOWN, rows.length - shown)} more of {rows.length}
          </button>
        </p>
      )}
      <Suspense>
        {search.connect !== undefined && <ConnectDialog given={search.connect} onClose={() => seek({ connect: undefined })} />}
        {disconnected && <DisconnectDialog repository={disconnected} onClose={() => setDisconnected(undefined)} />}
      </Suspense>
    </>
  )
}

interface TableProps {
  readonly rows: readonly Repository[]
  readonly subjectOf: (repository: Repository) => RepositorySubject
  readonly onSelect: (id: string) => void
  readonly onAct: (id: string, subject: RepositorySubject) => void
  readonly onStar: (repository: Repository) => void
}
function Table({ rows, subjectOf, onSelect, onAct, onStar }: TableProps) {
  const { cores } = useCores()
  const keys = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key !== 'Enter') return // the others are those of every table
    onAct('open', subjectOf(rows[index]!))
    event.preventDefault()
  }
  return (
    <TableScroll label="Connected repositories">
      <table className="repository-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Star</span>
            </th>
            <th scope="col">Repository</th>
            <th scope="col">Branch</th>
            <th scope="col">Core</th>
            <th scope="col">Last build</th>
            <th scope="col">Last result</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((repository, index) => {
            const { RepositoryID, RemoteURL, Branch, Commit, Core } = repository
            const { owner, name, host } = partsOf(RemoteURL)
            const subject = subjectOf(repository)
            return (
              <tr
                key={RepositoryID}
                data-row
                tabIndex={index === 0 ? 0 : -1}
                onFocus={() => onSelect(RepositoryID)}
                onPointerDown={() => onSelect(RepositoryID)}
                onKeyDown={(event) => keys(event, index)}
              >
                <td>
                  <StarButton name={name} isStarred={subject.isStarred} onToggle={() => onStar(repository)} />
                </td>
                <th scope="row" className="repository-name">
                  <Link to="/repositories/$repositoryId" params={{ repositoryId: RepositoryID }} title={RemoteURL}>
                    <bdi>{shownName(name)}</bdi>
                  </Link>
                  <span className="muted small">
                    <bdi>{shownName(owner || host)}</bdi>
                  </span>
                </th>
                <td className="repository-branch">
                  <bdi>{shownName(Branch)}</bdi>
                  {Commit !== 'HEAD' && <code title={Commit}>{Commit.slice(0, 12)}</code>}
                </td>
                <td>
                  {Core ? (coreWith(cores, Core)?.Name ?? <code title={Core}>{Core.slice(0, 12)}…</code>) : <span className="muted">default</span>}
                </td>
                <Last repository={repository} name={name} />
                <td>
                  <OnDemandMenu
                    label={`Actions for ${name}`}
                    icon="more"
                    load={async () => (await import('../ui/ActionMenu.tsx')).ActionMenu}
                    props={{ label: `Actions for ${name}`, offers: offersOf(REPOSITORY_ACTIONS, subject, onAct) }}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** Two cells, asked for once they are near the view. */
function Last({ repository: { RepositoryID }, name }: { readonly repository: Repository; readonly name: string }) {
  const cell = useRef<HTMLTableCellElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true), {
      rootMargin: '200px',
    })
    if (cell.current) observer.observe(cell.current)
    return () => observer.disconnect()
  }, [])
  const builds = useInfiniteQuery({
    ...listQuery('listRepositoryBuilds', { path: { RepositoryID }, query: { limit: 1 } }),
    enabled: isNear,
    staleTime: FRESH.active,
  })
  const build = builds.data?.pages[0]?.Builds[0] as Build | undefined
  const tasks = useInfiniteQuery({
    ...listQuery('listBuildTasks', { path: { BuildID: build?.BuildID ?? '' }, query: { limit: 1 } }),
    enabled: build?.Status === 'Completed',
  })
  const task = tasks.data?.pages[0]?.Tasks[0] as Task | undefined
  return (
    <>
      <td ref={cell}>
        {build ? (
          <span className="last-build">
            <Link to="/tasks/builds/$buildId" params={{ buildId: build.BuildID }} aria-label={`Last build of ${name}: ${build.Status}`}>
              <StatusMark status={build.Status} />
            </Link>
            <span className="small muted">
              <When at={build.CreatedAt} />
            </span>
          </span>
        ) : (
          <span className="muted">{builds.data ? 'none yet' : <NotLoaded error={builds.failureReason} />}</span>
        )}
      </td>
      <td>
        {task === undefined ? (
          <span className="muted">
            <NotLoaded error={builds.failureReason ?? tasks.failureReason} />
          </span>
        ) : task.Status === 'Completed' ? (
          <FirstValue TaskID={task.TaskID} name={name} />
        ) : (
          <StatusMark status={task.Status} />
        )}
      </td>
    </>
  )
}
