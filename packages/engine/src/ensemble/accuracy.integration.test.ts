// Operations on up to 16 independent sources against closed forms, at the N of a core of Precision 64.
import { expect, test } from 'vitest'
import { type Bits, bits, startRuntime, type TestRuntime } from './testing/runtime.ts'

interface Exact {
  readonly mean: number
  readonly deviation: number
  readonly quantile: (p: number) => number
}
/** In standard deviations; the deviation relatively. */
interface Tolerance {
  readonly mean: number
  readonly deviation: number
  readonly quantile: number
}
const REQUIRED: Tolerance = { mean: 1e-3, deviation: 5e-3, quantile: 2e-2 }
/** Of another result of the same sources, which were paired for the first one: as Latin hypercube samples. Monte Carlo has 1.6e-2, 1.1e-2 and 4.2e-2. */
const SECOND: Tolerance = { mean: 2e-2, deviation: 3e-2, quantile: 8e-2 }

function errorsOf(runtime: TestRuntime, value: Bits, exact: Exact): Tolerance {
  const sorted = runtime.sorted(value)
  const n = sorted.length
  const mean = sorted.reduce((sum, x) => sum + x, 0) / n
  const deviation = Math.sqrt(sorted.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n)
  const quantile = (p: number) => {
    const at = p * n - 0.5
    const below = Math.floor(at)
    return sorted[below]! + (at - below) * (sorted[below + 1]! - sorted[below]!)
  }
  return {
    mean: Math.abs(mean - exact.mean) / exact.deviation,
    deviation: Math.abs(deviation / exact.deviation - 1),
    quantile: Math.max(...[0.025, 0.975].map((p) => Math.abs(quantile(p) - exact.quantile(p)) / exact.deviation)),
  }
}
function expectLaw(runtime: TestRuntime, value: Bits, exact: Exact, label: string, tolerance = REQUIRED): void {
  const errors = errorsOf(runtime, value, exact)
  for (const measure of ['mean', 'deviation', 'quantile'] as const) expect(errors[measure], `${label}: ${measure}`).toBeLessThan(tolerance[measure])
}

const COUNTS = [2, 3, 4, 6, 8, 12, 16]
const repeat = (count: number, make: () => Bits) => Array.from({ length: count }, make)
const fold = (values: readonly Bits[], join: (a: Bits, b: Bits) => Bits) => values.slice(1).reduce(join, values[0]!)

test('a sum of uniforms has the Irwin-Hall law', async () => {
  for (const n of COUNTS) {
    const runtime = await startRuntime()
    const cdf = (x: number) =>
      Array.from({ length: Math.floor(x) + 1 }, (_, k) => (-1) ** k * binomial(n, k) * (x - k) ** n).reduce((a, b) => a + b, 0) / factorial(n)
    const sum = fold(
      repeat(n, () => runtime.uniform(0, 1)),
      runtime.add,
    )
    expectLaw(runtime, sum, { mean: n / 2, deviation: Math.sqrt(n / 12), quantile: (p) => inverse(cdf, p, 0, n) }, `${n}`)
  }
})

test('a sum, a difference and an alternating sum of normals are normal', async () => {
  for (const n of COUNTS)
    for (const [name, operation] of [
      ['sum', () => 'add64'],
      ['difference', () => 'sub64'],
      ['alternating sum', (i: number) => (i % 2 ? 'sub64' : 'add64')],
    ] as const) {
      const runtime = await startRuntime()
      const values = repeat(n, () => runtime.gauss(1, 2))
      const signs = values.map((_, i) => (i && operation(i) === 'sub64' ? -1 : 1))
      const mean = signs.reduce((sum, sign) => sum + sign, 0)
      const deviation = 2 * Math.sqrt(n)
      const total = values.slice(1).reduce((sum, x, i) => runtime.call(operation(i + 1), sum, x), values[0]!)
      expectLaw(runtime, total, { mean, deviation, quantile: (p) => mean + deviation * normalQuantile(p) }, `${name} of ${n}`)
    }
})

test('products and quotients of lognormals are lognormal', async () => {
  const sigma = 0.2
  for (const n of COUNTS)
    for (const operation of ['mul', 'div'] as const) {
      const runtime = await startRuntime()
      const values = repeat(n, () => runtime.source('lognormal', 0, 1, Math.exp(sigma ** 2 / 2), sigma))
      expectLaw(runtime, fold(values, runtime[operation]), lognormal(sigma * Math.sqrt(n)), `${operation} of ${n}`)
    }
})

test('a second result of the same sources keeps at least the accuracy of Latin hypercube samples', async () => {
  for (const n of COUNTS) {
    const runtime = await startRuntime()
    const values = repeat(n, () => runtime.gauss(1, 2))
    runtime.sorted(fold(values, runtime.add))
    const deviation = 2 * Math.sqrt(n)
    const difference = { mean: 2 - n, deviation, quantile: (p: number) => 2 - n + deviation * normalQuantile(p) }
    expectLaw(runtime, fold(values, runtime.sub), difference, `difference of ${n} after their sum`, n > 3 ? SECOND : REQUIRED)
  }
})

test('a sum of exponentials has the Erlang law', async () => {
  for (const n of COUNTS) {
    const runtime = await startRuntime()
    const cdf = (x: number) => 1 - Math.exp(-x) * Array.from({ length: n }, (_, k) => x ** k / factorial(k)).reduce((a, b) => a + b, 0)
    const sum = fold(
      repeat(n, () => runtime.source('exponential', 0, 1, 1)),
      runtime.add,
    )
    expectLaw(runtime, sum, { mean: n, deviation: Math.sqrt(n), quantile: (p) => inverse(cdf, p, 0, 20 * n) }, `${n}`)
  }
})

test('the product of two uniforms and the ratio of two normals have their laws', async () => {
  const runtime = await startRuntime()
  const product = runtime.mul(runtime.uniform(0, 1), runtime.uniform(0, 1))
  expectLaw(
    runtime,
    product,
    { mean: 1 / 4, deviation: Math.sqrt(1 / 9 - 1 / 16), quantile: (p) => inverse((x) => x - x * Math.log(x), p, 1e-9, 1) },
    'product',
  )
  const cauchy = runtime.sorted(runtime.div(runtime.gauss(0, 1), runtime.gauss(0, 1)))
  for (const p of [0.1, 0.25, 0.75, 0.9]) expect(Math.abs(cauchy[Math.floor(p * 4096)]! - Math.tan(Math.PI * (p - 0.5)))).toBeLessThan(0.05)
})

test('functions of one and several sources have their laws', async () => {
  const runtime = await startRuntime()
  const z = runtime.gauss(0, 0.5)
  expectLaw(runtime, runtime.unary('exp', z), lognormal(0.5), 'exp')
  const sum = fold(
    repeat(5, () => runtime.gauss(0, 0.2)),
    runtime.add,
  )
  expectLaw(runtime, runtime.unary('exp', sum), lognormal(0.2 * Math.sqrt(5)), 'exp of a sum')
  const minusLog = (x: Bits) => runtime.call('neg64', runtime.unary('log', x))
  expectLaw(runtime, minusLog(runtime.uniform(0, 1)), { mean: 1, deviation: 1, quantile: (p) => -Math.log(1 - p) }, 'log')
  const angle = runtime.uniform(-Math.PI, Math.PI)
  const arcsine = { mean: 0, deviation: Math.SQRT1_2, quantile: (p: number) => Math.sin(Math.PI * (p - 0.5)) }
  expectLaw(runtime, runtime.unary('sin', angle), arcsine, 'sin')
  expectLaw(runtime, runtime.unary('cos', angle), arcsine, 'cos')
  expectLaw(runtime, runtime.call('sqrt64', runtime.uniform(0, 1)), { mean: 2 / 3, deviation: Math.sqrt(1 / 18), quantile: Math.sqrt }, 'sqrt')
  expectLaw(
    runtime,
    runtime.binary('pow', runtime.uniform(0, 1), bits(3)),
    { mean: 1 / 4, deviation: Math.sqrt(1 / 7 - 1 / 16), quantile: (p) => p ** 3 },
    'pow',
  )
  const fourNormals = repeat(4, () => runtime.gauss(0, 1)).map((x) => runtime.mul(x, x))
  const chi = (x: number) => 1 - Math.exp(-x / 2) * (1 + x / 2)
  expectLaw(runtime, fold(fourNormals, runtime.add), { mean: 4, deviation: Math.sqrt(8), quantile: (p) => inverse(chi, p, 0, 100) }, 'chi squared')
})

test('the largest and the smallest of several uniforms have Beta laws', async () => {
  for (const n of COUNTS) {
    const deviation = Math.sqrt(n / ((n + 1) ** 2 * (n + 2)))
    const runtime = await startRuntime()
    const max = fold(
      repeat(n, () => runtime.uniform(0, 1)),
      (a, b) => runtime.call('max64', a, b),
    )
    expectLaw(runtime, max, { mean: n / (n + 1), deviation, quantile: (p) => p ** (1 / n) }, `max of ${n}`)
    const other = await startRuntime()
    const min = fold(
      repeat(n, () => other.uniform(0, 1)),
      (a, b) => other.binary('fmin', a, b),
    )
    expectLaw(other, min, { mean: 1 / (n + 1), deviation, quantile: (p) => 1 - (1 - p) ** (1 / n) }, `min of ${n}`)
  }
})

test('chains of 64 and 252 sources are as accurate as small programs', async () => {
  const runtime = await startRuntime()
  const walk = fold(
    repeat(64, () => runtime.uniform(-1, 1)),
    runtime.add,
  )
  const deviation = Math.sqrt(64 / 3)
  // the Edgeworth term of fourth order; the next one is below 1e-4 here
  const quantile = (p: number) => deviation * (normalQuantile(p) - (1.2 / 64 / 24) * (normalQuantile(p) ** 3 - 3 * normalQuantile(p)))
  expectLaw(runtime, walk, { mean: 0, deviation, quantile }, 'walk')
  const prices = await startRuntime({ samples: 16384 })
  const sigma = 0.4
  const factors = repeat(252, () => prices.source('lognormal', 0, 1, Math.exp(sigma ** 2 / 504), sigma / Math.sqrt(252)))
  expectLaw(prices, fold(factors, prices.mul), lognormal(sigma), 'geometric Brownian motion')
})

test('a simulation of six parameters is as accurate when it makes more values than may wait', async () => {
  const runtime = await startRuntime()
  const { add, sub, mul, div } = runtime
  const [mass, stiffness, damping] = [runtime.gauss(1, 0.05), runtime.uniform(9, 11), runtime.uniform(0.2, 0.4)]
  let [x, v] = [runtime.gauss(1, 0.1), runtime.gauss(0, 0.2)]
  const force = runtime.gauss(0.5, 0.1)
  const acceleration = (x: Bits, v: Bits) => div(sub(sub(force, mul(damping, v)), mul(stiffness, x)), mass)
  const after = (value: Bits, step: number, slope: Bits) => add(value, mul(bits(step), slope))
  for (let step = 0; step < 300; step++) {
    const [halfX, halfV] = [after(x, 0.01, v), after(v, 0.01, acceleration(x, v))]
    const slope = acceleration(halfX, halfV)
    x = after(x, 0.02, halfV)
    v = after(v, 0.02, slope)
  }
  // three million draws of a native program
  const drawn = { mean: 0.34898, deviation: 0.12849, quantile: () => 0 }
  const { mean, deviation } = errorsOf(runtime, x, drawn)
  expect(mean).toBeLessThan(3e-3)
  expect(deviation).toBeLessThan(3e-3)
})

test('viscosity of a falling ball (NIST TN 1900, E3) on a core of Precision 256', async () => {
  const runtime = await startRuntime({ samples: 16384 })
  const viscosity = runtime.sorted(viscosityOf(runtime))
  const mean = viscosity.reduce((sum, x) => sum + x, 0) / 16384
  const deviation = Math.sqrt(viscosity.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 16384)
  expect(Math.abs(mean - 5.825177) / 1.115327).toBeLessThan(1e-4)
  expect(Math.abs(deviation / 1.115327 - 1)).toBeLessThan(1e-3)
  for (const [p, exact] of [
    [0.025, 4.05268],
    [0.975, 8.3993],
  ] as const)
    expect(Math.abs(viscosity[Math.round(p * 16384 - 0.5)]! - exact) / 1.115327).toBeLessThan(1e-2)
})

test('programs that use a variable more than once have the mean of theirs within 1e-3 deviations', async () => {
  const product = await startRuntime()
  const [x, y, z] = [1, 2, 3].map((mean) => product.gauss(mean, 1)) as [Bits, Bits, Bits]
  // E (x + y + z) x - y z = E x² + E xy + E xz - E yz = 2 + 2 + 3 - 6
  const form = product.describe(product.sub(product.mul(product.add(product.add(x, y), z), x), product.mul(y, z)))
  const variance = form.samples.reduce((sum, v) => sum + (v - form.mean) ** 2, 0) / 4096
  expect(Math.abs(form.mean - 1) / Math.sqrt(variance)).toBeLessThan(1e-3)
  const ratio = await startRuntime()
  const [a, b] = [ratio.source('exponential', 0, 1, 1), ratio.source('exponential', 0, 1, 1)]
  expectLaw(ratio, ratio.div(a, ratio.add(a, b)), { mean: 0.5, deviation: Math.sqrt(1 / 12), quantile: (p) => p }, 'a / (a + b)')
  const late = await startRuntime() // the ball's sources come after others, and are used together with them
  const noise = fold(
    repeat(6, () => late.gauss(0, 1)),
    late.add,
  )
  const { mean } = late.describe(late.add(viscosityOf(late), late.mul(noise, bits(0.1))))
  expect(Math.abs(mean - 5.825177) / Math.hypot(1.115327, 0.1 * Math.sqrt(6))).toBeLessThan(1e-3)
})

test('the order in which a compiler emits operations does not change a result', async () => {
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ]
  const results = []
  for (const order of orders) {
    const runtime = await startRuntime()
    const s = repeat(9, () => runtime.gauss(2, 0.3))
    const parts: Bits[] = []
    const flip = order[0] !== 0
    const sum = (i: number, k: number) => (flip ? runtime.add(s[k]!, s[i]!) : runtime.add(s[i]!, s[k]!))
    const emit = [
      () => runtime.mul(sum(0, 1), s[2]!),
      () => runtime.div(sum(3, 4), runtime.add(s[1]!, s[5]!)),
      () => runtime.mul(s[6]!, runtime.sub(s[7]!, s[8]!)),
      () => runtime.mul(s[7]!, sum(2, 8)),
    ]
    for (const i of order) parts[i] = emit[i]!()
    if (flip) runtime.sub(s[3]!, s[8]!) // a dead operation
    const result = runtime.sub(runtime.add(parts[0]!, parts[1]!), runtime.mul(parts[2]!, parts[3]!))
    results.push([runtime.sorted(result), runtime.describe(result).mean])
  }
  expect(results[1]).toEqual(results[0])
  expect(results[2]).toEqual(results[0])
})

test('with 65536 samples sums and products of up to 16 sources are as accurate as small programs', async () => {
  for (const n of [4, 8, 16]) {
    const runtime = await startRuntime({ samples: 65536 })
    const deviation = Math.sqrt(n)
    const sum = fold(
      repeat(n, () => runtime.gauss(0, 1)),
      runtime.add,
    )
    expectLaw(runtime, sum, { mean: 0, deviation, quantile: (p) => deviation * normalQuantile(p) }, `sum of ${n}`)
    expectLaw(runtime, runtime.unary('exp', runtime.mul(sum, bits(0.1))), lognormal(0.1 * deviation), `product of ${n}`)
  }
})

test('without correlation tracking the operands of an operation are independent', async () => {
  const runtime = await startRuntime({ independent: true })
  const x = runtime.uniform(0, 1)
  expectLaw(
    runtime,
    runtime.sub(x, x),
    { mean: 0, deviation: Math.sqrt(1 / 6), quantile: (p) => (p < 0.5 ? Math.sqrt(2 * p) - 1 : 1 - Math.sqrt(2 * (1 - p))) },
    'x - x',
  )
  expectLaw(
    runtime,
    runtime.mul(x, x),
    { mean: 1 / 4, deviation: Math.sqrt(1 / 9 - 1 / 16), quantile: (p) => inverse((y) => y - y * Math.log(y), p, 1e-9, 1) },
    'x * x',
  )
})

function viscosityOf(runtime: TestRuntime): Bits {
  const { gauss, mul, sub, div } = runtime
  const [muC, tM, rhoM, rhoC, tC, rhoB] = [
    gauss(4.63, 0.0463),
    gauss(61, 6.1),
    gauss(1180, 0.5),
    gauss(810, 0.5),
    gauss(36.6, 5.49),
    gauss(2217, 0.5),
  ]
  return div(mul(mul(muC, tM), sub(rhoB, rhoM)), mul(tC, sub(rhoB, rhoC)))
}
function lognormal(sigma: number): Exact {
  const mean = Math.exp(sigma ** 2 / 2)
  return { mean, deviation: mean * Math.sqrt(Math.exp(sigma ** 2) - 1), quantile: (p) => Math.exp(sigma * normalQuantile(p)) }
}
/** Standard normal; the two levels used here. */
function normalQuantile(p: number): number {
  return p < 0.5 ? -1.9599639845400545 : 1.9599639845400545
}
function inverse(cdf: (x: number) => number, p: number, low: number, high: number): number {
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2
    if (cdf(middle) < p) low = middle
    else high = middle
  }
  return low
}
function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1)
}
function binomial(n: number, k: number): number {
  return factorial(n) / factorial(k) / factorial(n - k)
}
