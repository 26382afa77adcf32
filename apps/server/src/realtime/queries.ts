// What a follower asks the outbox.
import type { Sql } from '../database/pool.ts'
import type { OutboxRow } from './event-text.ts'

/** Rows behind `last`, and those that were missing, in the order of their ids: of one object, the order in which they happened. */
export async function readEvents(sql: Sql, last: number, missing: readonly number[], limit: number): Promise<OutboxRow[]> {
  const { rows } = await sql.query<OutboxRow>({
    name: 'read_events',
    text: `select id, owner, kind, payload, created_at as "createdAt"
             from (select * from outbox where id > $1 union all select * from outbox where id = any($2::bigint[])) as news
            order by id limit $3`,
    values: [last, missing, limit],
  })
  return rows
}

/** The largest id that was drawn, by whomever, committed or not. */
export async function lastDrawn(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ last: number }>({
    name: 'last_drawn',
    text: 'select case when is_called then last_value else last_value - 1 end as last from outbox_id_seq',
  })
  return rows[0]?.last ?? 0
}
/** Ids that are there among those behind `from` and up to `to`. */
export async function idsBetween(sql: Sql, from: number, to: number): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>({
    name: 'ids_between',
    text: 'select id from outbox where id > $1 and id <= $2 order by id',
    values: [from, to],
  })
  return rows.map(({ id }) => id)
}

/** A transaction id that is larger than all that were drawn before. */
export async function drawTransaction(sql: Sql): Promise<bigint> {
  const { rows } = await sql.query<{ id: string }>({ name: 'draw_transaction', text: 'select pg_current_xact_id()::text as id' })
  return BigInt(rows[0]!.id)
}
/** The oldest transaction under way. */
export async function oldestTransaction(sql: Sql): Promise<bigint> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'oldest_transaction',
    text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as id',
  })
  return BigInt(rows[0]!.id)
}
