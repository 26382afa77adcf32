import { expect, test } from 'vitest'
import { mixtureOf } from './mixture.ts'
import { piecesOf, wholeLines } from './pieces.ts'
import { formatUx } from './ux-text.ts'
import { plainValue, uxValue } from './ux-value.ts'

// Two deltas of equal mass at 0 and 2: mean 1, deviation 1.
const UX = formatUx(uxValue(mixtureOf(Float64Array.of(0, 2), Float64Array.of(0.5, 0.5))), '1.0')

test('a value is a piece with its statistics, between the texts around it', () => {
  const pieces = piecesOf(`x = ${UX} m\n`)
  expect(pieces).toEqual([
    'x = ',
    { decimal: '1.0', ux: UX.slice(3), stated: '1.0 ± 1.0', mean: 1, deviation: 1, quantiles: expect.any(Array) },
    ' m\n',
  ])
  const [low, median, high] = (pieces[1] as Exclude<(typeof pieces)[number], string>).quantiles
  expect(low).toBeLessThan(median)
  expect(median).toBeCloseTo(1, 12)
  expect(high).toBeGreaterThan(median)
})

test('text without distributions is one piece', () => {
  expect(piecesOf('x = 1\n')).toEqual(['x = 1\n'])
  expect(piecesOf('')).toEqual([])
})

test('output that is still being written shows its whole lines', () => {
  expect(wholeLines('a\nb\n1.5Ux04')).toBe('a\nb\n')
  expect(wholeLines(UX)).toBe('')
})

test('what only looks like a distribution stays text', () => {
  const fake = `1.5Ux${'f'.repeat(41)} and ${UX}`
  expect(piecesOf(fake)).toEqual([`1.5Ux${'f'.repeat(41)} and `, expect.objectContaining({ decimal: '1.0' })])
})

test('a plain number with a tail is stated as it was printed', () => {
  expect(piecesOf(formatUx(plainValue(2.5), '2.50'))).toMatchObject([{ decimal: '2.50', stated: '2.50' }])
})
