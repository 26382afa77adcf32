// What the realtime channel tells is written into the answers that are there, then fetched where something shows it. Who waits for a build or a task is told.
import { type Build, isTerminal, type RealtimeEvent, type Status, type Task } from '@credence/contract'
import { noteEnding } from '../state/endings.ts'
import { amend } from './amend.ts'
import { replacedIn, statusOf, withStatus } from './events.ts'
import { operationQuery, queryClient } from './queries.ts'
import { refreshSoon } from './refresh.ts'

/** Where answers about jobs are kept. */
export const JOB_KINDS = {
  task: {
    object: (TaskID: string) => operationQuery('getTask', { path: { TaskID } }),
    field: 'Tasks',
    id: 'TaskID',
    lists: ['listTasks', 'listBuildTasks'],
  },
  build: {
    object: (BuildID: string) => operationQuery('getBuild', { path: { BuildID } }),
    field: 'Builds',
    id: 'BuildID',
    lists: ['listBuilds', 'listRepositoryBuilds'],
  },
} as const
export type JobKind = keyof typeof JOB_KINDS
interface Heard {
  readonly kind: JobKind
  readonly status: Status
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** What was heard last, by id: a list that was on its way then does not know it. */
const recent = new Map<string, Heard>()
const MOST_RECENT = 500

export function hear({ event, data }: RealtimeEvent): void {
  if (event === 'task-status' && 'taskId' in data) hearJob(data.taskId, { kind: 'task', status: statusOf(data.status), at: data.updatedAt })
  else if (event === 'build-status' && 'buildId' in data) hearJob(data.buildId, { kind: 'build', status: statusOf(data.status), at: data.updatedAt })
  else if (event === 'task-count') refreshSoon(() => again('task'), 'listTasks', 'listBuildTasks', 'getUser')
  else if (event === 'build-count') refreshSoon(() => again('build'), 'listBuilds', 'listRepositoryBuilds')
  else if (event === 'user-metadata')
    refreshSoon(() => {}, 'getUser', 'getSubscription') // of another plan, too
  else refreshSoon(() => {}, 'getUser')
}

function hearJob(id: string, heard: Heard): void {
  const { kind, status, at } = heard
  recent.delete(id) // what is heard again goes to the end
  recent.set(id, heard)
  for (const old of recent.keys()) {
    if (recent.size <= MOST_RECENT) break
    recent.delete(old)
  }
  for (const listener of [...(waiting.get(id) ?? [])]) listener(status)
  if (isTerminal(status)) noteEnding({ kind, id, status, at })
  const isListed = note(id, heard)
  if (isListed || isShown(kind, id)) void fetchAgain(kind, id)
}
/** Writes a status into what is there. @returns whether a list has the job */
function note(id: string, { kind, status, at }: Heard): boolean {
  amend<Build | Task>(queryClient, JOB_KINDS[kind].object(id).queryKey as readonly unknown[], (job) => withStatus(job, status, at))
  return inLists(kind, id, (job) => withStatus(job, status, at))
}
/** Lists have come: they get what was heard while they were on their way. */
function again(kind: JobKind): void {
  for (const [id, heard] of recent) {
    if (heard.kind !== kind) continue
    let isLate = false
    inLists(kind, id, (job) => {
      const next = withStatus(job, heard.status, heard.at)
      isLate ||= next !== job
      return next
    })
    if (isLate) void fetchAgain(kind, id)
  }
}

/** Another screen than a list shows it. Lists can be long, and are looked through by `inLists`. */
function isShown(kind: JobKind, id: string): boolean {
  return queryClient
    .getQueryCache()
    .getAll()
    .some((query) => {
      if (!query.isActive()) return false
      const [operation, pages] = query.queryKey
      if (pages === 'pages' && (JOB_KINDS[kind].lists as readonly unknown[]).includes(operation)) return false
      return JSON.stringify([query.queryKey, query.state.data ?? null]).includes(id)
    })
}
async function fetchAgain(kind: JobKind, id: string): Promise<void> {
  const options = JOB_KINDS[kind].object(id) as ReturnType<typeof JOB_KINDS.task.object>
  // Deleted meanwhile, or asked for again by its own query.
  const ask = () => queryClient.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined)
  let job: Build | Task | undefined = await ask()
  const heard = recent.get(id)
  // It joined a question that was on its way when the event came, and the answer is older than that.
  if (job && heard && withStatus(job, heard.status, heard.at) !== job) job = await ask()
  const answer = job
  if (answer) inLists(kind, id, () => answer)
}

/** @returns whether a list has it */
export function inLists(kind: JobKind, id: string, change: (job: Build | Task) => unknown): boolean {
  const { field, lists } = JOB_KINDS[kind]
  let isThere = false
  for (const operation of lists)
    amend<{ pages: Record<string, unknown>[]; pageParams: unknown[] }>(queryClient, [operation, 'pages'], (list) =>
      replacedIn(
        list,
        field,
        (item) => item[JOB_KINDS[kind].id] === id,
        (job: Build | Task) => {
          isThere = true
          return change(job)
        },
      ),
    )
  return isThere
}

type Listener = (status: Status) => void
const waiting = new Map<string, Set<Listener>>()
/** Tells each status of a build or task as it is heard. @returns what ends it */
export function onHeard(id: string, listener: Listener): () => void {
  const ofId = waiting.get(id) ?? new Set()
  waiting.set(id, ofId.add(listener))
  return () => {
    ofId.delete(listener)
    if (ofId.size === 0) waiting.delete(id)
  }
}
