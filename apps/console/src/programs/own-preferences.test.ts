import { expect, test } from 'vitest'
import { keyOfPin, MOST_PINS, movedPin, PINS, type Pin, togglePin } from './pins.ts'
import { RUN_NAMES, renamed, valueKey } from './run-names.ts'

const task = `tsk_${'a'.repeat(32)}`
const pin = (value: number): Pin => ({ task, value, name: `v${value}` })

test('a name is kept as the latest; an empty one is taken away; at most a thousand stay', () => {
  expect(renamed({ a: 'x' }, 'b', '  y ')).toEqual({ a: 'x', b: 'y' })
  expect(renamed({ a: 'x' }, 'a', ' ')).toEqual({})
  const many = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`k${i}`, 'n']))
  const names = renamed(many, 'new', 'n')
  expect([Object.keys(names).length, Object.keys(names).at(-1), 'k0' in names]).toEqual([1000, 'new', false])
  expect(valueKey(task, 2)).toBe(`${task}#3`)
  expect(RUN_NAMES.read({ a: 'x', b: 5 })).toEqual({ a: 'x' })
  expect([RUN_NAMES.read(undefined), RUN_NAMES.read('text')]).toEqual([{}, {}])
})
test('what is kept as pins and is none is dropped', () => {
  expect(PINS.read([pin(0), { task: 'tsk_', value: 1 }, { repository: `rep_${'b'.repeat(32)}`, name: 'oil' }, null])).toEqual([
    pin(0),
    { repository: `rep_${'b'.repeat(32)}`, name: 'oil' },
  ])
  expect(PINS.read({})).toEqual([])
})
test('pinning again unpins; pins move within their list', () => {
  const pins = [pin(0), pin(1), pin(2)]
  expect(togglePin(pins, pin(3)).map(keyOfPin).at(-1)).toBe(`${task}#4`)
  expect(togglePin(pins, pin(1))).toEqual([pin(0), pin(2)])
  expect(movedPin(pins, pin(0), 1)).toEqual([pin(1), pin(0), pin(2)])
  expect(movedPin(pins, pin(0), -1)).toBe(pins)
  expect(movedPin(pins, pin(2), -5)).toEqual([pin(2), pin(0), pin(1)])
  const full = Array.from({ length: MOST_PINS }, (_, i) => pin(i))
  expect(togglePin(full, pin(99))).toHaveLength(MOST_PINS)
})
