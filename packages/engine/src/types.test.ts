// What a core's Precision means inside and in print (docs/engine/ensemble.md).
import { LIMITS } from '@credence/contract/limits'
import { expect, test } from 'vitest'
import { atomsFor, samplesFor } from './types.ts'

test('a printed value has as many Dirac deltas as the largest power of two that is not above the Precision', () => {
  const { min, trackingMax } = LIMITS.core.precision
  expect([min, 5, 63, 64, 65, 100, 4096, trackingMax].map(atomsFor)).toEqual([4, 4, 32, 64, 64, 64, 4096, 4096])
})
test('samples follow the Precision between 1024 and 65536', () => {
  expect([4, 31, 32, 64, 100, 128, 256, 512, 1024, 8000].map(samplesFor)).toEqual([1024, 1024, 2048, 4096, 4096, 8192, 16384, 32768, 65536, 65536])
})
