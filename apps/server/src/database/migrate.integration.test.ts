import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { dumpSchema } from './dump.ts'
import { migrate, migrations } from './migrate.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await openTestDatabase()
})
afterAll(() => server.close())

test('all migrations lead to the golden schema', async () => {
  await expect(await dumpSchema(await server.schema())).toMatchFileSnapshot('golden/schema.txt')
})
test('running them twice changes nothing', async () => {
  const database = await server.schema()
  const before = await dumpSchema(database)
  expect(await migrate(database)).toEqual([])
  expect(await dumpSchema(database)).toBe(before)
})
test('two processes that start at once run each migration once', async () => {
  const database = await server.schema()
  await database.query({ text: `drop schema ${database.schema} cascade` })
  const ran = (await Promise.all([migrate(database), migrate(database), migrate(database)])).flat()
  expect(ran.sort()).toEqual(migrations().map(({ name }) => name))
})
test('a newer release may run beside this one on its schema, unless its migration says that it breaks older ones', async () => {
  const database = await server.schema()
  await database.query({ text: `insert into migration (name) values ('9998_adds.sql')` })
  expect(await migrate(database)).toEqual([])
  await database.query({ text: `insert into migration (name, breaks) values ('9999_breaks.sql', true)` })
  await expect(migrate(database)).rejects.toThrow(/newer release \(migration 9999_breaks\.sql\)/)
})
test('migrations that take away say whether the release before goes on working', () => {
  const takes = /^(?!--).*\b(drop (table|column|schema|type)|rename (to|column)|alter column \w+ (type|set not null))\b/im
  const silent = migrations().filter(({ text, breaks }) => takes.test(text) && !breaks && !/^-- .*Old code goes on working/m.test(text))
  expect(silent.map(({ name }) => name)).toEqual([])
})
test('files have a number each, of four digits, and open with their own name', () => {
  const numbers = migrations().map(({ name }) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
  migrations().forEach(({ name, text }) => {
    expect(name).toMatch(/^\d{4}_[a-z_]+\.sql$/)
    expect(text.startsWith(`-- ${name.replace('.sql', '')}: `)).toBe(true)
  })
})
