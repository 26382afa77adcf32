import { uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { DASHES, MOST_OVERLAID, overlayGeometry } from './overlay.ts'
import { table, together } from './testing/examples.ts'

const shifted = (shift: number, scale = 1) => uxValue(together({ of: table('gauss', 6), mass: 1, shift, scale }))
const eight = Array.from({ length: 8 }, (_, i) => ({ name: `v${i}`, value: shifted(i / 2) }))

test('every curve has dashes of its own, and names do not lie on each other', () => {
  expect(new Set(DASHES).size).toBe(MOST_OVERLAID)
  const { lines } = overlayGeometry(eight)
  expect(lines.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  for (const [
    i,
    {
      label: [x, y],
    },
  ] of lines.entries()) {
    for (const { label: [other, level] } of lines.slice(i + 1)) expect(Math.abs(x - other) >= 0.2 || Math.abs(y - level) >= 0.129).toBe(true) // biome-ignore format: one line
  }
})
test('more than eight are refused', () => {
  expect(() => overlayGeometry([...eight, ...eight])).toThrow(RangeError)
})
test('a hidden one leaves colour and dashes of the others alone', () => {
  expect(overlayGeometry(eight, [2, 5]).lines.map(({ index, name }) => [index, name])).toEqual([[2, 'v2'], [5, 'v5']]) // biome-ignore format: one line
})
test('densities of very different height are drawn each to its own, and that is said', () => {
  expect(overlayGeometry(eight).isToScale).toBe(true)
  expect(overlayGeometry([{ name: 'wide', value: shifted(0) }, { name: 'narrow', value: shifted(0, 0.01) }]).isToScale).toBe(false) // biome-ignore format: one line
})
