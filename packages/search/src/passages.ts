// What a model that answers questions is given: passages of the documentation, verbatim, each with its heading path and link.
import { plainText, sentencesOf } from './blocks.ts'
import type { IndexSearch } from './index-search.ts'
import { type SearchRecord, titleOf, trailOf } from './records.ts'
import { queryTerms, stem, terms } from './words.ts'

export interface Passage {
  readonly text: string
  readonly trail: readonly string[]
  readonly url: string
}
export interface PassageOptions {
  readonly passages?: number
  /** Neighbouring sentences in one. */
  readonly sentences?: number
}
const SECTIONS = 12

/** At most four passages of three sentences, unless you say; best first; none when the documentation does not speak of it. */
export function passages(index: IndexSearch, question: string, { passages = 4, sentences = 3 }: PassageOptions = {}): Passage[] {
  const words = new Set(queryTerms(question).map(stem))
  if (!words.size) return []
  const candidates = index
    .rank(question)
    .slice(0, SECTIONS)
    .map((record, place) => ({ record, ...bestSentences(record, words, place, sentences) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return candidates.slice(0, passages).map(({ record, text }) => ({ text, trail: [...trailOf(record), titleOf(record)], url: record.url }))
}

/** The run of neighbouring sentences, up to `length`, that covers most words of the question; early sections count for more. */
function bestSentences(record: SearchRecord, words: ReadonlySet<string>, place: number, length: number): { text: string; score: number } {
  const sentences = sentencesOf(plainText(record.content))
  const heading = new Set(terms(`${titleOf(record)} ${record.hierarchy.lvl1}`).map(stem))
  let best = { text: '', score: 0 }
  for (let from = 0; from < sentences.length; from++) {
    const text = sentences.slice(from, from + length).join(' ')
    const own = new Set(terms(text).map(stem))
    let covered = 0
    for (const word of words) covered += own.has(word) ? 1 : heading.has(word) ? 0.7 : 0
    const score = (covered / words.size) * (1 - place / (2 * SECTIONS))
    if (score > best.score + 1e-9) best = { text, score }
  }
  return best
}
