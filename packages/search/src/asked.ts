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
  readonly kind: Kind | undefined
}
/** `How long may a program run?` and `How do I run a program?` have the same words, and are not the same question. */
type Kind = 'figure' | 'other'
export const kindOf = (question: string): Kind | undefined =>
  FIGURE.test(question) ? 'figure' : /^(how|can|do|does|is|are|what|where|which|why)\b/i.test(question) ? 'other' : undefined
const FIGURE = /^how (long|many|much|big|deep|large|often|fast|small|high)\b/i
const OF_ANOTHER_KIND = 0.7

/** They say how is asked, not what about. */
const QUESTION_WORDS = new Set(
  (
    'about after again all also any before between big difference each enough find gets give goes got happens into just keep know long many may me mean means ' +
    'much must need other out over own possible same say says should show some tell up use used using want within without get make'
  ).split(' '),
)
export const isAskedFor = (term: string): boolean => !isStopWord(term) && !QUESTION_WORDS.has(term)

export function phrasesOf(records: readonly SearchRecord[]): Phrase[] {
  return records.flatMap((record) =>
    readBlocks(record.content).flatMap(({ asked }, place) =>
      (asked?.split(';') ?? []).flatMap((text): Phrase[] => {
        const words = new Set(terms(text).filter(isAskedFor).map(stem))
        return words.size ? [{ record, place, words, kind: kindOf(text.trim()) }] : []
      }),
    ),
  )
}

/**
 * How far a question and a phrase ask for the same, 0 to 1: what they share, as a part of what the words of both tell. The root of what a word tells
 * is taken, because every word of a short question matters.
 * @param tells  how much a stem tells, more than 0
 * @param asKind  the question's kind; a phrase of another one is less alike
 */
export function likeness(question: readonly AskedWord[], { words, kind }: Phrase, tells: (stem: string) => number, asKind?: Kind): number {
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
  const fit = asKind && kind && asKind !== kind ? OF_ANOTHER_KIND : 1
  return (fit * (2 * recalled * meant)) / (recalled + meant)
}
