import { expect, test } from 'vitest'
import { IndexSearch } from './index-search.ts'
import { askedWords, isQuestion } from './question.ts'
import { record } from './testing/records.ts'

const index = new IndexSearch([
  record(
    '/a/',
    ['A', 'Keys'],
    'A key has a lifetime and expires. The largest one is a certificate. Loops and a cast of an integer. Private addresses have a port. A webhook, and a sheet of data.',
  ),
])
const standFor = (question: string) => askedWords(index, question).map(({ by }) => [...by.keys()])

test.each([
  ['a word that people put for another', 'biggest', 'largest'],
  ['an abbreviation', 'cert', 'certificate'],
  ['a compound written as one', 'datasheet', 'sheet'],
  ['two words that are one', 'web hook', 'webhook'],
  ['an idiom', 'it stopped working', 'expires'],
  ['code', 'while (x > 1) { x--; }', 'loops'],
  ['a cast', '(uint16_t) x', 'integer'],
  ['an address of a private network', 'http://192.168.1.20:5000', 'private'],
])('%s stands for what the documentation calls it', (_, question, word) => {
  const wanted = new Set(askedWords(index, word).flatMap(({ by }) => [...by].filter(([, share]) => share === 1).map(([stem]) => stem)))
  expect(
    standFor(question)
      .flat()
      .filter((stem) => wanted.has(stem)),
  ).not.toEqual([])
})
test('a figure of the reader says nearly nothing, beside a word that nothing is written about', () => {
  const [unknown, figure] = ['zebra', '19.5'].map((word) => askedWords(index, word)[0]?.tells ?? 0)
  expect(unknown).toBeGreaterThan(2 * (figure ?? 0))
  expect(figure).toBeGreaterThan(0)
})
test('how people talk asks for nothing', () => {
  expect(askedWords(index, "hey, I don't really know, could you pls tell us").flatMap(({ by }) => [...by.keys()])).toEqual([])
})
test('a question is told from words to look for', () => {
  const questions = ['How do I cancel a task', 'quantile?', 'which core is the fastest', 'my build fails with exit code 1']
  expect(questions.map(isQuestion)).toEqual(questions.map(() => true))
  const words = ['quantile', 'which core', 'cancel task', 'GET /tasks', 'howto']
  expect(words.map(isQuestion)).toEqual(words.map(() => false))
})
