import { expect, test } from 'vitest'
import { hasTwin, twinOf } from './twin.ts'

test.each([
  ['/', '/index.md'],
  ['/docs/api/', '/docs/api.md'],
  ['/docs/api/quickstart/', '/docs/api/quickstart.md'],
])('the twin of %s is %s', (path, twin) => {
  expect(twinOf(path)).toBe(twin)
})
test('the not-found page and the search page have no twin', () => {
  expect(['/404.html', '/search/', '/', '/docs/api/'].map(hasTwin)).toEqual([false, false, true, true])
})
