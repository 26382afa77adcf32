// Things of users, their keys, and the samples of their topics.
import { LIMITS, newId, newKey } from '@credence/contract'
import type { User } from '../credentials/credentials.ts'
import type { Sql, Tx } from '../database/pool.ts'
import { hashOfKey } from '../keys/queries.ts'

export interface ThingRow {
  readonly thingId: string
  readonly owner: string
  readonly name: string
  readonly address: string
  /** Epoch seconds. */
  readonly reportedAt: number
  readonly createdAt: number
  readonly updatedAt: number
  /** By name. */
  readonly topics: readonly TopicRow[]
}
export interface TopicRow {
  readonly topic: string
  /** Samples that are kept, and the bytes of their lines in its file. */
  readonly kept: number
  readonly bytes: number
  /** Epoch seconds. */
  readonly updatedAt: number
}
export interface SampleRow {
  /** Epoch milliseconds. */
  readonly at: number
  /** A number as JavaScript writes it. */
  readonly value: string
}
const now = (): number => Math.floor(Date.now() / 1000)

const TOPICS = `(select coalesce(jsonb_agg(jsonb_build_object('topic', s.topic, 'kept', s.kept, 'bytes', s.bytes, 'updatedAt', s.updated_at) order by s.topic), '[]')
                   from thing_topic s where s.thing_id = t.thing_id) as topics`
const COLUMNS = `t.thing_id as "thingId", t.owner, t.name, t.local_ipv4_address as address, t.reported_at as "reportedAt",
                 t.created_at as "createdAt", t.updated_at as "updatedAt", ${TOPICS}`

export async function getThing(sql: Sql, owner: string, thingId: string): Promise<ThingRow | undefined> {
  const { rows } = await sql.query<ThingRow>({
    name: 'get_thing',
    text: `select ${COLUMNS} from thing t where t.thing_id = $2 and t.owner = $1`,
    values: [owner, thingId],
  })
  return rows[0]
}

/** The newest first. */
export async function listThings(sql: Sql, owner: string): Promise<ThingRow[]> {
  const { rows } = await sql.query<ThingRow>({
    name: 'list_things',
    text: `select ${COLUMNS} from thing t where t.owner = $1 order by t.created_at desc, t.thing_id desc`,
    values: [owner],
  })
  return rows
}

export async function countThings(sql: Sql, owner: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({ name: 'count_things', text: 'select count(*) from thing where owner = $1', values: [owner] })
  return rows[0]?.count ?? 0
}

/** @returns the text of its key, which is never seen again */
export async function createThing(tx: Tx, owner: string, name: string): Promise<{ thing: ThingRow; text: string }> {
  const { text, keyId } = newKey()
  const instant = Date.now()
  const at = Math.floor(instant / 1000)
  const thing: ThingRow = { thingId: newId('thing', instant), owner, name, address: '', reportedAt: 0, createdAt: at, updatedAt: at, topics: [] }
  await tx.query({
    name: 'create_thing',
    text: 'insert into thing (thing_id, owner, name, key_id, key_hash, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)',
    values: [thing.thingId, owner, name, keyId, hashOfKey(text), at],
  })
  return { thing, text }
}

export async function renameThing(sql: Sql, owner: string, thingId: string, name: string): Promise<void> {
  const values = [owner, thingId, name, now()]
  await sql.query({ name: 'rename_thing', text: 'update thing set name = $3, updated_at = $4 where thing_id = $2 and owner = $1', values })
}

/** With its samples. False: the owner has no such thing. */
export async function deleteThing(sql: Sql, owner: string, thingId: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'delete_thing',
    text: 'delete from thing where thing_id = $2 and owner = $1',
    values: [owner, thingId],
  })
  return rowCount === 1
}

/** Another key in the place of the one before. @returns its text; undefined: the owner has no such thing */
export async function rotateThingKey(sql: Sql, owner: string, thingId: string): Promise<string | undefined> {
  const { text, keyId } = newKey()
  const { rowCount } = await sql.query({
    name: 'rotate_thing_key',
    text: 'update thing set key_id = $3, key_hash = $4, updated_at = $5 where thing_id = $2 and owner = $1',
    values: [owner, thingId, keyId, hashOfKey(text), now()],
  })
  return rowCount === 1 ? text : undefined
}
/** False: it had none. */
export async function revokeThingKey(sql: Sql, owner: string, thingId: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'revoke_thing_key',
    text: 'update thing set key_id = null, key_hash = null, updated_at = $3 where thing_id = $2 and owner = $1 and key_id is not null',
    values: [owner, thingId, now()],
  })
  return rowCount === 1
}

export interface FoundThingKey extends User {
  readonly thing: string
  readonly secretHash: Buffer
}
export async function findThingKey(sql: Sql, keyId: string): Promise<FoundThingKey | undefined> {
  const { rows } = await sql.query<FoundThingKey>({
    name: 'find_thing_key',
    text: `select a.user_id as "userId", a.plan, t.thing_id as thing, t.key_hash as "secretHash"
             from thing t join account a on a.user_id = t.owner where t.key_id = $1`,
    values: [keyId],
  })
  return rows[0]
}

/** Of the line of a sample in the file of its topic: a comma and a line end with it. */
export const lineOf = ({ at, value }: SampleRow): string => `${at},${value}\n`
/** The first line of the file of a topic. */
export const HEADER = 'Timestamp,Value\n'

/**
 * Takes in samples behind those that are there; the oldest beyond the limit go.
 * @returns how many are kept; 'gone': there is no such thing; 'full': it has as many topics as it may
 */
export async function takeSamples(
  tx: Tx,
  thingId: string,
  topic: string,
  samples: readonly SampleRow[],
  address: string | undefined,
): Promise<number | 'gone' | 'full'> {
  const at = now()
  // Locks the thing: two of its requests neither take the last topic both, nor number their samples alike.
  const { rowCount } = await tx.query({
    name: 'thing_reports',
    text: 'update thing set reported_at = $2, local_ipv4_address = coalesce($3, local_ipv4_address) where thing_id = $1',
    values: [thingId, at, address ?? null],
  })
  if (rowCount !== 1) return 'gone'
  const before = await topicsOf(tx, thingId)
  const known = before.find((row) => row.topic === topic)
  if (!known && before.length >= LIMITS.things.topics) return 'full'
  const taken = (known?.taken ?? 0) + samples.length
  await tx.query({
    name: 'open_topic',
    text: `insert into thing_topic (thing_id, topic, taken, kept, bytes, updated_at) values ($1, $2, $3, 0, 0, $4)
           on conflict (thing_id, topic) do update set taken = excluded.taken, updated_at = excluded.updated_at`,
    values: [thingId, topic, taken, at],
  })
  await tx.query({
    name: 'add_samples',
    text: `insert into thing_sample (thing_id, topic, number, at, value)
           select $1, $2, $3 + place, at, value from unnest($4::bigint[], $5::text[]) with ordinality as given (at, value, place)`,
    values: [thingId, topic, known?.taken ?? 0, samples.map((sample) => sample.at), samples.map((sample) => sample.value)],
  })
  const dropped = await tx.query<{ bytes: number }>({
    name: 'drop_samples',
    text: `with dropped as (delete from thing_sample where thing_id = $1 and topic = $2 and number <= $3 returning at, value)
           select coalesce(sum(length(at::text) + length(value) + 2), 0)::bigint as bytes from dropped`,
    values: [thingId, topic, taken - LIMITS.things.samplesPerTopic],
  })
  const added = samples.reduce((sum, sample) => sum + lineOf(sample).length, 0)
  const kept = Math.min(taken, LIMITS.things.samplesPerTopic)
  await tx.query({
    name: 'count_topic',
    text: 'update thing_topic set kept = $3, bytes = $4 where thing_id = $1 and topic = $2',
    values: [thingId, topic, kept, (known?.bytes ?? 0) + added - (dropped.rows[0]?.bytes ?? 0)],
  })
  return kept
}
async function topicsOf(tx: Tx, thingId: string): Promise<{ topic: string; taken: number; bytes: number }[]> {
  const { rows } = await tx.query<{ topic: string; taken: number; bytes: number }>({
    name: 'topics_of_thing',
    text: 'select topic, taken, bytes from thing_topic where thing_id = $1',
    values: [thingId],
  })
  return rows
}

/** The latest, in the order in which they came. */
export async function latestSamples(sql: Sql, thingId: string, topic: string, count: number): Promise<SampleRow[]> {
  const { rows } = await sql.query<SampleRow>({
    name: 'latest_samples',
    text: `select at, value from (select number, at, value from thing_sample where thing_id = $1 and topic = $2 order by number desc limit $3) latest
            order by number`,
    values: [thingId, topic, count],
  })
  return rows
}

/** False: there is no such topic. */
export async function deleteTopic(sql: Sql, thingId: string, topic: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'delete_topic',
    text: 'delete from thing_topic where thing_id = $1 and topic = $2',
    values: [thingId, topic],
  })
  return rowCount === 1
}
