import { fromSamples, plainValue, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { formatStated, sparkOf } from './spark.ts'

test('an outline begins and ends on the ground and reaches the top', () => {
  const { path } = sparkOf(uxValue(fromSamples([1, 2, 3, 4, 5, 6, 7, 8])))!
  expect(path.startsWith('M0 1L0.000 ')).toBe(true)
  expect(path.endsWith('L1 1Z')).toBe(true)
  expect(path).toContain(' 0.000')
})
test('a plain number has no outline and is told as it is', () => {
  expect(sparkOf(plainValue(3))).toBeUndefined()
  expect(formatStated(plainValue(3))).toBe('3')
})
