import { expect, test } from 'vitest'
import { curlWith, validUntil } from './key-request.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)

test('an end in days is counted from now, in seconds; never is null', () => {
  expect(validUntil('30', '', NOW)).toBe(NOW / 1000 + 30 * 86_400)
  expect(validUntil('never', '', NOW)).toBeNull()
})
test('a date must be ahead', () => {
  expect(validUntil('date', '2026-03-01', NOW)).toBe(new Date(2026, 2, 1, 23, 59, 59).getTime() / 1000)
  expect(['2025-12-31', 'soon', ''].map((date) => validUntil('date', date, NOW))).toEqual([undefined, undefined, undefined])
})
test('the shown command sends the key as the API takes it', () => {
  expect(curlWith('http://localhost:8080', 'scce_1')).toBe("curl -H 'Authorization: scce_1' 'http://localhost:8080/users/me'")
})
