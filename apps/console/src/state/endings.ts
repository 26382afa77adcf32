// Builds and tasks that ended since the last visit of their list, and the title of a hidden tab, which says how the last one ended.
import { isTerminal, type Status } from '@credence/contract'
import { createStore } from './store.ts'

export interface Ending {
  readonly kind: 'task' | 'build'
  readonly id: string
  readonly status: Status
  /** Milliseconds since the epoch. */
  readonly at: number
}
const KEPT = 20

export const endings = createStore<readonly Ending[]>([])
/** Ids of those that nobody saw end. */
export const unseenEndings = createStore<ReadonlySet<string>>(new Set())
const mark = createStore('')
/** Ids of what the page shows; the same may be shown twice. */
const watched: string[] = []

export function noteEnding(ending: Ending): void {
  if (!isTerminal(ending.status) || endings.get().some(({ id }) => id === ending.id)) return
  endings.set([ending, ...endings.get()].slice(0, KEPT))
  if (document.hidden || !watched.includes(ending.id)) unseenEndings.set(new Set([...unseenEndings.get(), ending.id]))
  if (!document.hidden || ending.kind === 'build') return
  mark.set(ending.status === 'Completed' ? '✓ ' : '✕ ')
  if ('Notification' in window && Notification.permission === 'granted')
    new Notification(`Task ${ending.status}`, { body: ending.id, tag: ending.id })
}
export function forgetEndings(): void {
  endings.set([])
  seeEndings()
}
export const seeEndings = (): void => unseenEndings.set(new Set())

/** The page shows how these end, which is no news then. @returns what ends it */
export function watch(ids: readonly string[]): () => void {
  watched.push(...ids)
  const before = unseenEndings.get()
  if (!document.hidden && ids.some((id) => before.has(id))) unseenEndings.set(new Set([...before].filter((id) => !ids.includes(id))))
  return () => {
    for (const id of ids) watched.splice(watched.indexOf(id), 1)
  }
}

/** What stands before the title. */
export const titleMark = { get: mark.get, subscribe: mark.subscribe }
document.addEventListener('visibilitychange', () => document.hidden || mark.set(''))
