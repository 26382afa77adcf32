// What the process of a run says of its paths is taken only as an honest one sends it.
import { expect, test } from 'vitest'
import { readWays } from './read-ways.ts'

const ways = { paths: 3, runs: 5, all: 4096, samples: 4000, outvoted: 10, endless: 96 }

test('what was sent is read, without fields that nobody knows', () => {
  expect(readWays(JSON.parse(JSON.stringify({ ...ways, html: '<b>' })))).toEqual(ways)
})
test.each([
  ['nothing', undefined],
  ['a missing count', { ...ways, runs: undefined }],
  ['a count that is none', { ...ways, paths: '3' }],
  ['a negative count', { ...ways, outvoted: -1 }],
  ['half a sample', { ...ways, samples: 0.5 }],
  ['more samples than there are', { ...ways, endless: 4097 }],
  ['no samples at all', { ...ways, all: 0, samples: 0, outvoted: 0, endless: 0 }],
])('%s is refused', (_, sent) => {
  expect(() => readWays(sent)).toThrow(/^runner: /)
})
