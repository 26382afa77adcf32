// Notifications: all channels of a process come over one connection, and again when it was cut.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await openTestDatabase()
})
afterAll(() => server?.close())

test('channels share a connection, are heard again behind a cut one, and end it when nobody listens any more', async () => {
  const database = await server.schema()
  const heard: string[] = []
  const say = (channel: string, text: string) => database.query({ text: 'select pg_notify($1, $2)', values: [channel, text] })
  const listeners = async () =>
    (await database.query<{ pid: number }>({ text: `select pid from pg_stat_activity where query ~ '^(un)?listen '` })).rows.map(({ pid }) => pid)
  const [one, again, other] = await Promise.all([
    database.listen('one', (text) => heard.push(`one ${text}`)),
    database.listen('one', (text) => heard.push(`again ${text}`)),
    database.listen('other', (text) => heard.push(`other ${text}`)),
  ])
  const [pid, ...more] = await listeners()
  expect(more).toEqual([])
  await say('one', 'a')
  await say('other', 'b')
  await expect.poll(() => heard).toEqual(['one a', 'again a', 'other b'])

  await database.query({ text: 'select pg_terminate_backend($1)', values: [pid] })
  await expect.poll(async () => (await listeners()).filter((each) => each !== pid)).toHaveLength(1)
  await expect
    .poll(
      async () => {
        await say('other', 'c')
        return heard.includes('other c')
      },
      { timeout: 60_000 },
    )
    .toBe(true)

  const news = () => heard.filter((text) => text !== 'other c') // as often as it was said, sooner or later
  heard.length = 0
  await one.close()
  await say('one', 'd')
  await expect.poll(news).toEqual(['again d'])
  await again.close()
  const late = await database.listen('late', (text) => heard.push(`late ${text}`))
  await say('one', 'e')
  await say('late', 'f')
  await expect.poll(news).toEqual(['again d', 'late f'])
  await other.close()
  await late.close()
  await expect.poll(listeners).toEqual([])
})
