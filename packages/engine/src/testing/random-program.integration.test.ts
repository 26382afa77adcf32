// Some random programs against brute force; `npm run random-programs` runs a thousand, and bench/long-suites.md keeps what it found.
import { describe, expect, test } from 'vitest'
import { prepare } from '../toolchain/node/toolchain.ts'
import { ObjectCache } from '../toolchain/object-cache.ts'
import { TEST_CACHE } from '../toolchain/testing/toolchain.ts'
import { compareWithBruteForce } from './random-comparison.ts'

const { runtime, parts } = await prepare({ cacheDir: TEST_CACHE })
const compiled = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)

const SEEDS = 12
/** Found by the thousand. */
const ONCE_WRONG = [377, 888]

describe('a random program gives every sample its brute-force result, the same at -O0 and -O2', () => {
  test.each([...Array.from({ length: SEEDS }, (_, index) => index + 1), ...ONCE_WRONG])('seed %i', async (seed) => {
    const { problem, compared } = await compareWithBruteForce(seed, { parts, objects: new ObjectCache(0) }, compiled)
    expect(problem).toBe('')
    expect(compared).toBeGreaterThan(0)
  })
})
