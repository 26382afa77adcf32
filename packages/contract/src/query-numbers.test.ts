import { expect, test } from 'vitest'
import { isSpelled, wantedNumber } from './query-numbers.ts'

test.each(['1e3', ' 5', '5 ', '0x10', '0b1', '+5', '5.0', '', '1_000', '٥', '1e400', 'Infinity', '99999999999999999'])(
  '%j is no integer of a query',
  (text) => {
    expect(isSpelled({ type: 'integer' }, text)).toBe(false)
  },
)
test.each(['0', '5', '-5', '100000', '1767323045678'])('%s is an integer of a query', (text) => {
  expect(isSpelled({ type: 'integer' }, text)).toBe(true)
})
test('numbers that need not be whole may have a point and an exponent, and nothing else', () => {
  for (const text of ['0.5', '-1', '1e-3', '2.5E+10']) expect([text, isSpelled({ type: 'number' }, text)]).toEqual([text, true])
  for (const text of ['.5', '5.', '0x1p3', ' 1', '+1', 'NaN', '']) expect([text, isSpelled({ type: 'number' }, text)]).toEqual([text, false])
  expect(isSpelled({ type: 'string' }, ' anything ')).toBe(true)
})
test('what is wanted names the limits that there are', () => {
  expect(wantedNumber({ type: 'integer', minimum: 0, maximum: 100_000 })).toBe('an integer from 0 to 100000')
  expect(wantedNumber({ type: 'integer', minimum: 0 })).toBe('an integer of at least 0')
  expect(wantedNumber({ type: 'number', maximum: 1 })).toBe('a number of at most 1')
  expect(wantedNumber({ type: 'integer' })).toBe('an integer')
  expect(wantedNumber({ type: 'boolean' })).toBeUndefined()
})
