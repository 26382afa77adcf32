// Special functions against 60-digit values (fixtures/make.py). Tolerances are relative, in units of 2^-52.
import { expect, test } from 'vitest'
import fixtures from '../fixtures/special.json' with { type: 'json' }
import { betaRegularised } from './beta.ts'
import { erf, erfc, normalCdf, normalQuantile } from './error-function.ts'
import { expIntegral, gamma, gammaP, gammaQ, logGamma } from './gamma.ts'

const TOLERANCE = { erf: 2, erfc: 3, normalQuantile: 3, gamma: 8, logGamma: 10, expIntegral: 8, gammaP: 20, gammaQ: 120, beta: 25 }

test.each([
  ['erf', erf, fixtures.erf],
  ['erfc', erfc, fixtures.erfc],
  ['normalQuantile', normalQuantile, fixtures.normalQuantile],
  ['expIntegral', expIntegral, fixtures.expIntegral],
  ['logGamma', logGamma, fixtures.logGamma],
] as const)('%s agrees with reference values', (name, f, rows) => {
  for (const [x, expected] of rows) expectUlps(f(Number(x)), Number(expected), TOLERANCE[name], `${name}(${x})`)
})

test('gamma agrees with reference values, beyond 20 to the digits that its logarithm has', () => {
  for (const [x, expected] of fixtures.gamma) expectUlps(gamma(Number(x)), Number(expected), Math.max(TOLERANCE.gamma, 4 * Number(x)), `gamma(${x})`)
})

test('the incomplete gamma functions agree with reference values, each tail with its own digits', () => {
  for (const [a, x, p, q] of fixtures.gammaP as [string, string, string, string][]) {
    expectUlps(gammaP(Number(a), Number(x)), Number(p), TOLERANCE.gammaP, `P(${a}, ${x})`)
    expectUlps(gammaQ(Number(a), Number(x)), Number(q), TOLERANCE.gammaQ, `Q(${a}, ${x})`)
  }
})

test('the incomplete beta function agrees with reference values, each tail with its own digits', () => {
  for (const row of fixtures.betaRegularised) {
    const [a, b, x, lower, upper] = row.map(Number) as [number, number, number, number, number]
    expectUlps(betaRegularised(a, b, x, 1 - x), lower, TOLERANCE.beta, `I(${row})`)
    expectUlps(betaRegularised(b, a, 1 - x, x), upper, TOLERANCE.beta, `1 - I(${row})`)
  }
})

test('the ends of the domains have their limits', () => {
  expect([erf(0), erfc(40), normalCdf(Number.NEGATIVE_INFINITY), normalCdf(Number.POSITIVE_INFINITY)]).toEqual([0, 0, 0, 1])
  expect([normalQuantile(0), normalQuantile(0.5), normalQuantile(1), normalQuantile(1.5)].map((x) => x + 0)).toEqual([
    -Infinity,
    0,
    Infinity,
    Number.NaN,
  ])
  expect([gammaP(2, 0), gammaP(2, Infinity), gammaQ(2, 0), gammaQ(2, Infinity)]).toEqual([0, 1, 1, 0])
  expect([betaRegularised(2, 3, 0, 1), betaRegularised(2, 3, 1, 0)]).toEqual([0, 1])
})

function expectUlps(actual: number, expected: number, ulps: number, what: string): void {
  const error = Math.abs(actual - expected) / (Math.abs(expected) * 2 ** -52)
  expect(error, `${what} = ${actual}, expected ${expected}`).toBeLessThanOrEqual(ulps)
}
