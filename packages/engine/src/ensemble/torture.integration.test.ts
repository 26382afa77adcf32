// Random programs on every entry of the runtime, collected often, with the heap checker on: it traps where a block leaks or is freed twice.

import { FAMILIES } from '@credence/distribution'
import { expect, test } from 'vitest'
import { BINARY, UNARY } from '../abi.ts'
import { type Bits, bits, startRuntime } from './testing/runtime.ts'

/** Without those whose first argument is a plain number, the order. */
const OF_TWO = BINARY.filter((name) => name !== 'jn' && name !== 'yn')
const SHAPES: Partial<Record<(typeof FAMILIES)[number], [number, number]>> = {
  weibull: [2, 0],
  lognormal: [0.3, 0],
  boundedpareto: [1.5, 8],
  beta: [2, 3],
  gamma: [2.5, 0],
  inversegamma: [3, 0],
  chisquared: [4, 0],
  f: [5, 6],
  studentst: [4, 0],
  gev: [0.1, 0],
}

for (const independent of [false, true])
  test(`random programs leave no block behind${independent ? ', with independent operands' : ''}`, async () => {
    const runtime = await startRuntime({ samples: 128, atoms: 16, independent })
    let state = 12345
    const random = (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return Math.floor((state / 2 ** 32) * n)
    }
    const values: Bits[] = [runtime.gauss(1, 2)]
    const floats: number[] = [runtime.call32('demote', values[0]!)]
    const any = () => (random(4) ? values[random(values.length)]! : bits(random(100) / 16 - 3))
    const anyFloat = () => floats[random(floats.length)]!
    const steps: (() => void)[] = [
      () => values.push(runtime.call(['add64', 'sub64', 'mul64', 'div64', 'min64', 'max64', 'copysign64'][random(7)]!, any(), any())),
      () => values.push(runtime.call(['sqrt64', 'abs64', 'neg64', 'ceil64', 'floor64', 'trunc64', 'nearest64'][random(7)]!, any())),
      () => floats.push(runtime.call32(['add32', 'sub32', 'mul32', 'div32', 'min32', 'max32', 'copysign32'][random(7)]!, anyFloat(), anyFloat())),
      () => floats.push(runtime.call32(['sqrt32', 'abs32', 'neg32', 'ceil32', 'floor32', 'trunc32', 'nearest32'][random(7)]!, anyFloat())),
      () => floats.push(runtime.call32('demote', any())),
      () => values.push(runtime.call('promote', anyFloat())),
      () => values.push(runtime.unary(UNARY[random(UNARY.length)]!, any())),
      () => values.push(runtime.binary(OF_TWO[random(OF_TWO.length)]!, any(), any())),
      () => values.push(runtime.call('fma', any(), any(), any())),
      () => {
        const family = FAMILIES[random(FAMILIES.length)]!
        values.push(runtime.source(family, random(9), 1 + random(3), 1, ...(SHAPES[family] ?? [])))
      },
      () => values.push(runtime.empirical(Array.from({ length: 1 + random(40) }, () => random(12)))),
      () => values.push(...runtime.joint(Array.from({ length: 1 + random(20) }, () => [random(5), random(50)]))),
      () => values.push(runtime.call('mixture', any(), any(), bits(random(17) / 16))),
      () => values.push(runtime.call('limit', any(), bits(-random(4)), bits(random(9)))),
      () => values.push(runtime.call('copy', any())),
      () => values.push(...runtime.jointcopy([any(), any(), any()])),
      () => values.push(runtime.fromAtoms([1, 5, random(9), -2], [0.25, 0.25, 0.25, 0.25], 1)),
      () => void runtime.describe(any()),
      () => void (runtime.describe(values[0]!).uncertain && runtime.sorted(values[0]!)),
    ]
    for (let i = 0; i < 6000; i++) {
      steps[random(steps.length)]!()
      if (values.length > 40) values.splice(random(10), 20)
      if (floats.length > 20) floats.splice(random(5), 10)
      if (i % 40 === 0) {
        const roots = new DataView(new ArrayBuffer(8 * values.length + 4 * floats.length))
        for (const [k, value] of values.entries()) roots.setBigUint64(8 * k, value, true)
        for (const [k, value] of floats.entries()) roots.setInt32(8 * values.length + 4 * k, value, true)
        runtime.collect(new Uint8Array(roots.buffer))
      }
    }
    expect(runtime.statistic('made')).toBeGreaterThan(3000)
    runtime.call32('clear')
    runtime.collect(new Uint8Array(8))
    expect(runtime.statistic('live values')).toBe(0)
    expect(runtime.statistic('live bytes')).toBe(0)
  })
