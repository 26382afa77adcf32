// The state of a running search: results of the latest query only, an error, and whether an answer is awaited.

import type { SearchClient, SearchRequest, SearchResult } from '@credence/search'
import { useEffect, useState } from 'react'
import { suggestions } from './suggestions.ts'

export interface SearchState {
  readonly query: string
  readonly result?: SearchResult
  /** What to look for where nothing was found. */
  readonly suggested?: readonly string[]
  readonly failed: boolean
  readonly waiting: boolean
}
const TYPING_PAUSE = 60 // ms

/** An empty query asks nothing. `request` must be stable while its content is. */
export function useSearch(client: SearchClient, request: SearchRequest): SearchState {
  const [state, setState] = useState<SearchState>({ query: '', failed: false, waiting: false })
  useEffect(() => {
    const query = request.query.trim()
    if (!query) return setState({ query: '', failed: false, waiting: false })
    let current = true
    setState((before) => ({ ...before, waiting: true }))
    const timer = setTimeout(() => {
      answerTo(client, { ...request, query }).then(
        (answer) => current && setState({ query, ...answer, failed: false, waiting: false }),
        () => current && setState({ query, failed: true, waiting: false }),
      )
    }, TYPING_PAUSE)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [client, request])
  return state
}

async function answerTo(client: SearchClient, request: SearchRequest): Promise<Pick<SearchState, 'result' | 'suggested'>> {
  const result = await client.search(request)
  return result.nbHits > 0 ? { result } : { result, suggested: await suggestions(client, request) }
}
