import { expect, test } from 'vitest'
import { law } from './laws/standard-law.ts'
import { truncatedNodes } from './truncated-nodes.ts'

const mean = (nodes: Float64Array) => nodes.reduce((sum, x) => sum + x, 0) / nodes.length
const nodesOf = (...of: Parameters<typeof truncatedNodes>) => truncatedNodes(...of) as Float64Array

test('the part of a Gaussian in an interval, or far out in a tail, has the mean of the closed form', () => {
  const gauss = law('gauss', 0, 0)
  for (const [from, to] of [
    [-1, 2],
    [0, Infinity],
    [-Infinity, -3],
    [5, 6],
    [9, Infinity],
    [-12, -10],
    [36, 37],
  ] as const) {
    const upper = from > 0
    const mass = upper ? gauss.sf(from) - gauss.sf(to) : gauss.cdf(to) - gauss.cdf(from)
    const exact = (gauss.pdf(from) - gauss.pdf(to)) / mass
    const nodes = nodesOf(gauss, from, to, 1024)
    expect(Math.abs(mean(nodes) - exact), `${from} ${to}`).toBeLessThan(3e-5)
    expect(nodes.every((x, i) => x >= from && x <= to && (i === 0 || x >= nodes[i - 1]!))).toBe(true)
    expect(nodes[512]).toBeGreaterThan(nodes[511]!)
  }
})

test('the tail of an exponential law is that law again, moved, also where its probability is 1e-130', () => {
  const standard = law('exponential', 0, 0)
  for (const from of [1, 30, 300]) {
    const nodes = nodesOf(standard, from, Infinity, 512)
    for (const i of [1, 100, 400, 510]) expect(nodes[i]! - from).toBeCloseTo(standard.quantile((i + 0.5) / 512), 9)
    expect(mean(nodes) - from).toBeCloseTo(1, 3)
  }
})

test('an asymmetric law with heavy tails keeps its quantiles in the upper tail', () => {
  const lognormal = law('lognormal', 1, 0)
  const from = lognormal.quantile(1 - 1e-6)
  const nodes = nodesOf(lognormal, from, 1e9, 256)
  for (const i of [1, 128, 254]) {
    expect(lognormal.sf(nodes[i]!) / lognormal.sf(from)).toBeCloseTo(1 - (i + 0.5) / 256, 6)
  }
})

test('no mass, and all of it', () => {
  const uniform = law('uniform', 0, 0)
  expect(truncatedNodes(uniform, 2, 3, 8)).toBe('none')
  expect(truncatedNodes(uniform, -1, 1, 8)).toBe('all')
  expect(truncatedNodes(uniform, 0.5, 0.5, 8)).toBe('none')
  expect(truncatedNodes(law('gauss', 0, 0), -9, 9, 8)).toBe('all')
  expect(truncatedNodes(law('gauss', 0, 0), 40, 41, 8)).toBe('none')
  expect([...nodesOf(uniform, 0, 5, 4)]).toEqual([0.125, 0.375, 0.625, 0.875])
})
