import { expect, test } from 'vitest'
import { LARGEST_SHARE, proportions, timesOf, tookLine } from './proportion.ts'

const file = (name: string, seconds: number) => ({ name, seconds })

test('the slowest files stand on top, with their share of the seconds of all', () => {
  expect(
    proportions([file('quick.test.ts', 1), ...Array.from({ length: 10 }, (_, i) => file(`${i}.test.ts`, 10)), file('slow.test.ts', 12)]),
  ).toEqual([
    'slowest of 12, of 113 s:',
    '   12.0 s  10.6 %  slow.test.ts',
    ...Array.from({ length: 10 }, (_, i) => `   10.0 s   8.8 %  ${i}.test.ts`),
    '    1.0 s   0.9 %  quick.test.ts',
  ])
})

test('what takes more than its share is named in a warning', () => {
  const limit = 100 * LARGEST_SHARE
  const even = Array.from({ length: 100 }, (_, i) => file(`${i}`, 1))
  const warned = (seconds: number) =>
    proportions([...even.slice(seconds), file('slow.test.ts', seconds)]).filter((line) => line.startsWith('WARNING'))
  expect(warned(limit)).toEqual([])
  expect(warned(limit + 1)).toEqual(['WARNING  slow.test.ts takes 13.0 % of the time of all tests, more than 12.0 %'])
})

test('a long table ends after its first rows', () => {
  expect(proportions(Array.from({ length: 40 }, (_, i) => file(`${i}.test.ts`, i))).length).toBe(16)
})

test('no tests take no time', () => {
  expect(proportions([])).toEqual(['slowest of 0, of 0 s:'])
})

test('a suite tells the times of its parts in lines of its output', () => {
  const part = file('acceptance: site', 12.34)
  expect(timesOf(`pass  the site took long\n${tookLine(part)}\n  took 1.0 s  indented\n`)).toEqual([{ ...part, seconds: 12.3 }])
})
