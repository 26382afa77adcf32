import { expect, test } from 'vitest'
import { feedbackAddress } from './address.ts'

test('the address of an operator is told the page and the answer, beside what it has', () => {
  const address = new URL(feedbackAddress('https://forms.example/f?site=docs', '/docs/api/quickstart/', false))
  expect(Object.fromEntries(address.searchParams)).toEqual({ site: 'docs', page: '/docs/api/quickstart/', helpful: 'no' })
})
