// What speaks for each sentence, row and listing of the documentation being the answer to a question: how nearly the question is one that its writer
// says it answers, how much of the question it says, and how well its section and its page match. None of these alone knows; together they do better.
import { type AskedWord, kindOf, likeness } from './asked.ts'
import { fitness } from './fitness.ts'
import type { IndexSearch } from './index-search.ts'
import type { Quoted } from './quotation.ts'
import { pageOf, type SearchRecord, titleOf, trailOf } from './records.ts'
import { stems, textOfBlock, type Unit, unitsOf } from './units.ts'

/** Each 0 to 1, but for `fit`. */
export interface Evidence {
  /** How nearly the question is one that the block is marked with. */
  readonly like: number
  /** How much of what the question's words tell it says, headings and neighbours included. */
  readonly covered: number
  /** How well its section matches, as a part of the best section's weight; root. */
  readonly section: number
  /** The same of its page's best section. */
  readonly page: number
  /** How like the nearest question is that a block of its section is marked with. */
  readonly sectionLike: number
  /** How like the two nearest questions are that blocks of its page are marked with. */
  readonly pageLike: number
  /** Logarithm of how well it fits the kind of question. */
  readonly fit: number
}
export interface Answering extends Quoted {
  readonly record: SearchRecord
  /** Differences tell: one more is about e times as likely to be the answer. */
  readonly score: number
}
export interface Candidate extends Answering {
  readonly evidence: Evidence
}

/** Sections that are looked into, by their words. */
const SECTIONS = 40
/** A phrase that shares less with the question says nothing. */
const SOMEWHAT = 0.3
/** From here on the writer means it, and its block is quoted whole. */
export const ALIKE = 0.55

const weigh = ({ like, covered, section, page, sectionLike, pageLike, fit }: Evidence): number =>
  2.6 * like +
  6 * Math.max(0, like - 0.7) +
  2.6 * covered +
  2.4 * covered ** 2 +
  1.3 * section +
  1.2 * page +
  1.2 * sectionLike +
  1.7 * pageLike +
  2.9 * fit

/** Of each block that anything speaks for; best first. */
export function candidatesOf(index: IndexSearch, asked: readonly AskedWord[], question: string): Candidate[] {
  const ranked = index.ranked(question).slice(0, SECTIONS)
  const likes = likesOf(index, asked, question)
  const top = ranked[0]?.weight || 1
  const weights = new Map(ranked.map(({ record, weight }) => [record, weight / top]))
  const pages = new Map<string, number>()
  for (const [record, weight] of weights) pages.set(pageOf(record), Math.max(weight, pages.get(pageOf(record)) ?? 0))
  const pageLikes = new Map(
    [...Map.groupBy(likes, ([record]) => pageOf(record))].map(([page, those]) => {
      const [first = 0, second = 0] = those.flatMap(([, places]) => [...places.values()]).sort((a, b) => b - a)
      return [page, (first + second) / 2]
    }),
  )
  const records = new Set([...weights.keys(), ...likes.keys()])
  return [...records]
    .flatMap((record) => {
      const page = pageOf(record)
      const own = likes.get(record) ?? new Map<number, number>()
      return candidatesIn(record, asked, question, own, {
        section: Math.sqrt(weights.get(record) ?? 0),
        page: Math.sqrt(pages.get(page) ?? 0),
        sectionLike: Math.max(0, ...own.values()),
        pageLike: pageLikes.get(page) ?? 0,
      })
    })
    .sort((a, b) => b.score - a.score)
}

/** How nearly the question is one that blocks are marked with, by record and place. */
function likesOf(index: IndexSearch, asked: readonly AskedWord[], question: string): Map<SearchRecord, Map<number, number>> {
  const kind = kindOf(question)
  const likes = new Map<SearchRecord, Map<number, number>>()
  for (const phrase of index.phrases) {
    const like = likeness(asked, phrase, (word) => index.tells(word), kind)
    if (like < SOMEWHAT) continue
    const places = likes.get(phrase.record) ?? new Map<number, number>()
    places.set(phrase.place, Math.max(like, places.get(phrase.place) ?? 0))
    likes.set(phrase.record, places)
  }
  return likes
}

function candidatesIn(
  record: SearchRecord,
  asked: readonly AskedWord[],
  question: string,
  likes: ReadonlyMap<number, number>,
  standing: Omit<Evidence, 'like' | 'covered' | 'fit'>,
): Candidate[] {
  const units = unitsOf(record.content)
  const covers = coverage(record, units, asked)
  const places = Map.groupBy(units.keys(), (at) => (units[at] as Unit).place)
  const found = [...places].flatMap(([place, own]): Candidate[] => {
    const like = likes.get(place) ?? 0
    const isWhole = like >= ALIKE
    const best = isWhole ? (own[0] as number) : own.reduce((most, at) => ((covers[at] ?? 0) > (covers[most] ?? 0) ? at : most))
    const covered = Math.max(0, ...own.map((at) => covers[at] ?? 0))
    if (!like && !covered) return []
    const evidence = { ...standing, like, covered, fit: Math.log(fitness(units[best] as Unit, best, record, question)) }
    return [{ record, units, best, also: [], isWhole, evidence, score: weigh(evidence) }]
  })
  return found.map((one) => ({ ...one, also: twins(one, found) }))
}

/** How much of the question each sentence and row says; nothing where no word of it is its own, but for how a section begins. */
function coverage(record: SearchRecord, units: readonly Unit[], asked: readonly AskedWord[]): number[] {
  const title = stems(titleOf(record))
  const above = stems(
    `${record.hierarchy.lvl1} ${trailOf(record).slice(1).join(' ')} ${record.type === 'lvl1' ? (record.keywords ?? '') : ''} ${record.elsewhere ?? ''}`,
  )
  const all = asked.reduce((sum, { tells }) => sum + tells, 0)
  const paragraphs = [...Map.groupBy(units, ({ place }) => place).values()].map((own) => stems(own.map(({ block }) => textOfBlock(block)).join(' ')))
  return units.map(({ block, place }, at) => {
    if (block.kind === 'code') return 0
    const own = stems(`${textOfBlock(block)} ${block.asked ?? ''}`)
    // The heads of a table's columns say what its cells are.
    const heads = block.kind === 'row' ? stems(block.head.join(' ')) : new Set<string>()
    const beside = paragraphs[place] as ReadonlySet<string>
    let covered = 0
    let isOwn = at === 0
    for (const { tells, by } of asked) {
      let most = 0
      for (const [word, share] of by) {
        if (own.has(word)) {
          most = Math.max(most, share)
          isOwn = true
        } else if (title.has(word)) most = Math.max(most, 0.85 * share)
        else if (above.has(word) || heads.has(word)) most = Math.max(most, 0.7 * share)
        else if (beside.has(word)) most = Math.max(most, 0.4 * share)
      }
      covered += (tells * most) / all
    }
    return isOwn ? covered : 0
  })
}

/** Rows of one table that the question does not tell apart, as `at least` and `at most`, and blocks that are marked as nearly. */
function twins(one: Candidate, found: readonly Candidate[]): number[] {
  const isAsWell = (other: Candidate) =>
    other !== one &&
    ((headOf(one) !== undefined && headOf(one) === headOf(other) && Math.abs(one.score - other.score) < TOLD_APART) ||
      (one.isWhole && other.evidence.like >= AS_WELL * one.evidence.like))
  return found
    .filter(isAsWell)
    .map(({ best }) => best)
    .slice(0, MOST_ALSO)
}
const headOf = ({ units, best }: Quoted): string | undefined => {
  const block = units[best]?.block
  return block?.kind === 'row' ? block.head.join('|') : undefined
}
const TOLD_APART = 0.05
const AS_WELL = 0.99
const MOST_ALSO = 2
