import { plainValue, uxValue } from '@credence/distribution'
import { describe, expect, test } from 'vitest'
import { plotGeometry } from './geometry.ts'
import { PlotLimitError } from './options.ts'
import { EXAMPLES, table, together } from './testing/examples.ts'

const gauss = uxValue(table('gauss', 8))
const FRAME = { left: 100, top: 44, right: 950, bottom: 516 }

describe('the density panel', () => {
  const { density } = plotGeometry(gauss)
  const bars = density!.bars

  test('has 64 bars, or with full resolution as many as the value has', () => {
    expect(bars.length).toBe(64)
    expect(plotGeometry(gauss, { fullResolution: true }).density!.bars.length).toBe(512)
  })

  test('has fewer bars when fewer are asked for, and refuses other numbers', () => {
    expect(plotGeometry(gauss, { resolution: 32 }).density!.bars.length).toBe(32)
    expect(plotGeometry(gauss, { resolution: 32, fullResolution: true }).density!.bars.length).toBe(512)
    for (const resolution of [1, 33, 128]) expect(() => plotGeometry(gauss, { resolution })).toThrow(/resolution: \d+ is not a power of two/)
  })

  test('leaves 5 % on each side of the bars', () => {
    expect(density!.frame).toEqual(FRAME)
    const margin = (bars.at(-1)!.right - bars[0]!.left) * 0.05
    expect(bars[0]!.left - FRAME.left).toBeCloseTo(margin, 6)
    expect(FRAME.right - bars.at(-1)!.right).toBeCloseTo(margin, 6)
  })

  test('reaches 1.1 times the highest bar', () => {
    const highest = Math.min(...bars.map((bar) => bar.top))
    expect((FRAME.bottom - FRAME.top) / (FRAME.bottom - highest)).toBeCloseTo(1.1, 9)
  })

  test('has areas that sum to the finite mass', () => {
    expect(bars.reduce((sum, bar) => sum + bar.density * (bar.to - bar.from), 0)).toBeCloseTo(1, 9)
  })

  test('marks the mean field, also where it lies outside the bars', () => {
    expect(density!.meanX).toBeCloseTo(525, 6)
    const far = plotGeometry({ ...gauss, mean: 30 }).density!
    expect(far.meanX).toBeLessThan(far.frame.right)
    expect(far.meanX).toBeGreaterThan(far.bars.at(-1)!.right)
  })

  test('has no mean line without a finite mean, or outside the limits', () => {
    expect(plotGeometry({ ...gauss, mean: Number.NaN }).density!.meanX).toBeUndefined()
    expect(plotGeometry(gauss, { xLimMin: 1 }).density!.meanX).toBeUndefined()
  })
})

describe('limits', () => {
  test('replace the automatic range, one by one', () => {
    const { x, y } = plotGeometry(gauss, { xLimMin: -1, xLimMax: 4, yLimMax: 0.3 }).density!
    expect([x.ticks.labels[0], x.ticks.labels.at(-1)]).toEqual(['\u22121', '4'])
    expect([x.at[0], x.at.at(-1)]).toEqual([FRAME.left, FRAME.right])
    expect(y.ticks.labels.at(-1)).toBe('0.30')
  })

  test('beyond the data keep the length of the axis', () => {
    const { x } = plotGeometry(gauss, { xLimMin: 100 }).density!
    expect(x.ticks.positions[0]).toBe(100)
    expect(plotGeometry(gauss, { xLimMax: -100 }).density!.x.ticks.positions.at(-1)).toBe(-100)
  })

  test.each([
    [{ xLimMin: 2, xLimMax: 2 }, 'xLimMax', 'xLimMax: 2 is not above xLimMin 2'],
    [{ yLimMin: 2, yLimMax: 1 }, 'yLimMax', 'yLimMax: 1 is not above yLimMin 2'],
    [{ xLimMin: Number.NaN }, 'xLimMin', 'xLimMin: NaN is not a finite number'],
  ])('%o are refused by name', (options, field, message) => {
    const refused = () => plotGeometry(gauss, options)
    expect(refused).toThrow(PlotLimitError)
    expect(refused).toThrow(expect.objectContaining({ field, message }))
  })
})

test('a point is an arrow in the middle of one unit', () => {
  const { density } = plotGeometry(plainValue(7))
  expect(density!.bars).toEqual([])
  expect(density!.arrow).toEqual({ x: 525, tip: expect.closeTo(FRAME.bottom - (FRAME.bottom - FRAME.top) / 1.1, 6), position: 7 })
  expect(density!.x.ticks.labels).toEqual(['6.6', '6.8', '7.0', '7.2', '7.4'])
})

test('non-finite masses have a second panel with three bars', () => {
  const { width, nonFinite } = plotGeometry(EXAMPLES['with-nan-and-infinity']!.value)
  expect(width).toBe(1300)
  expect(nonFinite!.bars.map(({ name, mass }) => [name, Math.round(mass * 1e9) / 1e9])).toEqual([['NaN', 0.2], ['-Inf', 0], ['Inf', 0.1]]) // biome-ignore format: one row
  expect(nonFinite!.y.ticks.labels).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'])
})

test('without finite mass that panel stands alone', () => {
  const geometry = plotGeometry(plainValue(Number.NaN))
  expect([geometry.width, geometry.density]).toEqual([1000, undefined])
  expect(geometry.description).toBe('Probability of NaN: 1. Probability of -Inf: 0. Probability of Inf: 0.')
})

test('the description says bars, range, highest bar and mean', () => {
  const shifted = uxValue(together({ of: table('uniform', 2), mass: 1, scale: 2, shift: 10 }))
  expect(plotGeometry(shifted).description).toBe('Histogram of 8 bars from 8 to 12, highest from 8 to 8.5. Mean 10.')
})
