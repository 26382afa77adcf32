// What writers say that a sentence, a row or a listing answers, in readers' words (`Asked` on the pages). A question is held against each whole: the
// answer itself may share no word with it.
import { readBlocks } from './blocks.ts'
import type { SearchRecord } from './records.ts'
import { isStopWord, stem, terms } from './words.ts'

/** A word of the question: how much it tells, and how far a stem stands for it, 0 to 1. */
export interface AskedWord {
  readonly tells: number
  readonly by: ReadonlyMap<string, number>
}
/** One way to ask for what a block of a record says. */
export interface Phrase {
  readonly record: SearchRecord
  /** The block's place in the record's content. */
  readonly place: number
  /** Stems. */
  readonly words: ReadonlySet<string>
}

/** They say how is asked, not what about. */
const QUESTION_WORDS = new Set(
  'get make use need much many long big want happens mean means give show tell difference between me should must may'.split(' '),
)
export const isAskedFor = (term: string): boolean => !isStopWord(term) && !QUESTION_WORDS.has(term)

export function phrasesOf(records: readonly SearchRecord[]): Phrase[] {
  return records.flatMap((record) =>
    readBlocks(record.content).flatMap(({ asked }, place) =>
      (asked?.split(';') ?? []).flatMap((text): Phrase[] => {
        const words = new Set(terms(text).filter(isAskedFor).map(stem))
        return words.size ? [{ record, place, words }] : []
      }),
    ),
  )
}

/**
 * How far a question and a phrase ask for the same, 0 to 1: what they share, as a part of what the words of both tell. The root of what a word tells
 * is taken, because every word of a short question matters.
 * @param tells  how much a stem tells, more than 0
 */
export function likeness(question: readonly AskedWord[], { words }: Phrase, tells: (stem: string) => number): number {
  let shared = 0
  let asked = 0
  const met = new Set<string>()
  for (const word of question) {
    asked += Math.sqrt(word.tells)
    let most = 0
    for (const [stem, share] of word.by) {
      if (!words.has(stem)) continue
      met.add(stem)
      most = Math.max(most, share)
    }
    shared += Math.sqrt(word.tells) * most
  }
  if (!met.size) return 0
  let said = 0
  let heard = 0
  for (const word of words) {
    const weight = Math.sqrt(tells(word))
    said += weight
    if (met.has(word)) heard += weight
  }
  const recalled = shared / asked
  const meant = heard / said
  return (2 * recalled * meant) / (recalled + meant)
}
