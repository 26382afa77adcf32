// Connections to PostgreSQL: one pool per process, transactions, and a listener for notifications.
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { whileThere } from './outage.ts'

/** What runs statements: the pool, or the connection of one transaction. */
export interface Sql {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>>
}
export interface Statement {
  /** Of the prepared statement: each connection parses and plans the text once. */
  readonly name?: string
  readonly text: string
  readonly values?: unknown[]
  /** Until it counts as lost with its connection. Default: 10 s. */
  readonly patienceMs?: number
}
/** A connection inside a transaction. */
export interface Tx extends Sql {
  /**
   * Runs a statement after those before it, and waits for nothing: should it fail, the transaction fails at its end. The last statements of a
   * transaction travel with its commit, so what they lock is locked for no longer than the commit takes, however busy this process is.
   */
  send(statement: Statement): void
}

/** Its methods throw `DatabaseAway` while PostgreSQL does not answer. */
export interface Database extends Sql {
  /** Runs `work` between begin and commit; rolled back when it throws. `DatabaseAway` at the commit: it may have been committed or not. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Calls `heard` for every notification on `channel`, on a connection that is made again when it breaks; all channels share one. */
  listen(channel: string, heard: (payload: string) => void): Promise<{ close(): Promise<void> }>
  readonly url: string
  readonly schema: string
  close(): Promise<void>
}

/** A statement that has no answer for so long has lost its connection: its packets go nowhere, and TCP by itself would wait for a quarter of an hour. */
const ANSWER_MS = 10_000
/** For statements that may take their time, as those that change tables do, or wait for others that do: ten minutes. */
export const LONG_MS = 600_000
/** Both ends notice when the other is gone or cut off. */
export const WATCHED = { keepAlive: true, keepAliveInitialDelayMillis: 5000, query_timeout: ANSWER_MS } as const
/**
 * PostgreSQL ends a session whose client is gone, and a transaction whose client has stopped in the middle of it, frozen or cut off: it holds locks that others wait for.
 * In milliseconds, keep-alive in seconds.
 */
const SESSION = {
  idle_in_transaction_session_timeout: 5000,
  tcp_user_timeout: 10_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
} as const

pg.types.setTypeParser(pg.types.builtins.INT8, Number) // our bigints (times in ms, byte and instruction counts) stay below 2^53

export function openDatabase(options: { url: string; schema: string; connections: number; log: Log }): Database {
  const { url, schema, log } = options
  const connection = {
    connectionString: url,
    options: Object.entries({ search_path: schema, ...SESSION })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: 10_000,
    ...WATCHED,
    pipeline: true, // a statement is sent when it is asked for, not when the one before it was answered
  }
  const pool = new pg.Pool({ ...connection, max: options.connections })
  // Without a listener a connection dropped by the server ends the process; the pool's own one is taken off while a connection is in use.
  pool.on('error', (cause) => log.warn({ event: 'database.connection-lost', cause }, 'an idle connection was dropped'))
  pool.on('connect', (client) => client.on('error', () => {})) // who uses it hears of it by the statement that fails
  const ears = openEars(connection, log)
  return {
    url,
    schema,
    query: (statement) => whileThere(pool.query(asked(statement))),
    async transaction(work) {
      const client = await whileThere(pool.connect())
      let broken: Error | undefined
      const sent: Promise<unknown>[] = []
      const send = (statement: Statement): void => {
        const answer = whileThere(client.query(asked(statement)))
        answer.catch(() => {}) // heard of below
        sent.push(answer)
      }
      try {
        send({ text: 'begin' })
        const result = await work({ query: (statement) => whileThere(client.query(asked(statement))), send })
        send({ text: 'commit' }) // after a statement that failed, PostgreSQL takes it for a rollback
        await Promise.all(sent)
        return result
      } catch (error) {
        await client.query('rollback').catch((lost: Error) => {
          broken = lost
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    listen: (channel, heard) => ears.listen(channel, heard),
    async close() {
      await Promise.all([ears.close(), pool.end()])
    },
  }
}

const asked = ({ patienceMs, ...statement }: Statement) => (patienceMs === undefined ? statement : { ...statement, query_timeout: patienceMs })

interface Ears {
  listen(channel: string, heard: (payload: string) => void): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}
/**
 * One connection for all channels of a process, made when the first is asked for, and again when it breaks. PostgreSQL wakes every connection that listens, to whatever, at
 * every notification.
 */
function openEars(connection: pg.ClientConfig, log: Log): Ears {
  const channels = new Map<string, Set<(payload: string) => void>>()
  let client: pg.Client | undefined
  let connecting: Promise<void> | undefined
  const connect = async (): Promise<void> => {
    const next = new pg.Client(connection)
    next.on('error', (cause) =>
      log.warn({ event: 'database.listener-lost', channels: [...channels.keys()], cause }, 'the listening connection broke'),
    )
    next.on('end', () => {
      if (client === next) client = undefined
      if (channels.size > 0) setTimeout(() => connected().catch(() => {}), 500).unref() // its own end tries again
    })
    next.on('notification', ({ channel, payload = '' }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload)
    })
    await next.connect()
    try {
      for (const channel of channels.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (cause) {
      await next.end()
      throw cause
    }
    client = next
  }
  const connected = async (): Promise<void> => {
    if (client || channels.size === 0) return
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
    await connecting
  }
  const forget = (channel: string, heard: (payload: string) => void): void => {
    const all = channels.get(channel)
    all?.delete(heard)
    if (all?.size === 0) channels.delete(channel)
  }
  const close = async (): Promise<void> => {
    channels.clear()
    await connecting?.catch(() => {})
    await client?.end()
  }
  return {
    async listen(channel, heard) {
      const isNew = !channels.has(channel)
      const all = channels.get(channel) ?? new Set()
      channels.set(channel, all.add(heard))
      try {
        if (client && isNew) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
        else await connected()
      } catch (cause) {
        forget(channel, heard)
        throw cause
      }
      return {
        async close() {
          forget(channel, heard)
          if (channels.size === 0) await close()
          else if (!channels.has(channel)) await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {}) // it broke
        },
      }
    },
    close,
  }
}
