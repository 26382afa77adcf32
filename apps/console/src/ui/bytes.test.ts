import { expect, test } from 'vitest'
import { bytes } from './bytes.ts'

test('bytes are told in powers of a thousand', () => {
  expect([0, 999, 1000, 256_000, 64_000_000, 1_234_567_890, 4e12].map(bytes)).toEqual(['0 B', '999 B', '1 kB', '256 kB', '64 MB', '1.23 GB', '4 TB'])
})
