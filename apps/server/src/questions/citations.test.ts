import { expect, test } from 'vitest'
import { openCitations } from './citations.ts'

/** The answer when it comes in pieces of `size` characters. */
function streamed(text: string, size: number, count = 2, allowed: string[] = []) {
  const citations = openCitations(count, allowed)
  let shown = ''
  for (let at = 0; at < text.length; at += size) shown += citations.push(text.slice(at, at + size))
  return { text: shown + citations.end(), cited: citations.cited() }
}
const CASES: [string, string, number[]][] = [
  ['Cancel it [1]. Then delete it [2][1].', 'Cancel it [1]. Then delete it [2][1].', [1, 2]],
  ['No such source [3], nor [0] or [99].', 'No such source, nor or.', []],
  ['Both [1, 2] and some [2; 7].', 'Both [1][2] and some [2].', [1, 2]],
  ['See [the page](https://evil.example/x) or https://evil.example/y now.', 'See [the page] or  now.', []],
  ['An array x[i], and a[12] open [', 'An array x[i], and a open [', []],
  ['plain', 'plain', []],
]
test.each(CASES)('%j keeps to its sources however it is cut', (given, text, cited) => {
  for (const size of [1, 2, 3, 7, 1000]) expect([size, streamed(given, size)]).toEqual([size, { text, cited }])
})
test('addresses of sources stay', () => {
  expect(streamed('At https://here.example/a and [b](/b).', 4, 1, ['https://here.example/a', '/b']).text).toBe(
    'At https://here.example/a and [b](/b).',
  )
})
test('a bracket that never closes does not hold the text back for ever', () => {
  const citations = openCitations(1)
  expect(citations.push(`open [ ${'word '.repeat(60)}`).length).toBeGreaterThan(200)
})
