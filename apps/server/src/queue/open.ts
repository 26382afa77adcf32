// The queue with the limits of the settings.
import type { Config } from '../config.ts'
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { type BossQueue, openQueue } from './boss-queue.ts'

export function openQueueOf(config: Config, database: Database, log: Log): Promise<BossQueue> {
  const { buildWallSeconds, taskWallSeconds } = config.limits
  const running = Object.fromEntries(Object.entries(config.plans).map(([plan, limits]) => [plan, Math.max(1, limits.running)]))
  return openQueue({ database, log, attemptSeconds: Math.max(buildWallSeconds, taskWallSeconds), running })
}
