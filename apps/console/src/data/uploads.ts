// Uploads of this tab, two at a time: announced, then sent to the link that the platform gives. They go on while other screens are shown. Whether a name is taken
// is asked before anything is sent; what happens then is for people to say.
import { ApiError } from '@credence/contract'
import { client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { forgetOnSignOut } from '../state/session.ts'
import { createStore } from '../state/store.ts'
import { messageOf } from '../ui/ErrorNote.tsx'
import { otherName } from './names.ts'

export interface Upload {
  readonly id: number
  /** Where it goes, from the top of the storage. */
  readonly path: string
  readonly bytes: number
  readonly sent: number
  readonly state: 'waiting' | 'clash' | 'sending' | 'done' | 'failed' | 'cancelled'
  readonly reason?: string
}
export const uploads = createStore<readonly Upload[]>([])
const AT_ONCE = 2

interface Source {
  readonly file: File
  /** The file of that name is to be replaced. */
  isReplacing: boolean
  abort?: () => void
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
  change(id, { state: 'waiting', sent: 0 })
  go()
}
export function cancelUpload(id: number): void {
  change(id, { state: 'cancelled' })
  sources.get(id)?.abort?.()
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
    while ((await isThere(path)) || uploads.get().some((each) => each.path === path && each.state !== 'cancelled')) {
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
  change(id, { state: 'sending', sent: 0 })
  try {
    if (!source.isReplacing && (await isThere(upload.path))) {
      if (isCancelled(id)) return
      change(id, { state: 'clash' })
      return
    }
    if (isCancelled(id)) return
    const { upload_url } = await client.request('putFile', { path: { path: upload.path }, query: { size: source.file.size } })
    if (isCancelled(id)) return
    if (upload_url !== undefined) await put(upload_url, source, (sent) => change(id, { sent }))
    if (isCancelled(id)) return
    change(id, { state: 'done', sent: source.file.size })
    sources.delete(id)
    for (const operation of ['listFiles', 'getUser']) void queryClient.invalidateQueries({ queryKey: [operation] })
  } catch (error) {
    if (!isCancelled(id)) change(id, { state: 'failed', reason: messageOf(error) })
  } finally {
    go()
  }
}
const isCancelled = (id: number): boolean => find(id)?.state === 'cancelled'

/** A file or folder of that path. */
async function isThere(path: string): Promise<boolean> {
  try {
    await client.request('getFile', { path: { path } })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** As `fetch` does it, and says how much is sent, which `fetch` does not. */
function put(link: string, source: Source, onSent: (bytes: number) => void): Promise<void> {
  const request = new XMLHttpRequest()
  source.abort = () => request.abort()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(`The store answers ${request.status}: the link may have ended. Try again.`))
    request.onerror = () => reject(new Error('The connection broke. Try again.'))
    request.onabort = () => reject(new Error('Cancelled'))
    request.open('PUT', link)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(source.file)
  })
}

forgetOnSignOut(() => {
  for (const { abort } of sources.values()) abort?.()
  sources.clear()
  uploads.set([])
})
