import { uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { FIRST_CHOICE } from './choice.ts'
import { drawingOf } from './drawing-of-value.ts'
import { shapeOf } from './figure.ts'
import { table, together } from './testing/examples.ts'

const drawing = (shift: number, scale = 1) => drawingOf(uxValue(together({ of: table('gauss', 6), mass: 1, shift, scale })))
const [before, after] = [drawing(0), drawing(0.5, 1.5)]
const heights = (path: string) => [...path.matchAll(/[ML][-\d.]+ ([-\d.]+)/g)].map(([, y]) => Number(y))

test('a place is read as number, density and probability; of quantiles as probability and number', () => {
  expect(before.readAt(before.geometry(FIRST_CHOICE), 0.5)).toMatch(/^0: density 0\.39\d, 50\.0 % below$/)
  expect(before.readAt(before.geometry({ ...FIRST_CHOICE, view: 'quantiles' }), 0.975)).toMatch(/^97\.5 % below 1\.9/)
})
test('the ghost of a value on its own axis is its outline', () => {
  const geometry = before.geometry(FIRST_CHOICE)
  expect(before.ghostOn(geometry)).toBe(shapeOf(geometry))
  expect(before.ghostOn(before.geometry({ ...FIRST_CHOICE, view: 'dots' }))).toBe('')
})
test('a ghost that is higher than the figure keeps its shape', () => {
  const tops = [...before.ghostOn(after.geometry(FIRST_CHOICE)).matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y))
  expect(tops.filter((y) => y < 1).length).toBeLessThan(8)
  expect(Math.min(...tops)).toBe(0)
})
test.each(['density', 'cdf', 'quantiles'] as const)('%s: a morph begins at the value before and ends at the present one', (view) => {
  const geometry = after.geometry({ ...FIRST_CHOICE, view })
  const outline = after.morph(before, geometry)
  const [begin, middle, end] = [0, 0.5, 1].map((progress) => heights(outline(progress))) as [number[], number[], number[]]
  expect(middle.every((y, i) => Math.abs(y - (begin[i]! + end[i]!) / 2) <= 0.11)).toBe(true)
  expect(heights(before.morph(after, geometry)(1))).toEqual(begin)
  expect(begin).not.toEqual(end)
})
test('a choice that was drawn before is not drawn again', () => {
  expect(before.geometry({ ...FIRST_CHOICE })).toBe(before.geometry({ ...FIRST_CHOICE }))
})
