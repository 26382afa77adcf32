import { expect, test } from 'vitest'
import { ago } from './ago.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)
const SECOND = 1000

test('times near now are told in words, those beyond a month by their date', () => {
  const told = [0, 59, 60, 3599, 3600, 86_399, 2 * 86_400, 31 * 86_400].map((seconds) => ago(NOW - seconds * SECOND, NOW))
  expect(told).toEqual(['just now', 'just now', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', '2 days ago', '2025-12-02'])
})
test('a time ahead is told as such', () => {
  expect([30, 90, 7200].map((seconds) => ago(NOW + seconds * SECOND, NOW))).toEqual(['in less than a minute', 'in 1 minute', 'in 2 hours'])
})
