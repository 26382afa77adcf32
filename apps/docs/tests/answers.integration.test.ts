// Question mode answers what a metrologist, an embedded engineer and an API developer ask, from the pages that answer it, and says nothing about the rest.
// questions.tsv holds the questions with what would answer, written before question mode was; its last column is a reader's judgement of what is
// answered now: `yes` where the sentences shown answer, alone and without a click, otherwise what is wrong. Whoever changes an answer judges it again.
import { readFile } from 'node:fs/promises'
import { answers, IndexSearch, pageOf } from '@credence/search'
import { beforeAll, expect, test } from 'vitest'
import { builtSite } from './built-site.ts'

const RIGHT_SOURCE = 0.9
const USEFUL = 0.9
const SOURCES = 3
const MISTAKEN = 9
/** Sets that were written without a look at the index, and what was reached when it had been changed: shares of all. */
const HELD_OUT = [
  { file: 'held-out-questions', questions: 30, useful: 0.9, rightSource: 0.75 },
  { file: 'held-out-2-questions', questions: 30, useful: 0.9, rightSource: 0.6 },
  { file: 'held-out-3-questions', questions: 30, useful: 0.9, rightSource: 0.75 },
  { file: 'held-out-4-questions', questions: 60, useful: 0.9, rightSource: 0.75 },
  { file: 'held-out-5-questions', questions: 60, useful: 0.9, rightSource: 0.75 },
  { file: 'held-out-6-questions', questions: 60, useful: 0.65, rightSource: 0.8 },
  { file: 'held-out-7-questions', questions: 60, useful: 0.55, rightSource: 0.75 },
  { file: 'held-out-8-questions', questions: 60, useful: 0.7, rightSource: 0.75 },
  { file: 'held-out-9-questions', questions: 60, useful: 0.7, rightSource: 0.75 },
  { file: 'held-out-10-questions', questions: 60, useful: 0.9, rightSource: 0.75 },
  { file: 'held-out-11-questions', questions: 60, useful: 0.9, rightSource: 0.75 },
] as const
interface Question {
  readonly reader: string
  readonly question: string
  /** Any of these pages answers; none: nothing of ours. */
  readonly pages: readonly string[]
  readonly judgement: string
}
let index: IndexSearch
let questions: Question[]
beforeAll(async () => {
  index = new IndexSearch(JSON.parse(await readFile(`${await builtSite()}/search-index.json`, 'utf8')))
  questions = await questionsOf('questions')
})
async function questionsOf(file: string): Promise<Question[]> {
  const [, ...lines] = (await readFile(new URL(`./${file}.tsv`, import.meta.url), 'utf8')).trimEnd().split('\n')
  return lines.map((line) => {
    const [reader = '', question = '', pages = '', , judgement = ''] = line.split('\t')
    return { reader, question, pages: pages.split(' ').filter(Boolean), judgement }
  })
}
const ours = () => questions.filter(({ pages }) => pages.length > 0)

test('twenty questions of each reader are judged, nine of ten useful', () => {
  const readers = [...Map.groupBy(ours(), ({ reader }) => reader).values()].map((list) => list.length)
  expect(readers).toEqual([20, 20, 20])
  expect(ours().filter(({ judgement }) => judgement === '')).toEqual([])
  expect(ours().filter(({ judgement }) => judgement === 'yes').length / ours().length).toBeGreaterThanOrEqual(USEFUL)
})
test('the first source is a page that answers, for nine of ten', () => {
  const wrong = ours().flatMap(({ question, pages }) => {
    const found = answers(index, question)
    return pages.includes(found[0]?.url.split('#')[0] ?? '') ? [] : `${question} → ${found.map(({ url }) => url).join(' ') || 'nothing'}`
  })
  expect(wrong.slice(Math.floor(ours().length * (1 - RIGHT_SOURCE) + 1e-9))).toEqual([])
})
test('an answer is from at most three pages, each section with something to read', () => {
  for (const { question } of ours()) {
    const found = answers(index, question)
    expect(new Set(found.map(pageOf)).size).toBeLessThanOrEqual(SOURCES)
    expect(found.filter(({ blocks }) => blocks.length === 0)).toEqual([])
  }
})
test('what the documentation does not speak of is not answered', () => {
  const others = questions.filter(({ pages }) => pages.length === 0)
  expect(others.length).toBeGreaterThan(3)
  expect(others.filter(({ question }) => answers(index, question).length > 0)).toEqual([])
})
test('of sixty questions of everyday life, written before a look at the search, hardly any is answered', async () => {
  const [, ...others] = (await readFile(new URL('./other-matters-questions.tsv', import.meta.url), 'utf8')).trimEnd().split('\n')
  expect(others).toHaveLength(60)
  const answered = others.filter((question) => answers(index, question).length > 0)
  expect(answered.slice(MISTAKEN)).toEqual([])
})
test.each(HELD_OUT)('new questions of $file: each is judged, most answers are useful and come first from a page that answers', async (set) => {
  const heldOut = await questionsOf(set.file)
  expect(heldOut).toHaveLength(set.questions)
  expect(heldOut.filter(({ judgement }) => judgement === '')).toEqual([])
  expect(heldOut.filter(({ judgement }) => judgement === 'yes').length / heldOut.length).toBeGreaterThanOrEqual(set.useful)
  const right = heldOut.filter(({ question, pages }) => pages.includes(answers(index, question)[0]?.url.split('#')[0] ?? ''))
  expect(right.length / heldOut.length).toBeGreaterThanOrEqual(set.rightSource)
})
test('what a thing is, and how two differ, is said by the glossary', () => {
  const rows = (question: string) => answers(index, question)[0]?.blocks.map((block) => (block.kind === 'row' ? block.cells[0] : block.kind))
  expect(rows('What is a build?')).toEqual(['build'])
  expect(rows('What is the difference between a build and a task?')).toEqual(['build', 'task'])
})
