// Every family against 60-digit values made from the definitions (fixtures/make.py), over probabilities from 2^-40 to 1 − 2^-15.
import { describe, expect, test } from 'vitest'
import fixtures from '../fixtures/laws.json' with { type: 'json' }
import type { Law } from './standard-law.ts'
import { FAMILIES, type Family, law } from './standard-law.ts'

/** Largest relative errors; partial means are measured against the larger of their value and a thousandth of the spread. */
const TOLERANCE = { mean: 5e-15, moment: 5e-14, density: 5e-14, tail: 5e-14, partialMean: 1e-13, quantile: 5e-15 }

for (const fixture of fixtures) {
  describe(`${fixture.family}(${fixture.shapes.join(', ')})`, () => {
    const subject: Law = law(fixture.family as Family, Number(fixture.shapes[0] ?? 0), Number(fixture.shapes[1] ?? 0))
    const spread = Number.isFinite(subject.variance) ? Math.sqrt(subject.variance) : 1

    test('mean and central moments', () => {
      expectClose(subject.mean, Number(fixture.mean), TOLERANCE.mean, 0)
      for (const [i, text] of fixture.moments.entries()) {
        const n = i + 2
        expectClose(subject.centralMoment(n), Number(text), TOLERANCE.moment, spread ** n)
      }
      expect([subject.centralMoment(0), subject.centralMoment(1)]).toEqual([1, 0])
      expectClose(subject.variance, Number(fixture.moments[0]), TOLERANCE.moment, 0)
    })

    test.each(fixture.rows)('density, tails, partial means and quantile at probability $p', (row) => {
      const x = Number(row.x)
      expectClose(subject.pdf(x), Number(row.pdf), TOLERANCE.density, 0)
      expectClose(subject.cdf(x), Number(row.cdf), TOLERANCE.tail, 0)
      expectClose(subject.sf(x), Number(row.sf), TOLERANCE.tail, 0)
      expectClose(subject.partialMean(x), Number(row.lower), TOLERANCE.partialMean, spread / 1000)
      expectClose(subject.upperPartialMean(x), Number(row.upper), TOLERANCE.partialMean, spread / 1000)
      expectClose(subject.quantile(Number(row.p)), Number(row.quantile), TOLERANCE.quantile, spread / 1000)
    })

    test('the ends of the support carry no mass', () => {
      const [low, high] = subject.support
      expect([subject.cdf(low), subject.sf(low), subject.cdf(high), subject.sf(high)].map((p) => p + 0)).toEqual([0, 1, 1, 0])
      expectClose(subject.partialMean(high), subject.mean, TOLERANCE.mean, 1e-3)
      expectClose(subject.upperPartialMean(low), subject.mean, TOLERANCE.mean, 1e-3)
      expect(subject.quantile(-0.1)).toBeNaN()
      expect(subject.quantile(1.1)).toBeNaN()
    })
  })
}

test('every family is checked', () => {
  expect(new Set(fixtures.map((fixture) => fixture.family))).toEqual(new Set(FAMILIES))
})

test('shapes outside their range are refused by name', () => {
  expect(() => law('studentst', 1, 0)).toThrow('studentst: nu is 1, must be finite and above 1')
  expect(() => law('boundedpareto', 1, 1)).toThrow('boundedpareto: xMax / xMin is 1, must be finite and above 1')
  expect(() => law('gev', 1, 0)).toThrow('gev: xi is 1, must be finite and below 1')
  expect(() => law('beta', 2, Number.NaN)).toThrow('beta: b is NaN')
})

test('a GEV shape within 1e-12 of 0 is the Gumbel law', () => {
  expect(law('gev', 1e-13, 0).quantile(0.3)).toBe(law('gumbel1', 0, 0).quantile(0.3))
})

function expectClose(actual: number, expected: number, relative: number, scale: number): void {
  if (!Number.isFinite(expected)) expect(actual).toBe(expected)
  else expect(Math.abs(actual - expected), `${actual} for ${expected}`).toBeLessThanOrEqual(relative * Math.max(Math.abs(expected), scale))
}
