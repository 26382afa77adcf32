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
const KEPT = 50

export const endings = createStore<readonly Ending[]>([])
export const unseenEndings = createStore(0)
const mark = createStore('')

export function noteEnding(ending: Ending): void {
  if (!isTerminal(ending.status) || endings.get().some(({ id }) => id === ending.id)) return
  endings.set([ending, ...endings.get()].slice(0, KEPT))
  unseenEndings.set(unseenEndings.get() + 1)
  if (!document.hidden || ending.kind === 'build') return
  mark.set(ending.status === 'Completed' ? '✓ ' : '✕ ')
  if ('Notification' in window && Notification.permission === 'granted')
    new Notification(`Task ${ending.status}`, { body: ending.id, tag: ending.id })
}
export function forgetEndings(): void {
  endings.set([])
  unseenEndings.set(0)
}

/** What stands before the title. */
export const titleMark = { get: mark.get, subscribe: mark.subscribe }
document.addEventListener('visibilitychange', () => document.hidden || mark.set(''))
