import { expect, test } from 'vitest'
import { smoothPath } from './smooth-path.ts'

test('a straight line stays one', () => {
  expect(
    smoothPath([
      [0, 0],
      [3, 3],
      [9, 9],
    ]),
  ).toBe('M0,0C1,1,2,2,3,3C5,5,7,7,9,9')
})
test('the curve is level at a peak and never beyond its points', () => {
  expect(
    smoothPath([
      [0, 10],
      [3, 0],
      [6, 10],
    ]),
  ).toBe('M0,10C1,6.7,2,0,3,0C4,0,5,6.7,6,10')
})
