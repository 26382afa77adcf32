// Whether the platform fails to answer: an answer of 5xx that stayed one after all tries, until what was asked is answered or asked no longer.
import { ApiError } from '@credence/contract'
import { createStore } from '../state/store.ts'
import { queryClient } from './queries.ts'

/** The latest of those that stand. */
export const trouble = createStore<ApiError | undefined>(undefined)
const failing = new Map<string, ApiError>()

queryClient.getQueryCache().subscribe((event) => {
  const { queryHash, queryKey } = event.query
  if (queryKey[0] === 'github') return // not the platform: who asked it says so at the field
  if (event.type === 'removed' || event.type === 'observerRemoved') failing.delete(queryHash)
  else if (event.type === 'updated' && event.action.type === 'success') failing.delete(queryHash)
  else if (event.type === 'updated' && event.action.type === 'error' && event.action.error instanceof ApiError && event.action.error.status >= 500)
    failing.set(queryHash, event.action.error)
  else return
  trouble.set([...failing.values()].at(-1))
})
