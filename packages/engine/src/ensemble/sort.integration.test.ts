import { generator } from '@credence/distribution'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bits, startRuntime } from './testing/runtime.ts'

fc.configureGlobal({ seed: 1 })

/** As the runtime sorts: -0 before 0; then -inf, inf and NaN. */
function inOrder(values: readonly number[]): number[] {
  const place = (x: number) => (Number.isNaN(x) ? 3 : x === Infinity ? 2 : x === -Infinity ? 1 : 0)
  return [...values].sort((a, b) => place(a) - place(b) || (place(a) ? 0 : a - b || Number(Object.is(b, -0)) - Number(Object.is(a, -0))))
}
async function sorted(values: readonly number[]): Promise<number[]> {
  const runtime = await startRuntime({ samples: values.length })
  const [value] = runtime.joint(values.map((x) => [x])) as [Bits]
  return [...runtime.sorted(value)]
}

test('any doubles are sorted, non-finite ones last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.double(), { minLength: 2, maxLength: 200 }), async (values) => {
      fc.pre(!values.every((x) => Object.is(x, values[0]) || x === values[0]))
      expect(await sorted(values)).toEqual(inOrder(values))
    }),
    { numRuns: 60 },
  )
})

test('tight clusters far apart are sorted to the last bit', async () => {
  const values = Array.from({ length: 4096 }, (_, i) => [1e300, 1e9 + ((i * 37) % 64) * 2 ** -23, -1e-300 * i, ((i * 7919) % 4096) * 5e-324][i % 4]!)
  expect(await sorted(values)).toEqual(inOrder(values))
})

test.each<[string, (i: number, normal: () => number) => number]>([
  ['of a smooth law', (_i, normal) => normal()],
  ['of few values, both zeros among them', (i, normal) => (i % 5 ? Math.round(normal()) * 0.5 : -0)],
  ['with an outlier that leaves one cell to the others', (i, normal) => (i === 77 ? 1e300 : normal())],
  ['with heavy tails', (_i, normal) => normal() / normal() ** 3],
  ['below the normal numbers', (_i, normal) => Math.round(normal() * 1000) * 5e-324],
  ['over the whole range of doubles', (_i, normal) => Math.max(-1, Math.min(1, normal() / 3)) * Number.MAX_VALUE],
  ['that are finite but for a few', (i, normal) => (i % 1000 === 1 ? Number.NaN : i % 1000 === 2 ? -Infinity : normal())],
])('4096 samples %s are sorted', async (_name, sample) => {
  const draw = generator(1n)
  const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  const values = Array.from({ length: 4096 }, (_, i) => sample(i, normal))
  expect(await sorted(values)).toEqual(inOrder(values))
})
