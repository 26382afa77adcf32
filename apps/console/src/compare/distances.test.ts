import { drawSamples, formatUx, fromSamples, generator, law, mixtureOf, quantileNodes, ttrOfLaw, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { compareWithSamples, differenceOf, figuresOfUx } from './distances.ts'
import { timeAtEqualError, verdictOf } from './verdict.ts'

const gauss = ttrOfLaw(law('gauss', 0, 0), 6)
const scaled = (by: number) =>
  formatUx(
    uxValue(
      mixtureOf(
        gauss.positions.map((x) => by * x),
        gauss.masses,
      ),
    ),
    '0',
  )
const draws = (n: number, by = 1) => {
  const { quantile } = law('gauss', 0, 0)
  const random = generator(n)
  return Float64Array.from({ length: n }, () => by * quantile(random()))
}

test('Monte Carlo of the same program is within its own noise, of another spread beyond it, and 32 executions tell nothing', () => {
  const verdict = (by: number, n: number) => verdictOf(compareWithSamples(scaled(by), draws(n))!)
  expect([verdict(1, 32_000), verdict(1.05, 32_000), verdict(1, 32), verdict(1.05, 32), verdict(4, 32)]).toEqual([
    'within',
    'larger',
    'too small',
    'too small',
    'larger',
  ])
})
test('evenly spread executions are nearer than chance, which is within it', () => {
  const even = Float64Array.from(quantileNodes(law('gauss', 0, 0), 32_000))
  const { w1, expected, chance, figures } = compareWithSamples(scaled(1), even)!
  expect(w1).toBeLessThan(chance[0])
  expect(expected / 0.0072).toBeCloseTo(1, 1) // 64 Dirac deltas end a tail a little early
  expect(chance[0]).toBeLessThan(expected)
  expect(chance[1]).toBeGreaterThan(expected)
  for (const { tracked, reference } of figures.slice(0, 4)) expect(Math.abs(tracked - reference.value)).toBeLessThan(2 * reference.error)
})
test('the same numbers for the same question', () => {
  expect(compareWithSamples(scaled(1), draws(500))).toEqual(compareWithSamples(scaled(1), draws(500)))
})
test('mass that is not finite is compared as a share, the rest as a distribution', () => {
  const value = formatUx(uxValue(mixtureOf([1, 2, Number.NaN], [0.25, 0.25, 0.5]), 1), '1')
  const result = compareWithSamples(value, Float64Array.of(1, 2, Number.NaN, Number.POSITIVE_INFINITY))!
  expect(result.masses).toEqual({ tracked: { nan: 0.5, negative: 0, positive: 0 }, reference: { nan: 0.25, negative: 0, positive: 0.25 } })
  expect([result.samples, result.finite]).toEqual([4, 2])
  expect(compareWithSamples(value, Float64Array.of(Number.NaN))).toBeUndefined()
})
test('a difference of two values: W1, the shift of the mean, and chance where executions made one of them', () => {
  const [one, other] = [scaled(1), scaled(1.05)]
  const { w1, inDeviations, mean, chance } = differenceOf({ one, other, executions: [undefined, 1000] })
  expect(w1).toBeCloseTo(0.05 * Math.sqrt(2 / Math.PI), 3)
  expect(inDeviations).toBeCloseTo(w1, 2)
  expect(mean).toBeCloseTo(0, 12)
  expect((chance! * Math.sqrt(1000)) / 1.288).toBeCloseTo(1, 1)
  expect(differenceOf({ one, other: one })).toEqual({ w1: 0, inDeviations: 0, mean: 0 })
  expect(differenceOf({ one, other: formatUx(uxValue(mixtureOf([Number.NaN], [1]), 0), 'nan') }).w1).toBeNaN()
})
test('figures of a value are those of its density', () => {
  const { mean, deviation, quantiles } = figuresOfUx(scaled(2), [0.5, 0.975])!
  expect([mean, deviation, ...quantiles]).toEqual([expect.closeTo(0, 9), expect.closeTo(2, 2), expect.closeTo(0, 9), expect.closeTo(3.92, 2)])
})
test('time at equal error: the executions that Monte Carlo needs, at its pace', () => {
  expect(timeAtEqualError(10_000, 2000, 1000, 5)).toBe(4000)
  const samples = fromSamples(drawSamples(gauss, 10, generator(1)))
  expect(samples.masses[0]).toBeCloseTo(0.1, 12)
})
