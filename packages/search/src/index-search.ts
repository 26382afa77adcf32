// The static back end: MiniSearch (BM25+, prefixes) over the records, with corrections of mistyped words, synonyms, and operations by method and path.
// Pure; runs in a worker and in tests.
import MiniSearch from 'minisearch'
import { type Phrases, phrasesOf } from './asked.ts'
import { plainText, readBlocks, writeBlocks } from './blocks.ts'
import { type Definition, definitionOf, definitionsOf } from './definitions.ts'
import { mark, snippet, speaksOf } from './marks.ts'
import { operationFit, operationQuery } from './operation-query.ts'
import {
  type Hit,
  pageOf,
  passesFacets,
  type SearchClient,
  type SearchRecord,
  type SearchRequest,
  type SearchResult,
  titleOf,
  trailOf,
} from './records.ts'
import { WordsOfSections } from './section-words.ts'
import { synonymsOf } from './synonyms.ts'
import { corrections } from './typos.ts'
import { isEveryday, isStopWord, queryTerms, rootOf, stem, terms } from './words.ts'

interface Ranked {
  readonly record: SearchRecord
  readonly weight: number
}
/** What is looked for in place of a word of the query, or beside it. */
interface Variant {
  /** The word's place in the query. */
  readonly of: number
  readonly weight: number
}

export class IndexSearch implements SearchClient {
  readonly #records: readonly SearchRecord[]
  readonly #index: MiniSearch<{
    id: number
    title: string
    slug: string
    keywords: string
    asked: string
    trail: string
    content: string
    elsewhere: string
  }>
  /** Words as they are written, and in how many records: what mistyped ones are compared with. */
  readonly #known = new Map<string, number>()
  /** Stems, and in how many records. */
  readonly #stems = new Map<string, number>()
  /** Stems by the root that they have in common. */
  readonly #families: ReadonlyMap<string, readonly string[]>
  readonly #titles: ReadonlySet<string>[]
  /** How many records are called so: what twenty sections are called says little of one. */
  readonly #called = new Map<string, number>()
  readonly #definitions: ReadonlyMap<string, Definition>
  /** In which words people ask for what the documentation says. */
  readonly phrases: Phrases
  readonly words: WordsOfSections

  constructor(records: readonly SearchRecord[]) {
    this.#records = records
    this.#definitions = definitionsOf(records)
    this.words = new WordsOfSections(records)
    this.#index = new MiniSearch({
      fields: ['title', 'slug', 'keywords', 'asked', 'trail', 'content', 'elsewhere'],
      tokenize: terms,
      processTerm: stem,
    })
    const texts = records.map((record, id) => {
      const asked = askedOf(record)
      return {
        id,
        title: titleOf(record),
        slug: slugOf(record),
        keywords: ownKeywords(record, asked),
        asked: asked.join('; '),
        trail: trailOf(record).slice(1).join(' '),
        content: plainText(record.content),
        elsewhere: record.elsewhere ?? '',
      }
    })
    this.#index.addAll(texts)
    for (const { title, keywords, asked, content, elsewhere } of texts) {
      count(this.#called, title)
      const own = new Set(terms(`${title} ${keywords} ${asked} ${content} ${elsewhere}`))
      for (const word of own) count(this.#known, word)
      for (const word of new Set([...own].map(stem))) count(this.#stems, word)
    }
    this.phrases = phrasesOf(records, (word) => this.tells(word))
    this.#families = Map.groupBy(this.#stems.keys(), rootOf)
    this.#titles = records.map(
      (record) =>
        new Set(
          terms(titleOf(record))
            .filter((term) => !isStopWord(term))
            .map(stem),
        ),
    )
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const passing = this.rank(request.query).filter((record) => passesFacets(record, request.facetFilters))
    const ranked = request.distinct === undefined ? passing : byPage(passing, request.distinct)
    const perPage = request.hitsPerPage ?? 20
    const page = request.page ?? 0
    const words = this.wordsOf(request.query)
    return {
      hits: ranked.slice(page * perPage, (page + 1) * perPage).map((record) => toHit(record, words)),
      nbHits: ranked.length,
      page,
      nbPages: Math.ceil(ranked.length / perPage),
    }
  }

  /** Records that match, best first. */
  rank(query: string): SearchRecord[] {
    return this.ranked(query).map(({ record }) => record)
  }

  /** Words of a query, each mistyped one in the spellings that the documentation has. */
  wordsOf(query: string): string[] {
    return queryTerms(messageOf(query)).flatMap((word) => {
      if (this.#stems.has(stem(word)) || this.#isPrefix(word)) return [word]
      const nearest = this.#corrections(word).map((correction) => correction.word)
      return nearest.length ? nearest : [word]
    })
  }

  /** Stems of the documentation that have a root in common with this one, itself not. */
  kinOf(stem: string): string[] {
    return (this.#families.get(rootOf(stem)) ?? []).filter((other) => other !== stem)
  }

  /** What the documentation says that a thing is. */
  definitionOf(thing: string): Definition | undefined {
    return definitionOf(thing, this.#definitions)
  }

  /** Whether the word stands in the documentation, in any form. */
  knows(word: string): boolean {
    return this.#stems.has(stem(word))
  }

  /** Stems of the documentation that begin with a word that it does not have, commonest first. */
  beginningWith(word: string, most = 6): string[] {
    if (word.length < 4 || /\d/.test(word)) return []
    return [...this.#stems]
      .filter(([known]) => known.startsWith(word))
      .sort(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([known]) => known)
  }

  /** How much a word tells, by how few records have it; words of everyday English tell little. */
  tells(word: string): number {
    return (
      Math.log(1 + this.#records.length / (1 + Math.max(FEW * this.#records.length, this.#stems.get(stem(word)) ?? 0))) *
      (isEveryday(word) ? EVERYDAY : 1)
    )
  }

  /**
   * Records that match, with what they weigh, best first. A record weighs the more, the more of the words it has, and its page has: a page often says
   * in one section what a word of another section asks about. A word counts as much as it tells.
   */
  ranked(query: string): Ranked[] {
    const operation = operationQuery(query)
    const exact = operation ? this.#operations(operation) : []
    const words = queryTerms(messageOf(query))
    if (!words.length) return exact
    const variants = this.#variants(words, terms(messageOf(query)))
    const wanted = [...variants.keys()]
    const everyday = new Set(words.filter(isEveryday).map(stem))
    const found = this.#index.search(query, {
      tokenize: () => wanted,
      processTerm: (term) => term,
      boost: { title: 5, slug: 3, keywords: 4, asked: 0.5, trail: 2.2 },
      boostTerm: (term: string) => (variants.get(term)?.weight ?? 1) * (everyday.has(term) ? EVERYDAY : 1),
      prefix: (term: string) => term.length > 2 && (variants.get(term)?.weight ?? 0) === 1,
      fuzzy: false,
      weights: { fuzzy: 0.3, prefix: 0.6 },
      combineWith: 'OR',
      boostDocument: (id: unknown) => standing(this.#record(id)),
    })
    const tells = words.map((word) => this.tells(word))
    const all = tells.reduce((sum, each) => sum + each, 0)
    const share = (places: Iterable<number>) => [...places].reduce((sum, place) => sum + (tells[place] as number), 0) / all
    const placesOf = (queried: readonly string[]) => new Set(queried.flatMap((term) => variants.get(term)?.of ?? []))
    const onPage = new Map<string, Set<number>>()
    for (const { id, queryTerms } of found) {
      const page = pageOf(this.#record(id))
      onPage.set(page, new Set([...(onPage.get(page) ?? []), ...placesOf(queryTerms)]))
    }
    const asked = new Set(words.map(stem))
    const weighed = found.map(({ id, score, queryTerms }): Ranked => {
      const record = this.#record(id)
      const page = onPage.get(pageOf(record)) ?? []
      const called = this.#called.get(titleOf(record)) ?? 1
      const named = agreement(asked, this.#titles[id as number] as ReadonlySet<string>) / Math.sqrt(called)
      const general = called > OFTEN ? OF_ANY_PAGE : 1
      return { record, weight: score * share(placesOf(queryTerms)) ** OWN_WORDS * share(page) ** PAGE_WORDS * (1 + NAMED * named) * general }
    })
    const best = favourPages(weighed)
    const first = new Set(exact.map(({ record }) => record))
    return [...exact, ...best.filter(({ record }) => !first.has(record))]
  }

  /** What to look for, by term: the words, mistyped ones in known spellings, and synonyms. */
  #variants(words: readonly string[], sequence: readonly string[]): Map<string, Variant> {
    const variants = new Map<string, Variant>()
    const add = (term: string, of: number, weight: number) => {
      if ((variants.get(term)?.weight ?? 0) < weight) variants.set(term, { of, weight })
    }
    const synonyms = synonymsOf(sequence)
    for (const [of, word] of words.entries()) {
      add(stem(word), of, 1)
      const known = this.#stems.has(stem(word)) || this.#isPrefix(word)
      if (!known) for (const { word: other, distance } of this.#corrections(word)) add(stem(other), of, distance === 1 ? 0.8 : 0.6)
      for (const other of synonyms.get(word) ?? []) add(stem(other), of, SYNONYM)
    }
    return variants
  }

  #corrections(word: string) {
    return corrections(word, this.#known, FEW * this.#records.length)
  }

  /** Whether a word that is still being typed, or a stem, begins a known one. */
  #isPrefix(word: string): boolean {
    if (word.length < 3) return false
    const start = stem(word)
    for (const known of this.#stems.keys()) if (known.startsWith(start)) return true
    return false
  }

  #operations(asked: NonNullable<ReturnType<typeof operationQuery>>): Ranked[] {
    return this.#records
      .flatMap((record) => (record.operation ? { record, weight: operationFit(asked, record.operation) } : []))
      .filter(({ weight }) => weight >= 0.3)
      .sort((a, b) => b.weight - a.weight)
  }

  #record(id: unknown): SearchRecord {
    return this.#records[id as number] as SearchRecord
  }
}

// Found on the golden queries; 0 loses queries of several words.
const OWN_WORDS = 1
const PAGE_WORDS = 2.5
const NAMED = 2
const SYNONYM = 0.65
const EVERYDAY = 0.35
/** Of the records: a word that fewer have, or none, tells no more than one that so many have. */
const FEW = 1 / 300

/** `Parameters`, `Notes`: so many sections are called the same, and any page has them. */
const OFTEN = 5
const OF_ANY_PAGE = 0.8
/** What the second and third section of a page add to each of its sections, as a share of what they weigh. */
const OTHER_SECTIONS = 0.3

/** Best first: a page that speaks of the query in several sections is more about it than one with a single good section. */
function favourPages(weighed: readonly Ranked[]): Ranked[] {
  const best = weighed.toSorted((a, b) => b.weight - a.weight)
  const pages = [...Map.groupBy(best, ({ record }) => pageOf(record)).values()]
  return pages
    .flatMap(([first, ...others]) => {
      const more = others.slice(0, 2).reduce((sum, { weight }) => sum + weight, 0)
      const factor = first && first.weight > 0 ? 1 + (OTHER_SECTIONS * more) / first.weight : 1
      return [first, ...others].flatMap((section) => (section ? { ...section, weight: section.weight * factor } : []))
    })
    .sort((a, b) => b.weight - a.weight)
}

const askedOf = ({ content }: SearchRecord): string[] => readBlocks(content).flatMap(({ asked }) => asked ?? [])
/** Those of the page's head: the record's have the questions that its blocks answer behind them, which are a field of their own and weigh less. */
const ownKeywords = ({ keywords = '' }: SearchRecord, asked: readonly string[]): string =>
  asked.reduce((rest, one) => rest.replace(one, ''), keywords)

/** The page itself stands before its sections when both say the same; what changed once comes after what holds. */
function standing({ type, url }: SearchRecord): number {
  return (type === 'lvl1' ? 1.5 : 1) * (url.includes('/changelog/') ? 0.1 : 1)
}

/** How far the words of a query are those of a title: 1 where they are the same, 0 where they share none. */
function agreement(asked: ReadonlySet<string>, title: ReadonlySet<string>): number {
  let shared = 0
  for (const word of asked) if (title.has(word)) shared++
  return shared && (shared / asked.size) ** 2 * (shared / title.size)
}

/** An error answer that was pasted whole is asked for by its message. */
function messageOf(query: string): string {
  return /"message"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(query)?.[1]?.replaceAll('\\"', '"') ?? query
}

/** Sections of a page one behind the other, at most `most`, where the best of them stands. */
function byPage(ranked: readonly SearchRecord[], most: number): SearchRecord[] {
  return [...Map.groupBy(ranked, pageOf).values()].flatMap((sections) => sections.slice(0, most))
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** The last word of a page's address, or of a section's anchor: writers put the word there that readers may look for. */
function slugOf({ url, type }: SearchRecord): string {
  const [path = '', anchor = ''] = url.split('#')
  return type === 'lvl1' ? (path.split('/').at(-2) ?? '') : (anchor.split('/').at(-1) ?? '')
}

/** What a hit shows a piece of: sentences and rows; a listing, which reads badly without its lines, only where the words stand in nothing else. */
function shownOf(content: string, words: readonly string[]): string {
  const prose = plainText(writeBlocks(readBlocks(content).filter(({ kind }) => kind !== 'code')))
  const all = plainText(content)
  return prose && (speaksOf(prose, words) || !speaksOf(all, words)) ? prose : all
}

function toHit(record: SearchRecord, words: readonly string[]): Hit {
  const marked = (text: string | null) => (text === null ? undefined : { value: mark(text, words) })
  const { lvl0, lvl1, lvl2, lvl3, lvl4 } = record.hierarchy
  return {
    ...record,
    _highlightResult: { hierarchy: { lvl0: marked(lvl0), lvl1: marked(lvl1), lvl2: marked(lvl2), lvl3: marked(lvl3), lvl4: marked(lvl4) } },
    _snippetResult: { content: { value: mark(snippet(shownOf(record.content, words), words), words) } },
  }
}
