import { expect, test } from 'vitest'
import { insidePath } from './next.ts'

test('a path of the console is kept with its query and fragment', () => {
  expect(['/', '/cores?tab=custom', '/repositories?connect=https%3A%2F%2Fx.example%2Fa.git#gh-dark-mode-only'].map(insidePath)).toEqual([
    '/',
    '/cores?tab=custom',
    '/repositories?connect=https%3A%2F%2Fx.example%2Fa.git#gh-dark-mode-only',
  ])
})

test('what leads out of the console, or back to signing in, is dropped', () => {
  const evil = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
    7,
    undefined,
  ]
  expect([...evil, '/sign-in', '/sign-up/?next=/'].map(insidePath)).toEqual([...evil, 0, 0].map(() => undefined))
})
