import { expect, test } from 'vitest'
import { type Block, writeBlocks } from './blocks.ts'
import { joined, quoted } from './quotation.ts'
import { unitsOf } from './units.ts'

const text = (words: string, asked?: string, goesOn = false): Block => ({
  kind: 'text',
  text: words,
  ...(asked && { asked }),
  ...(goesOn && { goesOn }),
})
/** What is read where the unit `best` answers. */
function shown(blocks: readonly Block[], best: number, isWhole = false): string[] {
  const units = unitsOf(writeBlocks(blocks))
  return joined(units, quoted({ units, best, also: [], isWhole }, 'which line')).map((block) =>
    block.kind === 'row' ? block.cells.join() : block.text,
  )
}
const WORDS = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ')

test('a sentence that answers is quoted alone, and what its writer says answers to the end of the paragraph, across marks', () => {
  const line = [
    text('The line is fitted by least squares, as ordinary C.', 'fit a line'),
    text('Give it uncertain points. Both come out.', 'points', true),
    text('Another one.'),
  ]
  expect(shown(line, 0)).toEqual(['The line is fitted by least squares, as ordinary C.'])
  expect(shown(line, 0, true)).toEqual(['The line is fitted by least squares, as ordinary C. Give it uncertain points. Both come out.'])
})
test('no more is added than is read at a glance', () => {
  const long = [text(`Long ${WORDS}. More ${WORDS}.`, 'what')]
  expect(shown(long, 0, true)).toEqual([`Long ${WORDS}.`])
})
test('a few words that say little by themselves come with what follows them in their paragraph', () => {
  expect(shown([text('Your own storage. Each account has one of some gigabytes for its files.')], 0)).toEqual([
    'Your own storage. Each account has one of some gigabytes for its files.',
  ])
  expect(shown([text('Your own storage.'), text('Each account has one of some gigabytes for its files.')], 0)).toEqual(['Your own storage.'])
})
test('a sentence that goes on from another one comes with it, though a mark divides them', () => {
  expect(
    shown([text('The key is shown once, when it is made.'), text('It cannot be read again by anybody, so keep it.', 'lost key', true)], 1),
  ).toEqual(['The key is shown once, when it is made. It cannot be read again by anybody, so keep it.'])
})
