import { LIMITS } from '@credence/contract'
import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test('a password is judged by its length and variety', () => {
  const { min } = LIMITS.session.passwordCharacters
  expect(passwordStrength('x'.repeat(min - 1))).toContain(`At least ${min} characters`)
  expect(
    ['aaaaaaaaaaaaaaaa', 'abcdefabcdefabcdef', 'kettle-72-moss', 'correct horse battery staple'].map(
      (text) => passwordStrength(text).split(/[:.]/)[0],
    ),
  ).toEqual(['Weak', 'Weak', 'Fair', 'Good'])
})
