// One record per heading section, in the shape of a hosted Algolia index, so that the same file serves the static index and an upload.

export interface Hierarchy {
  readonly lvl0: string // area
  readonly lvl1: string // page
  readonly lvl2: string | null
  readonly lvl3: string | null
  readonly lvl4: string | null
  readonly lvl5: string | null
  readonly lvl6: string | null
}
export interface SearchRecord {
  readonly objectID: string
  /** Path and anchor; a hosted index gets them absolute. */
  readonly url: string
  readonly type: 'lvl1' | 'lvl2' | 'lvl3' | 'lvl4'
  readonly anchor: string | null
  readonly hierarchy: Hierarchy
  /** Sentences, rows of tables and code: see blocks.ts. */
  readonly content: string
  /** Of a page: what it is looked for, too. */
  readonly keywords?: string
  /** What other pages say where they link to it, a line each. */
  readonly elsewhere?: string
  /** Of a section on an operation: its method and path. */
  readonly operation?: string
  readonly language: 'en'
  readonly docusaurus_tag: string
}

/** What a client may ask, the part of Algolia's request that this site uses. */
export interface SearchRequest {
  readonly query: string
  readonly hitsPerPage?: number
  readonly page?: number
  /** At most so many sections of a page, one behind the other, where the best of them stands. */
  readonly distinct?: number
  /** Inner arrays are alternatives, the outer one is a conjunction: `["language:en", ["docusaurus_tag:default", …]]`. */
  readonly facetFilters?: readonly (string | readonly string[])[]
}
export interface Marked {
  /** Text with matches between `<mark>` and `</mark>`, everything else escaped. */
  readonly value: string
}
export interface Hit extends SearchRecord {
  readonly _highlightResult: { readonly hierarchy: Partial<Record<keyof Hierarchy, Marked>> }
  readonly _snippetResult: { readonly content: Marked }
}
export interface SearchResult {
  readonly hits: readonly Hit[]
  /** Of sections; with `distinct`, of those that may be shown. */
  readonly nbHits: number
  readonly page: number
  readonly nbPages: number
}
/** Both back ends speak this. */
export interface SearchClient {
  search(request: SearchRequest): Promise<SearchResult>
}

/** The page of a record; an operation counts as a page of its own, as it has its own Markdown. */
export function pageOf({ url, operation }: Pick<SearchRecord, 'url' | 'operation'>): string {
  return operation ? url : (url.split('#')[0] ?? '')
}

/** The title of the record's own section. */
export function titleOf({ type, hierarchy }: Pick<SearchRecord, 'type' | 'hierarchy'>): string {
  return hierarchy[type] ?? hierarchy.lvl1
}

/** The headings above it, outermost first. */
export function trailOf({ type, hierarchy }: Pick<SearchRecord, 'type' | 'hierarchy'>): string[] {
  const levels = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4'] as const
  return levels.slice(0, levels.indexOf(type)).flatMap((level) => hierarchy[level] ?? [])
}

export function passesFacets(record: SearchRecord, filters: SearchRequest['facetFilters'] = []): boolean {
  const holds = (filter: string) => {
    const [field, value] = filter.split(':') as [string, string]
    return field === 'language' ? record.language === value : field === 'docusaurus_tag' ? record.docusaurus_tag === value : true
  }
  return filters.every((filter) => (typeof filter === 'string' ? holds(filter) : filter.some(holds)))
}
