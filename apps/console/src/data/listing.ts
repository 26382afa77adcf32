// A folder of one's own storage, page after page; and all that is in one, counted before it is deleted.
import type { FileItem } from '@credence/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { isFolder } from './names.ts'

export const folderQuery = (path: string) =>
  infiniteQueryOptions({
    queryKey: ['listFiles', path],
    queryFn: ({ pageParam, signal }) => client.request('listFiles', { query: { path, startKey: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextContinuationToken }) => nextContinuationToken,
  })

/** Folders first, each by name. */
export const sorted = (items: readonly FileItem[]): FileItem[] =>
  items.toSorted(
    (one, other) => Number(isFolder(other.path)) - Number(isFolder(one.path)) || one.path.localeCompare(other.path, 'en', { numeric: true }),
  )

export interface Counted {
  readonly files: number
  readonly folders: number
  readonly bytes: number
}
/** @param onCount  hears of it as it goes */
export async function countBelow(
  paths: readonly string[],
  sizes: ReadonlyMap<string, number>,
  onCount: (so: Counted) => void,
  signal: AbortSignal,
): Promise<Counted> {
  let counted: Counted = { files: 0, folders: 0, bytes: 0 }
  const waiting = [...paths]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    signal.throwIfAborted()
    if (!isFolder(path)) {
      counted = { ...counted, files: counted.files + 1, bytes: counted.bytes + (sizes.get(path) ?? 0) }
      continue
    }
    counted = { ...counted, folders: counted.folders + 1 }
    for await (const item of client.files.list(path.replace(/\/$/, ''))) {
      signal.throwIfAborted()
      if (isFolder(item.path)) waiting.push(item.path)
      else counted = { ...counted, files: counted.files + 1, bytes: counted.bytes + item.size }
    }
    onCount(counted)
  }
  return counted
}
export const countedText = ({ files, folders }: Counted): string =>
  [
    `${files.toLocaleString('en')} file${files === 1 ? '' : 's'}`,
    ...(folders > 0 ? [`${folders.toLocaleString('en')} folder${folders === 1 ? '' : 's'}`] : []),
  ].join(' in ')

/** A link that works for a quarter of an hour, asked for anew each time. */
export async function linkTo(path: string): Promise<string> {
  const answer = await client.request('getFile', { path: { path }, query: { download: true } })
  if (!('download_url' in answer)) throw new Error('This is a folder.')
  return answer.download_url
}
