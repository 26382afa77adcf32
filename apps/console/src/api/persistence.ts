// What a reload paints from: lists and what has ended, kept in the browser by user and contract. No outputs, no keys, at most 20 MB; gone with the session.
import { isTerminal, type Status } from '@credence/contract'
import { hydrate, type Query } from '@tanstack/react-query'
import { KEPT_DATABASES } from '../state/kept.ts'
import { forgetOnSignOut } from '../state/session.ts'
import { queryClient } from './queries.ts'

/** By the build: changes with every change of the contract. */
declare const __CONTRACT_KEY__: string

const STORE = 'queries'
const MOST_BYTES = 20_000_000
const REST_MS = 1500
const LISTS: ReadonlySet<unknown> = new Set(['listTasks', 'listBuilds', 'listCores', 'listRepositories'])
const OBJECTS: ReadonlySet<unknown> = new Set(['getTask', 'getBuild'])

interface Kept {
  readonly hash: string
  readonly queryKey: readonly unknown[]
  readonly data: unknown
  readonly at: number
}

/** Whether an answer may be kept: lists, what has ended, and the profile. */
export function isKept([operation]: readonly unknown[], data: unknown): boolean {
  if (operation === 'getUser' || LISTS.has(operation)) return true
  return OBJECTS.has(operation) && isTerminal((data as { Status: Status }).Status)
}

let opening: Promise<IDBDatabase> | undefined
const database = (): Promise<IDBDatabase> => {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(KEPT_DATABASES.answers, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => {
      request.result.onversionchange = () => {
        request.result.close()
        opening = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  return opening
}
const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let restored: string | undefined
/** Puts what was kept for the user into the cache, once; then keeps what comes. Without storage, everything is fetched. */
export async function restoreQueries(userId: string): Promise<void> {
  const scope = `${userId} ${__CONTRACT_KEY__}`
  if (restored === scope) return
  restored = scope
  try {
    const kept = (await done((await database()).transaction(STORE).objectStore(STORE).get(scope))) as readonly Kept[] | undefined
    for (const { hash, queryKey, data, at } of kept ?? [])
      hydrate(queryClient, {
        queries: [{ queryHash: hash, queryKey, state: { ...FRESH_STATE, data, dataUpdatedAt: at, isInvalidated: !OBJECTS.has(queryKey[0]) } }],
        mutations: [],
      } as unknown as Parameters<typeof hydrate>[1])
  } catch {} // a browser without storage, or a full one
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated' && type !== 'removed') return
    timer ??= setTimeout(() => {
      timer = undefined
      void keep(scope).catch(() => {})
    }, REST_MS)
  })
  stop = () => {
    unsubscribe()
    clearTimeout(timer)
    restored = undefined
  }
}
const FRESH_STATE = {
  dataUpdateCount: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'success',
  fetchStatus: 'idle',
}
let stop = (): void => {}

async function keep(scope: string): Promise<void> {
  if (restored !== scope) return
  const all = queryClient
    .getQueryCache()
    .getAll()
    .filter((query: Query) => query.state.status === 'success' && isKept(query.queryKey, query.state.data))
    .map((query): Kept => ({ hash: query.queryHash, queryKey: query.queryKey, data: query.state.data, at: query.state.dataUpdatedAt }))
    .sort((one, other) => other.at - one.at)
  const fitting: Kept[] = []
  let bytes = 0
  for (const each of all) {
    bytes += 2 * JSON.stringify(each.data).length
    if (bytes > MOST_BYTES) break
    fitting.push(each)
  }
  await done((await database()).transaction(STORE, 'readwrite').objectStore(STORE).put(fitting, scope))
}

forgetOnSignOut(() => {
  stop()
  queryClient.clear()
})
