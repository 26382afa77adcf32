// Objects as files: `<folder>/whole/<key>` holds the bytes and behind them what is noted of them (noted-file.ts); of an object that came in parts (file-parts.ts) the note alone. A put writes a temporary file in
// the same file system, flushes it, renames it and flushes the folder, so that after a power cut an object is old or new and never half.
// Stores that are older have the bytes in `<folder>/data/<key>` and the note in `<folder>/meta/<key>`; such objects are still read.
import { randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { isAlive } from '../processes/alive.ts'
import { type SigningKey, signLink } from '../s3/signature.ts'
import { below, isMissing, moveInto, writeDurably } from './durable.ts'
import { type JoinedParts, openPartFolders, readParts } from './file-parts.ts'
import { attachment } from './links.ts'
import { noteLine, readNote } from './noted-file.ts'
import { checkedKey, type LinkRequest, type ObjectInfo, type ObjectStore, type PutOptions, type Range } from './store.ts'

/** Path under which the API serves signed links of this store. */
export const OBJECTS_PATH = '/objects/'

export async function openFileStore(folder: string, key: SigningKey): Promise<ObjectStore> {
  const whole = join(folder, 'whole')
  const older: Older = { data: join(folder, 'data'), meta: join(folder, 'meta') }
  const roots = [whole, older.data, older.meta]
  const unfinished = join(folder, 'unfinished')
  for (const path of [whole, unfinished]) await mkdir(path, { recursive: true, mode: 0o700 })
  await removeForgotten(unfinished)

  const parts = openPartFolders(folder)
  const newDraft = () => join(unfinished, `${draftsOf(process.pid)}${randomUUID()}`)
  const link = (method: 'GET' | 'PUT', request: LinkRequest, headers: Record<string, string>, query: Record<string, string> = {}) =>
    signLink({
      method,
      origin: request.origin,
      path: OBJECTS_PATH + checkedKey(request.key),
      key,
      lifetimeSeconds: request.lifetimeSeconds,
      headers,
      query: request.fileName === undefined ? query : { 'response-content-disposition': attachment(request.fileName) },
    })
  /** A disk that is full should not stay so because of what could not be written. */
  const drafted = async <Made>(write: (draft: string) => Promise<Made>): Promise<Made> => {
    const draft = newDraft()
    return write(draft).catch(async (error: unknown) => {
      await rm(draft, { force: true })
      throw error
    })
  }

  const head = async (objectKey: string) => ((await find(whole, objectKey)) ?? (await findOlder(older, objectKey)))?.info
  return {
    put: (objectKey, body, { contentType }) =>
      drafted(async (draft) => {
        const { size, etag } = await writeDurably(draft, body, (etag) => noteLine({ etag, contentType } satisfies Note))
        await moveInto(draft, below(whole, objectKey))
        return { key: objectKey, size, etag, contentType, modifiedAt: Date.now() }
      }),
    async get(objectKey, range) {
      const found = (await find(whole, objectKey)) ?? (await findOlder(older, objectKey))
      if (found?.parts) return { ...found.info, body: readParts(parts.joined(objectKey, found.parts), found.info.size, range) }
      return found && { ...found.info, body: read(found, range) }
    },
    head,
    async delete(objectKey) {
      for (const root of roots) await rm(below(root, objectKey), { force: true })
      await parts.remove(objectKey)
    },
    async deleteAll(prefix) {
      for (const root of roots) await rm(below(root, prefix.replace(/\/$/, '')), { recursive: true, force: true })
      await parts.removeAll(prefix.replace(/\/$/, ''))
    },
    async list(prefix) {
      const keys = new Set<string>()
      for (const root of [whole, older.data]) for (const key of await keysBelow(root, prefix.replace(/\/$/, ''))) keys.add(key)
      const infos = await Promise.all([...keys].sort().map(head))
      return infos.filter((info) => info !== undefined)
    },
    linkToGet: (request) => link('GET', request, {}),
    linkToPut: (request) => link('PUT', request, { 'content-length': String(request.size) }),
    beginParts: (objectKey) => parts.begin(objectKey),
    linkToPutPart: ({ id, number, size, ...request }) =>
      link('PUT', request, { 'content-length': String(size) }, { partNumber: String(number), uploadId: id }),
    putPart: (upload, number, body) =>
      drafted(async (draft) => {
        const { size, etag } = await writeDurably(draft, body, (etag) => noteLine({ etag }))
        await parts.take(upload, number, draft)
        return { number, size, etag }
      }),
    listParts: (upload) => parts.list(upload),
    async joinParts(upload, given, { contentType }) {
      const { size, etag, joined } = await parts.join(upload, given)
      return drafted(async (draft) => {
        await writeDurably(draft, new Uint8Array(), () => noteLine({ etag, contentType, parts: joined } satisfies Note))
        await moveInto(draft, below(whole, upload.key))
        return { key: upload.key, size, etag, contentType, modifiedAt: Date.now() }
      })
    },
    oldParts: (prefix, before) => parts.old(prefix, before),
    dropParts: (upload) => parts.drop(upload),
  }
}

/** Drafts are named after their machine and process. */
const draftsOf = (pid: number | ''): string => `${hostname()}_${pid === '' ? '' : `${pid}_`}`

/** What a process of this machine that is gone had begun to write; of other machines, and of a process id that was given away again, what is old. */
async function removeForgotten(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const ours = draftsOf('')
    const pid = name.startsWith(ours) ? Number.parseInt(name.slice(ours.length), 10) : Number.NaN
    const age = await stat(path).then(
      (file) => Date.now() - file.mtimeMs,
      () => 0,
    ) // gone: somebody finished it
    if (age > FORGOTTEN_MS || (pid > 0 && !isAlive(pid))) await rm(path, { force: true })
  }
}
const FORGOTTEN_MS = 24 * 3600 * 1000

interface Note extends PutOptions {
  readonly etag: string
  /** Absent: the bytes stand before the note. */
  readonly parts?: JoinedParts
}
interface Older {
  readonly data: string
  readonly meta: string
}
interface Found {
  readonly path: string
  readonly info: ObjectInfo
  readonly parts?: JoinedParts
}

async function find(whole: string, key: string): Promise<Found | undefined> {
  const path = below(whole, key)
  try {
    await using file = await open(path, 'r')
    const { size: length, mtimeMs } = await file.stat()
    const {
      size,
      note: { etag, contentType, parts },
    } = await readNote<Note>(file, length)
    return { path, info: { key, size: parts?.size ?? size, etag, contentType, modifiedAt: Math.floor(mtimeMs) }, ...(parts && { parts }) }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
async function findOlder({ data, meta }: Older, key: string): Promise<Found | undefined> {
  const path = below(data, key)
  try {
    const [file, text] = await Promise.all([stat(path), readFile(below(meta, key), 'utf8')])
    if (!file.isFile()) return undefined
    const { etag, contentType } = JSON.parse(text) as Note
    return { path, info: { key, size: file.size, etag, contentType, modifiedAt: Math.floor(file.mtimeMs) } }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The bytes of the object and nothing of its note. */
function read({ path, info: { size } }: Found, { first, last }: Range = { first: 0, last: size - 1 }): AsyncIterable<Uint8Array> {
  const end = Math.min(last, size - 1)
  return end < first ? Readable.from([]) : createReadStream(path, { start: first, end })
}

async function keysBelow(root: string, folderKey: string): Promise<string[]> {
  const entries = await readdir(folderKey === '' ? root : below(root, folderKey), { recursive: true, withFileTypes: true }).catch(emptyIfMissing)
  const path = (entry: Dirent) => join(entry.parentPath, entry.name).slice(root.length + 1)
  return entries.filter((entry) => entry.isFile()).map((entry) => path(entry).replaceAll(sep, '/'))
}

function emptyIfMissing(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}
