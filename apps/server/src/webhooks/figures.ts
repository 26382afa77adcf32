// What a platform tells of its webhooks: how attempts end, and how late the most belated delivery is.
import type { Database } from '../database/pool.ts'
import type { Registry } from '../metrics/registry.ts'
import { MANNERS } from './deliverer.ts'
import { latenessMs } from './leases.ts'
import type { Attempt } from './outcome.ts'

/** Seconds. */
const TIMES = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15]
/** Who asks at the same time shares one look. */
const KEPT_MS = 2000

/** @returns to be told of every attempt */
export function openWebhookFigures(metrics: Registry, database: Database): (attempt: Attempt) => void {
  const attempts = metrics.counter(
    'credence_webhook_attempts_total',
    'Attempts at deliveries to webhooks, by the class of the answer or why there was none.',
  )
  const times = metrics.histogram('credence_webhook_attempt_seconds', 'Time that an attempt took.', TIMES)
  let kept: { readonly at: number; readonly late: Promise<number> } | undefined
  metrics.source(async () => {
    if (!kept || Date.now() - kept.at > KEPT_MS) kept = { at: Date.now(), late: latenessMs(database, MANNERS.slowMs) }
    const value = (await kept.late) / 1000
    const help = 'How long the delivery has been due that has been due longest, to receivers that answer at once, rates apart; 0: none is late.'
    return [{ name: 'credence_webhook_late_seconds', type: 'gauge', help, samples: [{ value }] }]
  })
  return ({ status, fault, milliseconds }) => {
    attempts.add({ result: status === null ? (fault ?? 'connection') : status === 429 ? '429' : `${Math.floor(status / 100)}xx` })
    times.observe(milliseconds / 1000)
  }
}
