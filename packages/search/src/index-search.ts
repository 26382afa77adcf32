// The static back end: MiniSearch (BM25+, prefixes, typos) over the records, with highlights and snippets. Pure; runs in a worker and in tests.
import MiniSearch from 'minisearch'
import { type Hit, passesFacets, type SearchClient, type SearchRecord, type SearchRequest, type SearchResult, titleOf, trailOf } from './records.ts'
import { indexTerms, queryTerms, stem, terms } from './words.ts'

const SNIPPET_WORDS = 24

export class IndexSearch implements SearchClient {
  readonly #records: readonly SearchRecord[]
  readonly #index: MiniSearch<{ id: number; title: string; slug: string; trail: string; content: string }>

  constructor(records: readonly SearchRecord[]) {
    this.#records = records
    this.#index = new MiniSearch({ fields: ['title', 'slug', 'trail', 'content'], tokenize: terms, processTerm: indexTerms })
    this.#index.addAll(
      records.map((record, id) => ({
        id,
        title: titleOf(record),
        slug: slugOf(record),
        trail: trailOf(record).slice(1).join(' '),
        content: record.content,
      })),
    )
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const ranked = this.rank(request.query).filter((record) => passesFacets(record, request.facetFilters))
    const perPage = request.hitsPerPage ?? 20
    const page = request.page ?? 0
    const words = queryTerms(request.query)
    return {
      hits: ranked.slice(page * perPage, (page + 1) * perPage).map((record) => toHit(record, words)),
      nbHits: ranked.length,
      page,
      nbPages: Math.ceil(ranked.length / perPage),
    }
  }

  /**
   * Records that match, best first. A record counts the more, the more of the words it has, and its page has: a page often says
   * in one section what a word of another section asks about.
   */
  rank(query: string): SearchRecord[] {
    const words = queryTerms(query)
    if (!words.length) return []
    const found = this.#index.search(query, {
      tokenize: () => words,
      processTerm: stem,
      boost: { title: 5, slug: 3, trail: 2.2 },
      prefix: (term: string) => term.length > 1,
      fuzzy: (term: string) => (term.length > 3 && !/\d/.test(term) ? 0.2 : false),
      weights: { fuzzy: 0.3, prefix: 0.6 },
      combineWith: 'OR',
      // The page itself stands before its sections when both say the same.
      boostDocument: (id: unknown) => (this.#record(id).type === 'lvl1' ? 1.5 : 1),
    })
    const onPage = new Map<string, Set<string>>()
    for (const { id, queryTerms } of found) {
      const page = pageOf(this.#record(id))
      onPage.set(page, new Set([...(onPage.get(page) ?? []), ...queryTerms]))
    }
    const all = words.length
    return found
      .map(({ id, score, queryTerms }) => {
        const record = this.#record(id)
        const page = onPage.get(pageOf(record))?.size ?? 0
        return { record, weight: score * (new Set(queryTerms).size / all) ** OWN_WORDS * (page / all) ** PAGE_WORDS }
      })
      .sort((a, b) => b.weight - a.weight)
      .map(({ record }) => record)
  }

  #record(id: unknown): SearchRecord {
    return this.#records[id as number] as SearchRecord
  }
}

// Exponents found on the golden queries: from 1 to 3 either makes little difference, 0 loses queries of several words.
const OWN_WORDS = 2
const PAGE_WORDS = 3

const pageOf = ({ url }: SearchRecord): string => url.split('#')[0] ?? ''

/** The last word of a page's address, or of a section's anchor: writers put the word there that readers may look for. */
function slugOf({ url, type }: SearchRecord): string {
  const [path = '', anchor = ''] = url.split('#')
  return type === 'lvl1' ? (path.split('/').at(-2) ?? '') : (anchor.split('/').at(-1) ?? '')
}

function toHit(record: SearchRecord, words: readonly string[]): Hit {
  const marked = (text: string | null) => (text === null ? undefined : { value: mark(text, words) })
  const { lvl0, lvl1, lvl2, lvl3, lvl4 } = record.hierarchy
  return {
    ...record,
    _highlightResult: { hierarchy: { lvl0: marked(lvl0), lvl1: marked(lvl1), lvl2: marked(lvl2), lvl3: marked(lvl3), lvl4: marked(lvl4) } },
    _snippetResult: { content: { value: mark(snippet(record.content, words), words) } },
  }
}

/** The words around the first match, at most `length` of them. */
export function snippet(text: string, words: readonly string[], length = SNIPPET_WORDS): string {
  const all = text.split(/\s+/).filter(Boolean)
  const wanted = new Set(words.map(stem))
  const first = all.findIndex((word) => terms(word).some((term) => matches(stem(term), wanted)))
  const from = Math.max(0, first - 6)
  const part = all.slice(from, from + length).join(' ')
  return `${from > 0 ? '… ' : ''}${part}${from + length < all.length ? ' …' : ''}`
}

/** Escapes the text and puts `<mark>` around words that match. */
export function mark(text: string, words: readonly string[]): string {
  const wanted = new Set(words.map(stem))
  return text
    .split(/([^\p{L}\p{N}_]+)/u) // what is between words is not marked, the bracket of a call neither
    .map((piece) => {
      const safe = piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      return terms(piece).some((term) => matches(stem(term), wanted)) ? `<mark>${safe}</mark>` : safe
    })
    .join('')
}

function matches(term: string, wanted: ReadonlySet<string>): boolean {
  if (wanted.has(term)) return true
  for (const word of wanted) if (word.length > 2 && term.startsWith(word)) return true
  return false
}
