// What writers say that a sentence, a row or a listing answers, in readers' words (`Asked` on the pages). A question is held against each whole: the
// answer itself may share no word with it.
import { readBlocks } from './blocks.ts'
import { type SearchRecord, titleOf } from './records.ts'
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
  /** How far it is one, 0 to 1: a writer's own words for it are, a heading is a little less. */
  readonly worth: number
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
    'much must need other out over own possible same say says should show some tell up use used using want within without get make ' +
    // How people talk.
    'am been being but could did done else even every ever goes going gotten hello here hey if instead let lets like me might mine no not off ok okay once one ones ' +
    'only our please pls quite really shall simply so somebody somehow someone something somewhere still such sure thanks thing things thru too try trying us very ' +
    'whole would yet yes ' +
    'arent cant couldnt didnt doesnt dont hasnt havent im isnt ive shouldnt thats theres wasnt werent whats wheres wont wouldnt youre'
  ).split(' '),
)
export const isAskedFor = (term: string): boolean => !isStopWord(term) && !QUESTION_WORDS.has(term)
/** Stems of what a text asks for. */
export const stemsInOrder = (text: string): string[] => terms(text).filter(isAskedFor).map(stem)

export function phrasesOf(records: readonly SearchRecord[]): Phrase[] {
  return records.flatMap((record) => {
    const phrase = (text: string, place: number, worth: number): Phrase[] => {
      const words = new Set(stemsInOrder(text))
      return words.size ? [{ record, place, words, kind: kindOf(text.trim()), worth }] : []
    }
    return [
      ...readBlocks(record.content).flatMap(({ asked }, place) => (asked?.split(';') ?? []).flatMap((text) => phrase(text, place, 1))),
      // What pages say where they link to it, and how it is called, is asked for as well: it is answered by how the section begins.
      ...(record.elsewhere?.split('\n') ?? []).flatMap((text) => (text.length <= LONGEST_LINK ? phrase(text, 0, LINKED) : [])),
      ...phrase(titleOf(record), 0, LINKED).filter(({ words }) => words.size > 1),
    ]
  })
}
const LONGEST_LINK = 160 // characters
const LINKED = 0.85

export interface Likeness {
  /** How far a question and a phrase ask for the same, 0 to 1: what they share, as a part of what the words of both tell. */
  readonly like: number
  /** How much of the phrase the question says, the more the more that is: a long question may say it among other things; 0 to 1. */
  readonly heard: number
}
/**
 * Holds a question against a phrase. The root of what a word tells is taken, because every word of a short question matters.
 * @param tells  how much a stem tells, more than 0
 * @param asKind  the question's kind; a phrase of another one is less alike
 */
export function likeness(question: readonly AskedWord[], { words, kind, worth }: Phrase, tells: (stem: string) => number, asKind?: Kind): Likeness {
  let shared = 0
  let asked = 0
  const met = new Map<string, number>()
  for (const word of question) {
    asked += Math.sqrt(word.tells)
    let most = 0
    for (const [stem, share] of word.by) {
      if (!words.has(stem)) continue
      met.set(stem, Math.max(share, met.get(stem) ?? 0))
      most = Math.max(most, share)
    }
    shared += Math.sqrt(word.tells) * most
  }
  if (!met.size) return NOTHING
  let said = 0
  let heard = 0
  for (const word of words) {
    const weight = Math.sqrt(tells(word))
    said += weight
    heard += weight * (met.get(word) ?? 0) ** HALF
  }
  const recalled = shared / asked
  const meant = heard / said
  const fit = worth * (asKind && kind && asKind !== kind ? OF_ANOTHER_KIND : 1)
  return { like: (fit * (2 * recalled * meant)) / (recalled + meant), heard: fit * meant ** 2 * Math.min(1, shared / MUCH) }
}
const NOTHING: Likeness = { like: 0, heard: 0 }
/** A word that stands for one of the phrase's counts on its side as well, though less far from it. */
const HALF = 0.5
/** Three words that tell. */
const MUCH = 6
