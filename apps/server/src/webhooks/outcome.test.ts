import { LIMITS } from '@credence/contract'
import { expect, test } from 'vitest'
import { type Attempt, outcomeOf } from './outcome.ts'

const { retrySeconds, retrySpread } = LIMITS.webhooks
const answered = (status: number | null, retryAfter?: string): Attempt => ({ at: 0, status, fault: null, milliseconds: 1, retryAfter })
const NOW = Date.parse('2026-01-02T03:04:05Z')

test.each([200, 201, 204, 299])('%i is a success', (status) => {
  expect(outcomeOf(answered(status), 0, 0.5)).toEqual({ state: 'success', holdMs: 0, lastStatus: 'success', isGone: false })
})
test.each([null, 199, 300, 301, 302, 307, 400, 404, 429, 500, 502, 504])('%s is tried again', (status) => {
  expect(outcomeOf(answered(status), 0, 0)).toMatchObject({
    state: 'pending',
    pauseMs: 5000,
    lastStatus: status === 429 ? 'failed-429' : null,
    isGone: false,
  })
})
test('pauses follow the table, never shorter and at most a fifth longer, and then there is no further attempt', () => {
  retrySeconds.forEach((seconds, tries) => {
    expect(outcomeOf(answered(500), tries, 0).pauseMs).toBe(seconds * 1000)
    expect(outcomeOf(answered(500), tries, 1).pauseMs).toBe(seconds * 1000 * (1 + retrySpread))
  })
  const last = outcomeOf(answered(500), retrySeconds.length, 0.5)
  expect(last).toEqual({ state: 'failed', holdMs: 0, lastStatus: null, isGone: false })
  expect(outcomeOf(answered(429), retrySeconds.length, 0.5)).toMatchObject({ state: 'failed-429', lastStatus: 'failed-429' })
})
test('410 ends it and disables the webhook', () => {
  expect(outcomeOf(answered(410), 0, 0)).toEqual({ state: 'failed', holdMs: 0, lastStatus: null, isGone: true })
})
test.each([
  [429, '120', 120_000],
  [503, ' 7 ', 7000],
  [429, 'Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
  [429, 'Fri, 02 Jan 2026 03:00:00 GMT', 0],
  [429, '999999999', 86_400_000],
  [429, 'soon', 0],
  [429, '-5', 0],
  [500, '120', 0],
] as const)('%i with Retry-After %s holds the webhook for %i ms', (status, retryAfter, holdMs) => {
  const outcome = outcomeOf(answered(status, retryAfter), 0, 0, NOW)
  expect([outcome.holdMs, outcome.pauseMs]).toEqual([holdMs, Math.max(5000, holdMs)])
})
