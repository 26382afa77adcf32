// The worker in which the static index lives: loads it once, then answers queries and questions.
import { answers, IndexSearch, type SearchRequest } from '@credence/search'

export type WorkerRequest = { id: number; indexUrl: string } & ({ kind: 'search'; request: SearchRequest } | { kind: 'ask'; question: string })

let loading: Promise<IndexSearch> | undefined
function open(url: string): Promise<IndexSearch> {
  loading ??= fetch(url)
    .then((reply) => {
      if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
      return reply.json()
    })
    .then((records) => new IndexSearch(records))
  // A failed load is tried again by the next query.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

self.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    const index = await open(data.indexUrl)
    const answer = data.kind === 'search' ? await index.search(data.request) : answers(index, data.question)
    self.postMessage({ id: data.id, answer })
  } catch (error) {
    self.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) })
  }
}
