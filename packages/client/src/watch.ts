// What changes in an account, as it happens: over the realtime channel, and by asking where that is not to be had. Nothing is lost in between: whenever
// the channel begins to hear, and as long as it does not, the builds and tasks are asked for, and what changed unheard is told as events, too.
import {
  ApiError,
  type Build,
  channelName,
  type EventKind,
  FEED_SPELLING,
  type FeedStatus,
  feedMessage,
  isTerminal,
  LIMITS,
  PAYLOAD_VERSION,
  type RealtimeEvent,
  randomDigits,
  type Task,
  transitionReason,
} from '@credence/contract'
import { NetworkError } from './connection.ts'
import { pause } from './pause.ts'
import type { Realtime } from './realtime.ts'

export type WatchState = 'live' | 'polling'
export interface WatchOptions {
  /** Default: the changes of status. */
  readonly kinds?: readonly EventKind[]
  readonly signal?: AbortSignal
  /** Told when the channel hears, and when asking takes its place. */
  readonly onState?: (state: WatchState) => void
}
/** What the platform is asked for. */
export interface Watched {
  readonly userId: () => Promise<string>
  readonly open: () => Realtime
  /** The newest, and those that have not ended. */
  readonly tasks: Asked<Task>
  readonly builds: Asked<Build>
}
interface Asked<Item> {
  newest(): Promise<readonly Item[]>
  unfinished(): AsyncIterable<Item>
  get(id: string): Promise<Item>
}
const STATUS_KINDS = ['build-status', 'task-status'] as const satisfies readonly EventKind[]

/** Ends with the reason of the signal. @throws ApiError when the platform refuses the credential */
export async function* watch(watched: Watched, { kinds = STATUS_KINDS, signal, onState }: WatchOptions = {}): AsyncGenerator<RealtimeEvent, void> {
  const user = await watched.userId()
  const news: RealtimeEvent[] = []
  const looks = STATUS_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => openLook(watched, kind))
  for (const look of looks) await look.begin()
  let wake = () => {}
  let isAsked = false
  /** The last answer did not come. */
  let isOwed = false
  let failure: Error | undefined
  let state: WatchState | undefined
  const enter = (next: WatchState): void => {
    if (next !== state) onState?.(next)
    state = next
  }
  const realtime = watched.open()
  const hear = (event: RealtimeEvent): void => {
    if (looks.every((look) => look.isNews(event))) news.push(event)
    wake()
  }
  for (const kind of kinds)
    realtime.subscribe(channelName(kind, user), {
      onEvent: hear,
      onReady() {
        enter('live')
        isAsked = true
        wake()
      },
      onAway() {
        enter('polling')
        wake()
      },
      onRefused(error) {
        failure = error
        wake()
      },
    })
  try {
    for (;;) {
      signal?.throwIfAborted()
      if (isAsked || state === 'polling') {
        isAsked = false
        try {
          for (const look of looks) news.push(...(await look.again()))
        } catch (error) {
          if (!isPassing(error)) throw error
          isOwed = true
        }
      }
      for (let event = news.shift(); event; event = news.shift()) yield event
      if (failure) throw failure
      if (isAsked) continue
      const isPolling = state === 'polling' || isOwed
      isAsked = isOwed
      isOwed = false
      const woken = new AbortController()
      wake = () => woken.abort()
      const signals = signal ? [woken.signal, signal] : [woken.signal]
      await pause(isPolling ? LIMITS.client.poll.maxMilliseconds : 2 ** 31 - 1, AbortSignal.any(signals)).catch(() => {})
    }
  } finally {
    realtime.close()
  }
}

/** The platform is away, restarts, or is busy. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))

/** Statuses as they were last told, of the builds or of the tasks. */
function openLook(watched: Watched, kind: (typeof STATUS_KINDS)[number]) {
  const told = new Map<string, { readonly at: number; readonly status: FeedStatus }>()
  const asked: Asked<Task | Build> = kind === 'task-status' ? watched.tasks : watched.builds
  const idOf = (item: Task | Build): string => ('TaskID' in item ? item.TaskID : item.BuildID)
  const note = (id: string, at: number, status: FeedStatus): boolean => {
    const before = told.get(id)
    if (before && (at < before.at || (at === before.at && isSame(status, before.status)))) return false
    told.set(id, { at, status })
    return true
  }
  const noteItem = (item: Task | Build): boolean => note(idOf(item), changedAt(item), FEED_SPELLING[item.Status])
  return {
    async begin(): Promise<void> {
      for (const item of await asked.newest()) noteItem(item)
      for await (const item of asked.unfinished()) noteItem(item)
    },
    async again(): Promise<RealtimeEvent[]> {
      const newest = await asked.newest()
      const seen = new Set(newest.map(idOf))
      const changed = newest.toReversed().filter(noteItem)
      for (const [id, { status }] of told) {
        if (isOver(status) || seen.has(id)) continue
        const item = await asked.get(id).catch(() => undefined) // deleted meanwhile, or asked for again the next time
        if (item && noteItem(item)) changed.push(item)
      }
      return changed.map((item) => asEvent(kind, idOf(item), item))
    },
    /** Not, where asking was quicker than the channel. */
    isNews({ event, data }: RealtimeEvent): boolean {
      if (event !== kind || !('status' in data)) return true
      const id = 'taskId' in data ? data.taskId : data.buildId
      return note(id, data.updatedAt, data.status)
    },
  }
}

const changedAt = ({ UpdatedAt, CreatedAt }: Task | Build): number => UpdatedAt ?? CreatedAt ?? 0
/** REST says Stopped where the feed says Failed. */
const isSame = (one: FeedStatus, other: FeedStatus): boolean => one === other || [one, other].toSorted().join() === 'Failed,Stopped'
const isOver = (status: FeedStatus): boolean => status === 'Failed' || isTerminal(status === 'Initializing' ? 'Initialising' : status)

function asEvent(event: 'task-status' | 'build-status', id: string, item: Task | Build): RealtimeEvent {
  const at = changedAt(item)
  const status = FEED_SPELLING[item.Status]
  const reason = transitionReason(item.StatusTransitions?.at(-1)?.Message ?? '')
  const noun = event === 'task-status' ? 'Task' : 'Build'
  const change = { status, message: feedMessage(noun, status, reason || undefined), updatedAt: at }
  return {
    version: PAYLOAD_VERSION,
    id: randomDigits(32),
    event,
    created: new Date(at).toISOString(),
    data: event === 'task-status' ? { taskId: id, ...change } : { buildId: id, ...change },
  }
}
