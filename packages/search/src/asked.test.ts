import { expect, test } from 'vitest'
import { answers } from './answers.ts'
import { asking, likeness, phrasesOf } from './asked.ts'
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

test('each way to ask is a phrase of its block, with words that any question has apart', () => {
  const { all, stems } = phrasesOf([STORAGE], () => 1)
  const named = [...stems.keys()]
  const texts = (numbers: readonly number[]) => numbers.map((number) => named[number])
  expect(all.map(({ place, asks, whole }) => [place, texts(asks.stems), texts(whole.stems)])).toEqual([
    [1, ['uncertain', 'kept', 'struct'], ['uncertain', 'kept', 'struct']],
    [1, ['flash'], ['flash']],
    [2, ['pthread'], ['use', 'pthread']],
  ])
})
test('a question is like a phrase as far as each has the words of the other', () => {
  const phrases = phrasesOf([record('/a/', ['A', 'B'], writeBlocks([{ kind: 'text', text: 'C.', asked: 'red big house' }]))], () => 1)
  const [phrase] = phrases.all
  if (!phrase) throw new Error('no phrase')
  const like = (question: string) => likeness(asking(words(question), phrases), phrase.asks).like
  expect(like('red house')).toBe(1)
  expect(like('house')).toBeCloseTo(2 / 3)
  expect(like('house garden')).toBe(0.5)
  expect(like('garden')).toBe(0)
})
test('of two marks about the same that one answers which says how it is asked', () => {
  const runs = record(
    '/runs/',
    ['A', 'Runs'],
    writeBlocks([
      { kind: 'text', text: 'Bytes agree.', asked: 'run it again' },
      { kind: 'text', text: 'Clocks part.', asked: 'run it without a clock' },
      { kind: 'text', text: 'Ten fit.', asked: 'run it twelve times' },
    ]),
  )
  const all = new IndexSearch([...RECORDS, runs])
  const first = (question: string) => answers(all, question)[0]?.blocks[0]
  expect(first('May I run it again?')).toMatchObject({ text: 'Bytes agree.' })
  expect(first('Can I run it ten times?')).toMatchObject({ text: 'Ten fit.' })
})
test('what a writer says to answer a question is quoted, though it shares no word with it, and goes on to the end of its thought', () => {
  expect(answers(index, 'Is uncertainty kept in my struct?')[0]?.blocks).toEqual([{ kind: 'text', text: 'Structures carry them. Copies do too.' }])
  expect(answers(index, 'Are pthreads there?')[0]?.blocks).toEqual([expect.objectContaining({ kind: 'row', cells: ['threads', 'none'] })])
})
test('a word that stands in no text but in a question is no typing error', () => {
  expect(index.wordsOf('flash')).toEqual(['flash'])
})
