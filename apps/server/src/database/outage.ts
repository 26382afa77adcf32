// PostgreSQL may die, restart or be cut off at any moment. What that looks like to `pg` is told apart here from statements that PostgreSQL refuses,
// and work that may be repeated waits here until it is back.
import { setTimeout as sleep } from 'node:timers/promises'

const AGAIN_MS = 100
/** For what an attempt has done or is about to do. Leases do not end while PostgreSQL is away; longer than this, whoever is there when it comes back may as well begin anew. */
export const ATTEMPT_MS = 60_000

/** PostgreSQL does not answer now: it is gone, starts or stops, has no connection free, or broke the one in use. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('PostgreSQL does not answer', { cause })
    this.name = 'DatabaseAway'
  }
}

/** What `asked` gives; `DatabaseAway` in place of the many ways in which `pg` says that. */
export async function whileThere<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (cause) {
    throw isAway(cause) ? new DatabaseAway(cause) : cause
  }
}

/**
 * Runs `work` again while the database is away.
 * @param work        safe to repeat: its last transaction may have been committed although it threw
 * @param patienceMs  then `DatabaseAway` is thrown after all
 * @param signal      likewise, at once
 */
export async function throughOutage<T>(work: () => Promise<T>, patienceMs: number, signal?: AbortSignal): Promise<T> {
  for (const end = performance.now() + patienceMs; ; await sleep(AGAIN_MS)) {
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof DatabaseAway) || performance.now() > end || signal?.aborted) throw cause
    }
  }
}

/** Of connections that could not be made or broke (libuv), and SQLSTATE of a server that starts, stops, crashed, or ended one that was silent. */
const CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ENOTCONN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '25P03'],
])
/** `pg` and its pool give these no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed))/

function isAway(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code = '' } = cause as { code?: string }
  // 08: connection exceptions; 53: no disk, memory or connection left
  return CODES.has(code) || /^(08|53)/.test(code) || MESSAGES.test(cause.message)
}
