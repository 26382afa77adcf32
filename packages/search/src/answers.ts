// Question mode without a provider: the sentences, rows and code of the documentation that answer, word for word, each with its headings and a link.
// Extractive on purpose: it can quote what does not answer, but it cannot make anything up. Where nothing answers well enough, it says nothing.
import { type AskedWord, isAskedFor } from './asked.ts'
import type { Block } from './blocks.ts'
import { thingsAsked } from './definitions.ts'
import { ALIKE, type Answering, candidatesOf } from './evidence.ts'
import type { IndexSearch } from './index-search.ts'
import { joined, quoted } from './quotation.ts'
import { type SearchRecord, titleOf, trailOf } from './records.ts'
import { synonymsOf } from './synonyms.ts'
import { stems, textOfBlock, type Unit, unitsOf } from './units.ts'
import { queryTerms, stem, terms } from './words.ts'

export interface Answer {
  /** In the order of the page. */
  readonly blocks: readonly Block[]
  readonly trail: readonly string[]
  readonly url: string
}

const SOURCES = 3
/** Of what the question's words tell: less is a chance meeting of words. */
const ENOUGH = 0.45
/** Of the best answer's score: a further source that answers worse only distracts. */
const NEARLY = 3

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

/** A section that is quoted, and which of its units are. */
interface Source {
  readonly units: readonly Unit[]
  readonly shown: ReadonlySet<number>
}

function answersTo(index: IndexSearch, question: string): Answer[] {
  const asked = askedWords(index, question)
  if (!asked.length) return []
  const found = candidatesOf(index, asked, question).filter(({ evidence }) => evidence.like >= ALIKE || evidence.covered >= ENOUGH)
  const best = found[0] ?? opening(index.rank(question), asked)
  if (!best) return []
  const sources = new Map<SearchRecord, Source>()
  const texts = new Set<string>()
  for (const candidate of [best, ...found.slice(1)]) {
    if (texts.size === SOURCES || candidate.score < best.score - NEARLY) break
    const source = sources.get(candidate.record) ?? { units: candidate.units, shown: new Set() }
    const text = textOfBlock((candidate.units[candidate.best] as Unit).block)
    if (texts.has(text) || source.shown.has(candidate.best)) continue
    texts.add(text)
    sources.set(candidate.record, { ...source, shown: new Set([...source.shown, ...quoted(candidate, question)]) })
  }
  return [...sources].map(([record, { units, shown }]) => ({ blocks: joined(units, shown), ...placeOf(record) }))
}

const placeOf = (record: SearchRecord): Pick<Answer, 'trail' | 'url'> => ({ trail: [...trailOf(record), titleOf(record)], url: record.url })

/** How far another word stands for that of the question: one of its family, one that means the same, and a known word that is spelt nearly so. */
const KIN = 0.7
/** A word that the documentation does not have may be mistyped, or of another matter: `stocks` are no shocks. */
const CORRECTED = 0.6
const SYNONYM = 0.75
function askedWords(index: IndexSearch, question: string): AskedWord[] {
  const synonyms = synonymsOf(terms(question))
  return queryTerms(question)
    .filter(isAskedFor)
    .map((word) => {
      const by = new Map<string, number>()
      for (const other of index.kinOf(stem(word))) by.set(other, KIN)
      for (const other of synonyms.get(word) ?? []) by.set(stem(other), SYNONYM)
      for (const spelling of index.wordsOf(word)) by.set(stem(spelling), spelling === word ? 1 : CORRECTED)
      const tells = index.tells(index.wordsOf(word)[0] ?? word)
      return { tells, by }
    })
}
/** Of what is asked, for the beginning of a section. */
const HALF = 0.5
/** Of the sections found: so many are looked at for how they begin. */
const OPENINGS = 3
/** Where no sentence answers by itself: how the first section found begins that speaks, with its page, of half of what is asked. */
function opening(ranked: readonly SearchRecord[], asked: readonly AskedWord[]): Answering | undefined {
  const all = asked.reduce((sum, { tells }) => sum + tells, 0)
  for (const record of ranked.slice(0, OPENINGS)) {
    const units = unitsOf(record.content)
    if (units[0]?.block.kind !== 'text') continue
    const own = stems(`${record.content} ${titleOf(record)} ${trailOf(record).slice(1).join(' ')} ${record.keywords ?? ''} ${record.elsewhere ?? ''}`)
    const covered = asked.reduce(
      (sum, { tells, by }) => sum + (tells * Math.max(0, ...[...by].map(([word, share]) => (own.has(word) ? share : 0)))) / all,
      0,
    )
    if (covered >= HALF) return { record, units, best: 0, also: [], isWhole: false, score: 0 }
  }
  return undefined
}
