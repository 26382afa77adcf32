import { expect, test } from 'vitest'
import { redirect } from './index.ts'

const ask = (issuer: string) => {
  const request = { request: './preload', contextInfo: { issuer } }
  redirect(request)
  return request.request
}
test('only navigations take our preload', () => {
  expect(ask('/x/client/PendingNavigation.js')).toMatch(/src\/navigation\/preload\.ts$/)
  expect(ask('/x/client/clientEntry.js')).toBe('./preload')
})
