// What happened in a run, as it is recorded, and what must hold of it. The record is a file of JSON lines, so that it can be checked again later and
// elsewhere: `node bin/node.cjs acceptance/chaos/check-recorded.ts FILE`.
import { FEED_SPELLING, isTerminal, mayFollow, type Status } from '@credence/contract'

export interface Transition {
  readonly Status: Status
  readonly Timestamp: number
}
/** Times in epoch milliseconds. */
export type Line =
  /** `ok`: acknowledged. `refused`: 503 or 429. `unknown`: no answer, so it may be there or not. */
  | {
      readonly what: 'submitted'
      readonly at: number
      readonly kind: 'task' | 'build'
      readonly answer: 'ok' | 'refused' | 'unknown'
      readonly id?: string
    }
  /** `ofWorker`: what it had must go to another. */
  | { readonly what: 'struck'; readonly at: number; readonly part: string; readonly ofWorker: boolean }
  /** At the end, and once more a while later. */
  | {
      readonly what: 'found'
      readonly look: 1 | 2
      readonly kind: 'task' | 'build'
      readonly id: string
      readonly status: Status
      readonly transitions: readonly Transition[]
    }
  | { readonly what: 'printed'; readonly id: string; readonly right: boolean }
  /** Of an object in the order of their delivery. */
  | { readonly what: 'told'; readonly id: string; readonly status: string; readonly at: number }

export interface Verdict {
  readonly acknowledged: number
  readonly refused: number
  readonly unknown: number
  readonly struck: Readonly<Record<string, number>>
  /** Tasks and builds that ran more than once. */
  readonly again: number
  /** Seconds from the blow until another worker had it, ascending; without those during which the database was struck as well. */
  readonly takeovers: readonly number[]
  readonly faults: readonly string[]
}

/** What feeds say of a status: they have a spelling of their own, and Failed where a program failed by itself. */
const inFeed = (status: Status, event: string | undefined): boolean => event === FEED_SPELLING[status] || (status === 'Stopped' && event === 'Failed')

export function judge(lines: Iterable<Line>): Verdict {
  const all = [...lines]
  const of = <What extends Line['what']>(what: What) => all.filter((line): line is Extract<Line, { what: What }> => line.what === what)
  const submitted = of('submitted')
  const struck = of('struck')
  const found = of('found')
  const first = new Map(found.filter(({ look }) => look === 1).map((line) => [line.id, line]))
  const second = new Map(found.filter(({ look }) => look === 2).map((line) => [line.id, line]))
  const told = Map.groupBy(of('told'), ({ id }) => id)
  const printed = new Map(of('printed').map(({ id, right }) => [id, right]))
  const faults: string[] = []
  const takeovers: number[] = []
  let again = 0

  for (const { id, kind } of submitted.filter(({ answer }) => answer === 'ok')) {
    const line = first.get(id!)
    if (!line) faults.push(`${id} was acknowledged and is lost`)
    else if (!isTerminal(line.status)) faults.push(`${id} is stuck in ${line.status}`)
    else if (line.status !== 'Completed') faults.push(`${id} is ${line.status}`)
    if (kind === 'task' && line && printed.get(id!) !== true) faults.push(`${id} has not the output of its program`)
  }
  for (const { id, status, transitions } of first.values()) {
    const statuses = transitions.map(({ Status }) => Status)
    if (statuses[0] !== 'Accepted') faults.push(`${id} begins with ${statuses[0]}`)
    for (const [at, one] of statuses.entries())
      if (at > 0 && !mayFollow(statuses[at - 1]!, one)) faults.push(`${id}: ${one} after ${statuses[at - 1]}`)
    if (statuses.filter(isTerminal).length > 1) faults.push(`${id} ended twice: ${statuses}`)
    if (statuses.at(-1) !== status) faults.push(`${id} is ${status}, and its history ends with ${statuses.at(-1)}`)
    if (statuses.includes('Rescheduled')) again++
    const later = second.get(id)
    if (isTerminal(status) && JSON.stringify(later?.transitions) !== JSON.stringify(transitions)) faults.push(`${id} changed after it had ended`)
    const events = (told.get(id) ?? []).map((event) => event.status)
    const isTold = events.length === statuses.length && statuses.every((one, at) => inFeed(one, events[at]))
    if (!isTold) faults.push(`${id} went through ${statuses}, and its events say ${events}`)
    for (const [at, { Status, Timestamp }] of transitions.entries()) {
      const [before, next] = [transitions[at - 1], transitions[at + 1]]
      if (Status !== 'Rescheduled' || !before || next?.Status !== 'Initialising') continue
      const cause = struck.find((one) => one.ofWorker && one.at >= before.Timestamp && one.at <= Timestamp)
      const isAlone = !struck.some(({ part, at }) => part === 'database' && at >= (cause?.at ?? 0) && at <= next.Timestamp)
      if (cause && isAlone) takeovers.push((next.Timestamp - cause.at) / 1000)
    }
  }
  const count = (answer: string) => submitted.filter((line) => line.answer === answer).length
  return {
    acknowledged: count('ok'),
    refused: count('refused'),
    unknown: count('unknown'),
    struck: Object.fromEntries(
      Map.groupBy(struck, ({ part }) => part)
        .entries()
        .map(([part, some]) => [part, some.length]),
    ),
    again,
    takeovers: takeovers.sort((a, b) => a - b),
    faults,
  }
}

/** The value below which that share of them lies; NaN of none. */
export const quantileOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
