import { expect, test } from 'vitest'
import { answers } from './answers.ts'
import { writeBlocks } from './blocks.ts'
import { IndexSearch } from './index-search.ts'
import { RECORDS, record } from './testing/records.ts'

const index = new IndexSearch([
  ...RECORDS,
  {
    ...record(
      '/cores/',
      ['A', 'Cores'],
      writeBlocks([
        { kind: 'text', text: 'A core is a machine. It has memory. Penguins swim.' },
        { kind: 'row', head: ['Field', 'Meaning'], cells: ['Precision', 'how finely values are printed'] },
        { kind: 'row', head: ['Field', 'Meaning'], cells: ['Stack', 'has 8 MiB'], asked: 'how much room for local variables' },
      ]),
    ),
    keywords: 'how much room for local variables',
  },
  record(
    '/keys/',
    ['A', 'Keys', 'Send the key'],
    writeBlocks([
      { kind: 'text', text: 'Send the key in a header:' },
      { kind: 'code', text: 'curl -H "Authorization: $KEY"' },
    ]),
  ),
])
const first = (question: string) => answers(index, question)[0]

test('the answering sentence alone is quoted, with its headings and link', () => {
  expect(first('Do penguins swim?')).toEqual({ blocks: [{ kind: 'text', text: 'Penguins swim.' }], trail: ['A', 'Cores'], url: '/cores/' })
})
test('a sentence that begins with It takes the one before along', () => {
  expect(first('What memory has a core?')?.blocks[0]).toEqual({ kind: 'text', text: 'A core is a machine. It has memory.' })
})
test('a row comes with the head of its table, and is found by the words in which people ask', () => {
  const row = { kind: 'row', head: ['Field', 'Meaning'], cells: ['Stack', 'has 8 MiB'], asked: 'how much room for local variables' }
  expect(first('How much room is there for local variables?')?.blocks).toEqual([row])
})
test('code that follows a colon belongs to the answer', () => {
  expect(first('How do I send my key?')?.blocks.map(({ kind }) => kind)).toEqual(['text', 'code'])
})
test('how a thing is done begins with how its section does, code and all', () => {
  const saved = writeBlocks([
    { kind: 'code', text: 'npm start -- --backup=file' },
    { kind: 'text', text: 'saves everything in one file. Keep the backup as secret as the data.' },
  ])
  const one = new IndexSearch([record('/backup/', ['A', 'Operate', 'Backup'], saved), ...RECORDS])
  expect(answers(one, 'How do I keep a backup secret?')[0]?.blocks).toEqual([
    { kind: 'code', text: 'npm start -- --backup=file' },
    { kind: 'text', text: 'saves everything in one file. Keep the backup as secret as the data.' },
  ])
})
test('where no sentence answers, the page answers that others link to in such words', () => {
  const tail = {
    ...record('/tail/', ['A', 'Tail probability'], 'ProbabilityGT gives the share of the mass above.'),
    elsewhere: 'Is a part out of spec?',
  }
  const one = new IndexSearch([tail, ...RECORDS])
  expect(answers(one, 'Are many parts above spec?').map(({ url }) => url)).toEqual(['/tail/'])
})
test('there are at most three sources, and none for what is not spoken of', () => {
  const many = Array.from({ length: 9 }, (_, place) => record(`/${place}/`, ['A', `Page ${place}`], `Cats sleep ${place} hours.`))
  expect(answers(new IndexSearch(many), 'How long do cats sleep?')).toHaveLength(3)
  expect(answers(index, 'Who won the football world cup?')).toEqual([])
  expect(answers(index, '')).toEqual([])
})
test('how people talk, an abbreviation and a word put for another do not hide what is asked', () => {
  const cert = record('/cert/', ['A', 'Inputs'], 'A certificate states the largest deviation. Ovens are warm. Tables have legs.')
  const one = new IndexSearch([...RECORDS, cert])
  expect(answers(one, 'hey, which biggest deviation is stated in my cert, pls?')[0]?.blocks).toEqual([
    { kind: 'text', text: 'A certificate states the largest deviation.' },
  ])
})
test('a question in words that nothing is written with is of another matter, though one word is ours', () => {
  expect(answers(index, 'Do lavender penguins bake marzipan?')).toEqual([])
})
test('sections of one page are one source', () => {
  const sections = ['feed', 'wash', 'comb', 'walk'].map((what) =>
    record(`/cats/#${what}`, ['A', 'Cats', `To ${what}`], `To ${what} cats takes an hour.`),
  )
  const other = record('/dogs/', ['A', 'Dogs'], 'Dogs walk an hour.')
  const found = answers(new IndexSearch([...RECORDS, ...sections, other]), 'How many hours does it take to feed, wash, comb and walk cats?')
  expect(found.filter(({ url }) => url.startsWith('/cats/')).length).toBeGreaterThan(3)
})
test('what a proper name that stands nowhere is asked about is not answered', () => {
  expect(answers(index, 'Do penguins swim in Patagonia?')).toEqual([])
  expect(answers(index, 'do penguins swim')).not.toEqual([])
})
test('a term comes with what it means, which stands on the next line', () => {
  const terms = record(
    '/terms/',
    ['A', 'Words'],
    writeBlocks([
      { kind: 'text', text: 'Quorum' },
      { kind: 'text', text: 'More than half of all voters.' },
    ]),
  )
  expect(
    answers(new IndexSearch([...RECORDS, terms]), 'Which quorum do voters have?')[0]?.blocks.map((block) => block.kind === 'text' && block.text),
  ).toEqual(['Quorum', 'More than half of all voters.'])
})
