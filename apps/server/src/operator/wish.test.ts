import { expect, test } from 'vitest'
import { wishOf } from './wish.ts'

test('a flag is found among the words, alone or with what is given, and taken from them', () => {
  expect(wishOf('--plan', ['--home', 'x', '--plan', '--port=1'])).toEqual({ given: undefined, rest: ['--home', 'x', '--port=1'] })
  expect(wishOf('--plan', ['--plan=ada@example.com:ProTier'])).toEqual({ given: 'ada@example.com:ProTier', rest: [] })
  expect(wishOf('--plan', ['--plan='])).toEqual({ given: '', rest: [] })
  expect(wishOf('--plan', ['--planned', '--home=--plan'])).toBeUndefined()
})
