// Whether the platform fails to answer: an answer of 5xx that stayed one after all tries. The next one that succeeds ends it.
import { ApiError } from '@credence/contract'
import { createStore } from '../state/store.ts'
import { queryClient } from './queries.ts'

export const trouble = createStore<ApiError | undefined>(undefined)

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  const { action } = event
  if (action.type === 'success' && !action.manual) trouble.set(undefined)
  if (action.type === 'error' && action.error instanceof ApiError && action.error.status >= 500) trouble.set(action.error)
})
