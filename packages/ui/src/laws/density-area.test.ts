import { expect, test } from 'vitest'
import { densityArea } from './density-area.ts'

const box = { axis: [0, 10], width: 10, top: 0, foot: 100, highest: 2 } as const
test('the area begins and ends at the foot, and what is higher than the box is cut off', () => {
  expect(densityArea((x) => (x < 5 ? 1 : 3), box)).toBe('M0 100L0 50L2 50L4 50L6 0L8 0L10 0V100')
})
test('two parts of one density meet where it was cut', () => {
  const [below, above] = [densityArea((x) => x / 5, box, [0, 3]), densityArea((x) => x / 5, box, [3, 10])]
  expect(below).toBe('M0 100L0 100L1.5 85L3 70V100')
  expect(above).toMatch(/^M3 100L3 70L.*L10 0V100$/)
})
