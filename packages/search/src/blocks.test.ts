import { expect, test } from 'vitest'
import { type Block, plainText, readBlocks, sentencesOf, writeBlocks } from './blocks.ts'

const BLOCKS: Block[] = [
  { kind: 'text', text: 'One. Two.' },
  { kind: 'row', head: ['Field', 'Meaning'], cells: ['Status', 'where it stands'] },
  { kind: 'row', head: ['Field', 'Meaning'], cells: ['a | b', 'either'], asked: 'which one; what' },
  { kind: 'code', text: 'int x;\n\n| y' },
  { kind: 'row', head: [], cells: ['1', '2'] },
]

test('what is written is read back, but for bars inside a cell', () => {
  const [text, first, second, ...rest] = BLOCKS as [Block, Block, Block, ...Block[]]
  expect(readBlocks(writeBlocks(BLOCKS))).toEqual([text, first, { ...second, cells: ['a ¦ b', 'either'] }, ...rest])
})
test('what goes on in a paragraph, behind a mark of its own, is read back as that', () => {
  const divided: Block[] = [
    { kind: 'text', text: 'One.', asked: 'which' },
    { kind: 'text', text: 'Two.', asked: 'what', goesOn: true },
    { kind: 'text', text: 'Three.', asked: 'how' },
  ]
  expect(readBlocks(writeBlocks(divided))).toEqual(divided)
  expect(plainText(writeBlocks(divided))).toBe('One. Two. Three.')
})
test('the head of a table is written once', () => {
  expect(writeBlocks(BLOCKS).match(/Field/g)).toHaveLength(1)
})
test('as plain text it has neither marks nor the words in which it is asked for', () => {
  expect(plainText(writeBlocks(BLOCKS.slice(0, 3)))).toBe('One. Two. Status: where it stands a ¦ b: either')
})
test('sentences end where a new one begins, not at the point of a number or of an abbreviation', () => {
  expect(sentencesOf('The 0.5 quantile is e.g. Half of it. It is the median. `x` is 2.')).toEqual([
    'The 0.5 quantile is e.g. Half of it.',
    'It is the median.',
    '`x` is 2.',
  ])
})
