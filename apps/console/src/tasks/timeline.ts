// The life of a task or build as parts of a line: what it did from one transition to the next. A part that takes nearly all of the time is folded, so that
// the others can be seen.
import { isTerminal, type Status } from '@credence/contract'

export interface Transition {
  readonly Status: Status
  readonly Timestamp: number
  readonly Message: string
}
export interface Part {
  readonly status: Status
  /** What it did then: waited, initialised, ran. */
  readonly did: string
  readonly milliseconds: number
  /** Share of the line, 0 to 1. */
  readonly share: number
  readonly isFolded: boolean
  readonly attempt: number
}
const DID: Readonly<Record<string, string>> = { Accepted: 'waited', Initialising: 'initialised', 'In Progress': 'ran', Rescheduled: 'was moved' }
const FOLD = 0.9
const LEAST = 0.06

/** @param now  milliseconds since the epoch, for what has not ended */
export function partsOf(transitions: readonly Transition[], now: number): Part[] {
  let attempt = 1
  const raw = transitions.flatMap(({ Status: status, Timestamp }, index) => {
    if (status === 'Rescheduled') attempt++
    if (isTerminal(status)) return []
    const end = transitions[index + 1]?.Timestamp ?? now
    return [{ status, did: DID[status] ?? status, milliseconds: Math.max(0, end - Timestamp), attempt }]
  })
  const total = raw.reduce((sum, part) => sum + part.milliseconds, 0)
  const weights = raw.map(({ milliseconds }) => {
    const share = total === 0 ? 1 / raw.length : milliseconds / total
    return raw.length > 1 && share > FOLD ? FOLD / 2 : Math.max(LEAST, share)
  })
  const sum = weights.reduce((a, b) => a + b, 0)
  return raw.map((part, index) => ({
    ...part,
    share: (weights[index] ?? 0) / sum,
    isFolded: raw.length > 1 && total > 0 && part.milliseconds / total > FOLD,
  }))
}
