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
/** Stems of a text, by number, each with the root of how much it tells, and the sum of these: because every word of a short question matters. */
export interface Wording {
  readonly stems: readonly number[]
  readonly roots: readonly number[]
  readonly said: number
}
/** One way to ask for what a block of a record says. */
export interface Phrase {
  readonly record: SearchRecord
  /** The block's place in the record's content. */
  readonly place: number
  /** What it asks for. */
  readonly asks: Wording
  /** And how: `again`, `without`, `if`; counts are all one. Told by how few blocks are asked for with it. */
  readonly whole: Wording
  readonly kind: Kind | undefined
  /** How far it is one, 0 to 1: a writer's own words for it are, a heading is a little less. */
  readonly worth: number
}
/** `How long may a program run?` and `How do I run a program?` have the same words, and are not the same question. */
export type Kind = 'figure' | 'other'
export const kindOf = (question: string): Kind | undefined =>
  FIGURE.test(question) ? 'figure' : /^(how|can|do|does|is|are|what|where|which|why)\b/i.test(question) ? 'other' : undefined
const FIGURE = /^how (long|many|much|big|deep|large|often|fast|small|high)\b/i
const OF_ANOTHER_KIND = 0.7

/** They say how is asked, not what about. */
const QUESTION_WORDS = new Set(
  (
    'about after again all also any before between big difference each enough find gets give goes got happens into just keep know long many may me mean means ' +
    'much must need other out over own possible same say says should show some tell up use used using want within without get make ' +
    'am been being but could did done else even every ever goes going gotten here if instead let lets like might mine no not off once one ones ' +
    'only shall somebody somehow someone something somewhere still such thing things thru too try trying us whole would yet ' +
    'arent cant couldnt didnt doesnt dont hasnt havent isnt shouldnt wasnt werent wont wouldnt'
  ).split(' '),
)
/** How people talk: it says neither. */
const TALK = new Set(
  'hello hey im ive me my ok okay our please pls quite really simply sure thanks thats theres very whats wheres yes youre'.split(' '),
)
const isSaid = (term: string): boolean => !isStopWord(term) && !TALK.has(term)
export const isAskedFor = (term: string): boolean => isSaid(term) && !QUESTION_WORDS.has(term)
/** Stems of what a text asks for. */
export const stemsInOrder = (text: string): string[] => terms(text).filter(isAskedFor).map(stem)

/** Stems of all that a text says, how is asked as well. */
export const stemsSaid = (text: string): string[] =>
  terms(text)
    .filter(isSaid)
    .map((term) => (A_COUNT.test(term) ? '#' : stem(term)))
/** Counts of things, which readers choose; codes and levels, such as 404 and 95, they do not. */
const A_COUNT = /^([1-9]|1\d|20|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|several|few|multiple)$/

export interface Phrases {
  readonly all: readonly Phrase[]
  /** Their stems, numbered. */
  readonly stems: ReadonlyMap<string, number>
  /** How much a stem tells, by how few blocks are asked for with it. */
  readonly tellsHow: (stem: string) => number
}
/** @param tells  how much a stem tells of what is asked, more than 0 */
export function phrasesOf(records: readonly SearchRecord[], tells: (stem: string) => number): Phrases {
  const found = records.flatMap((record) => {
    const phrase = (text: string, place: number, worth: number) => {
      const words = new Set(stemsInOrder(text))
      return words.size ? [{ record, place, words, said: new Set(stemsSaid(text)), kind: kindOf(text.trim()), worth }] : []
    }
    return [
      ...readBlocks(record.content).flatMap(({ asked }, place) => (asked?.split(';') ?? []).flatMap((text) => phrase(text, place, 1))),
      // What pages say where they link to it, and how it is called, is asked for as well: it is answered by how the section begins.
      ...(record.elsewhere?.split('\n') ?? []).flatMap((text) => (text.length <= LONGEST_LINK ? phrase(text, 0, LINKED) : [])),
      ...phrase(titleOf(record), 0, LINKED).filter(({ words }) => words.size > 1),
    ]
  })
  const blocks = Map.groupBy(found, ({ record, place }) => `${record.objectID} ${place}`)
  const times = new Map<string, number>()
  for (const phrases of blocks.values())
    for (const word of new Set(phrases.flatMap(({ said }) => [...said]))) times.set(word, (times.get(word) ?? 0) + 1)
  const tellsHow = (word: string) => Math.log(1 + blocks.size / (1 + Math.max(FEW, times.get(word) ?? 0)))
  const stems = new Map<string, number>()
  const wording = (words: ReadonlySet<string>, tells: (stem: string) => number): Wording => {
    const roots = [...words].map((word) => Math.sqrt(tells(word)))
    return { stems: [...words].map((word) => numberOf(word, stems)), roots, said: roots.reduce((sum, root) => sum + root, 0) }
  }
  const known = new Map<string, number>()
  const tellsOnce = (word: string) => {
    const found = known.get(word) ?? tells(word)
    known.set(word, found)
    return found
  }
  const all = found.map(({ words, said, ...rest }) => ({ ...rest, asks: wording(words, tellsOnce), whole: wording(said, tellsHow) }))
  return { all, stems, tellsHow }
}
function numberOf(word: string, stems: Map<string, number>): number {
  const known = stems.get(word)
  if (known !== undefined) return known
  stems.set(word, stems.size)
  return stems.size - 1
}
/** Blocks: a word that fewer are asked for with tells no more than one that so many are. */
const FEW = 3

const LONGEST_LINK = 160 // characters
const LINKED = 0.85

export interface Likeness {
  /** How far a question and a phrase ask for the same, 0 to 1: what they share, as a part of what the words of both tell. */
  readonly like: number
  /** How much of the phrase the question says, the more the more that is: a long question may say it among other things; 0 to 1. */
  readonly heard: number
}
/** A question, made ready to be held against thousands of phrases. */
export interface Asking {
  /** By number of the stem: of which word it stands for how much. */
  readonly stands: readonly (readonly { readonly of: number; readonly share: number }[] | undefined)[]
  readonly roots: readonly number[]
  readonly asked: number
}
export function asking(words: readonly AskedWord[], { stems }: Pick<Phrases, 'stems'>): Asking {
  const stands = new Array<{ of: number; share: number }[] | undefined>(stems.size)
  for (const [of, { by }] of words.entries()) {
    for (const [word, share] of by) {
      const stem = stems.get(word)
      if (stem === undefined) continue
      stands[stem] ??= []
      stands[stem].push({ of, share })
    }
  }
  const roots = words.map(({ tells }) => Math.sqrt(tells))
  return { stands, roots, asked: roots.reduce((sum, root) => sum + root, 0) }
}

/** How alike what they say is; neither their kinds nor the phrase's worth count. */
export function likeness({ stands, roots, asked }: Asking, { stems, roots: weights, said }: Wording): Likeness {
  let heard = 0
  let met: number[] | undefined
  for (let at = 0; at < stems.length; at++) {
    const words = stands[stems[at] as number]
    if (!words) continue
    met ??= []
    let most = 0
    for (const { of, share } of words) {
      if (share > most) most = share
      if (share > (met[of] ?? 0)) met[of] = share
    }
    heard += (weights[at] as number) * most ** HALF
  }
  if (!met) return NOTHING
  const shared = met.reduce((sum, share, of) => sum + (roots[of] as number) * share, 0)
  const recalled = shared / asked
  const meant = heard / said
  return { like: (2 * recalled * meant) / (recalled + meant), heard: meant ** 2 * Math.min(1, shared / MUCH) }
}
/** How far a phrase may stand for a question of that kind. */
export const fitOf = ({ kind, worth }: Phrase, asKind: Kind | undefined): number => worth * (asKind && kind && asKind !== kind ? OF_ANOTHER_KIND : 1)
const NOTHING: Likeness = { like: 0, heard: 0 }
/** A word that stands for one of the phrase's counts on its side as well, though less far from it. */
const HALF = 0.5
/** Three words that tell. */
const MUCH = 6
