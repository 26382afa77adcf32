// Values of trace variables: which are recorded, and which of them all paths have a part in.
import { LIMITS } from '@credence/contract/limits'
import { expect, test } from 'vitest'
import type { Key, Printed } from '../paths/prints.ts'
import { createMatching, createOthers, createRecorder, OTHERS, type RecordValue, withinRoom } from './trace.ts'

const pass = (record: RecordValue, variable: number, particle: number, { tail = '', isUnsettled = false, element = 0 } = {}) =>
  record(
    variable,
    element,
    () => ({ particle }),
    () => tail,
    isUnsettled,
  )
const told = () => {
  const keys: Key[] = []
  const tell = (key: Key, _: () => Printed) => keys.push(key)
  return { keys, tell }
}

test('a run without trace variables recorded nothing', () => {
  const recorded = createRecorder().recorded()
  expect(recorded.traced()).toBeUndefined()
  expect(recorded.traced(() => 'Ux00')).toBeUndefined()
})
test('each pass is a record of its own; those behind the first decision against samples get the text of all paths', () => {
  const { record, recorded } = createRecorder()
  pass(record, 1, 0.5, { tail: 'Ux01' })
  pass(record, 1, 2, { isUnsettled: true })
  pass(record, 1, Number.NaN, { element: 3, isUnsettled: true })
  const values = (tailOf?: () => string) =>
    recorded()
      .traced(tailOf)!
      .values.map(({ element, pass: number, value }) => [element, number, value])
  const places = [
    [0, 0],
    [0, 1],
    [3, 0],
  ] as const
  expect(values()).toEqual(places.map((place, i) => [...place, ['0.5Ux01', '2', 'NaN'][i]]))
  expect(values(() => 'Ux02')).toEqual(places.map((place, i) => [...place, ['0.5Ux01', '2Ux02', 'NaNUx02'][i]]))
  expect([...recorded().keys]).toHaveLength(2)
  expect(Object.keys(recorded().traced()!.values[1]!)).toEqual(['variable', 'element', 'pass', 'path', 'value'])
})
test('another path has a part in what is unsettled; where it passes a line more often, its values are its own', () => {
  const { record, recorded } = createRecorder()
  pass(record, 0, 1)
  pass(record, 0, 2, { isUnsettled: true })
  const { keys, tell } = told()
  const adopted: Key[] = []
  const others = createOthers({ adopt: (key) => adopted.push(key) })
  const other = createMatching(recorded(), { tell }, others)
  pass(other.record, 0, 1)
  expect(keys).toEqual([])
  pass(other.record, 0, 9)
  expect(keys).toEqual([...recorded().keys])
  expect(adopted).toEqual([])
  pass(other.record, 0, 9)
  expect([keys.slice(1), other.isAstray()]).toEqual([adopted, false])
  const own = { variable: 0, element: 0, pass: 2, path: OTHERS, value: '9Ux01' }
  expect(others.values(() => '9Ux01')).toEqual([own])
  expect(others.values(() => undefined)).toEqual([])
  expect(recorded().traced(undefined, [own])!.values.at(-1)).toEqual(own)
})
test('passes beyond the limit are counted, and no path is astray for them', () => {
  const { record, recorded } = createRecorder()
  for (let i = 0; i < LIMITS.trace.records + 2; i++) pass(record, 0, i)
  const { values, more } = recorded().traced()!
  expect([values.length, more]).toEqual([LIMITS.trace.records, 2])
  const other = createMatching(recorded(), told(), createOthers({ adopt: () => {} }))
  for (let i = 0; i < LIMITS.trace.records + 2; i++) pass(other.record, 0, i)
  expect(other.isAstray()).toBe(false)
})
test('texts of all paths that are longer than those of the particle keep to the limit', () => {
  const { record, recorded } = createRecorder()
  for (let i = 0; i < 33; i++) pass(record, 0, i, { isUnsettled: true })
  const million = 'x'.repeat(999_998) // with a number of one or two digits behind the first ten
  const { values, more } = recorded().traced(() => million)!
  expect([values.length, more]).toEqual([32, 1])
  expect(withinRoom(values, 5)).toEqual({ values, more: 5 })
})
