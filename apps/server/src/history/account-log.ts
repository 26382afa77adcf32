// What happened to an account, for its owner to read: who signed in from where, which keys came and went.
import type { IncomingHttpHeaders } from 'node:http'
import type { AccountEvent } from '@credence/contract'
import type { Sql } from '../database/pool.ts'

const KEPT_MS = 400 * 86_400_000

/** From where a request came. */
export interface Client {
  readonly address: string
  readonly headers: IncomingHttpHeaders
}
export interface LoggedEvent {
  readonly at: number
  readonly eventType: string
  readonly response: string
  readonly ipAddress: string
  readonly deviceName: string
}

/** Also removes what is older than 400 days. */
export async function logEvent(sql: Sql, owner: string, event: AccountEvent, client: Client, response: 'Pass' | 'Fail' = 'Pass'): Promise<void> {
  const now = Date.now()
  await sql.query({
    name: 'log_event',
    text: `with old as (delete from account_log where owner = $1 and at < $7)
           insert into account_log (owner, at, event_type, response, ip_address, device_name)
           select user_id, $2, $3, $4, $5, $6 from account where user_id = $1`,
    values: [owner, now, event, response, client.address, deviceOf(client.headers['user-agent']), now - KEPT_MS],
  })
}

/** Newest first, both ends inclusive. */
export async function listEvents(
  sql: Sql,
  owner: string,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<{ events: LoggedEvent[]; total: number }> {
  const { rows } = await sql.query<LoggedEvent & { total: number }>({
    name: 'list_events',
    text: `select at, event_type as "eventType", response, ip_address as "ipAddress", device_name as "deviceName", count(*) over () as total
             from account_log where owner = $1 and at between $2 and $3 order by at desc, id desc limit $4`,
    values: [owner, from, to, limit],
  })
  return { events: rows, total: rows[0]?.total ?? 0 }
}

const BROWSERS = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari', curl: 'curl', node: 'Node' } as const
const SYSTEMS = { Android: 'Android', iPhone: 'iOS', iPad: 'iOS', Windows: 'Windows', 'Mac OS X': 'macOS', Linux: 'Linux' } as const

/** `Firefox on Linux`, as far as a User-Agent says it; empty for one that says nothing. */
export function deviceOf(agent = ''): string {
  const named = (words: Readonly<Record<string, string>>, behind: string) =>
    Object.entries(words).find(([word]) => agent.includes(word + behind))?.[1]
  const browser = named(BROWSERS, '/') ?? (agent === '' ? '' : 'other')
  const system = named(SYSTEMS, '')
  return system === undefined ? browser : `${browser} on ${system}`
}
