// Buckets, drives and things of the account. Lists of the first two hold ids alone: details are asked for a few at a time.
import type { Bucket, Drive } from '@credence/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { atMost } from './at-most.ts'
import { client } from './client.ts'
import { operationQuery } from './queries.ts'

const few = atMost(6)

export interface Listed<Item> {
  /** Those whose details are there. */
  readonly items: readonly Item[]
  readonly isLoading: boolean
  readonly error: Error | null
  readonly retry: () => void
}

const bucketQuery = (BucketID: string) => ({
  ...operationQuery('getBucket', { path: { BucketID } }),
  queryFn: () => few(() => client.buckets.get(BucketID)),
})
const driveQuery = (DriveID: string) => ({
  ...operationQuery('getDrive', { path: { DriveID } }),
  queryFn: () => few(() => client.drives.get(DriveID)),
})

export function useBuckets(enabled = true): Listed<Bucket> {
  const list = useQuery({ ...operationQuery('listBuckets', { query: {} }), enabled })
  const each = useQueries({ queries: (list.data?.bucket_ids ?? []).map(bucketQuery) })
  return listed(list, each)
}
export function useDrives(enabled = true): Listed<Drive> {
  const list = useQuery({ ...operationQuery('listDrives', { query: {} }), enabled })
  const each = useQueries({ queries: (list.data?.drive_ids ?? []).map(driveQuery) })
  return listed(list, each)
}
export const useThings = (enabled = true) => useQuery({ ...operationQuery('listThings', {}), enabled })

interface Answer<Item> {
  readonly data: Item | undefined
  readonly isLoading: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
}
const listed = <Item>(list: Answer<unknown>, each: readonly Answer<Item>[]): Listed<Item> => ({
  items: each.flatMap(({ data }) => (data === undefined ? [] : [data])),
  isLoading: list.isLoading || each.some(({ isLoading }) => isLoading),
  error: list.error ?? each.find(({ error }) => error !== null)?.error ?? null,
  retry: () => {
    void list.refetch()
    for (const { refetch, error } of each) if (error) void refetch()
  },
})
