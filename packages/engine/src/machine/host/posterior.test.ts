// Posteriors of models whose likelihood is a formula, against closed forms: conjugate priors.
import { law, ttrOfLaw } from '@credence/distribution'
import { describe, expect, test } from 'vitest'
import { type Node, nextNodes, posteriorOf } from './posterior.ts'
import type { Shape } from './shape.ts'

const COUNT = 4096
type Law = ReturnType<typeof law>

function priorOf(standard: Law, location: number, scale: number): { shape: Shape; atoms: Float64Array } {
  const shape = { quantile: (p: number) => location + scale * standard.quantile(p) } as Shape
  return { shape, atoms: ttrOfLaw(standard, 6).positions.map((z) => location + scale * z) }
}
/** Rounds of calls, as a program makes them. */
function infer({ shape, atoms }: { shape: Shape; atoms: Float64Array }, logLikelihood: (theta: number) => number) {
  const nodes: Node[] = []
  for (let more = nextNodes(shape, atoms, nodes); more.length > 0; more = nextNodes(shape, atoms, nodes)) {
    for (const theta of more) nodes.push({ theta, logLikelihood: logLikelihood(theta) })
  }
  return { calls: nodes.length, posterior: posteriorOf(shape, nodes, COUNT) }
}
/** Mean within 1 % of the exact deviation, deviation within 1 %, quantiles within 3 %. */
function expectLaw(found: ReturnType<typeof infer>, exact: Law, location = 0, scale = 1) {
  const { positions } = found.posterior!
  const mean = positions.reduce((sum, x) => sum + x, 0) / COUNT
  const deviation = Math.sqrt(positions.reduce((sum, x) => sum + (x - mean) ** 2, 0) / COUNT)
  const exactDeviation = Math.abs(scale) * Math.sqrt(exact.variance)
  expect(Math.abs(mean - (location + scale * exact.mean)) / exactDeviation).toBeLessThan(0.01)
  expect(Math.abs(deviation / exactDeviation - 1)).toBeLessThan(0.01)
  for (const p of [0.025, 0.25, 0.5, 0.75, 0.975]) {
    const quantile = positions[Math.floor(p * COUNT)]!
    expect(Math.abs(quantile - (location + scale * exact.quantile(p))) / exactDeviation, `quantile ${p}`).toBeLessThan(0.03)
  }
}

describe('the posterior of a continuous prior', () => {
  test.each([
    [1, 1, 7, 10],
    [2, 3, 0, 5],
    [0.5, 0.5, 40, 50],
    [2, 2, 700, 1000],
  ])('a share, Beta(%d, %d) prior, %d of %d', (a, b, k, n) => {
    const found = infer(priorOf(law('beta', a, b), 0, 1), (theta) => k * Math.log(theta) + (n - k) * Math.log(1 - theta) || 0)
    expectLaw(found, law('beta', a + k, b + n - k))
  })
  test.each([
    [0, 1, 0.5, 1, 1],
    [10, 2, 3, 5, 9.2],
    [0, 10, 0.05, 4, 3.3],
    [0, 100, 0.001, 1, -71.23],
  ])('a Gaussian N(%d, %d) prior, noise %d, %d observations of mean %d', (m, s, noise, n, mean) => {
    const found = infer(priorOf(law('gauss', 0, 0), m, s), (theta) => (-n * (mean - theta) ** 2) / (2 * noise ** 2))
    const precision = 1 / s ** 2 + n / noise ** 2
    expectLaw(found, law('gauss', 0, 0), (m / s ** 2 + (n * mean) / noise ** 2) / precision, 1 / Math.sqrt(precision))
  })
  test.each([
    [3, 2, 5, 21],
    [1, 10, 30, 61],
  ])('a rate, Gamma(%d, scale %d) prior, %d Poisson counts of sum %d', (a, scale, n, sum) => {
    const found = infer(priorOf(law('gamma', a, 0), 0, scale), (rate) => sum * Math.log(rate) - n * rate)
    expectLaw(found, law('gamma', a + sum, 0), 0, 1 / (1 / scale + n))
  })
  test('calls the model once for each Dirac delta of the prior, unless few lie in the posterior', () => {
    const prior = priorOf(law('gauss', 0, 0), 0, 1)
    expect(infer(prior, (theta) => -((0.5 - theta) ** 2)).calls).toBe(64)
    expect(infer(prior, (theta) => -1e6 * (0.5 - theta) ** 2).calls).toBeGreaterThan(64)
  })
  test('finds a likelihood that is 0 at all Dirac deltas of the prior, but not everywhere', () => {
    const found = infer(priorOf(law('uniform', 0, 0), 0, 1), (theta) => (Math.abs(theta - 0.4007) < 0.004 ? 0 : Number.NEGATIVE_INFINITY))
    const { positions } = found.posterior!
    expect(positions[0]).toBeGreaterThan(0.39)
    expect(positions.at(-1)).toBeLessThan(0.412)
  })
  test('is bounded where a likelihood of 0 begins', () => {
    const found = infer(priorOf(law('uniform', 0, 0), 0, 1), (theta) => (theta < 0.25 ? Number.NEGATIVE_INFINITY : 0))
    expect(found.posterior!.positions[0]).toBeCloseTo(0.25, 1)
  })
  test('does not exist when the likelihood is 0 everywhere', () => {
    const { posterior, calls } = infer(priorOf(law('gauss', 0, 0), 0, 1), () => Number.NEGATIVE_INFINITY)
    expect(posterior).toBeUndefined()
    expect(calls).toBe(1024)
  })
})

test('the posterior of a discrete prior has its positions, with the masses of Bayes’ rule', () => {
  const discrete = { positions: Float64Array.of(0.2, 0.5, 0.8), masses: Float64Array.of(0.5, 0.25, 0.25) }
  const found = infer({ shape: { discrete } as Shape, atoms: discrete.positions }, (theta) => Math.log(theta))
  expect(found.posterior!.positions).toEqual(discrete.positions)
  const weights = [0.1, 0.125, 0.2]
  found.posterior!.masses.forEach((mass, i) => {
    expect(mass).toBeCloseTo(weights[i]! / 0.425, 15)
  })
  expect(found.calls).toBe(3)
})
