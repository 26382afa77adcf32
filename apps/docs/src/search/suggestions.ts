// What to try when nothing was found: the query without one of its words, where that finds something, and words the documentation is sure to know.
import type { SearchClient, SearchRequest } from '@credence/search'

const KNOWN = ['quantile', 'builds', 'uniform distribution', 'samples', 'authentication']
const MOST = 3
/** As many queries are tried, at most. */
const TRIED = 4

export async function suggestions(client: SearchClient, request: SearchRequest): Promise<readonly string[]> {
  const words = request.query.trim().split(/\s+/)
  const shorter = words.length > 1 ? words.slice(0, TRIED).map((_, index) => words.filter((_, other) => other !== index).join(' ')) : []
  const found = await Promise.all(shorter.map((query) => finds(client, { ...request, query, hitsPerPage: 1 })))
  const promising = shorter.filter((_, index) => found[index]).slice(0, MOST - 1)
  return [...promising, ...KNOWN].filter((text) => text !== request.query.trim()).slice(0, MOST)
}

/** A search that fails now says nothing of what it would find. */
const finds = (client: SearchClient, request: SearchRequest): Promise<boolean> =>
  client.search(request).then(
    ({ nbHits }) => nbHits > 0,
    () => false,
  )
