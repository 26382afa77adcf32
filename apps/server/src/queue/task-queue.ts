// The queue as the platform sees it: five methods over whatever hands out leases. Truth about builds and tasks is in our tables; a lease
// only says who may work on one now. Delivery is at least once: every write of a result is fenced by the attempt of its lease.
import type { Tx } from '../database/pool.ts'
import type { Abilities, Needs } from './abilities.ts'

export const QUEUES = ['build', 'task', 'probe'] as const
export type QueueName = (typeof QUEUES)[number]

export interface Lease<Queue extends QueueName = QueueName> {
  readonly queue: Queue
  /** The id of the build or task. */
  readonly id: string
  /** Of the request that made the job, for logs. */
  readonly requestId?: string
  /** 1 for the first try; grows with every lease of the same job. */
  readonly attempt: number
  /** Aborts when the lease is lost or the job is cancelled. */
  readonly signal: AbortSignal
  /** Lets another job have the slot before the handler returns: what is left is waiting for disk and database. */
  readonly release: () => void
}

export interface Job {
  readonly queue: QueueName
  readonly id: string
  readonly owner: string
  readonly plan: string
  readonly requestId?: string
  /** Absent: any worker may take it. */
  readonly needs?: Needs
}
/** Who takes: absent abilities take everything. */
export interface Taker {
  /** Jobs of one account at a time here, at most: the other slots are always for others. */
  readonly ofOne?: number
  readonly abilities?: Abilities
  /** Bytes that may be given to jobs now, beside those that run. Default: without bound. */
  readonly freeMemory?: () => number
}

export interface TaskQueue {
  /** Makes jobs available when `tx` commits, and not before. A job that is there already stays as it is. */
  enqueue(tx: Tx, jobs: readonly Job[]): Promise<void>
  /**
   * Works on up to `slots` jobs at a time, and of one account, on all machines together, as many as
   * its plan runs: fairness and no bound, since fetches at the same moment do not see each other's jobs.
   * A handler that throws gives its job back for another attempt.
   */
  take<Queue extends QueueName>(queue: Queue, slots: number, run: (lease: Lease<Queue>) => Promise<void>, taker?: Taker): Promise<void>
  /** Ends the job with `tx`. False: the lease is no longer valid, and the result must be discarded. */
  finish(tx: Tx, lease: Pick<Lease, 'queue' | 'id' | 'attempt'>): Promise<boolean>
  /** Whether nobody works on the job: it was not taken yet, or given back. Then nobody takes it until `tx` ends. */
  isWaiting(tx: Tx, queue: QueueName, id: string): Promise<boolean>
  /** Takes the job out of the queue with `tx`; if somebody works on it, their signal aborts. */
  cancel(tx: Tx, queue: QueueName, id: string): Promise<void>
  /**
   * Gives a lease back, for the next attempt after `pauseMs` (default 0) at the earliest: in the queue, where it holds no slot.
   * False: it had been given back already.
   */
  abandon(tx: Tx, lease: Pick<Lease, 'queue' | 'id' | 'attempt'>, pauseMs?: number): Promise<boolean>
}
