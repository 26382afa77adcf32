import type { BossQueue } from './boss-queue.ts'
import { checkQueue } from './check.ts'

export const queueFeature = (queue: BossQueue) => ({ checks: { queue: () => checkQueue(queue) } })
