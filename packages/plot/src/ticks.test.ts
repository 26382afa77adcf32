import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticks } from './ticks.ts'

fc.configureGlobal({ seed: 1 })

const MINUS = '\u2212'
const THIN = '\u2009'

test.each([
  [0, 1, 5, ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'], 0, ''],
  [-3.9, 3.9, 8, [`${MINUS}3`, `${MINUS}2`, `${MINUS}1`, '0', '1', '2', '3'], 0, ''],
  [104900, 107100, 8, ['105 000', '105 500', '106 000', '106 500', '107 000'].map((label) => label.replace(' ', THIN)), 0, ''],
  [0, 0.00055, 6, ['0', '1', '2', '3', '4', '5'], -4, ''],
  [2.4e9, 3.6e9, 6, ['2.4', '2.6', '2.8', '3.0', '3.2', '3.4', '3.6'], 9, ''],
  [0.0012, 0.0048, 4, ['0.002', '0.003', '0.004'], 0, ''],
  [1 + 0.97e-7, 1 + 1.03e-7, 6, ['0.97', '0.98', '0.99', '1.00', '1.01', '1.02', '1.03'], -7, '1'],
  [-273.19, -273.11, 4, ['.18', '.16', '.14', '.12'].map((label) => `${MINUS}273${label}`), 0, ''],
  [123456789.1, 123456789.9, 4, ['789.2', '789.4', '789.6', '789.8'], 0, '123456000'],
] as const)('from %d to %d', (min, max, target, labels, exponent, offset) => {
  expect(ticks(min, max, target)).toMatchObject({ labels, exponent, offset })
})

test('ticks lie inside, ascend, are few, and their labels differ', () => {
  const end = fc.double({ min: -1e12, max: 1e12, noNaN: true })
  const length = fc.double({ min: 1e-6, max: 1e12, noNaN: true })
  fc.assert(
    fc.property(end, length, (min, span) => {
      const max = min + span
      fc.pre(max - min > Math.abs(min) * 1e-9)
      const { positions, labels } = ticks(min, max, 8)
      expect(positions.length).toBeGreaterThanOrEqual(2)
      expect(positions.length).toBeLessThanOrEqual(9)
      expect(new Set(labels).size).toBe(positions.length)
      const slack = (max - min) * 1e-6
      for (const [i, position] of positions.entries()) {
        expect(position >= min - slack && position <= max + slack).toBe(true)
        if (i > 0) expect(position).toBeGreaterThan(positions[i - 1]!)
      }
    }),
  )
})
