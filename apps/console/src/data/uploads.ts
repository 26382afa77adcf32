// Uploads of this tab, two at a time. They go on while other screens are shown. Whether a name is taken is asked before anything is sent; what happens then
// is for people to say. A file of more than one part goes on where it stopped: by itself once the network is back, and where the page was closed, when the
// same file is chosen again.
import { NetworkError, UploadBroken } from '@credence/client'
import { LIMITS } from '@credence/contract'
import { client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { forgetOnSignOut } from '../state/session.ts'
import { createStore } from '../state/store.ts'
import { messageOf } from '../ui/ErrorNote.tsx'
import { forgetBegun, isBegunWith, noteBegun } from './begun.ts'
import { folderOf, otherName } from './names.ts'
import { sendBytes } from './send-bytes.ts'
import { forgetTaken, isTaken, noteTaken } from './taken.ts'

export interface Upload {
  readonly id: number
  /** Where it goes, from the top of the storage. */
  readonly path: string
  readonly bytes: number
  readonly sent: number
  readonly state: 'waiting' | 'clash' | 'sending' | 'done' | 'failed' | 'cancelled'
  readonly reason?: string
  /** It stopped for want of a network. */
  readonly isCutOff?: boolean
  /** Of an upload in parts, as far as it came. */
  readonly uploadId?: string
}
export const uploads = createStore<readonly Upload[]>([])
/** Uploads in parts that are given up, whether the platform has said so or not. */
export const givenUp = createStore<ReadonlySet<string>>(new Set())
const AT_ONCE = 2

interface Source {
  readonly file: File
  /** The file of that name is to be replaced. */
  isReplacing: boolean
  controller?: AbortController
}
const sources = new Map<number, Source>()
let last = 0

const change = (id: number, part: Partial<Upload>): void => uploads.set(uploads.get().map((each) => (each.id === id ? { ...each, ...part } : each)))
const find = (id: number): Upload | undefined => uploads.get().find((each) => each.id === id)

export function addUploads(given: readonly { readonly file: File; readonly path: string }[]): void {
  const fresh = given.map(({ file, path }): Upload => {
    last += 1
    sources.set(last, { file, isReplacing: false })
    return { id: last, path, bytes: file.size, sent: 0, state: 'waiting' }
  })
  uploads.set([...uploads.get(), ...fresh])
  go()
}

export function retryUpload(id: number): void {
  if (!sources.has(id)) return
  change(id, { state: 'waiting' })
  go()
}
export function cancelUpload(id: number): void {
  const uploadId = find(id)?.uploadId
  if (uploadId !== undefined) giveUpOrLeave(uploadId)
  change(id, { state: 'cancelled' })
  sources.get(id)?.controller?.abort()
}
/** What came of it is deleted, and counts no more. */
export async function giveUp(uploadId: string): Promise<void> {
  givenUp.set(new Set([...givenUp.get(), uploadId]))
  try {
    await client.uploads.delete(uploadId)
  } catch (error) {
    givenUp.set(new Set([...givenUp.get()].filter((each) => each !== uploadId)))
    throw error
  }
  forgetBegun(uploadId)
  refresh()
}
/** What cannot be given up stands among the unfinished uploads. */
const giveUpOrLeave = (uploadId: string): void => void giveUp(uploadId).catch(() => {})
const refresh = (): void => {
  for (const operation of ['listFiles', 'getUser', 'listUploads']) void queryClient.invalidateQueries({ queryKey: [operation] })
}
/** What to do with a name that is taken. */
export async function settleClash(id: number, how: 'replace' | 'both' | 'skip'): Promise<void> {
  const upload = find(id)
  const source = sources.get(id)
  if (!upload || !source) return
  if (how === 'skip') return change(id, { state: 'cancelled' })
  if (how === 'replace') source.isReplacing = true
  else {
    const taken = new Set<string>()
    let path = otherName(upload.path, (each) => taken.has(each))
    while ((await isTaken(path)) || uploads.get().some((each) => each.path === path && each.state !== 'cancelled')) {
      taken.add(path)
      path = otherName(upload.path, (each) => taken.has(each))
    }
    change(id, { path })
  }
  retryUpload(id)
}
export function clearEnded(): void {
  const isOver = ({ state }: Upload) => state === 'done' || state === 'cancelled' || state === 'failed'
  for (const { id } of uploads.get().filter(isOver)) sources.delete(id)
  uploads.set(uploads.get().filter((upload) => !isOver(upload)))
}
export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending' || state === 'clash'

function go(): void {
  const all = uploads.get()
  const free = AT_ONCE - all.filter(({ state }) => state === 'sending').length
  for (const { id } of all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void send(id)
}

async function send(id: number): Promise<void> {
  const source = sources.get(id)
  const upload = find(id)
  if (!source || !upload) return
  const { file } = source
  source.controller = new AbortController()
  change(id, { state: 'sending', isCutOff: false })
  try {
    const before = file.size > LIMITS.uploads.partBytes ? (upload.uploadId ?? (await begunBefore(upload.path, file))) : undefined
    if (before !== undefined && !isCancelled(id)) change(id, { uploadId: before })
    if (before === undefined && !source.isReplacing && (await isTaken(upload.path))) {
      if (!isCancelled(id)) change(id, { state: 'clash' })
      return
    }
    if (isCancelled(id)) return
    await client.files.write(upload.path, file, {
      signal: source.controller.signal,
      send: sendBytes,
      onProgress: (sent) => change(id, { sent }),
      onUpload: ({ UploadID }) => {
        noteBegun(UploadID, file)
        if (isCancelled(id)) giveUpOrLeave(UploadID)
        else change(id, { uploadId: UploadID })
      },
      ...(before !== undefined && { uploadId: before }),
    })
    const uploadId = find(id)?.uploadId
    if (uploadId !== undefined) forgetBegun(uploadId)
    // Who looks first makes the bytes a file: only then they count as stored.
    await client.request('listFiles', { query: { path: folderOf(upload.path) } }).catch(() => {})
    await noteTaken(upload.path)
    change(id, { state: 'done', sent: file.size })
    sources.delete(id)
  } catch (error) {
    const cause = error instanceof UploadBroken ? error.cause : error
    if (!isCancelled(id)) change(id, { state: 'failed', reason: messageOf(cause), isCutOff: cause instanceof NetworkError })
  } finally {
    refresh()
    go()
    if (!uploads.get().some(isUnderWay)) forgetTaken()
  }
}
/** An upload of this very file to this place that this browser began. */
async function begunBefore(path: string, file: File): Promise<string | undefined> {
  for await (const { UploadID, Path, Size } of client.uploads.list())
    if (Path === path && Size === file.size && isBegunWith(UploadID, file)) return UploadID
  return undefined
}
addEventListener('online', () => {
  for (const { id, state, isCutOff } of uploads.get()) if (state === 'failed' && isCutOff) retryUpload(id)
})
const isCancelled = (id: number): boolean => find(id)?.state === 'cancelled'

forgetOnSignOut(() => {
  for (const { controller } of sources.values()) controller?.abort()
  sources.clear()
  forgetTaken()
  uploads.set([])
})
