// Whether the queue works, how much waits in it, and whether somebody can run that.
import type { HealthStatus } from '@credence/contract'
import type { Finding } from '../health/finding.ts'
import { type Abilities, isAble } from './abilities.ts'
import type { BossQueue } from './boss-queue.ts'

/** Where every slot is taken, what waits longer says that there are too few. */
const LONG_SECONDS = 60

export interface QueueCheckDeps {
  readonly queue: BossQueue
  /** Workers that are there; without abilities while they are being made ready. */
  readonly workers: () => Promise<readonly { readonly slots: number; readonly state: { readonly abilities?: Abilities } }[]>
  /** Why submissions are refused now. */
  readonly refusing: () => string | undefined
}

export async function checkQueue({ queue, workers, refusing }: QueueCheckDeps): Promise<Finding> {
  await queue.probe()
  const [backlog, needs, there] = await Promise.all([queue.backlog(), queue.needs(), workers()])
  const able = there.flatMap(({ state }) => state.abilities ?? [])
  const unrunnable = needs.filter((one) => able.length > 0 && !able.some((abilities) => isAble(abilities, one.needs)))
  const slots = there.reduce((sum, worker) => sum + worker.slots, 0)
  const isShort = backlog.some(({ queue: name, oldestSeconds, running }) => oldestSeconds > LONG_SECONDS && (name === 'build' || running >= slots))
  const faults = [
    ...(refusing() === undefined ? [] : [`submissions are refused: ${refusing()}`]),
    ...(isShort ? ['workers are fewer than the work needs'] : []),
    ...(unrunnable.length === 0 ? [] : [`no worker has what ${unrunnable.reduce((sum, { count }) => sum + count, 0)} builds or tasks need`]),
  ]
  const status: HealthStatus = faults.length === 0 ? 'healthy' : 'degraded'
  const more = {
    slots,
    ...Object.fromEntries(backlog.map(({ queue: name, ...figures }) => [name, figures])),
    ...(faults.length === 0 ? {} : { error: faults.join('; ') }),
  }
  return { status, more }
}
