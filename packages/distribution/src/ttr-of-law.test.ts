import { describe, expect, test } from 'vitest'
import laws from './fixtures/laws.json' with { type: 'json' }
import published from './fixtures/order-4-tables.json' with { type: 'json' }
import examples from './fixtures/worked-examples.json' with { type: 'json' }
import type { Family } from './laws/standard-law.ts'
import { law } from './laws/standard-law.ts'
import { quantileNodes } from './quantile-nodes.ts'
import { centralMoment, mean } from './statistics.ts'
import { isValidTtr } from './ttr.ts'
import { ttrOfLaw } from './ttr-of-law.ts'

test.each(Object.entries(published))('the published table of %s at order 4 is met to its ten digits', (family, rows) => {
  const table = ttrOfLaw(law(family as Family, 0, 0), 4)
  const first = 16 - rows.length // of symmetric laws the upper half is published
  for (const [i, [position, mass]] of (rows as [number, number][]).entries()) {
    expect(table.positions[first + i]).toBeCloseTo(position, 9.5)
    expect(table.masses[first + i]).toBeCloseTo(mass, 10)
  }
})

describe.each(laws.filter((fixture) => fixture.ttr))('the table of $family($shapes) at order 5', ({ family, shapes, ttr }) => {
  const table = ttrOfLaw(law(family as Family, Number(shapes[0] ?? 0), Number(shapes[1] ?? 0)), 5)
  test('agrees with the split in 60 digits: positions to 1e-14 (relative above 1), masses to 1e-14', () => {
    expect(table.positions.length).toBe(ttr!.length)
    // Gamma(5000) stands for large shapes, whose densities double precision gives to about 1e-13.
    const tolerance = family === 'gamma' && shapes[0] === '5000' ? 1e-13 : 1e-14
    for (const [i, row] of ttr!.entries()) {
      const [position, mass] = [Number(row[0]), Number(row[1])]
      expect(Math.abs(table.positions[i]! - position)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(position)))
      expect(Math.abs(table.masses[i]! - mass)).toBeLessThanOrEqual(tolerance)
    }
  })
})

test('the variance of the standard Gaussian and its last position are the published ones', () => {
  const expected = [
    [4, 0.87491651, 1.36576127],
    [8, 0.95808991, 1.82528598],
    [16, 0.98612602, 2.21940979],
    [32, 0.99542489, 2.56891341],
    [64, 0.99849004, 2.88562707],
    [128, 0.99949987, 3.17700644],
    [256, 0.99983349, 3.44809172],
    [512, 0.99994423, 3.70247025],
  ] as const
  for (const [n, variance, last] of expected) {
    const table = ttrOfLaw(law('gauss', 0, 0), Math.log2(n))
    expect(centralMoment(table, 2)).toBeCloseTo(variance, 8)
    expect(table.positions.at(-1)).toBeCloseTo(last, 8)
  }
})

test('the standard Gaussian at order 5 is worked example 5 to 1e-12', () => {
  const table = ttrOfLaw(law('gauss', 0, 0), 5)
  for (const [i, [position, mass]] of (examples[5].diracs as [number, number][]).entries()) {
    expect(Math.abs(table.positions[i]! - position)).toBeLessThanOrEqual(1e-12)
    expect(Math.abs(table.masses[i]! - mass)).toBeLessThanOrEqual(1e-15)
  }
})

test('the last Dirac delta of the exponential law at order k lies at k + 1 with mass e^-k', () => {
  for (let k = 1; k <= 9; k++) {
    const table = ttrOfLaw(law('exponential', 0, 0), k)
    expect(table.positions.at(-1)).toBeCloseTo(k + 1, 12)
    expect(table.masses.at(-1)).toBeCloseTo(Math.exp(-k), 15)
  }
})

test('tables of symmetric laws are exact mirror images', () => {
  for (const family of ['gauss', 'logistic', 'laplace'] as const) {
    const { positions, masses } = ttrOfLaw(law(family, 0, 0), 6)
    expect([...positions].map((x) => -x).reverse()).toEqual([...positions])
    expect([...masses].reverse()).toEqual([...masses])
  }
})

describe('heavy tails and extreme shapes', () => {
  const cases: [Family, number, number][] = [
    ['beta', 0.5, 0.5], ['beta', 0.05, 2], ['beta', 100_000, 3], ['gamma', 0.1, 0], ['gamma', 0.001, 0], ['gamma', 1e6, 0], ['studentst', 1.5, 0], ['studentst', 1.01, 0],
    ['studentst', 1e6, 0], ['gev', 0.5, 0], ['gev', -0.5, 0], ['gev', 0.95, 0], ['gev', -3, 0], ['boundedpareto', 1.5, 1000], ['boundedpareto', 0.1, 1e10], ['boundedpareto', 3, 1.001],
    ['weibull', 0.2, 0], ['weibull', 80, 0], ['lognormal', 4, 0], ['lognormal', 1e-3, 0], ['f', 1, 2.1], ['f', 1e4, 1e4], ['inversegamma', 1.05, 0], ['chisquared', 0.01, 0],
  ] // biome-ignore format: a table
  test.each(cases)('%s(%d, %d): full and valid tables with the whole mass and the mean, at every order', (family, shape1, shape2) => {
    const subject = law(family, shape1, shape2)
    for (const order of [0, 1, 4, 8]) {
      const table = ttrOfLaw(subject, order)
      expect(table.positions.length).toBe(2 ** order)
      expect(isValidTtr(table)).toBe(true)
      expect(table.masses.reduce((sum, mass) => sum + mass)).toBeCloseTo(1, 12)
      const scale = Math.max(...table.positions.map((x, i) => Math.abs(x) * table.masses[i]!))
      expect(Math.abs(mean(table) - subject.mean)).toBeLessThanOrEqual(1e-12 * scale)
    }
  })

  test.each(cases)('%s(%d, %d): quantile nodes ascend, are finite and match the quantile function', (family, shape1, shape2) => {
    const subject = law(family, shape1, shape2)
    const nodes = quantileNodes(subject, 1024)
    for (let i = 0; i < nodes.length; i++) {
      expect(Number.isFinite(nodes[i])).toBe(true)
      if (i > 0) expect(nodes[i]! >= nodes[i - 1]!).toBe(true)
      if (i % 37 === 0) expect(Math.abs(nodes[i]! - subject.quantile((i + 0.5) / 1024))).toBeLessThanOrEqual(1e-11 * Math.abs(nodes[i]!) + 1e-280)
    }
  })
})

test('the outermost Gaussian nodes are moved so that the variance is exactly 1', () => {
  const nodes = quantileNodes(law('gauss', 0, 0), 16384)
  expect(nodes.at(-1)).toBeCloseTo(4.0904, 4)
  expect(nodes.reduce((sum, x) => sum + x * x, 0) / 16384).toBeCloseTo(1, 12)
})
