// Short notes about what the reader just did. An error never stands here alone: it stands beside what caused it as well.
import { createStore } from './store.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'failed'
}
export const TOAST_MS = 5000
export const toasts = createStore<readonly Toast[]>([])
let last = 0

export function toast(text: string, kind: Toast['kind'] = 'done'): void {
  last += 1
  toasts.set([...toasts.get().filter((each) => each.text !== text), { id: last, text, kind }].slice(-4))
}
export const dropToast = (id: number): void => toasts.set(toasts.get().filter((each) => each.id !== id))
