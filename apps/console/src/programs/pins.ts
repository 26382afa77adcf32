// What people pin to Home: values of runs, and repositories, in their own order.
import { idPattern } from '@credence/contract'
import type { OwnPreference } from '../api/own-preference.ts'

export type Pin = { readonly task: string; readonly value: number; readonly name: string } | { readonly repository: string; readonly name: string }
export const MOST_PINS = 24

const isId = (kind: 'task' | 'repository', given: unknown): given is string => typeof given === 'string' && new RegExp(idPattern(kind)).test(given)
function asPin(given: unknown): Pin | undefined {
  const { task, value, repository, name } = (given ?? {}) as Record<string, unknown>
  const text = typeof name === 'string' ? name : ''
  if (isId('task', task) && Number.isInteger(value)) return { task, value: value as number, name: text }
  return isId('repository', repository) ? { repository, name: text } : undefined
}
export const PINS: OwnPreference<readonly Pin[]> = {
  name: 'Console_Pins',
  read: (given) => (Array.isArray(given) ? given.map(asPin).filter((pin) => pin !== undefined) : []).slice(0, MOST_PINS),
}

export const isSamePin = (one: Pin, other: Pin): boolean =>
  'task' in one
    ? 'task' in other && one.task === other.task && one.value === other.value
    : 'repository' in other && one.repository === other.repository
export const keyOfPin = (pin: Pin): string => ('task' in pin ? `${pin.task}#${pin.value + 1}` : pin.repository)

/** Pinned last; where it is pinned already, no longer. */
export const togglePin = (pins: readonly Pin[], pin: Pin): readonly Pin[] =>
  pins.some((each) => isSamePin(each, pin)) ? pins.filter((each) => !isSamePin(each, pin)) : [...pins, pin].slice(-MOST_PINS)

/** By so many places up (negative) or down. */
export function movedPin(pins: readonly Pin[], pin: Pin, by: number): readonly Pin[] {
  const from = pins.findIndex((each) => isSamePin(each, pin))
  const to = Math.max(0, Math.min(pins.length - 1, from + by))
  if (from < 0 || from === to) return pins
  const rest = pins.toSpliced(from, 1)
  return rest.toSpliced(to, 0, pins[from]!)
}
