import type { Piece, ValuePiece } from '@credence/distribution'
import { expect, test } from 'vitest'
import { quantityOf } from './quantity.ts'

const value: ValuePiece = { decimal: '5', ux: 'Ux', stated: '5.0 ± 1.0', mean: 5, deviation: 1, quantiles: [3, 5, 7] }

test.each<[Piece[], string | undefined]>([
  [['viscosity: ', value, ' mPa s\n'], 'viscosity (mPa s)'],
  [['hello\nstops after ', value, ' m\n'], 'stops after (m)'],
  [['too far: ', value, ' %\n'], 'too far (%)'],
  [['x = ', value, ', y = 3\n'], 'x'],
  [['force: ', value, ' N, and so on\n'], 'force (N)'],
  [['mean of ', value, ' and more\n'], 'mean of'],
  [['loss ', value, 'e-6\n'], 'loss'],
  [[value, '\n'], undefined],
  [['first line\n', value, '\n'], undefined],
  [['1234 = ', value, '\n'], undefined],
])('%j is %j', (pieces, quantity) => {
  expect(quantityOf(pieces, value)).toBe(quantity)
})
