// What an answer can quote: sentences, rows and listings of a section, and their words.
import { type Block, readBlocks, sentencesOf } from './blocks.ts'
import { isStopWord, stem, terms } from './words.ts'

/** A sentence, row or code of a section. */
export interface Unit {
  readonly block: Block
  /** Its place among the section's blocks; sentences of one block share it. */
  readonly place: number
  /** That of the block that its paragraph begins with. */
  readonly paragraph: number
}

export function unitsOf(content: string): Unit[] {
  let paragraph = 0
  return readBlocks(content).flatMap((block, place): Unit[] => {
    if (block.kind !== 'text') return [{ block, place, paragraph: place }]
    if (!block.goesOn) paragraph = place
    const asked = block.asked && { asked: block.asked }
    return sentencesOf(block.text).map((text, at) => ({ block: { kind: 'text', text, ...(at === 0 && asked) }, place, paragraph }))
  })
}

export const textOfBlock = (block: Block): string => (block.kind === 'row' ? block.cells.join(' ') : block.text)
export const stems = (text: string): Set<string> =>
  new Set(
    terms(text)
      .filter((term) => !isStopWord(term))
      .map(stem),
  )
export const lines = (text: string): number => text.split('\n').length
