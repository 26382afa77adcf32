import { expect, test } from 'vitest'
import { humanly } from './units.ts'

test.each([
  [2 * 1024 * 1024, 'bytes', '2 MiB'],
  [5_000_000, 'bytes', '5 MB'],
  [65_536, 'bytes', '64 KiB'],
  [4_000_000_000, 'bytes', '4 GB'],
  [5_368_709_120, 'bytes', '5 GiB'],
  [256_000, 'bytes', '250 KiB'],
  [255, 'bytes', '255 bytes'],
  [86_400, 's', '24 hours'],
  [604_800, 's', '7 days'],
  [604_799, 's', '7 days (604 799 s)'],
  [900, 's', '15 minutes'],
  [3600, 's', '1 hour'],
  [60, 's', '1 minute'],
  [5, 's', '5 seconds'],
  [5000, 'ms', '5 seconds'],
  [200, 'ms', '200 ms'],
  [600_000, 'ms', '10 minutes'],
  [255, 'characters', '255 characters'],
  [1, 'characters', '1 character'],
  [64, '', '64'],
])('%d %s is said as %s', (value, unit, words) => {
  expect(humanly(value, unit)).toBe(words)
})
