// What speaks for each sentence, row and listing of the documentation being the answer to a question: how nearly the question is one that its writer
// says it answers, how much of the question it says, and how well its section and its page match. None of these alone knows; together they do better.
import { type AskedWord, asking, fitOf, kindOf, likeness, stemsInOrder } from './asked.ts'
import { fitness } from './fitness.ts'
import type { IndexSearch } from './index-search.ts'
import { wordsSaid } from './question.ts'
import type { Quoted } from './quotation.ts'
import { pageOf, type SearchRecord } from './records.ts'
import { pairsOf, type SectionWords } from './section-words.ts'
import { textOfBlock, type Unit } from './units.ts'

/** Each 0 to 1, but for `fit`. */
export interface Evidence {
  /** How nearly the question is one that the block is marked with. */
  readonly like: number
  /** The same of the second nearest. */
  readonly support: number
  /** How much of one of its marks the question says, among other things. */
  readonly heard: number
  /** The same as `like` with the words that say how is asked. */
  readonly whole: number
  /** How much of what the question's words tell a sentence of it says, headings and neighbours included. */
  readonly covered: number
  /** How much its text and its marks say together, nothing else included. */
  readonly own: number
  /** How much its section says with all marks, and its page. */
  readonly sectionSays: number
  readonly pageSays: number
  /** How many neighbouring words of the question stand together in it. */
  readonly pairs: number
  /** How well its section matches, as a part of the best section's weight; root. */
  readonly section: number
  /** The same of its page's best section. */
  readonly page: number
  /** How like the two nearest questions are that blocks of its page are marked with. */
  readonly pageLike: number
  /** 1 where it is a listing, where its section begins with it, and where a figure is asked for and it has one; else 0. */
  readonly code: number
  readonly opens: number
  readonly figure: number
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

/** Sections that are looked into by their words, and as many by what they are asked for with. */
const SECTIONS = 40
/** A phrase that shares less with the question says nothing. */
const SOMEWHAT = 0.3
/** From here on the writer means it, and its block is quoted whole. */
export const ALIKE = 0.55

const weigh = ({
  like,
  support,
  heard,
  whole,
  covered,
  own,
  sectionSays,
  pairs,
  section,
  page,
  pageLike,
  opens,
  figure,
  code,
  fit,
}: Evidence): number =>
  1.2 * like +
  2 * Math.max(0, like - 0.7) +
  1.7 * support +
  1.5 * heard +
  3 * whole +
  2.5 * covered +
  2.5 * own +
  0.6 * sectionSays +
  0.4 * pairs +
  section +
  0.8 * page +
  3.3 * pageLike +
  0.3 * opens +
  0.8 * figure -
  0.7 * code +
  0.5 * fit

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
      const [first = 0, second = 0] = those.flatMap(([, places]) => [...places.values()].map(({ like }) => like)).sort((a, b) => b - a)
      return [page, (first + second) / 2]
    }),
  )
  const sought = soughtOf(asked, question)
  const pageSays = new Map<string, number>()
  const records = new Set([...weights.keys(), ...nearest(likes)])
  return [...records]
    .flatMap((record) => {
      const page = pageOf(record)
      const own = likes.get(record) ?? new Map<number, Likes>()
      if (!pageSays.has(page)) pageSays.set(page, saying(asked, index.words.ofPage(record)))
      return candidatesIn(record, index.words.of(record), sought, own, {
        section: Math.sqrt(weights.get(record) ?? 0),
        page: Math.sqrt(pages.get(page) ?? 0),
        pageLike: pageLikes.get(page) ?? 0,
        sectionSays: saying(asked, index.words.of(record).all),
        pageSays: pageSays.get(page) ?? 0,
      })
    })
    .sort((a, b) => b.score - a.score)
}

/** Records with the phrases that are most alike. */
function nearest(likes: ReadonlyMap<SearchRecord, ReadonlyMap<number, Likes>>): SearchRecord[] {
  return [...likes]
    .map(([record, places]) => ({ record, most: Math.max(...[...places.values()].map(({ like, heard, whole }) => Math.max(like, heard, whole))) }))
    .sort((a, b) => b.most - a.most)
    .slice(0, SECTIONS)
    .map(({ record }) => record)
}

interface Sought {
  readonly asked: readonly AskedWord[]
  readonly question: string
  readonly pairs: readonly string[]
  readonly isForFigure: boolean
}
const soughtOf = (asked: readonly AskedWord[], question: string): Sought => ({
  asked,
  question,
  pairs: [...new Set(pairsOf(stemsInOrder(question)))],
  isForFigure: FIGURE.test(question),
})
const FIGURE = /\bhow (long|many|much|big|large|often|fast|old)\b|\b(most|least|limit|longest|largest|smallest|size|max|min|maximum|minimum)\b/i

/** Of the phrases of a block: how like the nearest is, and the next; and how much of any the question says. */
interface Likes {
  readonly like: number
  readonly support: number
  readonly heard: number
  readonly whole: number
}
const UNLIKE: Likes = { like: 0, support: 0, heard: 0, whole: 0 }

/** How nearly the question is one that blocks are marked with, by record and place. */
function likesOf(index: IndexSearch, asked: readonly AskedWord[], question: string): Map<SearchRecord, Map<number, Likes>> {
  const kind = kindOf(question)
  const what = asking(asked, index.phrases)
  const all = asking(wordsSaid(index, question), index.phrases)
  const likes = new Map<SearchRecord, Map<number, Likes>>()
  for (const phrase of index.phrases.all) {
    const fit = fitOf(phrase, kind)
    const one = likeness(what, phrase.asks)
    const like = fit * one.like
    const heard = fit * one.heard
    const whole = fit * likeness(all, phrase.whole).like
    if (like < SOMEWHAT && heard < SOMEWHAT && whole < SOMEWHAT) continue
    const places = likes.get(phrase.record) ?? new Map<number, Likes>()
    const so = places.get(phrase.place) ?? UNLIKE
    const [first, second] = like > so.like ? [like, so.like] : [so.like, Math.max(so.support, like)]
    places.set(phrase.place, { like: first, support: second, heard: Math.max(so.heard, heard), whole: Math.max(so.whole, whole) })
    likes.set(phrase.record, places)
  }
  return likes
}

/** How much of what the words tell a text says. */
function saying(asked: readonly AskedWord[], words: ReadonlySet<string>): number {
  let said = 0
  let all = 0
  for (const { tells, by } of asked) {
    let most = 0
    for (const [word, share] of by) if (share > most && words.has(word)) most = share
    said += tells * most
    all += tells
  }
  return all && said / all
}

function candidatesIn(
  record: SearchRecord,
  section: SectionWords,
  sought: Sought,
  likes: ReadonlyMap<number, Likes>,
  standing: Pick<Evidence, 'section' | 'page' | 'pageLike' | 'sectionSays' | 'pageSays'>,
): Candidate[] {
  const { units } = section
  const covers = coverage(section, sought.asked)
  const found = section.blocks.flatMap(({ units: own, words, pairs }, place): Candidate[] => {
    if (!own.length) return []
    const { like, support, heard, whole } = likes.get(place) ?? UNLIKE
    const isWhole = like >= ALIKE && units[own[0] as number]?.block.asked !== undefined
    const best = isWhole ? (own[0] as number) : own.reduce((most, at) => ((covers[at] ?? 0) > (covers[most] ?? 0) ? at : most))
    const covered = Math.max(0, ...own.map((at) => covers[at] ?? 0))
    if (!like && !whole && !covered) return []
    const { block } = units[best] as Unit
    const evidence = {
      ...standing,
      like,
      support,
      heard,
      whole,
      covered,
      own: saying(sought.asked, words),
      pairs: sought.pairs.length ? Math.min(1, sought.pairs.filter((pair) => pairs.has(pair)).length / 3) : 0,
      code: block.kind === 'code' ? 1 : 0,
      opens: place === 0 ? 1 : 0,
      figure: sought.isForFigure && /\d/.test(textOfBlock(block)) ? 1 : 0,
      fit: Math.log(fitness(units[best] as Unit, best, record, sought.question)),
    }
    return [{ record, units, best, also: [], isWhole, evidence, score: weigh(evidence) }]
  })
  return found.map((one) => ({ ...one, also: twins(one, found) }))
}

/** How much of the question each sentence and row says; nothing where no word of it is its own, but for how a section begins. */
function coverage({ units, unitWords, heads, blocks, title, above }: SectionWords, asked: readonly AskedWord[]): number[] {
  const all = asked.reduce((sum, { tells }) => sum + tells, 0)
  return units.map(({ block, place }, at) => {
    if (block.kind === 'code') return 0
    const own = unitWords[at] as ReadonlySet<string>
    // The heads of a table's columns say what its cells are.
    const head = heads[at] as ReadonlySet<string>
    const beside = (blocks[place] as SectionWords['blocks'][number]).words
    let covered = 0
    let isOwn = at === 0
    for (const { tells, by } of asked) {
      let most = 0
      for (const [word, share] of by) {
        if (own.has(word)) {
          most = Math.max(most, share)
          isOwn = true
        } else if (title.has(word)) most = Math.max(most, 0.9 * share)
        else if (above.has(word) || head.has(word)) most = Math.max(most, 0.7 * share)
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
