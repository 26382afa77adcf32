// Delivers what waits for webhooks: looks for what is due, makes one attempt at each, and writes what came of it. Any number of processes may do so at once.
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@credence/contract'
import { throughOutage } from '../database/outage.ts'
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import type { Sealing } from '../sealing/sealing.ts'
import { giveBack, type Leased, RECEIVER_KINDS, type ReceiverKind, type Room, settle, takeDue } from './leases.ts'
import { type Attempt, outcomeOf } from './outcome.ts'
import { payloadOf } from './payload.ts'
import { secretPlace, signature } from './secrets.ts'
import { type Sender, send } from './send.ts'

/** How a process delivers. Receivers that fail or take their time, and those that are not known yet, have places of their own: they take none of those that answer. */
export interface Manners {
  /** Between two looks while nothing ends here. */
  readonly pollMs: number
  /** Longer than an attempt with all that is around it. */
  readonly leaseMs: number
  /** Attempts at the same time to receivers of a kind; to those of one account a quarter of them, or a few more. */
  readonly places: number
  readonly slowMs: number
  /** For attempts that are being made when the platform stops. */
  readonly graceMs: number
  readonly timeoutMs: number
}
export const MANNERS: Manners = {
  pollMs: 250,
  leaseMs: 2 * LIMITS.webhooks.timeoutMilliseconds,
  places: 32,
  slowMs: 2000,
  graceMs: 2000,
  timeoutMs: LIMITS.webhooks.timeoutMilliseconds,
}
/** The outcome of an attempt is worth so much waiting for the database; after that the lease is over anyway. */
const OUTAGE_MS = 10_000
/** Where a secret cannot be read, only the operator can help. */
const UNREADABLE_MS = 60_000

export interface DelivererDeps extends Omit<Sender, 'timeoutMs'> {
  readonly database: Database
  readonly sealing: Sealing
  readonly log: Log
  /** Deliveries to one webhook. */
  readonly perMinute: number
  readonly onAttempt?: (attempt: Attempt) => void
}
export interface Deliverer {
  /** Begins nothing more; what is under way has a moment to end, and is given back then. */
  stop(): Promise<void>
}

export function startDeliverer(deps: DelivererDeps, manners: Manners = MANNERS): Deliverer {
  const { database, log } = deps
  const running = new Map<Promise<void>, Leased>()
  const stopped = new AbortController()
  let stopping = false
  let looking: Promise<void> | undefined
  let isAgain = false
  let isAway = false

  const room = (): Room => {
    const under = [...running.values()]
    const free = (kind: ReceiverKind) => manners.places - under.filter((leased) => leased.kind === kind).length
    const ofOne = Math.max(1, Math.floor(manners.places / 4))
    const busy = [...Map.groupBy(under, ({ kind, owner }) => `${kind} ${owner}`)].flatMap(([name, own]) => (own.length >= ofOne ? [name] : []))
    return { places: { quick: free('quick'), new: free('new'), slow: free('slow') }, ofOne, busy }
  }
  const begin = (leased: Leased, leasedAt: number): void => {
    const attempt = deliver(deps, manners, leased, leasedAt, stopped.signal)
      .catch((cause: unknown) =>
        log.warn({ event: 'webhook.unsettled', deliveryId: leased.deliveryId, cause }, 'what came of an attempt was not written'),
      )
      .finally(() => {
        running.delete(attempt)
        look()
      })
    running.set(attempt, leased)
  }
  const lookOnce = async (): Promise<void> => {
    const free = room()
    if (RECEIVER_KINDS.every((kind) => free.places[kind] === 0)) return
    const leasedAt = performance.now()
    const taken = await takeDue(database, free, { ...manners, lease: randomUUID(), perMinute: deps.perMinute })
    for (const leased of taken) begin(leased, leasedAt)
    isAgain ||= taken.length > 0
  }
  const lookAll = async (): Promise<void> => {
    try {
      do {
        isAgain = false
        await lookOnce()
        isAway = false
      } while (isAgain && !stopping)
    } catch (cause) {
      if (!isAway) log.warn({ event: 'webhook.unseen', cause }, 'could not look for deliveries; looks again')
      isAway = true
    }
  }
  const look = (): void => {
    isAgain = true
    if (!stopping)
      looking ??= lookAll().finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(look, manners.pollMs)
  timer.unref()
  look()
  return {
    async stop() {
      stopping = true
      clearInterval(timer)
      await looking
      const clock = setTimeout(() => stopped.abort(), manners.graceMs)
      await Promise.all(running.keys())
      clearTimeout(clock)
    },
  }
}

async function deliver(deps: DelivererDeps, { timeoutMs, leaseMs }: Manners, leased: Leased, leasedAt: number, stopped: AbortSignal): Promise<void> {
  const { database, log } = deps
  const { deliveryId, webhookId } = leased
  const secrets = unsealed(deps, leased)
  if (secrets === undefined) return giveBack(database, leased, UNREADABLE_MS)
  // A process that was stopped for a while: the lease may end before the attempt does.
  if (performance.now() - leasedAt > leaseMs - timeoutMs) return
  const body = JSON.stringify(payloadOf(leased))
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Credence',
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature(secrets, { id: deliveryId, timestamp, body }),
  }
  const attempt = await send({ ...deps, timeoutMs }, { url: leased.url, headers, body }, stopped).catch(() => undefined)
  if (!attempt) return throughOutage(() => giveBack(database, leased), OUTAGE_MS) // we are stopping
  deps.onAttempt?.(attempt)
  const outcome = outcomeOf(attempt, leased.tries, Math.random())
  const { isDisabled } = await throughOutage(() => settle(database, leased, attempt, outcome), OUTAGE_MS)
  const { status, fault, milliseconds } = attempt
  const ids = { webhookId, deliveryId, attempt: leased.tries + 1 }
  if (outcome.state !== 'success') log.warn({ event: 'webhook.attempt-failed', ...ids, status, fault, milliseconds }, 'a delivery did not succeed')
  if (isDisabled) log.warn({ event: 'webhook.disabled', webhookId, isGone: outcome.isGone }, 'a webhook was disabled')
}

/** Undefined: the key that sealed them is not there. */
function unsealed({ sealing, log }: DelivererDeps, { webhookId, sealedSecret, sealedOldSecret }: Leased): string[] | undefined {
  try {
    return [sealedSecret, sealedOldSecret].flatMap((sealed) => (sealed === null ? [] : [sealing.unseal(sealed, secretPlace(webhookId))]))
  } catch (cause) {
    log.error({ event: 'webhook.secret-unreadable', webhookId, cause }, 'the secret of a webhook cannot be read')
    return undefined
  }
}
