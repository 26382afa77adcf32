// Question mode without a provider: the sentences, rows and code of the documentation that answer, word for word, each with its headings and a link.
// Extractive on purpose: it can quote what does not answer, but it cannot make anything up. Where nothing answers well enough, it says nothing.
import type { Block } from './blocks.ts'
import { thingsAsked } from './definitions.ts'
import { candidatesOf } from './evidence.ts'
import type { IndexSearch } from './index-search.ts'
import { askedWords } from './question.ts'
import { joined, quoted } from './quotation.ts'
import { pageOf, type SearchRecord, titleOf, trailOf } from './records.ts'
import { isSure } from './sureness.ts'
import { textOfBlock, type Unit } from './units.ts'

export interface Answer {
  /** In the order of the page. */
  readonly blocks: readonly Block[]
  readonly trail: readonly string[]
  readonly url: string
}

/** Pages: another section of one that is quoted already is no further place to go to. */
const SOURCES = 3
const BLOCKS = 5
/** Of the best answer's score: a further block that answers worse only distracts. */
const NEARLY = 4

/**
 * Sections of at most three pages, best first; none when the documentation does not answer.
 * @param isAmong  which records may answer; without it all
 */
export function answers(index: IndexSearch, question: string, isAmong: (record: SearchRecord) => boolean = () => true): Answer[] {
  const things = thingsAsked(question)
  const defined = things.flatMap((thing) => index.definitionOf(thing) ?? []).filter(({ record }) => isAmong(record))
  if (!things.length || defined.length < things.length) return answersTo(index, question, isAmong)
  const definitions = [...Map.groupBy(defined, ({ record }) => record)].map(
    ([record, rows]): Answer => ({ ...placeOf(record), blocks: rows.map(({ row }) => row) }),
  )
  const more = answersTo(index, question, isAmong).filter(({ url }) => definitions.every((definition) => definition.url !== url))
  return fromPages([...definitions, ...more])
}

/** Sections of one page one behind the other, where the best of them stands. */
const besideTheirPage = (found: readonly Answer[]): Answer[] => [...Map.groupBy(found, pageOf).values()].flat()

function fromPages(found: readonly Answer[]): Answer[] {
  const pages = new Set([...new Set(found.map(pageOf))].slice(0, SOURCES))
  return found.filter((answer) => pages.has(pageOf(answer)))
}

/** A section that is quoted, and which of its units are. */
interface Source {
  readonly units: readonly Unit[]
  readonly shown: ReadonlySet<number>
}

function answersTo(index: IndexSearch, question: string, isAmong: (record: SearchRecord) => boolean): Answer[] {
  const asked = askedWords(index, question)
  if (!asked.length) return []
  const found = candidatesOf(index, asked, question).filter(({ record }) => isAmong(record))
  const [best] = found
  if (!best || !isSure(index, question, best)) return []
  const sources = new Map<SearchRecord, Source>()
  const pages = new Set<string>()
  const texts = new Set<string>()
  for (const candidate of found) {
    if (texts.size === BLOCKS || candidate.score < best.score - NEARLY) break
    const source = sources.get(candidate.record)
    const page = pageOf(candidate.record)
    if (pages.size === SOURCES && !pages.has(page)) continue
    const { units, shown } = source ?? { units: candidate.units, shown: new Set<number>() }
    const text = textOfBlock((candidate.units[candidate.best] as Unit).block)
    if (texts.has(text) || shown.has(candidate.best)) continue
    texts.add(text)
    pages.add(page)
    sources.set(candidate.record, { units, shown: new Set([...shown, ...quoted(candidate, question)]) })
  }
  return besideTheirPage([...sources].map(([record, { units, shown }]) => ({ blocks: joined(units, shown), ...placeOf(record) })))
}

const placeOf = (record: SearchRecord): Pick<Answer, 'trail' | 'url'> => ({ trail: [...trailOf(record), titleOf(record)], url: record.url })
