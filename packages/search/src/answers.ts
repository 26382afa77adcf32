// Question mode without a provider: the sentences, rows and code of the documentation that answer, word for word, each with its headings and a link.
// Extractive on purpose: it can quote what does not answer, but it cannot make anything up. Where nothing answers well enough, it says nothing.
import { type AskedWord, isAskedFor, kindOf, likeness } from './asked.ts'
import { type Block, readBlocks, sentencesOf } from './blocks.ts'
import { thingsAsked } from './definitions.ts'
import type { IndexSearch } from './index-search.ts'
import { pageOf, type SearchRecord, titleOf, trailOf } from './records.ts'
import { synonymsOf } from './synonyms.ts'
import { isStopWord, queryTerms, stem, terms } from './words.ts'

export interface Answer {
  /** In the order of the page. */
  readonly blocks: readonly Block[]
  readonly trail: readonly string[]
  readonly url: string
}

const SECTIONS = 14
const SOURCES = 3
/** Of what the question's words tell: less is a chance meeting of words. */
const ENOUGH = 0.45
/** Of the best answer: a further source that answers worse only distracts. */
const NEARLY = 0.8
/** Of a row of one table beside another: what the question does not tell apart is shown together. */
const AS_WELL = 0.99
const LONGEST_CODE = 14 // lines
/** What the writer says to answer such a question stands before what only speaks of the same. */
const MEANT = 0.5
const MOSTLY = 0.6
const MOST_ALSO = 2

/** A sentence, row or code of a section. */
interface Unit {
  readonly block: Block
  /** Its place among the section's blocks; sentences of one paragraph share it. */
  readonly place: number
}
interface Candidate {
  readonly record: SearchRecord
  readonly units: readonly Unit[]
  readonly best: number
  /** Rows and items of the section that answer as well. */
  readonly also: readonly number[]
  /** The writer says that it answers: its block does, from here to its end. */
  readonly isWhole: boolean
  readonly covered: number
  readonly score: number
}

/** At most three sources, best first; none when the documentation does not answer. */
export function answers(index: IndexSearch, question: string): Answer[] {
  const things = thingsAsked(question)
  const defined = things.flatMap((thing) => index.definitionOf(thing) ?? [])
  if (!things.length || defined.length < things.length) return answersTo(index, question)
  const definitions = [...Map.groupBy(defined, ({ record }) => record)].map(
    ([record, rows]): Answer => ({ ...placeOf(record), blocks: rows.map(({ row }) => row) }),
  )
  const more = answersTo(index, question).filter(({ url }) => definitions.every((definition) => definition.url !== url))
  return [...definitions, ...more].slice(0, SOURCES)
}

function answersTo(index: IndexSearch, question: string): Answer[] {
  const asked = askedWords(index, question)
  if (!asked.length) return []
  const ranked = index.ranked(question).slice(0, SECTIONS)
  const top = ranked[0]?.weight ?? 1
  const alike = askedAlike(index, asked, question)
  const byWords = ranked
    .flatMap(({ record, weight }) => bestUnit(record, asked, question, weight / top) ?? [])
    .filter((one) => one.covered >= ENOUGH && !alike.some((other) => isSamePlace(one, other)))
  const found = [...alike, ...byWords].sort((a, b) => b.score - a.score)
  const best = found[0] ?? opening(ranked, asked)
  if (!best) return []
  if (!found.length) found.push(best)
  const chosen: Candidate[] = []
  for (const candidate of found) {
    if (chosen.length === SOURCES || candidate.score < NEARLY * best.score) break
    const isNew = chosen.every(
      (other) => textOf(candidate) !== textOf(other) && (pageOf(candidate.record) !== pageOf(other.record) || chosen.length === 1),
    )
    if (isNew) chosen.push(candidate)
  }
  return chosen.map((candidate) => ({
    blocks: around(candidate, question),
    ...placeOf(candidate.record),
  }))
}

const isSamePlace = (a: Candidate, b: Candidate): boolean => a.record === b.record && a.units[a.best]?.place === b.units[b.best]?.place
const placeOf = (record: SearchRecord): Pick<Answer, 'trail' | 'url'> => ({ trail: [...trailOf(record), titleOf(record)], url: record.url })

function askedWords(index: IndexSearch, question: string): AskedWord[] {
  const synonyms = synonymsOf(terms(question))
  return queryTerms(question)
    .filter(isAskedFor)
    .map((word) => {
      const by = new Map<string, number>()
      for (const other of synonyms.get(word) ?? []) by.set(stem(other), 0.75)
      for (const spelling of index.wordsOf(word)) by.set(stem(spelling), 1)
      const tells = index.tells(index.wordsOf(word)[0] ?? word)
      return { tells, by }
    })
}
/** Of what is asked, for the beginning of a section. */
const HALF = 0.5
/** Of the sections found: so many are looked at for how they begin. */
const OPENINGS = 3
/** What writers say to answer nearly this question, in each section. */
function askedAlike(index: IndexSearch, asked: readonly AskedWord[], question: string): Candidate[] {
  const kind = kindOf(question)
  const alike = index.phrases
    .map((phrase) => ({ phrase, like: likeness(asked, phrase, (word) => index.tells(word), kind) }))
    .filter(({ like }) => like >= ALIKE)
    .sort((a, b) => b.like - a.like)
  return [...Map.groupBy(alike, ({ phrase }) => phrase.record)].map(([record, [best, ...others]]): Candidate => {
    const { phrase, like } = best as (typeof alike)[number]
    const units = unitsOf(record.content)
    const unitAt = (place: number) => units.findIndex((unit) => unit.place === place)
    const also = others
      .filter((other) => other.phrase.place !== phrase.place && other.like >= AS_WELL * like)
      .map((other) => unitAt(other.phrase.place))
    return {
      record,
      units,
      best: unitAt(phrase.place),
      also: [...new Set(also)].slice(0, MOST_ALSO),
      isWhole: true,
      covered: like,
      score: WHOLE * like ** 2,
    }
  })
}
/** A phrase that shares less with the question asks something else. */
const ALIKE = 0.55
/** What a writer means to answer a question stands before what merely has its words. */
const WHOLE = 2

function bestUnit(record: SearchRecord, asked: readonly AskedWord[], question: string, standing: number): Candidate | undefined {
  const units = unitsOf(record.content)
  const title = stems(titleOf(record))
  const above = stems(
    `${record.hierarchy.lvl1} ${trailOf(record).slice(1).join(' ')} ${record.type === 'lvl1' ? (record.keywords ?? '') : ''} ${record.elsewhere ?? ''}`,
  )
  const all = asked.reduce((sum, { tells }) => sum + tells, 0)
  let best: Omit<Candidate, 'also' | 'isWhole'> | undefined
  const scores: number[] = []
  const isMeant: boolean[] = []
  for (const [place, unit] of units.entries()) {
    if (unit.block.kind === 'code') continue
    const own = stems(`${textOfBlock(unit.block)} ${unit.block.asked ?? ''}`)
    // The heads of a table's columns say what its cells are.
    const heads = unit.block.kind === 'row' ? stems(unit.block.head.join(' ')) : new Set<string>()
    let covered = 0
    let byItself = 0
    const beside = besides(units, place)
    for (const { tells, by } of asked) {
      let most = 0
      for (const [word, share] of by) {
        if (own.has(word)) {
          most = Math.max(most, share)
          byItself += tells * share
        } else if (title.has(word)) most = Math.max(most, 0.85 * share)
        else if (above.has(word) || heads.has(word)) most = Math.max(most, 0.7 * share)
        else if (beside.has(word)) most = Math.max(most, 0.4 * share)
      }
      covered += (tells * most) / all
    }
    if (byItself === 0 && place > 0) continue
    const inOtherWords = stems(unit.block.asked ?? '')
    const meant = asked.reduce((sum, { tells, by }) => sum + ([...by.keys()].some((word) => inOtherWords.has(word)) ? tells / all : 0), 0)
    const score = covered * (0.55 + 0.45 * Math.sqrt(standing)) * (1 + MEANT * meant ** 2) * fitness(unit, place, record, question)
    scores[place] = score
    isMeant[place] = meant > MOSTLY
    if (!best || score > best.score) best = { record, units, best: place, covered, score }
  }
  if (!best) return undefined
  const { best: chosen, score: highest } = best
  const head = headOf(units[chosen])
  const also = scores.flatMap((score = 0, place) => {
    if (place === chosen || units[place]?.place === units[chosen]?.place) return []
    const isTwin = head !== undefined && headOf(units[place]) === head && score >= AS_WELL * highest // `at least` and `at most`
    return isTwin || (isMeant[place] && score >= NEARLY * highest) ? place : []
  })
  return { ...best, also: also.slice(0, MOST_ALSO), isWhole: false }
}

/** Where no sentence answers by itself: how the first section found begins that speaks, with its page, of half of what is asked. */
function opening(ranked: readonly { readonly record: SearchRecord }[], asked: readonly AskedWord[]): Candidate | undefined {
  for (const { record } of ranked.slice(0, OPENINGS)) {
    const found = openingOf(record, asked)
    if (found) return found
  }
  return undefined
}

function openingOf(record: SearchRecord, asked: readonly AskedWord[]): Candidate | undefined {
  const units = unitsOf(record.content)
  if (units[0]?.block.kind !== 'text') return undefined
  const all = asked.reduce((sum, { tells }) => sum + tells, 0)
  const own = stems(`${record.content} ${titleOf(record)} ${trailOf(record).slice(1).join(' ')} ${record.keywords ?? ''} ${record.elsewhere ?? ''}`)
  const covered = asked.reduce((sum, { tells, by }) => sum + ([...by.keys()].some((word) => own.has(word)) ? tells / all : 0), 0)
  return covered >= HALF ? { record, units, best: 0, also: [], isWhole: false, covered, score: covered } : undefined
}

const headOf = (unit: Unit | undefined): string | undefined => (unit?.block.kind === 'row' ? unit.block.head.join('|') : undefined)

/** Words of the other sentences of the paragraph: they are about the same. */
function besides(units: readonly Unit[], place: number): Set<string> {
  const own = units[place] as Unit
  return stems(units.flatMap(({ block, place: other }, at) => (at !== place && other === own.place ? textOfBlock(block) : [])).join(' '))
}

/** It asks for a figure. */
const FIGURE = /^(how (long|many|much|big|large|often|fast|old)|what is the (most|least|limit|largest|smallest|size|(max|min)imum\w*))\b/i
/** What the kind of question asks for. */
function fitness({ block }: Unit, place: number, record: SearchRecord, question: string): number {
  const text = textOfBlock(block)
  let fit = 1
  const length = text.split(' ').length
  if (length < 4) fit *= 0.8
  if (length > 30) fit *= 0.9 // it has many words, and so some of any question
  if (record.url.includes('/changelog/')) fit *= 0.4 // it says what changed once, other pages what holds
  if (FIGURE.test(question) && /\d/.test(text)) fit *= 1.15
  if (/^what (is|are|does)\b/i.test(question) && place === 0) fit *= record.type === 'lvl1' ? 1.2 : 1.1
  // What is asked how to do is said at the beginning of the section on it.
  if (HOW.test(question)) {
    fit *= place === 0 ? 1.08 : place > 6 ? 0.95 : 1
    if (DOES.test(text)) fit *= TELLS
  }
  if (ABOUT_FAULTS.test(titleOf(record)) && !FAULT.test(question)) fit *= A_FAULT
  return fit
}

/** It asks for a way to do something. */
const HOW = /^(how (do|can|should|may)|can|what (do|should) I)\b/i
/** A sentence that begins with what to do, as pages tell it. */
const DOES =
  /^(Add|Ask|Build|Call|Choose|Connect|Copy|Download|Draw|Give|Keep|Make|Pass|Post|Put|Read|Repeat|Replace|Run|Send|Set|Start|Take|To |Use|Wait|With|Write|GET |POST |PUT |DELETE |UxHw)/
const TELLS = 1.1
/** A section on errors answers a question on something else only where hardly anything else does. */
const ABOUT_FAULTS = /\berrors?\b|does not/i
const A_FAULT = 0.85
const FAULT = /\b(why|error|errors|fail|fails|failed|not|wrong|message|mean|means|\d{3})\b/i

/** The answering unit with what it needs to be understood: what `it` is, what follows a colon, the sentence that goes on. */
function around({ units, best, also, isWhole }: Candidate, question: string): Block[] {
  let from = best
  let to = best
  const sentence = (at: number) => (units[at]?.block.kind === 'text' ? textOfBlock((units[at] as Unit).block) : undefined)
  const areBeside = (a: number, b: number) => units[a]?.place === units[b]?.place
  if (sentence(best) !== undefined) {
    while (from > 0 && best - from < 2 && GOES_ON.test(sentence(from) ?? '') && areBeside(from, from - 1)) from--
    while (
      to - from < 2 &&
      areBeside(to, to + 1) &&
      (GOES_ON.test(sentence(to + 1) ?? '') || (isWhole && to - from < 1 && isShort(units.slice(from, to + 2))))
    )
      to++
    const next = units[to + 1]?.block
    const isHow = /^how (do|can|should)/i.test(question)
    if (next && next.kind === 'code' && (isHow || sentence(to)?.endsWith(':')) && lines(next.text) <= LONGEST_CODE) to++
    else if (sentence(to)?.endsWith(':') && next?.kind === 'row') while (units[to + 1]?.block.kind === 'row' && to - best < 5) to++
  }
  const lead = !isWhole && HOW.test(question) ? leadOf(units).filter((place) => place < from) : []
  const places = new Set([...lead, ...also, ...Array.from({ length: to - from + 1 }, (_, step) => from + step)])
  return joined([...places].sort((a, b) => a - b).map((place) => units[place] as Unit))
}
/** How a section begins, which says how a thing is done where a later sentence only says more of it: its first sentence, and code before it. */
function leadOf(units: readonly Unit[]): number[] {
  const [first, second] = units
  if (first?.block.kind === 'code') return lines(first.block.text) <= LONGEST_LEAD ? (second?.block.kind === 'text' ? [0, 1] : [0]) : []
  return first?.block.kind === 'text' ? [0] : []
}
const LONGEST_LEAD = 6 // lines
const GOES_ON =
  /^(It|Its|They|Their|This|That|These|Those|Then|So|Both|Each|Without (it|them)|Otherwise|Nothing else|The (same|other|first|second|former|latter)\b|Send it)\b/

/** Two sentences that are read at a glance. */
const isShort = (units: readonly Unit[]): boolean => units.reduce((sum, { block }) => sum + textOfBlock(block).split(' ').length, 0) <= GLANCE
const GLANCE = 55 // words

/** Sentences of one paragraph together. */
function joined(units: readonly Unit[]): Block[] {
  const blocks: { block: Block; place: number }[] = []
  for (const { block, place } of units) {
    const last = blocks.at(-1)
    if (last && last.place === place && last.block.kind === 'text' && block.kind === 'text')
      last.block = { kind: 'text', text: `${last.block.text} ${block.text}` }
    else blocks.push({ block, place })
  }
  return blocks.map(({ block }) => block)
}

function unitsOf(content: string): Unit[] {
  return readBlocks(content).flatMap((block, place): Unit[] =>
    block.kind === 'text'
      ? sentencesOf(block.text).map((text, at) => ({ block: { kind: 'text', text, ...(at === 0 && block.asked && { asked: block.asked }) }, place }))
      : [{ block, place }],
  )
}

const textOf = ({ units, best }: Candidate): string => textOfBlock((units[best] as Unit).block)
const textOfBlock = (block: Block): string => (block.kind === 'row' ? block.cells.join(' ') : block.text)
const stems = (text: string): Set<string> =>
  new Set(
    terms(text)
      .filter((term) => !isStopWord(term))
      .map(stem),
  )
const lines = (text: string): number => text.split('\n').length
