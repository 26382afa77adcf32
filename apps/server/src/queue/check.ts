// Whether the queue works.
import type { Finding } from '../health/finding.ts'
import type { BossQueue } from './boss-queue.ts'

export async function checkQueue(queue: BossQueue): Promise<Finding> {
  await queue.probe()
  return { status: 'healthy' }
}
