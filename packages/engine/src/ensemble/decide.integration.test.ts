// What the runtime counts at a decision, with the heap checker: shares against closed forms, values that wait, places, and what it leaves behind.
import { expect, test } from 'vitest'
import { ASKED, DECISION, PLACE } from '../abi.ts'
import { type Bits, bits, CALLED, startRuntime, type TestRuntime } from './testing/runtime.ts'

function decisionAt({ exports }: TestRuntime, place: number) {
  const memory = (exports['memory'] as WebAssembly.Memory).buffer
  const address = (exports['decisions'] as () => number)() >>> 0
  if (address === 0 || (exports['statistic'] as (which: number) => number)(4) <= place) return undefined
  const view = new DataView(memory, address + place * DECISION.bytes)
  const f64 = (at: number) => view.getFloat64(at, true)
  return { evaluations: f64(DECISION.evaluations), disagreements: f64(DECISION.disagreements), share: f64(DECISION.largest) }
}
const asBytes = (...values: Bits[]) => new Uint8Array(BigUint64Array.from(values).buffer)

test('a comparison goes the way of the particle; samples on the other side are counted at its place', async () => {
  const runtime = await startRuntime()
  const x = runtime.gauss(1, 1)
  expect(runtime.call32('gt64', x, bits(0), 3)).toBe(1)
  expect(runtime.call32('lt64', bits(0), x, 3)).toBe(1) // the plain number first
  expect(runtime.call32('lt64', runtime.call('neg64', x), bits(0), 3)).toBe(1) // of -x
  const decision = decisionAt(runtime, 3)!
  expect(decision).toMatchObject({ evaluations: 3, disagreements: 3 })
  expect(decision.share).toBeCloseTo(0.158655, 4) // Φ(-1)
})
test('where all samples agree nothing is counted but the evaluation, also when the range answers', async () => {
  const runtime = await startRuntime()
  const x = runtime.uniform(1, 2)
  for (let i = 0; i < 5; i++) expect(runtime.call32('lt64', x, bits(3), 1)).toBe(1)
  for (let i = 0; i < 5; i++) expect(runtime.call32('eq64', x, bits(7), 1)).toBe(0)
  for (let i = 0; i < 5; i++) expect(runtime.call32('ne64', x, x, 1)).toBe(0)
  expect(decisionAt(runtime, 1)).toEqual({ evaluations: 15, disagreements: 0, share: 0 })
})
test('place 0 is not looked at, and a place that only the caller tells is asked of the host', async () => {
  const runtime = await startRuntime()
  const x = runtime.gauss(0.1, 1)
  runtime.call32('gt64', x, bits(0), PLACE.none)
  expect(decisionAt(runtime, 0)).toBeUndefined()
  runtime.call32('gt64', x, bits(0), PLACE.caller)
  expect(decisionAt(runtime, CALLED)).toMatchObject({ evaluations: 0, disagreements: 1 })
})
test('values that wait for their groups are compared aside: dependence counts, and they go on waiting', async () => {
  const [asked, quiet] = [await startRuntime(), await startRuntime()]
  const sums = [asked, quiet].map((runtime) => {
    const [a, b, c] = [runtime.uniform(0, 1), runtime.uniform(0, 1), runtime.uniform(0, 1)] as const
    const s = runtime.add(a, b)
    if (runtime === asked) {
      expect(runtime.call32('gt64', s, bits(1.5), 1)).toBe(0) // P = 1/8
      expect(runtime.call32('gt64', runtime.sub(s, a), b, 2)).toBe(0) // s - a is b, but for rounding: nowhere more than 1e-12 apart
      expect(runtime.call32('gt64', runtime.sub(runtime.sub(s, a), b), bits(1e-12), 3)).toBe(0)
      expect(runtime.call32('gt64', a, c, 4)).toBe(0) // P = 1/2
    }
    return runtime.describe(runtime.mul(s, c)).samples
  })
  expect(decisionAt(asked, 1)!.share).toBeCloseTo(1 / 8, 2)
  expect(decisionAt(asked, 3)).toMatchObject({ evaluations: 1, disagreements: 0 })
  expect(decisionAt(asked, 4)!.share).toBeCloseTo(1 / 2, 2)
  expect(sums[0]).toEqual(sums[1])
  asked.collect(asBytes()) // the checker finds no block that was kept
  expect(asked.statistic('live values')).toBe(0)
})
test('of values from hundreds of operations a part of the samples is computed', async () => {
  const runtime = await startRuntime()
  const [a, b] = [runtime.uniform(0, 1), runtime.uniform(0, 1)] as const
  let sum = runtime.add(a, b)
  for (let i = 0; i < 400; i++) sum = runtime.add(sum, b)
  // a + 401 b > 200: b > (200 - a) / 401; P = 1 - (200 - 1/2) / 401
  expect(runtime.call32('gt64', sum, bits(200), 1)).toBe(1)
  expect(decisionAt(runtime, 1)!.share).toBeCloseTo(199.5 / 401, 2)
})
test.each([
  ['whole', 3 / 4],
  ['sign', 0],
  ['class', 0],
  ['exponent', 0.5],
] as const)('a conversion that asks for the %s', async (asked, share) => {
  const runtime = await startRuntime()
  const x = asked === 'whole' ? runtime.uniform(4, 8) : runtime.uniform(1, 3)
  runtime.call('integer64', x, ASKED.indexOf(asked), 1)
  const decision = decisionAt(runtime, 1)!
  expect(decision.evaluations).toBe(1)
  expect(decision.share).toBeCloseTo(share, 3)
})
test('operands that are taken as independent are compared so, and with themselves as themselves', async () => {
  const runtime = await startRuntime({ independent: true })
  const x = runtime.uniform(0, 1)
  const y = runtime.add(x, bits(0.25))
  runtime.call32('gt64', x, y, 1)
  runtime.call32('ne64', x, x, 2)
  expect(decisionAt(runtime, 1)!.share).toBeCloseTo(9 / 32, 1) // of two independent ones
  expect(decisionAt(runtime, 2)).toMatchObject({ disagreements: 0 })
})
test.each([5, 100])('%d samples are compared one by one, the last as well', async (samples) => {
  const runtime = await startRuntime({ samples })
  const x = runtime.empirical(Array.from({ length: samples }, (_, i) => i))
  runtime.call32('ge64', x, bits(samples - 1), 1) // the particle is the mean: false; one sample is the largest
  expect(decisionAt(runtime, 1)!.share).toBeCloseTo(1 / samples, 10)
})
