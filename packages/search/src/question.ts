// What a question asks for, word by word: how much each word tells, and which words of the documentation stand for it.
import { type AskedWord, isAskedFor, stemsSaid } from './asked.ts'
import { meantBy } from './idioms.ts'
import type { IndexSearch } from './index-search.ts'
import { othersFor } from './paraphrases.ts'
import { synonymsOf } from './synonyms.ts'
import { queryTerms, stem, terms } from './words.ts'

/** Whether it is put as a question, and not as words to look for. */
export const isQuestion = (query: string): boolean => /\?\s*$/.test(query) || (ASKS.test(query.trim()) && terms(query).length >= SHORTEST)
const ASKS =
  /^(how|what|which|where|when|why|who|whose|can|could|do|does|did|is|are|am|will|would|should|may|must|has|have|i (need|want|have)|my|tell me|explain)\b/i
/** Words: `which core` looks for something. */
const SHORTEST = 3

/** How far another word stands for that of the question: one of its family, one that means the same, and a known word that is spelt nearly so. */
const KIN = 0.7
const SYNONYM = 0.75
const PARAPHRASE = 0.5
/** A word that the documentation does not have may be mistyped, or of another matter: `stocks` are no shocks. */
const CORRECTED = 0.6
/** A word that nothing is written about says less of what is asked than how, and a figure that nowhere stands is the reader's own. */
const UNKNOWN = 0.6
const OWN_FIGURE = 0.15

/** What an abbreviation, such as `cert`, may be the beginning of, and the parts of a compound. */
const BEGINNING = 0.6
const PART = 0.5
const JOINED = 0.8
/** What an idiom stands for, of which the dearest word says how much it tells. */
const IDIOM = 0.75
const IDIOM_TELLS = 0.6
/** What a word of the question may stand for, beside the words themselves. */
const MEANT = 0.6

export function askedWords(index: IndexSearch, question: string): AskedWord[] {
  const sequence = terms(question)
  const synonyms = synonymsOf(sequence)
  const words = queryTerms(question)
    .filter(isAskedFor)
    .map((word) => {
      const by = new Map<string, number>()
      const add = (other: string, share: number) => {
        if ((by.get(other) ?? 0) < share) by.set(other, share)
      }
      const own = stem(word)
      for (const other of othersFor(own)) add(other, PARAPHRASE)
      for (const other of index.kinOf(own)) add(other, KIN)
      for (const other of synonyms.get(word) ?? []) add(stem(other), SYNONYM)
      for (const one of compoundsOf(word, sequence)) if (index.knows(one)) add(stem(one), JOINED)
      const spellings = index.wordsOf(word)
      for (const spelling of spellings) add(stem(spelling), spelling === word ? 1 : CORRECTED)
      const known = index.knows(spellings[0] ?? word)
      if (!index.knows(word)) {
        for (const longer of index.beginningWith(word)) add(longer, BEGINNING)
        for (const part of partsOf(word, index)) add(part, PART)
      }
      const tells = index.tells(spellings[0] ?? word) * (known ? 1 : /\d/.test(word) ? OWN_FIGURE : UNKNOWN)
      return { tells, by }
    })
  return [...words, ...meantBy(question, sequence).flatMap((meant) => idiom(index, meant))]
}

/** All that the question says, how is asked as well; each word tells as much as the others: the phrases say which are rare. */
export function wordsSaid(index: IndexSearch, question: string): AskedWord[] {
  const asked = askedWords(index, question)
  const own = [...new Set(stemsSaid(question))].map((word): AskedWord => {
    const known = asked.find(({ by }) => by.get(word) === 1)
    return { tells: index.phrases.tellsHow(word), by: known?.by ?? new Map([[word, 1]]) }
  })
  return [...own, ...asked.filter(({ by }) => ![...by.values()].includes(1)).map(({ tells, by }) => ({ tells: MEANT * tells, by }))]
}

function idiom(index: IndexSearch, meant: readonly string[]): AskedWord[] {
  const known = meant.filter((word) => index.knows(word))
  if (!known.length) return []
  return [{ tells: IDIOM_TELLS * Math.max(...known.map((word) => index.tells(word))), by: new Map(known.map((word) => [stem(word), IDIOM])) }]
}

/** The word and its neighbour as one: `web hook`, `time out`. */
function compoundsOf(word: string, sequence: readonly string[]): string[] {
  const at = sequence.indexOf(word)
  return [`${sequence[at - 1] ?? ''}${word}`, `${word}${sequence[at + 1] ?? ''}`].filter((one) => one !== word)
}
/** `datasheet` is a sheet of data, where nobody writes it as one. */
function partsOf(word: string, index: IndexSearch): string[] {
  for (let at = 3; at <= word.length - 3; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => index.knows(part))) return parts.map(stem)
  }
  return []
}
