// Values of common origin that meet where every operation takes its operands as independent.
import { expect, test } from 'vitest'
import { startRuntime } from './testing/runtime.ts'

async function startIndependent(independent = true) {
  const runtime = await startRuntime({ samples: 64, atoms: 8, independent })
  return { ...runtime, meetings: () => Number((runtime.exports['meetings'] as () => number)()) }
}

test('a value that meets itself, or what was made of it, is counted', async () => {
  const { uniform, sub, mul, add, unary, meetings } = await startIndependent()
  const [a, b] = [uniform(0, 1), uniform(0, 1)]
  const sum = add(a, b)
  expect(meetings()).toBe(0)
  sub(a, a)
  mul(sum, b)
  sub(unary('exp', sum), a)
  expect(meetings()).toBe(3)
  sub(sub(a, b), uniform(0, 1))
  expect(meetings()).toBe(3)
})

test('an independent copy has an origin of its own, and joint values share one', async () => {
  const { uniform, sub, add, call, joint, jointcopy, meetings } = await startIndependent()
  const a = uniform(0, 1)
  const copy = call('copy', a)
  sub(a, copy)
  expect(meetings()).toBe(0)
  sub(copy, copy)
  expect(meetings()).toBe(1)
  const [x, y] = joint([
    [1, 2],
    [2, 3],
    [4, 1],
  ]) as [bigint, bigint]
  add(x, y)
  expect(meetings()).toBe(2)
  const [p, q] = jointcopy([x, y]) as [bigint, bigint]
  add(p, x)
  expect(meetings()).toBe(2)
  add(p, q)
  expect(meetings()).toBe(3)
})

test('what was truncated or mixed keeps its origins', async () => {
  const { uniform, sub, call, meetings } = await startIndependent()
  const bits = (x: number) => new BigInt64Array(new Float64Array([x]).buffer)[0]!
  const [a, b] = [uniform(0, 1), uniform(0, 1)]
  sub(call('limit', a, bits(0.2), bits(0.5)), a)
  expect(meetings()).toBe(1)
  sub(call('mixture', a, b, bits(0.5)), b)
  expect(meetings()).toBe(2)
})

test('more sources than are told apart raise no false alarm', async () => {
  const { uniform, add, mul, meetings } = await startIndependent()
  const many = Array.from({ length: 300 }, () => uniform(0, 1))
  many.reduce((a, b) => add(a, b))
  expect(meetings()).toBe(0)
  mul(many[255]!, many[255]!)
  expect(meetings()).toBe(1)
  mul(many[256]!, many[256]!)
  expect(meetings()).toBe(1)
})

test('where values keep what they share, nothing is counted', async () => {
  const { uniform, sub, meetings } = await startIndependent(false)
  const a = uniform(0, 1)
  sub(a, a)
  expect(meetings()).toBe(0)
})
