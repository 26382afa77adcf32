import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Gaps } from './gaps.ts'

test('ids seen in order leave no gap', () => {
  const gaps = new Gaps(5)
  for (const id of [6, 7, 8]) gaps.see(id)
  expect(gaps).toMatchObject({ last: 8, missing: [], hasUnfenced: false })
})
test('an id that is passed over is missing until it is seen', () => {
  const gaps = new Gaps(5)
  gaps.see(8)
  expect(gaps).toMatchObject({ last: 8, missing: [6, 7] })
  gaps.see(6)
  expect(gaps.missing).toEqual([7])
})
test('a gap is settled when no transaction is under way that could fill it, and not before', () => {
  const gaps = new Gaps(5)
  gaps.see(7)
  expect(gaps.settledBy(1000n)).toEqual([])
  gaps.fence(90n)
  expect(gaps.settledBy(89n)).toEqual([])
  expect(gaps.settledBy(90n)).toEqual([6])
  gaps.forget([6])
  expect(gaps.missing).toEqual([])
})
test('a fence holds for the gaps that were there when it was drawn', () => {
  const gaps = new Gaps(5)
  gaps.see(7)
  gaps.fence(90n)
  gaps.see(9)
  expect(gaps.hasUnfenced).toBe(true)
  expect(gaps.settledBy(90n)).toEqual([6])
  gaps.fence(95n)
  expect(gaps.settledBy(94n)).toEqual([6])
})
test('a jump over very many ids gives up the oldest and says how many', () => {
  const gaps = new Gaps(0)
  expect(gaps.see(150_001)).toBe(50_000)
  expect(gaps.missing).toHaveLength(100_000)
  expect(gaps.see(150_003)).toBe(1)
})
test('what was not seen up to the last id is missing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (ids) => {
      const gaps = new Gaps(0)
      for (const id of ids) gaps.see(id)
      const last = Math.max(...ids)
      const missing = Array.from({ length: last }, (_, at) => at + 1).filter((id) => !ids.includes(id))
      expect(gaps.missing.toSorted((a, b) => a - b)).toEqual(missing)
    }),
  )
})
