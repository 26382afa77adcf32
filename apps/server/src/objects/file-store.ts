// Objects as files: `<folder>/data/<key>` holds the bytes, `<folder>/meta/<key>` one line of JSON. A put writes a temporary file in the same file
// system, flushes it, renames it and flushes the folder, so that after a power cut an object is old or new and never half.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { isAlive } from '../processes/alive.ts'
import { type SigningKey, signLink } from './signature.ts'
import { checkedKey, type LinkRequest, type ObjectInfo, type ObjectStore, type PutOptions, type Range } from './store.ts'

/** Path under which the API serves signed links of this store. */
export const OBJECTS_PATH = '/objects/'

export async function openFileStore(folder: string, key: SigningKey): Promise<ObjectStore> {
  const data = join(folder, 'data')
  const meta = join(folder, 'meta')
  const unfinished = join(folder, 'unfinished')
  for (const path of [data, meta, unfinished]) await mkdir(path, { recursive: true, mode: 0o700 })
  await removeForgotten(unfinished)

  const link = (method: 'GET' | 'PUT', request: LinkRequest, headers: Record<string, string>) =>
    signLink({
      method,
      origin: request.origin,
      path: OBJECTS_PATH + checkedKey(request.key),
      key,
      lifetimeSeconds: request.lifetimeSeconds,
      headers,
      query:
        request.fileName === undefined
          ? {}
          : { 'response-content-disposition': `attachment; filename="${request.fileName.replace(/["\\\r\n]/g, '_')}"` },
    })

  return {
    async put(objectKey, body, options) {
      const temporary = join(unfinished, `${draftsOf(process.pid)}${randomUUID()}`)
      const noteTemporary = `${temporary}.note`
      try {
        const { size, etag } = await writeDurably(temporary, body)
        const path = below(data, objectKey)
        const note: Note = { etag, ...options }
        await writeDurably(noteTemporary, new TextEncoder().encode(JSON.stringify(note)))
        await moveInto(noteTemporary, below(meta, objectKey))
        await moveInto(temporary, path)
        return { key: objectKey, size, etag, contentType: options.contentType, modifiedAt: Date.now() }
      } catch (error) {
        // A disk that is full should not stay so because of what could not be written.
        for (const rest of [temporary, noteTemporary]) await rm(rest, { force: true })
        throw error
      }
    },
    async get(objectKey, range) {
      const info = await headOf(data, meta, objectKey)
      return info && { ...info, body: read(below(data, objectKey), range) }
    },
    head: (objectKey) => headOf(data, meta, objectKey),
    async delete(objectKey) {
      await rm(below(data, objectKey), { force: true })
      await rm(below(meta, objectKey), { force: true })
    },
    async deleteAll(prefix) {
      const folderKey = prefix.replace(/\/$/, '')
      await rm(below(data, folderKey), { recursive: true, force: true })
      await rm(below(meta, folderKey), { recursive: true, force: true })
    },
    async list(prefix) {
      const folderKey = prefix.replace(/\/$/, '')
      const entries = await readdir(below(data, folderKey), { recursive: true, withFileTypes: true }).catch(emptyIfMissing)
      const keys = entries
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(data.length + 1)
            .replaceAll(sep, '/'),
        )
      const infos = await Promise.all(keys.sort().map((objectKey) => headOf(data, meta, objectKey)))
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

/** The file of a key; a second guard behind `checkedKey`. */
function below(root: string, key: string): string {
  const path = resolve(root, checkedKey(key))
  if (!path.startsWith(root + sep)) throw new RangeError('an object key must stay below its store')
  return path
}

async function headOf(data: string, meta: string, key: string): Promise<ObjectInfo | undefined> {
  try {
    const [file, text] = await Promise.all([stat(below(data, key)), readFile(below(meta, key), 'utf8')])
    if (!file.isFile()) return undefined
    const note = JSON.parse(text) as Note
    return { key, size: file.size, etag: note.etag, contentType: note.contentType, modifiedAt: Math.floor(file.mtimeMs) }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function read(path: string, range: Range | undefined): AsyncIterable<Uint8Array> {
  return createReadStream(path, range ? { start: range.first, end: range.last } : {})
}

async function writeDurably(path: string, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ size: number; etag: string }> {
  const hash = createHash('sha256')
  let size = 0
  await using file = await open(path, 'wx', 0o600)
  for await (const part of body instanceof Uint8Array ? [body] : body) {
    hash.update(part)
    size += part.length
    await file.writeFile(part)
  }
  await file.sync()
  return { size, etag: hash.digest('hex').slice(0, 32) }
}

async function moveInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(from, to)
  await using folder = await open(dirname(to), 'r')
  await folder.sync()
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
function emptyIfMissing(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}
