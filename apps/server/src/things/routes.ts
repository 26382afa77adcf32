// Things of the caller, and what they post.
import { errors, isTopic, planRefusal, type Thing, type thingOperations } from '@credence/contract'
import type { Config } from '../config.ts'
import { lockAccount } from '../database/lock-account.ts'
import type { Database, Sql } from '../database/pool.ts'
import { logEvent } from '../history/account-log.ts'
import type { Handlers } from '../http/handler.ts'
import {
  countThings,
  createThing,
  deleteThing,
  deleteTopic,
  getThing,
  HEADER,
  latestSamples,
  listThings,
  renameThing,
  revokeThingKey,
  rotateThingKey,
  type ThingRow,
  type TopicRow,
  takeSamples,
} from './queries.ts'

export interface ThingDeps {
  readonly database: Database
  readonly config: Config
  /** Keys of its things are looked up anew. */
  readonly forgetUser: (userId: string) => void
}

export function thingRoutes({ database, config, forgetUser }: ThingDeps): Handlers<typeof thingOperations> {
  return {
    async listThings({ user }) {
      const rows = await listThings(database, user.userId)
      return { things: rows.map(asThing), count: rows.length }
    },
    createThing: ({ user, body, keep, ...client }) =>
      database.transaction(async (tx) => {
        await lockAccount(tx, user.userId)
        if ((await countThings(tx, user.userId)) >= config.plans[user.plan].things) throw planRefusal('things')
        const { thing, text } = await createThing(tx, user.userId, body.Name)
        await logEvent(tx, user.userId, 'ThingKeyCreated', client)
        const made = { ...asThing(thing), Key: text }
        keep(tx, made)
        return made
      }),
    getThing: async ({ user, path }) => asThing(await thingOf(database, user.userId, path.ThingID)),
    updateThing: ({ user, path, body }) =>
      database.transaction(async (tx) => {
        await lockAccount(tx, user.userId)
        const thing = await thingOf(tx, user.userId, path.ThingID)
        if (body.Name === undefined || body.Name === thing.name) throw errors.nothingToUpdate()
        await renameThing(tx, user.userId, path.ThingID, body.Name)
        return { message: 'OK' }
      }),
    async deleteThing({ user, path }) {
      if (!(await deleteThing(database, user.userId, path.ThingID))) throw errors.thingNotFound()
      forgetUser(user.userId)
      return { message: 'OK' }
    },
    async rotateThingKey({ user, path, keep, ...client }) {
      const made = await database.transaction(async (tx) => {
        const rotated = await rotateThingKey(tx, user.userId, path.ThingID)
        if (rotated === undefined) throw errors.thingNotFound()
        await logEvent(tx, user.userId, 'ThingKeyCreated', client)
        const made = { ThingID: path.ThingID, Key: rotated }
        keep(tx, made)
        return made
      })
      forgetUser(user.userId)
      return made
    },
    async revokeThingKey({ user, path, ...client }) {
      await database.transaction(async (tx) => {
        await thingOf(tx, user.userId, path.ThingID)
        if (!(await revokeThingKey(tx, user.userId, path.ThingID))) throw errors.keyNotFound()
        await logEvent(tx, user.userId, 'ThingKeyDeleted', client)
      })
      forgetUser(user.userId)
      return { message: 'OK' }
    },
    async postThingSamples({ user, path: { ThingID, Topic }, body, keep }) {
      if (!isTopic(Topic)) throw errors.malformedField('Topic')
      if (user.thing !== ThingID) throw errors.thingNotFound()
      const arrived = Date.now()
      const samples = body.Samples.map(({ Value, Timestamp = arrived }) => ({ at: Timestamp, value: String(Value) }))
      return database.transaction(async (tx) => {
        const kept = await takeSamples(tx, ThingID, Topic, samples, body.local_ipv4_address)
        if (kept === 'gone') throw errors.thingNotFound()
        if (kept === 'full') throw errors.tierLimit()
        const taken = { Topic, SampleCount: kept }
        keep(tx, taken)
        return taken
      })
    },
    async listThingSamples({ user, path: { ThingID, Topic }, query }) {
      const { topics } = await thingOf(database, user.userId, ThingID)
      if (!topics.some(({ topic }) => topic === Topic)) throw errors.topicNotFound()
      const rows = await latestSamples(database, ThingID, Topic, query.count ?? 0)
      return { Samples: rows.map(({ at, value }) => ({ Timestamp: at, Value: asSample(value) })), Count: rows.length }
    },
    async deleteThingTopic({ user, path }) {
      await thingOf(database, user.userId, path.ThingID)
      if (!(await deleteTopic(database, path.ThingID, path.Topic))) throw errors.topicNotFound()
      return { message: 'OK' }
    },
    async listThingFiles({ user, path }) {
      const { topics } = await thingOf(database, user.userId, path.ThingID)
      const files = topics.map((row) => ({ name: fileOf(row.topic), size: sizeOf(row), lastModified: row.updatedAt, path: fileOf(row.topic) }))
      return { files, count: files.length }
    },
  }
}

/** @throws ApiError 404 */
async function thingOf(sql: Sql, owner: string, thingId: string): Promise<ThingRow> {
  const thing = await getThing(sql, owner, thingId)
  if (!thing) throw errors.thingNotFound()
  return thing
}

/** In the directory of a task. */
export const fileOf = (topic: string): string => `${topic}.csv`
export const sizeOf = ({ bytes }: TopicRow): number => HEADER.length + bytes

/** JSON has no NaN and no infinities. */
const asSample = (value: string) => (value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? value : Number(value))

const asThing = (row: ThingRow): Thing => ({
  Object: 'Thing',
  ThingID: row.thingId,
  Owner: row.owner,
  CreatedAt: row.createdAt,
  UpdatedAt: row.updatedAt,
  Name: row.name,
  ThingStatus: { local_ipv4_address: row.address, updated_at: row.reportedAt },
  Topics: row.topics.map(({ topic, kept, updatedAt }) => ({ Name: topic, SampleCount: kept, UpdatedAt: updatedAt })),
})
