// What follows from an attempt: whether it succeeded, what is remembered of it, when the next one is made. Standard Webhooks 1.0.0, "Reliability".
import { type DeliveryFault, type DeliveryState, type DeliveryStatus, LIMITS } from '@credence/contract'

const { retrySeconds, retrySpread, retryAfterSeconds } = LIMITS.webhooks

export interface Attempt {
  /** Epoch milliseconds. */
  readonly at: number
  /** Of HTTP; null: no answer. */
  readonly status: number | null
  readonly fault: DeliveryFault | null
  readonly milliseconds: number
  /** The header as it came. */
  readonly retryAfter?: string | undefined
}
export interface Outcome {
  readonly state: DeliveryState
  /** Until the next attempt; absent: there is none. */
  readonly pauseMs?: number
  /** Nothing more is sent to the webhook for so long. */
  readonly holdMs: number
  readonly lastStatus: DeliveryStatus | null
  /** The receiver wants no more, ever. */
  readonly isGone: boolean
}

/**
 * @param tries   attempts before this one since the delivery was made, or sent again
 * @param random  0 to 1
 */
export function outcomeOf(attempt: Attempt, tries: number, random: number, now: number = Date.now()): Outcome {
  const { status } = attempt
  if (status !== null && status >= 200 && status < 300) return { state: 'success', holdMs: 0, lastStatus: 'success', isGone: false }
  const lastStatus = status === 429 ? 'failed-429' : null
  const given = lastStatus ?? 'failed'
  if (status === 410) return { state: given, holdMs: 0, lastStatus, isGone: true }
  const holdMs = status === 429 || status === 503 ? readRetryAfter(attempt.retryAfter, now) : 0
  const seconds = retrySeconds[tries]
  if (seconds === undefined) return { state: given, holdMs, lastStatus, isGone: false }
  // Spread so that receivers that were away are not all asked at once when they come back.
  const pauseMs = Math.max(holdMs, Math.round(seconds * 1000 * (1 + retrySpread * random)))
  return { state: 'pending', pauseMs, holdMs, lastStatus, isGone: false }
}

/** RFC 9110, 10.2.3: seconds, or a date. @returns milliseconds; 0 for what is neither */
function readRetryAfter(text: string | undefined, now: number): number {
  const most = retryAfterSeconds * 1000
  if (text === undefined) return 0
  const milliseconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(milliseconds) ? 0 : Math.min(most, Math.max(0, milliseconds))
}
