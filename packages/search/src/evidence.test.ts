import { expect, test } from 'vitest'
import { answers } from './answers.ts'
import { writeBlocks } from './blocks.ts'
import { IndexSearch } from './index-search.ts'
import { RECORDS, record } from './testing/records.ts'

const text = (text: string, asked?: string) => ({ kind: 'text' as const, text, ...(asked && { asked }) })
const VALVES = record(
  '/valves/',
  ['A', 'Valves'],
  writeBlocks([
    text('A valve closes a pipe.'),
    text('Grease goes on the stem.', 'which grease for a stem'),
    text('Four bolts hold the lid.', 'which bolts on the lid'),
  ]),
)
const GEARS = record('/gears/', ['A', 'Gears'], writeBlocks([text('A gear turns.'), text('Oil is enough.', 'which grease or oil')]))

test('of two marks that are as like, that one answers whose page the question is about', () => {
  const index = new IndexSearch([...RECORDS, VALVES, GEARS])
  expect(answers(index, 'Which grease for a valve?')[0]?.blocks).toContainEqual(expect.objectContaining({ text: 'Grease goes on the stem.' }))
  expect(answers(index, 'Which grease for a gear?')[0]?.blocks).toContainEqual(expect.objectContaining({ text: 'Oil is enough.' }))
})
test('a sentence of the page that the question is about stands before the same words elsewhere', () => {
  const cats = record('/cats/', ['A', 'Cats'], 'They purr. They sleep twelve hours.')
  const dogs = record('/dogs/', ['A', 'Dogs'], 'They bark. They sleep ten hours.')
  const index = new IndexSearch([...RECORDS, dogs, cats])
  expect(answers(index, 'How many hours do cats sleep?')[0]).toMatchObject({ url: '/cats/' })
  expect(answers(index, 'How many hours do dogs sleep?')[0]).toMatchObject({ url: '/dogs/' })
})
test('what else of a section may answer stands with it, in the order of the page, as one source', () => {
  const index = new IndexSearch([...RECORDS, VALVES, GEARS])
  const found = answers(index, 'Which bolts and which grease has a valve?')
  const texts = found[0]?.blocks.map((block) => block.kind === 'text' && block.text)
  expect(texts?.slice(-2)).toEqual(['Grease goes on the stem.', 'Four bolts hold the lid.'])
  expect(new Set(found.map(({ url }) => url)).size).toBe(found.length)
})
test('a question that is nearly the marked one has no further source', () => {
  const index = new IndexSearch([...RECORDS, VALVES, GEARS])
  expect(answers(index, 'Which bolts are on the lid?').map(({ blocks }) => blocks.length)).toEqual([1])
})
test('another word of the family says the same, a little less', () => {
  const pumps = record('/pumps/', ['A', 'Pumps'], 'A pump lifts water. After a failure it stands still. Two pumps share a tank.')
  expect(answers(new IndexSearch([...RECORDS, pumps]), 'What happens when a pump fails?')[0]?.blocks).toEqual([
    { kind: 'text', text: 'After a failure it stands still.' },
  ])
})
test('what another page says where it links to a section is asked for as well', () => {
  const peaks = { ...record('/peaks/', ['A', 'NthMode'], 'It gives the n-th one. The density is smoothed.'), elsewhere: 'the tallest hump NthMode' }
  const other = record('/density/', ['A', 'Density'], 'A hump is wide.')
  expect(answers(new IndexSearch([...RECORDS, other, peaks]), 'where is the tallest hump')[0]?.url).toBe('/peaks/')
})
