// Objects as files: `<folder>/whole/<key>` holds the bytes and behind them what is noted of them (noted-file.ts). A put writes a temporary file in
// the same file system, flushes it, renames it and flushes the folder, so that after a power cut an object is old or new and never half.
// Stores that are older have the bytes in `<folder>/data/<key>` and the note in `<folder>/meta/<key>`; such objects are still read.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { isAlive } from '../processes/alive.ts'
import { attachment } from './links.ts'
import { noteLine, readNote } from './noted-file.ts'
import { type SigningKey, signLink } from './signature.ts'
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

  const link = (method: 'GET' | 'PUT', request: LinkRequest, headers: Record<string, string>) =>
    signLink({
      method,
      origin: request.origin,
      path: OBJECTS_PATH + checkedKey(request.key),
      key,
      lifetimeSeconds: request.lifetimeSeconds,
      headers,
      query: request.fileName === undefined ? {} : { 'response-content-disposition': attachment(request.fileName) },
    })

  const head = async (objectKey: string) => ((await find(whole, objectKey)) ?? (await findOlder(older, objectKey)))?.info
  return {
    async put(objectKey, body, { contentType }) {
      const draft = join(unfinished, `${draftsOf(process.pid)}${randomUUID()}`)
      try {
        const { size, etag } = await writeDurably(draft, body, (etag) => noteLine({ etag, contentType } satisfies Note))
        await moveInto(draft, below(whole, objectKey))
        return { key: objectKey, size, etag, contentType, modifiedAt: Date.now() }
      } catch (error) {
        await rm(draft, { force: true }) // a disk that is full should not stay so because of what could not be written
        throw error
      }
    },
    async get(objectKey, range) {
      const found = (await find(whole, objectKey)) ?? (await findOlder(older, objectKey))
      return found && { ...found.info, body: read(found, range) }
    },
    head,
    async delete(objectKey) {
      for (const root of roots) await rm(below(root, objectKey), { force: true })
    },
    async deleteAll(prefix) {
      for (const root of roots) await rm(below(root, prefix.replace(/\/$/, '')), { recursive: true, force: true })
    },
    async list(prefix) {
      const keys = new Set<string>()
      for (const root of [whole, older.data]) for (const key of await keysBelow(root, prefix.replace(/\/$/, ''))) keys.add(key)
      const infos = await Promise.all([...keys].sort().map(head))
      return infos.filter((info) => info !== undefined)
    },
    linkToGet: (request) => link('GET', request, {}),
    linkToPut: (request) => link('PUT', request, { 'content-length': String(request.size) }),
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
}
interface Older {
  readonly data: string
  readonly meta: string
}
interface Found {
  readonly path: string
  readonly info: ObjectInfo
}

/** The file of a key; a second guard behind `checkedKey`. */
function below(root: string, key: string): string {
  const path = resolve(root, checkedKey(key))
  if (!path.startsWith(root + sep)) throw new RangeError('an object key must stay below its store')
  return path
}

async function find(whole: string, key: string): Promise<Found | undefined> {
  const path = below(whole, key)
  try {
    await using file = await open(path, 'r')
    const { size: length, mtimeMs } = await file.stat()
    const { size, note } = await readNote<Note>(file, length)
    return { path, info: { key, size, ...note, modifiedAt: Math.floor(mtimeMs) } }
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

/** @param note  what stands behind the bytes, made from their etag */
async function writeDurably(
  path: string,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  note: (etag: string) => Uint8Array,
): Promise<{ size: number; etag: string }> {
  const hash = createHash('sha256')
  const etag = () => hash.digest('hex').slice(0, 32)
  await using file = await open(path, 'wx', 0o600)
  if (body instanceof Uint8Array) {
    hash.update(body)
    const made = { size: body.length, etag: etag() }
    await file.writeFile(Buffer.concat([body, note(made.etag)]))
    await file.sync()
    return made
  }
  let size = 0
  for await (const part of body) {
    hash.update(part)
    size += part.length
    await file.writeFile(part)
  }
  const made = { size, etag: etag() }
  await file.writeFile(note(made.etag))
  await file.sync()
  return made
}

async function moveInto(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
  })
  await using folder = await open(dirname(to), 'r')
  await folder.sync()
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
function emptyIfMissing(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}
