import { expect, test } from 'vitest'
import { reportAddress } from './address.ts'

const page = { title: 'Quantile & more', url: 'https://docs.example/docs/uxhw-api/' }
test('without a tracker there is nobody to report to', () => {
  expect(reportAddress('', page)).toBeUndefined()
})
test('the operator may name a mailbox; the mail names the page', () => {
  const address = reportAddress('docs@credence.example', page) ?? ''
  expect(address).toMatch(/^mailto:docs@credence\.example\?subject=Documentation%3A%20Quantile%20%26%20more&body=/)
  expect(decodeURIComponent(address)).toContain('Page: https://docs.example/docs/uxhw-api/')
})
test('a tracker gets title and body in its query, beside what its address already has', () => {
  const address = new URL(reportAddress('https://tracker.example/new?labels=docs', page) ?? '')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    labels: 'docs',
    title: 'Documentation: Quantile & more',
    body: expect.stringContaining('Page: https://docs.example/docs/uxhw-api/'),
  })
})
