import { expect, test } from 'vitest'
import { nearestPaths, wordsOf } from './nearest-paths.ts'

const KNOWN = [
  '/docs/api/',
  '/docs/api/quickstart/',
  '/docs/api/guides/tasks/',
  '/docs/api/guides/tasks/tasks-run-build/',
  '/docs/platform/user-interface/settings/',
  '/docs/uxhw-api/querying-uncertainty/quantile/',
  '/docs/uxhw-api/inserting-uncertainty/parametric-distributions/gauss/',
]
test.each([
  ['/docs/api/quikstart/', '/docs/api/quickstart/'],
  ['/quickstart', '/docs/api/quickstart/'],
  ['/docs/uxhw-api/quantile.html', '/docs/uxhw-api/querying-uncertainty/quantile/'],
  ['/docs/gaus/', '/docs/uxhw-api/inserting-uncertainty/parametric-distributions/gauss/'],
  ['/docs/platform/settings/', '/docs/platform/user-interface/settings/'],
  ['/docs/api/guides/tasks/run-build/', '/docs/api/guides/tasks/tasks-run-build/'],
])('%s may have meant %s', (path, nearest) => {
  expect(nearestPaths(path, KNOWN)[0]).toBe(nearest)
})
test('an address like no other suggests nothing', () => {
  expect(nearestPaths('/wp-login.php', KNOWN)).toEqual([])
  expect(nearestPaths('/', KNOWN)).toEqual([])
})
test('at most five are suggested, each once', () => {
  const many = Array.from({ length: 12 }, (_, n) => `/docs/api/guide-${n}/`)
  expect(nearestPaths('/docs/api/guide/', [...many, ...many])).toHaveLength(5)
})
test('words of a path leave out what all paths share', () => {
  expect(wordsOf('/docs/API/index.html')).toEqual(['api'])
})
