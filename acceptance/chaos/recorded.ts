// What happened in a run, as it is recorded, and what must hold of it. The record is a file of JSON lines, so that it can be checked again later and
// elsewhere: `node bin/node.cjs acceptance/chaos/check-recorded.ts FILE`.
import { FEED_SPELLING, isTerminal, mayFollow, type Status } from '@credence/contract'

export interface Transition {
  readonly Status: Status
  readonly Timestamp: number
}
/** Times in epoch milliseconds. */
export type Line =
  /** `ok`: acknowledged. `refused`: 408, 429 or 503. `unknown`: no answer, so it may be there or not. */
  | {
      readonly what: 'submitted'
      readonly at: number
      readonly kind: 'task' | 'build'
      readonly answer: 'ok' | 'refused' | 'unknown'
      readonly id?: string
    }
  /** `ofWorker`: what it `had`, builds and tasks, must go to another. */
  | { readonly what: 'struck'; readonly at: number; readonly part: string; readonly ofWorker: boolean; readonly had: readonly string[] }
  /** From its start until it answers. */
  | { readonly what: 'recovered'; readonly part: string; readonly milliseconds: number }
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
  /** Events that were committed, in the order of their ids. */
  | { readonly what: 'told'; readonly id: string; readonly status: string; readonly at: number }
  /** A reader of the realtime channel has a connection to an API process, from here until `listened`; `broken`: not by its own will. */
  | { readonly what: 'listening'; readonly session: number; readonly member: string; readonly at: number }
  | { readonly what: 'listened'; readonly session: number; readonly broken: boolean; readonly at: number }
  | { readonly what: 'heard'; readonly session: number; readonly id: string; readonly status: string; readonly at: number }
  | { readonly what: 'hooked'; readonly delivery: string; readonly id: string; readonly status: string; readonly at: number }

export interface Verdict {
  readonly acknowledged: number
  readonly refused: number
  readonly unknown: number
  readonly struck: Readonly<Record<string, number>>
  /** Tasks and builds that ran more than once. */
  readonly again: number
  /** Seconds from the blow until another worker had it, ascending; without those for which the object store was struck as well: then nobody can begin anything. */
  readonly takeovers: readonly number[]
  /** Those. */
  readonly takeoversWithoutObjects: readonly number[]
  /** Seconds that PostgreSQL needed from its start until it answered, ascending. */
  readonly recoveries: readonly number[]
  /** Events that readers heard, connections that they had, and deliveries to the webhook. */
  readonly heard: number
  readonly sessions: number
  readonly hooked: number
  readonly faults: readonly string[]
}

/** What feeds say of a status: they have a spelling of their own, and Failed where a program failed by itself. */
const inFeed = (status: Status, event: string | undefined): boolean => event === FEED_SPELLING[status] || (status === 'Stopped' && event === 'Failed')

const OF_STORE = /^(objects|swift)/
/** A blow at the object store lasts until its server is up again, and an attempt that waits for it has a slot for some seconds more. */
const STORE_MS = 15_000

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
  const takeoversWithoutObjects: number[] = []
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
      const next = transitions[at + 1]
      if (Status !== 'Rescheduled' || next?.Status !== 'Initialising') continue
      const before = transitions.slice(0, at).findLast((one) => one.Status === 'Rescheduled')?.Timestamp ?? 0
      const cause = struck.findLast((one) => one.ofWorker && one.at > before && one.at <= Timestamp && one.had.includes(id))
      if (!cause) continue
      const isStoreStruck = struck.some((one) => OF_STORE.test(one.part) && one.at >= cause.at - STORE_MS && one.at <= next.Timestamp)
      ;(isStoreStruck ? takeoversWithoutObjects : takeovers).push((next.Timestamp - cause.at) / 1000)
    }
  }
  faults.push(...faultsOfReaders(all), ...faultsOfWebhook(all))
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
    takeoversWithoutObjects: takeoversWithoutObjects.sort((a, b) => a - b),
    recoveries: of('recovered')
      .map(({ milliseconds }) => milliseconds / 1000)
      .sort((a, b) => a - b),
    heard: of('heard').length,
    sessions: of('listening').length,
    hooked: of('hooked').length,
    faults,
  }
}

/** An event whose connection broke so soon behind it may have been committed after that, or have been on its way. */
const ON_ITS_WAY_MS = 15_000

/**
 * What a reader hears of one object are its events one after another, each once, from the first that was written after the reader was there on; until the end, or
 * until the connection broke.
 */
function faultsOfReaders(all: readonly Line[]): string[] {
  const told = Map.groupBy(
    all.filter((line) => line.what === 'told'),
    ({ id }) => id,
  )
  const heard = Map.groupBy(
    all.filter((line) => line.what === 'heard'),
    ({ session }) => session,
  )
  const ends = new Map(all.filter((line) => line.what === 'listened').map((line) => [line.session, line]))
  return all
    .filter((line) => line.what === 'listening')
    .flatMap(({ session, member, at: from }) => {
      const end = ends.get(session)
      const until = end === undefined ? from : end.broken ? end.at - ON_ITS_WAY_MS : Number.POSITIVE_INFINITY
      const own = Map.groupBy(heard.get(session) ?? [], ({ id }) => id)
      return [...new Set([...told.keys(), ...own.keys()])].flatMap((id) => {
        const events = told.get(id) ?? []
        const statuses = (own.get(id) ?? []).map(({ status }) => status)
        const due = events.filter(({ at }) => at > from && at < until)
        const isAt = (begin: number) => statuses.every((status, at) => status === events[begin + at]?.status)
        // One run of its events that holds all that are due.
        const first = due.length > 0 ? events.indexOf(due[0]!) : events.length
        const last = due.length > 0 ? first + due.length : 0
        const isRun = events.some((_, begin) => begin <= first && begin + statuses.length >= last && isAt(begin))
        const isNothing = statuses.length === 0 && due.length === 0
        const expected = due.map(({ status }) => status)
        return isNothing || isRun ? [] : [`reader ${session} at ${member} heard ${statuses} of ${id}, and these were due: ${expected}`]
      })
    })
}

/** Each event has come at least once; what was sent again has the same id. */
function faultsOfWebhook(all: readonly Line[]): string[] {
  const hooked = all.filter((line) => line.what === 'hooked')
  if (hooked.length === 0) return []
  const nameOf = ({ id, status }: { readonly id: string; readonly status: string }) => `${id} ${status}`
  const deliveries = Map.groupBy(hooked, nameOf)
  const told = Map.groupBy(
    all.filter((line) => line.what === 'told'),
    nameOf,
  )
  const since = Math.min(...hooked.map(({ at }) => at))
  return [...told].flatMap(([name, events]) => {
    const due = events.filter(({ at }) => at >= since).length
    const came = new Set(deliveries.get(name)?.map(({ delivery }) => delivery)).size
    return came >= due ? [] : [`the webhook heard of ${name} ${came} times of ${due}`]
  })
}

/** The value below which that share of them lies; NaN of none. */
export const quantileOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
