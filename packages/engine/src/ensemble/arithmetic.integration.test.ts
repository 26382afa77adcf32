import { expect, test } from 'vitest'
import { type Bits, bits, bits32, numberOf, numberOf32, startRuntime } from './testing/runtime.ts'

test('x - x is the plain 0 and x / x the plain 1', async () => {
  const runtime = await startRuntime()
  const x = runtime.uniform(1, 3)
  expect(numberOf(runtime.sub(x, x))).toBe(0)
  expect(numberOf(runtime.div(x, x))).toBe(1)
  expect(runtime.describe(runtime.sub(x, x)).uncertain).toBe(false)
  const y = runtime.gauss(0, 1)
  const nothing = runtime.describe(runtime.sub(runtime.add(x, y), runtime.add(y, x)))
  expect([nothing.uncertain, nothing.particle, nothing.mean]).toEqual([false, 0, 0])
})

test('algebraically equal forms agree sample by sample', async () => {
  const runtime = await startRuntime()
  const { add, sub, mul } = runtime
  const x = runtime.gauss(2, 0.5)
  const spread = (value: Bits) =>
    runtime.describe(value).uncertain ? Math.max(...runtime.describe(value).samples.map(Math.abs)) : Math.abs(numberOf(value))
  const one = bits(1)
  expect(spread(sub(mul(sub(x, one), add(x, one)), sub(mul(x, x), one)))).toBeLessThan(1e-12)
  const horner = add(mul(add(mul(add(mul(bits(2), x), bits(-3)), x), bits(5)), x), bits(-7))
  const square = mul(x, x)
  const expanded = add(add(sub(mul(bits(2), mul(square, x)), mul(bits(3), square)), mul(bits(5), x)), bits(-7))
  expect(spread(sub(horner, expanded))).toBeLessThan(1e-12)
  const y = runtime.uniform(3, 4)
  expect(spread(sub(runtime.div(x, add(x, y)), runtime.div(one, add(one, runtime.div(y, x)))))).toBeLessThan(1e-12)
})

test('an affine image of a uniform prints the very doubles of the worked example', async () => {
  const runtime = await startRuntime()
  const { positions, masses, mean, particle } = runtime.describe(runtime.mul(bits(100000), runtime.add(bits(1), runtime.uniform(0.05, 0.07))))
  const expected =
    `40F9A379FFFFFFFF 40F9A56E00000000 40F9A76200000000 40F9A95600000000 40F9AB4A00000001 40F9AD3E00000000 40F9AF3200000000 40F9B125FFFFFFFF
    40F9B31A00000000 40F9B50E00000000 40F9B70200000000 40F9B8F600000001 40F9BAEA00000000 40F9BCDE00000000 40F9BED1FFFFFFFF 40F9C0C600000001 40F9C2BA00000000
    40F9C4AE00000000 40F9C6A1FFFFFFFF 40F9C89600000000`.split(/\s+/)
  expect([...positions].slice(0, expected.length).map((x) => bits(x).toString(16).toUpperCase())).toEqual(expected)
  expect(positions.length).toBe(64)
  expect(positions[63]).toBe(106984.375)
  expect(new Set(masses)).toEqual(new Set([1 / 64]))
  expect([mean, particle]).toEqual([106000, 106000])
})

test('an affine map that reverses the order keeps atoms ascending with their masses', async () => {
  const runtime = await startRuntime({ atoms: 8 })
  const x = runtime.source('exponential', 0, 1, 1)
  const original = runtime.describe(x)
  for (const reversed of [
    runtime.sub(bits(5), x),
    runtime.mul(x, bits(-2)),
    runtime.div(x, bits(-4)),
    runtime.call('neg64', x),
    runtime.add(runtime.call('neg64', x), bits(3)),
  ]) {
    const { positions, masses, law, scale } = runtime.describe(reversed)
    expect(law).toBe(original.law)
    expect(scale).toBeLessThan(0)
    expect([...positions]).toEqual([...positions].sort((a, b) => a - b))
    expect([...masses]).toEqual([...original.masses].reverse())
  }
  for (const other of [runtime.div(bits(1), x), runtime.mul(x, bits(0)), runtime.add(x, bits(Infinity)), runtime.mul(x, x), runtime.unary('exp', x)])
    expect(runtime.describe(other).positions.length).toBe(0)
})

test('the sign bit of a handle negates the value wherever it is used', async () => {
  const runtime = await startRuntime({ samples: 64 })
  const x = runtime.uniform(1, 4)
  const minus = runtime.call('neg64', x)
  const samples = (value: Bits) => [...runtime.describe(value).samples]
  const y = runtime.gauss(0, 1)
  const minusY = runtime.call('neg64', y)
  const pairs: [Bits, Bits][] = [
    [runtime.add(minus, y), runtime.sub(y, x)],
    [runtime.sub(minus, minusY), runtime.sub(y, x)],
    [runtime.mul(minus, minusY), runtime.mul(x, y)],
    [runtime.div(minusY, x), runtime.div(y, minus)],
    [runtime.call('abs64', minus), x],
    [runtime.call('max64', minus, minusY), runtime.call('neg64', runtime.call('min64', x, y))],
    [runtime.unary('exp', minus), runtime.unary('exp', runtime.mul(x, bits(-1)))],
    [runtime.call('copysign64', x, minus), minus],
    [runtime.call('promote', runtime.call32('neg32', runtime.call32('demote', x))), runtime.call('promote', runtime.call32('demote', minus))],
  ]
  for (const [a, b] of pairs) expect(samples(a)).toEqual(samples(b))
  expect([...runtime.sorted(minus)]).toEqual(samples(minus).sort((a, b) => a - b))
  expect(runtime.describe(minus).particle).toBe(-2.5)
  expect(runtime.describe(minus).mean).toBe(-2.5)
})

test('plain operands give exactly the result of the hardware', async () => {
  const runtime = await startRuntime()
  const numbers = [0, -0, 1.5, -7, 1e300, 5e-324, Infinity, -Infinity, Number.NaN, 0.1]
  for (const a of numbers)
    for (const b of numbers) {
      expect(numberOf(runtime.add(bits(a), bits(b)))).toBe(a + b)
      expect(numberOf(runtime.div(bits(a), bits(b)))).toBe(a / b)
      expect(numberOf32(runtime.call32('mul32', bits32(a), bits32(b)))).toBe(Math.fround(Math.fround(a) * Math.fround(b)))
      expect(numberOf(runtime.call('min64', bits(a), bits(b)))).toBe(Math.min(a, b))
      expect(runtime.call32('le64', bits(a), bits(b))).toBe(a <= b ? 1 : 0)
    }
  expect(runtime.add(bits(Number.NaN), bits(1)) >> 48n).not.toBe(0x7ffdn)
})

test('comparisons and conversions take the particle', async () => {
  const runtime = await startRuntime()
  const x = runtime.uniform(0, 3)
  expect(runtime.call32('gt64', x, bits(1))).toBe(1)
  expect(runtime.call32('lt64', x, runtime.call('neg64', x))).toBe(0)
  expect(runtime.call32('eq64', x, bits(1.5))).toBe(1)
  expect(numberOf(runtime.call('integer64', runtime.call('neg64', x)))).toBe(-1.5)
  expect(numberOf32(runtime.call32('integer32', runtime.call32('demote', x)))).toBe(1.5)
})

test('operations on floats round every sample and the particle to a float', async () => {
  const runtime = await startRuntime({ samples: 256 })
  const [x, y] = [runtime.call32('demote', runtime.uniform(0.1, 0.7)), runtime.call32('demote', runtime.gauss(3, 1))]
  const wide = (value: number) => runtime.describe(runtime.call('promote', value))
  wide(runtime.call32('add32', x, y)) // from here on in one joint order
  const [a, b] = [wide(x), wide(y)]
  const operations = {
    add32: (p: number, q: number) => p + q,
    sub32: (p: number, q: number) => p - q,
    mul32: (p: number, q: number) => p * q,
    div32: (p: number, q: number) => p / q,
  }
  for (const [name, operation] of Object.entries(operations)) {
    const result = wide(runtime.call32(name, x, y))
    expect([...result.samples]).toEqual([...a.samples].map((value, i) => Math.fround(operation(value, b.samples[i]!))))
    expect(result.particle).toBe(Math.fround(operation(a.particle, b.particle)))
  }
  const doubled = wide(runtime.call32('mul32', x, bits32(2)))
  expect([...doubled.positions]).toEqual([...a.positions].map((value) => Math.fround(2 * value)))
})

test('a non-finite sample stays the business of that sample', async () => {
  const runtime = await startRuntime({ samples: 1024 })
  const root = runtime.describe(runtime.call('sqrt64', runtime.gauss(2, 1)))
  const lost = root.samples.filter(Number.isNaN).length
  expect(lost).toBeGreaterThan(0)
  expect(lost).toBeLessThan(40)
  expect(root.particle).toBe(Math.SQRT2)
  const sorted = runtime.sorted(runtime.call('sqrt64', runtime.gauss(2, 1)))
  expect([...sorted.slice(-lost)].every(Number.isNaN)).toBe(true)
})

test('on a core without tracking a source is its mean', async () => {
  const runtime = await startRuntime({ tracking: false })
  expect(numberOf(runtime.gauss(3, 1))).toBe(3)
  expect(numberOf(runtime.empirical([1, 2, 6]))).toBe(3)
  expect(numberOf(runtime.call('mixture', bits(1), bits(3), bits(0.25)))).toBe(2.5)
})

test('two runs give the same bytes', async () => {
  const run = async () => {
    const runtime = await startRuntime({ samples: 1024 })
    const values = Array.from({ length: 40 }, (_, i) => runtime.gauss(i, 1))
    return runtime.describe(values.reduce((sum, x) => runtime.add(sum, runtime.unary('sin', x)))).samples
  }
  expect(await run()).toEqual(await run())
})
