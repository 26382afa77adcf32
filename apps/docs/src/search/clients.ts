// The two back ends behind one interface: the static index in a worker, and a hosted index when application id and public key are configured.
import type { Answer, Hit, SearchClient, SearchRequest, SearchResult } from '@credence/search'

export interface HostedIndex {
  readonly appId: string
  readonly apiKey: string
  readonly indexName: string
  /** Added to each request. */
  readonly searchParameters?: Readonly<Record<string, unknown>>
  /** Addresses at which the index is served, as https://mirror.example; absent: the provider's hosts. */
  readonly hosts?: readonly string[]
}
export interface AnsweringClient extends SearchClient {
  ask(question: string): Promise<readonly Answer[]>
}

/** Starts the worker with the first call, so that a page without a search costs nothing. */
export function staticClient(indexUrl: string): AnsweringClient {
  let worker: Worker | undefined
  let last = 0
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (reason: Error) => void }>()
  const call = <Answer>(message: { kind: 'search'; request: SearchRequest } | { kind: 'ask'; question: string }): Promise<Answer> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      const id = ++last
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, indexUrl, ...message })
    })
  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url))
    started.onmessage = ({ data: { id, answer, error } }) => {
      const call = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) call?.resolve(answer as never)
      else call?.reject(new Error(error))
    }
    started.onerror = (event) => {
      for (const { reject } of waiting.values()) reject(new Error(event.message))
      waiting.clear()
      worker = undefined
    }
    return started
  }
  return { search: (request) => call<SearchResult>({ kind: 'search', request }), ask: (question) => call<Answer[]>({ kind: 'ask', question }) }
}

/** The hosted index, with the request that DocSearch sends. The library is loaded with the first query. */
export function hostedClient({ appId, apiKey, indexName, searchParameters, hosts }: HostedIndex): SearchClient {
  const attributes = ['hierarchy.lvl0', 'hierarchy.lvl1', 'hierarchy.lvl2', 'hierarchy.lvl3', 'hierarchy.lvl4', 'hierarchy.lvl5', 'hierarchy.lvl6']
  return {
    async search({ query, hitsPerPage = 20, page = 0, facetFilters }) {
      const { liteClient } = await import('algoliasearch/lite')
      const own = hosts?.map((address) => {
        const { hostname, port, protocol } = new URL(address)
        return {
          url: hostname,
          port: port ? Number(port) : undefined,
          accept: 'readWrite' as const,
          protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      })
      const client = liteClient(appId, apiKey, own ? { hosts: own } : undefined)
      const { results } = await client.search<Hit>({
        requests: [
          {
            indexName,
            query,
            hitsPerPage,
            page,
            attributesToRetrieve: [...attributes, 'content', 'type', 'url'],
            attributesToSnippet: ['hierarchy.lvl1:15', 'content:15'],
            snippetEllipsisText: '…',
            highlightPreTag: '<mark>',
            highlightPostTag: '</mark>',
            clickAnalytics: false,
            facetFilters: facetFilters as string[],
            ...searchParameters,
          },
        ],
      })
      const { hits = [], nbHits = 0, nbPages = 0 } = results[0] as Partial<SearchResult>
      return { hits, nbHits, page, nbPages }
    },
  }
}
