import { expect, test } from 'vitest'
import { channelName, readChannel } from './events.ts'
import { ID, type IdKind, isId, newId, randomDigits, withoutPrefix } from './ids.ts'

test.each(Object.keys(ID) as IdKind[])('a new %s id has its prefix and 32 hexadecimal digits', (kind) => {
  const id = newId(kind)
  expect(id).toMatch(new RegExp(`^${ID[kind]}[0-9a-f]{32}$`))
  expect(isId(kind, id)).toBe(true)
  expect(newId(kind)).not.toBe(id)
})
test.each([1, 27, 32, 64])('%d random digits are so many, and others each time', (count) => {
  expect(randomDigits(count)).toMatch(new RegExp(`^[0-9a-f]{${count}}$`))
  expect(new Set(Array.from({ length: 200 }, () => randomDigits(count))).size).toBeGreaterThan(count === 1 ? 8 : 199)
})
test('ids that are made in the same second are in the order of making, and differ within eight digits', () => {
  const second = 1_767_323_045_000
  const times = [0, 0, 0, 1, 1, 7, 40, 500, 999, 999].map((milliseconds) => second + milliseconds)
  const ids = times.map((at) => newId('core', at))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map((id) => id.slice(0, 12))).size).toBe(ids.length)
  expect(newId('core', second + 1000) < ids.at(-1)!).toBe(true) // another second: the time of creation comes first
})
test('ids that are read may hold any lower-case alphanumerics', () => {
  expect(isId('task', `tsk_${'z'.repeat(32)}`)).toBe(true)
  expect(isId('task', `tsk_${'Z'.repeat(32)}`)).toBe(false)
  expect(isId('task', `bld_${'a'.repeat(32)}`)).toBe(false)
})
test('a channel is named by the user without prefix, and read in every form', () => {
  const user = newId('user')
  expect(channelName('task-status', user)).toBe(`task-status/${withoutPrefix(user)}`)
  for (const name of [`task-status/${withoutPrefix(user)}`, `/task-status/${user}`])
    expect(readChannel(name)).toEqual({ kind: 'task-status', userId: user })
  expect(readChannel(`gossip/${user}`)).toBeUndefined()
})
