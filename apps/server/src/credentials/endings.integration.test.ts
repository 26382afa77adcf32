// Two API processes on one database: what is ended at one works at the other no longer.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let one: TestPlatform
let two: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'] }) // it stands still: what is known never becomes too old by itself
  one = await openTestPlatform(server, { workers: 0 })
  const { database } = one
  two = await openTestPlatform({ ...server, schema: async () => database }, { workers: 0 })
})
afterAll(async () => {
  vi.useRealTimers()
  await two?.close()
  await one?.close()
  await server?.close()
})

test('a key that is deleted in one process is refused by the others before they would look it up again', async () => {
  const millisecondsUntilRefused = async (): Promise<number> => {
    const { json } = await one.call('POST', '/keys', { body: { Name: 'short-lived', ValidUntil: null } })
    const as = { userId: one.owner.userId, key: json.Key }
    const looked = Date.now()
    expect((await two.call('GET', '/users/me', { as })).status).toBe(200)
    expect((await one.call('DELETE', `/keys/${json.KeyID}`)).status).toBe(200)
    await expect.poll(async () => (await two.call('GET', '/users/me', { as })).status, { interval: 5 }).toBe(401)
    return Date.now() - looked
  }
  // A busy machine may take as long as a look holds; without word from the other process none of these is quicker.
  let quickest = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 20 && quickest >= 1500; tries++) quickest = Math.min(quickest, await millisecondsUntilRefused())
  expect(quickest).toBeLessThan(1500)
})
