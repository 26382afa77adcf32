import { createHash } from 'node:crypto'
import { newKey } from '@credence/contract'
import type { QueryResultRow } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import type { Sql } from '../database/pool.ts'
import { openKnownKeys } from './known-keys.ts'

const { text, keyId } = newKey()
const secretHash = createHash('sha256').update(text).digest()
const user = { userId: 'usr_1', plan: 'FreeTier' }
let looks = 0
let row: QueryResultRow | undefined
let clock = 0
let whileLooking = () => {}
const sql: Sql = {
  async query<Row extends QueryResultRow>() {
    looks++
    const rows = (row ? [row] : []) as Row[]
    await Promise.resolve()
    whileLooking()
    return { rows, rowCount: rows.length, command: '', oid: 0, fields: [] }
  },
}
beforeEach(() => {
  looks = 0
  row = { ...user, secretHash, validUntil: null }
  clock = 1_700_000_000_000
  whileLooking = () => {}
})
const open = () => openKnownKeys(sql, () => clock)

test('a key is looked up once in two seconds, and one that another process deleted is no longer known then', async () => {
  const keys = open()
  for (let i = 0; i < 5; i++) expect(await keys.userOf(text)).toEqual(user)
  expect(looks).toBe(1)
  row = undefined
  clock += 1999
  expect(await keys.userOf(text)).toEqual(user)
  clock += 1
  expect(await keys.userOf(text)).toBeUndefined()
})
test('a key that was deleted here is unknown at once, also when it was being looked up', async () => {
  const keys = open()
  await keys.userOf(text)
  row = undefined
  keys.forget(keyId)
  expect(await keys.userOf(text)).toBeUndefined()
  row = { ...user, secretHash, validUntil: null }
  whileLooking = () => {
    row = undefined
    keys.forget(keyId)
  }
  await keys.userOf(text) // it was valid when it was asked for
  whileLooking = () => {}
  expect(await keys.userOf(text)).toBeUndefined()
})
test('a known key with another secret is nobody', async () => {
  const keys = open()
  await keys.userOf(text)
  const forged = text.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  expect(await keys.userOf(forged)).toBeUndefined()
  expect(await keys.userOf('scce_')).toBeUndefined()
})
test('a known key ends with its time', async () => {
  row = { ...user, secretHash, validUntil: clock / 1000 + 1 }
  const keys = open()
  expect(await keys.userOf(text)).toEqual(user)
  clock += 1000
  expect(await keys.userOf(text)).toBeUndefined()
  expect(looks).toBe(1)
})
