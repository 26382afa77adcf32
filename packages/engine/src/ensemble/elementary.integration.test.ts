import { expect, test } from 'vitest'
import { BINARY, UNARY } from '../abi.ts'
import fixture from './fixtures/elementary.json' with { type: 'json' }
import { type Bits, bits, numberOf, startRuntime } from './testing/runtime.ts'

/** Largest error in units in the last place, as lanes.h promises. */
const BOUNDS = {
  exp: 0.6,
  exp2: 0.6,
  log: 0.6,
  log2: 0.6,
  log10: 0.6,
  pow: 0.6,
  sin: 1.5,
  cos: 1.5,
  expm1: 2.5,
  log1p: 2,
  cosh: 2,
  tan: 4,
  sinh: 4,
  tanh: 4,
} as const

/** Distance of x from high + low, in units in the last place of high. */
function ulps(x: number, high: number, low: number): number {
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(high))) - 52)
  return Math.abs(x - high - low) / unit
}

for (const [name, bound] of Object.entries(BOUNDS) as [keyof typeof BOUNDS, number][]) {
  test(`${name} of samples stays within ${bound} ulp of exact values`, async () => {
    const rows: number[][] = fixture[name]
    const runtime = await startRuntime({ samples: rows.length })
    const columns = runtime.joint(rows.map((row) => row.slice(0, -2)))
    const result = name === 'pow' ? runtime.binary('pow', columns[0]!, columns[1]!) : runtime.unary(name, columns[0]!)
    const [x, y] = columns.map((column) => runtime.describe(column).samples)
    const known = new Map(rows.map((row) => [row.slice(0, -2).join(), row.slice(-2)]))
    const errors = [...runtime.describe(result).samples].map((value, i) => {
      const [high, low] = known.get(y ? `${x![i]},${y[i]}` : `${x![i]}`)!
      return ulps(value, high!, low!)
    })
    expect(errors.length).toBe(rows.length)
    expect(Math.max(...errors)).toBeLessThan(bound)
  })
}

test('every function maps samples as libm maps plain numbers, to 2 ulp', async () => {
  const runtime = await startRuntime({ samples: 16 })
  const x = runtime.empirical([0.03125, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9])
  for (const name of UNARY) {
    const argument = name === 'acosh' ? runtime.add(x, bits(1)) : x
    const from = runtime.describe(argument).samples
    const result = runtime.describe(runtime.unary(name, argument))
    if (result.uncertain)
      result.samples.forEach((value, i) => {
        near(value, numberOf(runtime.unary(name, bits(from[i]!))))
      })
    expect(result.particle, name).toBe(numberOf(runtime.unary(name, bits(runtime.describe(argument).particle))))
  }
  const y = runtime.uniform(0.5, 3)
  for (const name of BINARY) {
    if (name === 'jn' || name === 'yn') continue // the order is a plain number
    const [a, b] = runtime.aligned([x, y])
    const result = runtime.describe(runtime.binary(name, x, y))
    result.samples.forEach((value, i) => {
      near(value, numberOf(runtime.binary(name, bits(a![i]!), bits(b![i]!))))
    })
    expect(result.particle, name).toBe(numberOf(runtime.binary(name, bits(runtime.describe(x).particle), bits(1.75))))
  }
  for (const name of ['jn', 'yn'] as const) {
    const result = runtime.describe(runtime.binary(name, bits(3), y))
    const from = runtime.describe(y).samples
    expect(result.samples).toEqual(from.map((value) => numberOf(runtime.binary(name, bits(3), bits(value)))))
  }
})

function near(value: number, wanted: number): void {
  if (Number.isNaN(wanted) || !Number.isFinite(wanted)) expect(value).toBe(wanted)
  else expect(Math.abs(value - wanted)).toBeLessThanOrEqual(2 ** -51 * Math.abs(wanted))
}

test('arguments outside a method give what libm gives', async () => {
  const special = [Number.NaN, Infinity, -Infinity, 0, -0, 5e-324, -5e-324, 1e-310, 1e300, -1e300, 710, -746, 1e-8, 2 ** 40, Math.PI, -1]
  const runtime = await startRuntime({ samples: special.length })
  const x = runtime.joint(special.map((value) => [value]))[0]!
  const samples = runtime.describe(x).samples
  expect(samples.length).toBe(special.length)
  for (const name of ['exp', 'log', 'sin', 'cos'] as const) {
    const result = runtime.describe(runtime.unary(name, x)).samples
    samples.forEach((value, i) => {
      const wanted = numberOf(runtime.unary(name, bits(value)))
      if (Math.abs(value) <= 746 && Math.abs(value) >= 1e-8 && wanted !== 0)
        expect(result[i]! / wanted || Number.NaN).toSatisfy(
          (ratio: number) => Number.isNaN(wanted) || Math.abs(wanted) === Infinity || Math.abs(ratio - 1) < 1e-12,
        )
      else expect(result[i], `${name}(${value})`).toBe(wanted)
    })
  }
})

test('pow with the exponents 2 and 0.5 is the product and the square root', async () => {
  const runtime = await startRuntime({ samples: 64 })
  const x = runtime.uniform(1, 3)
  const samples = (value: Bits) => runtime.describe(value).samples
  expect(samples(runtime.binary('pow', x, bits(2)))).toEqual(samples(runtime.mul(x, x)))
  expect(samples(runtime.binary('pow', x, bits(0.5)))).toEqual(samples(runtime.call('sqrt64', x)))
})

test('fma rounds once, also sample by sample', async () => {
  const runtime = await startRuntime({ samples: 64 })
  const x = runtime.div(runtime.uniform(1, 3), bits(3))
  const rest = runtime.describe(runtime.call('fma', x, x, runtime.call('neg64', runtime.mul(x, x))))
  expect(Math.max(...rest.samples.map(Math.abs))).toBeLessThan(2 ** -50)
  expect(rest.samples.some((value) => value !== 0)).toBe(true)
})
