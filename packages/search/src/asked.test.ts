import { expect, test } from 'vitest'
import { answers } from './answers.ts'
import { likeness, phrasesOf } from './asked.ts'
import { writeBlocks } from './blocks.ts'
import { IndexSearch } from './index-search.ts'
import { RECORDS, record } from './testing/records.ts'
import { stem } from './words.ts'

const STORAGE = record(
  '/storage/',
  ['A', 'Porting'],
  writeBlocks([
    { kind: 'text', text: 'Leave the arithmetic as it is. Replace what reads.' },
    { kind: 'text', text: 'Structures carry them. Copies do too.', asked: 'is the uncertainty kept in a struct; where is flash' },
    { kind: 'row', head: ['In', 'Here'], cells: ['threads', 'none'], asked: 'can I use pthreads' },
  ]),
)
const index = new IndexSearch([...RECORDS, STORAGE])
const words = (text: string) => text.split(' ').map((word) => ({ tells: 1, by: new Map([[stem(word), 1]]) }))

test('each way to ask is a phrase of its block, without words that any question has', () => {
  expect(phrasesOf([STORAGE]).map(({ place, words }) => [place, [...words]])).toEqual([
    [1, ['uncertain', 'kept', 'struct']],
    [1, ['flash']],
    [2, ['pthread']],
  ])
})
test('a question is like a phrase as far as each has the words of the other', () => {
  const [phrase] = phrasesOf([record('/a/', ['A', 'B'], writeBlocks([{ kind: 'text', text: 'C.', asked: 'red big house' }]))])
  if (!phrase) throw new Error('no phrase')
  const like = (question: string) => likeness(words(question), phrase, () => 1).like
  expect(like('red house')).toBe(1)
  expect(like('house')).toBeCloseTo(2 / 3)
  expect(like('house garden')).toBe(0.5)
  expect(like('garden')).toBe(0)
})
test('what a writer says to answer a question is quoted, though it shares no word with it, and goes on to the end of its thought', () => {
  expect(answers(index, 'Is uncertainty kept in my struct?')[0]?.blocks).toEqual([{ kind: 'text', text: 'Structures carry them. Copies do too.' }])
  expect(answers(index, 'Are pthreads there?')[0]?.blocks).toEqual([expect.objectContaining({ kind: 'row', cells: ['threads', 'none'] })])
})
test('a word that stands in no text but in a question is no typing error', () => {
  expect(index.wordsOf('flash')).toEqual(['flash'])
})
