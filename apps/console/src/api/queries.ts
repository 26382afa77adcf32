// Operations of the API as queries: the key of each is the operation and its parameters, so that who knows them finds it in the cache.
import { NetworkError, type RequestInput } from '@credence/client'
import { ApiError, type OperationId, type OperationReply, randomDigits } from '@credence/contract'
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export const FRESH = {
  /** Of what has ended, and of default cores. */
  lasting: Number.POSITIVE_INFINITY,
  active: 10_000,
  list: 30_000,
} as const
const RETRIES = 3

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH.list,
      gcTime: 60 * 60 * 1000,
      networkMode: 'always', // offline, an error says so; what was there stays
      retry: (failures, error) => failures < RETRIES && isTransient(error),
      retryDelay: (attempt, error) => retryAfter(error) ?? Math.min(1000 * 2 ** attempt, 15_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Another try may go better. */
export const isTransient = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (error.status === 429 || error.status >= 500))

const retryAfter = (error: unknown): number | undefined => {
  const seconds = error instanceof ApiError ? Number(error.headers['retry-after']) : Number.NaN
  return seconds > 0 ? seconds * 1000 : undefined
}

type Input<Id extends OperationId> = Omit<RequestInput<Id>, 'signal'>

/** One answer of an operation. */
export const operationQuery = <Id extends OperationId>(id: Id, input: Input<Id>) =>
  queryOptions<OperationReply<Id>>({
    queryKey: [id, input],
    // An operation without content answers undefined, which is no answer for a cache.
    queryFn: async ({ signal }) => (await client.request(id, { ...input, signal } as RequestInput<Id>)) ?? (null as OperationReply<Id>),
  })

/** The page of a list that begins where `startKey` says; the first one without. */
export async function pageOf<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  startKey: string | undefined,
  signal?: AbortSignal,
): Promise<OperationReply<Id>> {
  const query = { ...(input as { query?: object }).query, ...(startKey !== undefined && { startKey }) }
  return (await client.request(id, { ...input, query, signal } as unknown as RequestInput<Id>)) as OperationReply<Id>
}

/** A list, page after page. */
export const listQuery = <Id extends OperationId>(id: Id, input: Input<Id>) =>
  infiniteQueryOptions({
    queryKey: [id, 'pages', input],
    queryFn: ({ signal, pageParam }) => pageOf(id, input, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { ContinuationKey?: string } | undefined)?.ContinuationKey,
  })

/** Sends what makes something. Where no answer came it asks again with the same key, so that nothing is made twice. @throws ApiError, NetworkError */
export async function submit<Id extends OperationId>(id: Id, input: Input<Id>): Promise<OperationReply<Id>> {
  const idempotencyKey = randomDigits(32)
  for (let left = RETRIES - 1; ; left--) {
    try {
      return await client.request(id, { ...input, idempotencyKey } as RequestInput<Id>)
    } catch (error) {
      if (left === 0 || !(error instanceof NetworkError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}
