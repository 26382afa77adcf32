import { expect, test } from 'vitest'
import { type Bits, bits, numberOf, startRuntime, type TestRuntime } from './testing/runtime.ts'

const sum = (values: Iterable<number>) => [...values].reduce((total, x) => total + x, 0)
const meanOf = (values: ArrayLike<number>) => sum(Array.from(values)) / values.length
const share = (runtime: TestRuntime, value: Bits, within: (x: number) => boolean) =>
  runtime.describe(value).samples.filter(within).length / runtime.samples
function correlation(runtime: TestRuntime, a: Bits, b: Bits): number {
  const [x, y] = runtime.aligned([a, b]) as [Float64Array, Float64Array]
  const [mx, my] = [meanOf(x), meanOf(y)]
  const product = (p: Float64Array, mp: number, q: Float64Array, mq: number) => sum(p.map((v, i) => (v - mp) * (q[i]! - mq)))
  return product(x, mx, y, my) / Math.sqrt(product(x, mx, x, mx) * product(y, my, y, my))
}

test('samples become an empirical law: its mean the particle, its atoms exact', async () => {
  const runtime = await startRuntime()
  const value = runtime.describe(runtime.empirical([3, 1, 2, 2, 7]))
  expect(value.particle).toBe(3)
  expect([...value.positions]).toEqual([1, 2, 3, 7])
  expect([...value.masses]).toEqual([0.2, 0.4, 0.2, 0.2])
  expect(value.samples.filter((x) => x === 2).length).toBeCloseTo(0.4 * 4096, -1)
  const data = Array.from({ length: 10000 }, (_, i) => Math.sqrt(i))
  const many = runtime.empirical(data)
  expect(runtime.describe(many).positions.length).toBe(0)
  expect(runtime.describe(many).particle).toBeCloseTo(meanOf(data), 10)
  expect(meanOf(runtime.describe(many).samples)).toBeCloseTo(meanOf(data), 2)
})

test('weights are relative frequencies, and equal samples are a plain number', async () => {
  const runtime = await startRuntime()
  const value = runtime.empirical([5, 10, 20], [1, 3, 0])
  expect(runtime.describe(value).particle).toBe(8.75)
  expect([...runtime.describe(value).masses]).toEqual([0.25, 0.75])
  expect(share(runtime, value, (x) => x === 10)).toBe(0.75)
  expect(numberOf(runtime.empirical([4, 4, 4]))).toBe(4)
  expect(numberOf(runtime.empirical([4, 9], [1, 0]))).toBe(4)
  expect(numberOf(runtime.empirical([]))).toBeNaN()
})

test('non-finite samples stay non-finite samples', async () => {
  const runtime = await startRuntime()
  const value = runtime.empirical([1, 2, Number.NaN, Infinity])
  expect(share(runtime, value, Number.isNaN)).toBe(0.25)
  expect(share(runtime, value, (x) => x === Infinity)).toBe(0.25)
  expect([...runtime.describe(value).positions]).toEqual([1, 2, Infinity, Number.NaN])
})

test('rows of joint samples stay together', async () => {
  const runtime = await startRuntime()
  const rows = Array.from({ length: 50 }, (_, i) => [Math.sin(i), 3 * Math.sin(i) + 1, 9])
  const [a, b, c] = runtime.joint(rows) as [Bits, Bits, Bits]
  const difference = runtime.describe(runtime.sub(b, runtime.add(runtime.mul(bits(3), a), bits(1)))).samples
  expect(Math.max(0, ...difference.map(Math.abs))).toBeLessThan(1e-15)
  expect(numberOf(c)).toBe(9)
})

test('a mixture takes exactly the share of each part and mixes plain numbers to exact atoms', async () => {
  const runtime = await startRuntime()
  const [a, b] = [runtime.uniform(0, 1), runtime.uniform(10, 12)]
  const mixed = runtime.call('mixture', a, b, bits(0.3))
  expect(share(runtime, mixed, (x) => x <= 1)).toBe(Math.round(0.3 * 4096) / 4096)
  expect(runtime.describe(mixed).particle).toBeCloseTo(0.3 * 0.5 + 0.7 * 11, 12)
  const [x, y] = runtime.aligned([a, b]) as [Float64Array, Float64Array]
  expect(runtime.describe(mixed).samples.every((value, i) => value === x[i] || value === y[i])).toBe(true)
  const coin = runtime.call('mixture', bits(1), bits(0), bits(0.3))
  expect([...runtime.describe(coin).positions]).toEqual([0, 1])
  expect([...runtime.describe(coin).masses]).toEqual([0.7, 0.3])
  const die = runtime.call('mixture', coin, bits(5), bits(0.5))
  expect([...runtime.describe(die).masses]).toEqual([0.35, 0.15, 0.5])
  expect(numberOf(runtime.call('mixture', bits(2), bits(2), bits(0.5)))).toBe(2)
})

test('a tiny weight of a mixture makes no NaN', async () => {
  const runtime = await startRuntime()
  for (const p of [1e-9, 1e-4, 1 - 1e-9]) {
    const mixed = runtime.call('mixture', runtime.uniform(0, 1), runtime.uniform(10, 12), bits(p))
    expect(share(runtime, mixed, Number.isFinite)).toBe(1)
  }
})

test('truncation keeps rank and law, and its particle is the mean of what is left', async () => {
  const runtime = await startRuntime()
  const x = runtime.gauss(0, 1)
  const limited = runtime.call('limit', x, bits(-1), bits(2))
  const [before, after] = [runtime.describe(x).samples, runtime.describe(limited).samples]
  expect(Math.min(...after)).toBeGreaterThanOrEqual(-1)
  expect(Math.max(...after)).toBeLessThanOrEqual(2)
  const order = [...before.keys()].sort((i, j) => before[i]! - before[j]!)
  expect(order.every((i, r) => r === 0 || after[i]! >= after[order[r - 1]!]!)).toBe(true)
  const [phi1, phi2, mass] = [0.24197072451914337, 0.05399096651318806, 0.8185946141203637]
  expect(runtime.describe(limited).particle).toBeCloseTo((phi1 - phi2) / mass, 4)
  expect(meanOf(after.map((v) => v * v))).toBeCloseTo(1 + (-1 * phi1 - 2 * phi2) / mass, 3)
  const negative = runtime.describe(runtime.call('limit', runtime.call('neg64', x), bits(-2), bits(1)))
  expect([...negative.samples]).toEqual([...after.map((v) => -v)])
})

test('truncation is exact for a law, wherever its particle was and however little of it is inside', async () => {
  const runtime = await startRuntime()
  const x = runtime.gauss(2, 0.5)
  const inverseMills = (z: number) => ({ 1: 1.5251352761609807, 6: 6.158482893604538 })[z]! // φ(z)/Q(z)
  for (const z of [1, 6]) {
    const above = runtime.describe(runtime.call('limit', x, bits(2 + 0.5 * z), bits(1e9)))
    expect(above.particle).toBeCloseTo(2 + 0.5 * inverseMills(z), 5)
    expect(above.mean).toBe(above.particle)
    expect(Math.min(...above.samples)).toBeGreaterThanOrEqual(2 + 0.5 * z)
    const below = runtime.describe(runtime.call('limit', runtime.call('neg64', x), bits(-1e9), bits(-2 - 0.5 * z)))
    expect([...below.samples]).toEqual([...above.samples].map((v) => -v))
    const mirrored = runtime.describe(runtime.call('limit', runtime.mul(x, bits(-2)), bits(-1e9), bits(-4 - z)))
    expect(mirrored.particle).toBeCloseTo(-2 * above.particle, 9)
  }
  const sum = runtime.add(runtime.uniform(0, 1), runtime.uniform(0, 1)) // known by samples; its particle is 1
  expect(runtime.describe(runtime.call('limit', sum, bits(1.5), bits(9))).particle).toBeCloseTo(1.5 + 1 / 6, 2)
  expect(numberOf(runtime.call('limit', sum, bits(2.1), bits(9)))).toBeNaN()
  const coin = runtime.empirical([0, 1, 1e6], [1, 1, 1e-6]) // the last has no sample
  expect(numberOf(runtime.call('limit', coin, bits(2), bits(1e9)))).toBe(1e6)
  expect(numberOf(runtime.call('limit', coin, bits(0.5), bits(2)))).toBe(1)
})

test('truncation of nothing, of everything, of plain numbers and of atoms', async () => {
  const runtime = await startRuntime()
  const x = runtime.uniform(0, 1)
  expect(runtime.call('limit', x, bits(-1), bits(2))).toBe(x)
  expect(numberOf(runtime.call('limit', x, bits(2), bits(3)))).toBeNaN()
  expect(numberOf(runtime.call('limit', x, bits(1), bits(0)))).toBeNaN()
  expect(runtime.call('limit', runtime.gauss(10, 1), bits(0), bits(1e9)) >> 48n).toBe(0x7ffdn)
  expect(numberOf(runtime.call('limit', bits(5), bits(0), bits(9)))).toBe(5)
  expect(numberOf(runtime.call('limit', bits(5), bits(6), bits(9)))).toBeNaN()
  const atoms = runtime.describe(runtime.call('limit', runtime.empirical([1, 2, 3, 4, 10]), bits(2), bits(4)))
  expect([...atoms.positions]).toEqual([2, 3, 4])
  expect(atoms.masses[0]).toBeCloseTo(1 / 3, 15)
  expect(new Set(atoms.samples)).toEqual(new Set([2, 3, 4]))
})

test('an independent copy has the same samples in another order, and the same law', async () => {
  const runtime = await startRuntime()
  const x = runtime.add(runtime.gauss(1, 2), bits(1))
  const copy = runtime.call('copy', x)
  expect([...runtime.sorted(copy)]).toEqual([...runtime.sorted(x)])
  expect(runtime.describe(copy).positions).toEqual(runtime.describe(x).positions)
  expect(Math.abs(correlation(runtime, x, copy))).toBeLessThan(0.02)
  expect(numberOf(runtime.call('copy', bits(3)))).toBe(3)
})

test('joint copies keep their dependence among themselves and lose it to the originals', async () => {
  const runtime = await startRuntime()
  const x = runtime.gauss(0, 1)
  const y = runtime.add(x, runtime.gauss(0, 0.5))
  const [copyX, copyY, plain] = runtime.jointcopy([x, runtime.call('neg64', y), bits(7)]) as [Bits, Bits, Bits]
  expect(correlation(runtime, copyX, copyY)).toBeCloseTo(-correlation(runtime, x, y), 10)
  expect(Math.abs(correlation(runtime, x, copyX))).toBeLessThan(0.05)
  expect([...runtime.sorted(copyX)]).toEqual([...runtime.sorted(x)])
  expect(numberOf(plain)).toBe(7)
})

test('atoms that were read come back as they were, also through an affine map', async () => {
  const runtime = await startRuntime()
  const value = runtime.fromAtoms([3, 1, 2], [0.25, 0.5, 0.25], 1.5, 1.7500000001)
  const read = runtime.describe(value)
  expect([...read.positions]).toEqual([1, 2, 3])
  expect([...read.masses]).toEqual([0.5, 0.25, 0.25])
  expect([read.particle, read.mean, read.law]).toEqual([1.5, 1.7500000001, -1])
  expect(share(runtime, value, (x) => x === 1)).toBe(0.5)
  const image = runtime.describe(runtime.mul(value, bits(-0.1)))
  expect([...image.positions]).toEqual([3 * -0.1, 2 * -0.1, -0.1])
  expect([...image.masses]).toEqual([0.25, 0.25, 0.5])
  expect(runtime.describe(runtime.fromAtoms([1, 2], [0.5, 0.5], 1.5)).mean).toBe(1.5)
  expect(numberOf(runtime.fromAtoms([4], [1], 4.5))).toBe(4.5)
})
