// Linear combinations of Gaussian sources carry their exact law: against the closed form, on random programs, and where it has to go.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bits, bits, bits32, numberOf, startRuntime, type TestRuntime } from './testing/runtime.ts'

const GAUSS = 1
const lawOf = (runtime: TestRuntime, value: Bits) => {
  const { law, location, scale, mean, positions } = runtime.describe(value)
  return { law, location, scale: Math.abs(scale), mean, positions: [...positions] }
}
const deviation = (samples: Float64Array) => {
  const mean = samples.reduce((sum, x) => sum + x, 0) / samples.length
  return Math.sqrt(samples.reduce((sum, x) => sum + (x - mean) ** 2, 0) / samples.length)
}

/** A value and, for the closed form, its mean and the weight of each source. */
interface Linear {
  readonly value: Bits
  readonly mean: number
  readonly weights: readonly number[]
}
const SOURCES = 6
const step = fc.record({
  operation: fc.constantFrom('add', 'sub', 'neg', 'times', 'over', 'plus', 'minus from', 'source again'),
  a: fc.nat(1000),
  b: fc.nat(1000),
  plain: fc.constantFrom(-3, -1, 0.1, 0.5, 1.7, 2, 1e3, -7.25),
})

function run(runtime: TestRuntime, steps: readonly { operation: string; a: number; b: number; plain: number }[]): Linear[] {
  const pool: Linear[] = Array.from({ length: SOURCES }, (_, i) => ({
    value: runtime.gauss(i - 2, 0.3 + i),
    mean: i - 2,
    weights: Array.from({ length: SOURCES }, (_, k) => (k === i ? 0.3 + i : 0)),
  }))
  for (const { operation, a, b, plain } of steps) {
    const [x, y, p] = [pool[a % pool.length]!, pool[b % pool.length]!, bits(plain)]
    const map = (value: Bits, f: (v: number) => number, scale: number): Linear => ({
      value,
      mean: f(x.mean),
      weights: x.weights.map((w) => w * scale),
    })
    const both = (value: Bits, sign: number): Linear => ({
      value,
      mean: x.mean + sign * y.mean,
      weights: x.weights.map((w, i) => w + sign * y.weights[i]!),
    })
    const next: Record<string, () => Linear> = {
      add: () => both(runtime.add(x.value, y.value), 1),
      sub: () => both(runtime.sub(x.value, y.value), -1),
      neg: () => map(runtime.call('neg64', x.value), (m) => -m, -1),
      times: () => map(runtime.mul(p, x.value), (m) => m * plain, plain),
      over: () => map(runtime.div(x.value, p), (m) => m / plain, 1 / plain),
      plus: () => map(runtime.add(x.value, p), (m) => m + plain, 1),
      'minus from': () => map(runtime.sub(p, x.value), (m) => plain - m, -1),
      'source again': () => pool[a % SOURCES]!,
    }
    pool.push(next[operation]!())
  }
  return pool
}

test('random linear programs of Gaussian sources have the Gaussian of the closed form', async () => {
  const runtime = await startRuntime({ samples: 1024, atoms: 16 })
  const standard = lawOf(runtime, runtime.gauss(0, 1)).positions
  let [kept, all] = [0, 0]
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      for (const { value, mean, weights } of run(runtime, steps)) {
        const exact = Math.hypot(...weights)
        const size = Math.max(...weights.map(Math.abs)) + Math.abs(mean) + 1
        const found = runtime.describe(value)
        if (!found.uncertain) {
          expect(exact).toBeLessThanOrEqual(1e-9 * size)
          continue
        }
        if (exact < 1e-6 * size) continue // what cancellation left: the closed form has no digits itself
        all++
        if (found.law !== GAUSS) continue
        kept++
        expect(Math.abs(Math.abs(found.scale) / exact - 1)).toBeLessThan(1e-12)
        expect(Math.abs(found.mean - mean)).toBeLessThan(1e-12 * size)
        expect(Math.abs(found.location - mean)).toBeLessThan(1e-12 * size)
        found.positions.forEach((x, i) => {
          expect(Math.abs(x - (mean + exact * standard[i]!))).toBeLessThan(1e-11 * size)
        })
        expect(Math.abs(deviation(found.samples) / exact - 1)).toBeLessThan(0.1)
      }
    }),
    { numRuns: 150, seed: 7 },
  )
  expect(kept / all).toBeGreaterThan(0.99)
})

test('what cancels is gone: x - x, x + x, (a + b) - a, and two images of one source of any family', async () => {
  const runtime = await startRuntime()
  const { add, sub, mul } = runtime
  const [a, b] = [runtime.gauss(3, 0.7), runtime.gauss(-1, 0.2)]
  expect(numberOf(sub(a, a))).toBe(0)
  expect(lawOf(runtime, add(a, a))).toEqual(lawOf(runtime, mul(bits(2), a)))
  expect(lawOf(runtime, sub(a, runtime.call('neg64', a)))).toEqual(lawOf(runtime, mul(bits(2), a)))
  expect(lawOf(runtime, sub(add(a, b), a))).toEqual(lawOf(runtime, b))
  expect(lawOf(runtime, sub(add(mul(bits(0.1), a), b), mul(a, bits(0.1))))).toMatchObject({ law: GAUSS, scale: 0.2 })
  expect(lawOf(runtime, add(a, b))).toEqual(lawOf(runtime, add(b, a)))
  expect(lawOf(runtime, runtime.call('neg64', sub(a, b)))).toEqual(lawOf(runtime, sub(b, a)))
  expect(lawOf(runtime, sub(a, runtime.call('neg64', b)))).toEqual(lawOf(runtime, add(a, b)))
  const u = runtime.uniform(1, 3)
  expect(lawOf(runtime, add(u, u))).toEqual(lawOf(runtime, mul(u, bits(2))))
  expect(lawOf(runtime, sub(mul(u, bits(3)), u))).toMatchObject({ law: 0, location: 4, scale: 2 })
  const exponential = runtime.source('exponential', 0, 1, 1)
  const mirrored = runtime.describe(sub(exponential, mul(exponential, bits(3))))
  expect([mirrored.law, mirrored.location, mirrored.scale]).toEqual([2, 0, -2])
  expect([...mirrored.positions]).toEqual([...mirrored.positions].sort((x, y) => x - y))
  const image = runtime.describe(mul(exponential, bits(-2)))
  expect([...mirrored.masses]).toEqual([...image.masses])
})

test('other laws, other operations and numbers that are not finite leave no law', async () => {
  const runtime = await startRuntime()
  const [a, b, u] = [runtime.gauss(3, 1), runtime.gauss(5, 2), runtime.uniform(0, 1)]
  const sum = runtime.add(a, b)
  for (const [name, value] of Object.entries({
    'a Gaussian and a uniform': runtime.add(a, u),
    product: runtime.mul(sum, a),
    quotient: runtime.div(sum, b),
    square: runtime.mul(sum, sum),
    max: runtime.call('max64', a, sum),
    abs: runtime.call('abs64', sum),
    exp: runtime.unary('exp', sum),
    mixture: runtime.call('mixture', sum, a, bits(0.5)),
    truncation: runtime.call('limit', sum, bits(0), bits(9)),
    'a sum with a truncated one': runtime.add(runtime.call('limit', a, bits(0), bits(9)), b),
    'plus infinity': runtime.add(sum, bits(Infinity)),
    overflow: runtime.add(runtime.mul(sum, bits(1e307)), runtime.mul(a, bits(1e308))),
  }))
    expect([name, runtime.describe(value).law, runtime.describe(value).positions.length]).toEqual([name, -1, 0])
  expect(runtime.describe(runtime.add(sum, bits(Number.NaN))).positions.length).toBe(0)
})

test('a law goes where rounding shows: lost addends, differences of rounding errors, floats', async () => {
  const runtime = await startRuntime()
  const { add, sub, mul } = runtime
  const [x, y] = [runtime.gauss(0, 1), runtime.gauss(0, 1)]
  expect(runtime.describe(sub(add(mul(x, bits(1e20)), y), mul(x, bits(1e20)))).law).toBe(-1)
  expect(runtime.describe(sub(add(mul(x, bits(0.1)), mul(x, bits(0.2))), mul(x, bits(0.3)))).law).toBe(-1)
  expect(runtime.describe(sub(add(mul(x, bits(1e3)), y), mul(x, bits(1e3)))).law).toBe(GAUSS)
  const small = mul(mul(x, bits(1e-200)), bits(1e-115)) // a factor with few digits left
  expect(runtime.describe(add(mul(small, bits(1e300)), mul(y, bits(1e-15)))).law).toBe(-1)
  const single = (mean: number, sd: number) => runtime.call32('demote', runtime.gauss(mean, sd))
  const wide = (value: number) => runtime.describe(runtime.call('promote', value))
  const near = wide(runtime.call32('sub32', single(10, 1), single(7, 0.5)))
  expect([near.law, near.mean]).toEqual([GAUSS, 3])
  expect(near.scale).toBeCloseTo(Math.sqrt(1.25), 12)
  expect(near.positions.length).toBe(64)
  expect([...near.positions]).toEqual([...near.positions].map(Math.fround))
  expect(wide(runtime.call32('sub32', single(1e6, 0.1), single(1e6, 0.1))).law).toBe(-1) // floats there are 1/16 apart
  expect(wide(runtime.call32('add32', single(1, 1), bits32(2))).law).toBe(GAUSS)
})

test('copies are sources of their own, and joint copies are of none that is known', async () => {
  const runtime = await startRuntime()
  const x = runtime.gauss(1, 3)
  const y = runtime.add(x, runtime.gauss(0, 4))
  const copy = runtime.call('copy', y)
  expect(lawOf(runtime, copy)).toEqual(lawOf(runtime, y))
  expect(lawOf(runtime, runtime.sub(y, copy))).toMatchObject({ law: GAUSS, location: 0, mean: 0 })
  expect(lawOf(runtime, runtime.sub(y, copy)).scale).toBeCloseTo(5 * Math.SQRT2, 12)
  const [jointX, jointY] = runtime.jointcopy([x, y]) as [Bits, Bits]
  expect(lawOf(runtime, jointY)).toEqual(lawOf(runtime, y))
  expect(runtime.describe(runtime.sub(jointY, jointX)).law).toBe(-1)
  expect(deviation(runtime.describe(runtime.sub(jointY, jointX)).samples)).toBeCloseTo(4, 1)
})

test('where operands are independent, a value and itself add up like two', async () => {
  const runtime = await startRuntime({ independent: true })
  const x = runtime.gauss(2, 3)
  const sum = runtime.add(x, x)
  expect(lawOf(runtime, sum)).toMatchObject({ law: GAUSS, location: 4 })
  expect(lawOf(runtime, sum).scale).toBeCloseTo(3 * Math.SQRT2, 12)
  expect(deviation(runtime.describe(sum).samples)).toBeCloseTo(3 * Math.SQRT2, 1)
  expect(lawOf(runtime, runtime.sub(sum, x)).scale).toBeCloseTo(3 * Math.sqrt(3), 12)
})

test('64 sources are followed, more are not', async () => {
  const runtime = await startRuntime({ samples: 64, atoms: 4 })
  let sum = runtime.gauss(0, 1)
  for (let i = 1; i < 64; i++) sum = runtime.add(sum, runtime.gauss(i, 1))
  expect(lawOf(runtime, sum)).toMatchObject({ law: GAUSS, location: 2016, scale: 8 })
  expect(runtime.describe(runtime.add(sum, runtime.gauss(0, 1))).law).toBe(-1)
})
