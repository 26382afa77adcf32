// One websocket for this tab: what happens in the account is written into the cache as it is told, then fetched. No event is repeated by the platform, so
// after each gap everything in view is fetched again; while there is no channel it is fetched every few seconds.
import { openRealtime, type Realtime } from '@credence/client'
import { type Build, CHANNELS, channelName, isTerminal, type RealtimeEvent, type Status, type Task } from '@credence/contract'
import { type ConnectionState, connection } from '../state/connection.ts'
import { noteEnding } from '../state/endings.ts'
import { renewedToken, session, tokenStore } from '../state/session.ts'
import { replacedIn, statusOf, withStatus } from './events.ts'
import { operationQuery, queryClient } from './queries.ts'

/** Without a channel for so long, the page says that it asks. */
const PATIENCE_MS = 10_000
const ASK_MS = { inView: 2000, rest: 10_000, beside: 10_000 } as const
/** Changes of a list that come together make one request. */
const GATHER_MS = 300
const HIDDEN_MS = 10 * 60_000
/** Between two ticks of `rest`. */
const SLEPT_MS = 60_000

/** How often an object that is in view is asked for. Use it as `refetchInterval`. */
export const whileActive = (status: Status | undefined): number | false =>
  status === undefined || isTerminal(status) ? false : connection.get() === 'live' ? ASK_MS.beside : ASK_MS.inView

let realtime: Realtime | undefined
let patience: ReturnType<typeof setTimeout> | undefined
let wasReady = false

function say(state: ConnectionState): void {
  clearTimeout(patience)
  connection.set(navigator.onLine ? state : 'offline')
  if (state === 'reconnecting') patience = setTimeout(() => connection.set('polling'), PATIENCE_MS)
}

function open(): void {
  close()
  const state = session.get()
  const token = tokenStore.get()
  if (state.kind !== 'open' || token === undefined || document.hidden) return
  const opened = openRealtime({ host: location.origin, credential: `Bearer ${token}` })
  realtime = opened
  for (const channel of CHANNELS)
    opened.subscribe(channelName(channel, state.userId), {
      onEvent: (event) => hear(event),
      onReady() {
        if (channel !== CHANNELS[0] || realtime !== opened) return
        say('live')
        if (wasReady) void queryClient.invalidateQueries({ refetchType: 'active' })
        wasReady = true
      },
      onAway: () => realtime === opened && connection.get() === 'live' && say('reconnecting'),
      onRefused() {
        if (channel !== CHANNELS[0] || realtime !== opened) return
        say('polling')
        void renewedToken(token) // the channel is the first to hear that a session is over
      },
    })
}
function close(): void {
  realtime?.close()
  realtime = undefined
}

function hear({ event, data }: RealtimeEvent): void {
  if (event === 'task-status' && 'taskId' in data) hearTask(data.taskId, statusOf(data.status), data.updatedAt)
  else if (event === 'build-status' && 'buildId' in data) hearBuild(data.buildId, statusOf(data.status), data.updatedAt)
  else if (event === 'task-count') refreshSoon('listTasks', 'listBuildTasks', 'getUser')
  else if (event === 'build-count') refreshSoon('listBuilds', 'listRepositoryBuilds')
  else refreshSoon('getUser')
}
function hearTask(id: string, status: Status, at: number): void {
  const { queryKey } = operationQuery('getTask', { path: { TaskID: id } })
  queryClient.setQueryData<Task>(queryKey, (task) => task && withStatus(task, status, at))
  inLists(
    ['listTasks', 'listBuildTasks'],
    'Tasks',
    ({ TaskID }) => TaskID === id,
    (task: Task) => withStatus(task, status, at),
  )
  if (isTerminal(status)) noteEnding({ kind: 'task', id, status, at })
  void fetchAgain(queryKey, async () => {
    const task = await queryClient.fetchQuery({ ...operationQuery('getTask', { path: { TaskID: id } }), staleTime: 0 })
    inLists(
      ['listTasks', 'listBuildTasks'],
      'Tasks',
      ({ TaskID }) => TaskID === id,
      () => task,
    )
  })
}
function hearBuild(id: string, status: Status, at: number): void {
  const { queryKey } = operationQuery('getBuild', { path: { BuildID: id } })
  queryClient.setQueryData<Build>(queryKey, (build) => build && withStatus(build, status, at))
  inLists(
    ['listBuilds', 'listRepositoryBuilds'],
    'Builds',
    ({ BuildID }) => BuildID === id,
    (build: Build) => withStatus(build, status, at),
  )
  if (isTerminal(status)) noteEnding({ kind: 'build', id, status, at })
  void fetchAgain(queryKey, async () => {
    const build = await queryClient.fetchQuery({ ...operationQuery('getBuild', { path: { BuildID: id } }), staleTime: 0 })
    inLists(
      ['listBuilds', 'listRepositoryBuilds'],
      'Builds',
      ({ BuildID }) => BuildID === id,
      () => build,
    )
  })
}

/** An object is fetched where something in view shows it. */
async function fetchAgain(queryKey: readonly unknown[], fetchIt: () => Promise<void>): Promise<void> {
  const cache = queryClient.getQueryCache()
  const id = JSON.stringify((queryKey[1] as { path: object }).path)
  const [, value = ''] = /"([a-z]{3}_[a-z0-9]+)"/.exec(id) ?? []
  const isShown = cache.getAll().some((query) => query.isActive() && JSON.stringify(query.state.data ?? null).includes(value))
  if (isShown) await fetchIt().catch(() => {}) // deleted meanwhile, or asked for again by its own query
}

function inLists(
  operations: readonly string[],
  field: string,
  isIt: (item: Readonly<Record<string, unknown>>) => boolean,
  change: (item: never) => unknown,
): void {
  for (const operation of operations)
    queryClient.setQueriesData<{ pages: Record<string, unknown>[]; pageParams: unknown[] }>(
      { queryKey: [operation, 'pages'] },
      (list) => list && replacedIn(list, field, isIt, change),
    )
}

const waiting = new Set<string>()
function refreshSoon(...operations: readonly string[]): void {
  const first = waiting.size === 0
  for (const operation of operations) waiting.add(operation)
  if (!first) return
  setTimeout(() => {
    for (const operation of waiting) void queryClient.invalidateQueries({ queryKey: [operation], refetchType: 'active' })
    waiting.clear()
  }, GATHER_MS)
}

let hiding: ReturnType<typeof setTimeout> | undefined
/** From now on, for as long as the page lives. */
export function startListening(): void {
  open()
  tokenStore.subscribe(open) // a connection ends with its token: the next one opens with the next
  window.addEventListener('online', () => {
    say('reconnecting')
    open()
    void queryClient.invalidateQueries({ refetchType: 'active' })
  })
  window.addEventListener('offline', () => say('offline'))
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding)
    // A hidden tab still says in its title what has ended; one that nobody came back to is not worth a connection.
    if (document.hidden) hiding = setTimeout(close, HIDDEN_MS)
    else if (realtime === undefined) open()
  })
  let last = Date.now()
  setInterval(() => {
    const state = connection.get()
    const hasSlept = Date.now() - last > SLEPT_MS
    last = Date.now()
    // A machine that slept has a connection that nobody holds at the other end any more.
    if (hasSlept && !document.hidden) {
      open()
      void queryClient.invalidateQueries({ refetchType: 'active' })
    } else if ((state === 'polling' || state === 'reconnecting') && !document.hidden) void queryClient.invalidateQueries({ refetchType: 'active' })
  }, ASK_MS.rest)
}
