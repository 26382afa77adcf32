import { expect, test } from 'vitest'
import { reportAddress } from './address.ts'

const page = { title: 'Quantile & more', url: 'https://docs.example/docs/uxhw-api/' }
test('without a tracker a report is a mail to the webmaster of the site that names the page', () => {
  const address = reportAddress('', page)
  expect(address).toMatch(/^mailto:webmaster@docs\.example\?subject=/)
  expect(decodeURIComponent(address)).toContain('Page: https://docs.example/docs/uxhw-api/')
})
test.each(['localhost', '127.0.0.1', '[::1]'])('who reads on %s runs the site, and is led to the setting', (host) => {
  expect(reportAddress('', { ...page, url: `http://${host}:8080/docs/uxhw-api/` })).toBe('/docs/platform/operate/configuration/#documentation-site')
  expect(reportAddress('docs@credence.example', { ...page, url: `http://${host}:8080/` })).toMatch(/^mailto:docs@/)
})
test('the operator may name a mailbox; the mail names the page', () => {
  const address = reportAddress('docs@credence.example', page)
  expect(address).toMatch(/^mailto:docs@credence\.example\?subject=Documentation%3A%20Quantile%20%26%20more&body=/)
  expect(decodeURIComponent(address)).toContain('Page: https://docs.example/docs/uxhw-api/')
})
test('a tracker gets title and body in its query, beside what its address already has', () => {
  const address = new URL(reportAddress('https://tracker.example/new?labels=docs', page))
  expect(Object.fromEntries(address.searchParams)).toEqual({
    labels: 'docs',
    title: 'Documentation: Quantile & more',
    body: expect.stringContaining('Page: https://docs.example/docs/uxhw-api/'),
  })
})
