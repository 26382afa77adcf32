// Some random programs that decide on uncertain values against brute force; `npm run random-programs -- --decisions` runs ten thousand, and
// bench/long-suites.md keeps what it found.
import { expect, test } from 'vitest'
import { prepare } from '../toolchain/node/toolchain.ts'
import { ObjectCache } from '../toolchain/object-cache.ts'
import { TEST_CACHE } from '../toolchain/testing/toolchain.ts'
import { compareDecisions } from './decisions-comparison.ts'

const { runtime, parts } = await prepare({ cacheDir: TEST_CACHE })
const compiled = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)

/** Found by the ten thousand. */
const ONCE_WRONG = [2, 6, 28, 42, 168, 4000, 4025]
const SEEDS = [...Array.from({ length: 30 }, (_, index) => 1001 + index), ...ONCE_WRONG]

test.for([
  ['Athens', SEEDS],
  ['Reference', SEEDS.slice(0, 15)],
] as const)('every sample of a random program goes its own way, at -O0 and -O2, on %s', async ([on, seeds]) => {
  const verdicts = await compareDecisions(seeds, { parts, objects: new ObjectCache(0) }, compiled, on)
  expect(verdicts.filter(({ problem }) => problem !== '')).toEqual([])
  expect(verdicts.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(100 * seeds.length)
})
