// Objects that come in parts, as files: `<folder>/parts/<key>/<id>/<number>`, each written aside and renamed, so that a part is there whole or not at all,
// whoever else sends it and whenever a process dies. Joining them is one rename, of their folder to `<folder>/joined/<key>/<id>`: no byte is copied,
// and a link that still works finds no folder to write to.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { below, flushFolder, isMissing } from './durable.ts'
import { readNote } from './noted-file.ts'
import { PartsGone, type PartsOf, type Range, type StoredPart } from './store.ts'

/** How the bytes of an object lie in the files of its parts. */
export interface JoinedParts {
  readonly id: string
  readonly size: number
  /** Bytes of each but the last. */
  readonly each: number
}
interface Located extends JoinedParts {
  readonly folder: string
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function openPartFolders(folder: string) {
  const coming = ({ key, id }: PartsOf) => below(join(folder, 'parts'), `${key}/${id}`)
  const joined = ({ key, id }: PartsOf) => below(join(folder, 'joined'), `${key}/${id}`)
  const list = async (place: string): Promise<StoredPart[]> => {
    const names = await readdir(place).catch(goneIfMissing)
    return Promise.all(names.map((name) => partAt(join(place, name), Number(name)))).then((parts) => parts.sort((a, b) => a.number - b.number))
  }
  /** The folder of its key goes with the last upload to it. */
  const leave = (upload: PartsOf) => rmdir(dirname(coming(upload))).catch(() => {})
  return {
    async begin(key: string): Promise<string> {
      const id = randomUUID()
      const place = coming({ key, id })
      await mkdir(place, { recursive: true, mode: 0o700 })
      await flushFolder(dirname(place))
      return id
    },
    /** @param draft  the part, written and flushed. @throws PartsGone */
    async take(upload: PartsOf, number: number, draft: string): Promise<void> {
      const place = coming(upload)
      await rename(draft, join(place, String(number))).catch(goneIfMissing)
      await flushFolder(place).catch(goneIfMissing)
    },
    list: (upload: PartsOf) =>
      list(coming(upload)).catch((cause: unknown) => (cause instanceof PartsGone ? list(joined(upload)) : Promise.reject(cause))),
    /** @throws PartsGone  RangeError: these are not all of an object, or not of one size */
    async join(upload: PartsOf, given: readonly StoredPart[]): Promise<{ size: number; etag: string; joined: JoinedParts }> {
      const place = joined(upload)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await rename(coming(upload), place).catch((cause: unknown) => {
        if (!isMissing(cause)) throw cause // somebody joined them, and died before the object was there
      })
      await flushFolder(dirname(place))
      await leave(upload)
      const parts = await list(place) // nobody adds to them any more
      const each = parts[0]?.size ?? 0
      const isWhole = parts.length === given.length && parts.every(({ number, size }, at) => number === at + 1 && size === given[at]?.size)
      if (!isWhole || parts.some(({ size }, at) => (at < parts.length - 1 ? size !== each : size > each)))
        throw new RangeError('parts of an object do not fit')
      const size = parts.reduce((sum, part) => sum + part.size, 0)
      const etag = createHash('sha256')
        .update(parts.map((part) => part.etag).join())
        .digest('hex')
        .slice(0, 32)
      return { size, etag, joined: { id: upload.id, size, each } }
    },
    async drop(upload: PartsOf): Promise<void> {
      for (const place of [coming(upload), joined(upload)]) await rm(place, { recursive: true, force: true })
      await leave(upload)
    },
    /** @param before  epoch milliseconds: the last part came, or without any it was begun, before that */
    async old(prefix: string, before: number): Promise<PartsOf[]> {
      const root = below(join(folder, 'parts'), prefix.replace(/\/$/, ''))
      const folders = (await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isDirectory())
      const above = new Set(folders.map(({ parentPath }) => parentPath)) // keys, which may look like ids
      const places = folders.filter(({ parentPath, name }) => ID.test(name) && !above.has(join(parentPath, name)))
      const olds = await Promise.all(
        places.map(async ({ parentPath, name }) => {
          const at = await stat(join(parentPath, name)).catch(() => undefined) // just joined
          const key = prefix + relative(root, parentPath).split(sep).join('/')
          return at !== undefined && at.mtimeMs < before && key !== prefix ? [{ key, id: name }] : []
        }),
      )
      return olds.flat()
    },
    joined: (key: string, { id, ...how }: JoinedParts): Located => ({ ...how, id, folder: joined({ key, id }) }),
    /** What an object is made of; what is on its way to its key stays. */
    async remove(key: string): Promise<void> {
      const place = below(join(folder, 'joined'), key)
      if (existsSync(place)) await rm(place, { recursive: true, force: true }) // few objects have any, and looking costs less
    },
    async removeAll(prefix: string): Promise<void> {
      for (const root of ['parts', 'joined']) await rm(below(join(folder, root), prefix), { recursive: true, force: true })
    },
  }
}

/** The bytes of a range, from the files that it touches, one after the other. */
export async function* readParts(
  { folder, each }: Located,
  size: number,
  { first, last }: Range = { first: 0, last: size - 1 },
): AsyncGenerator<Uint8Array> {
  const end = Math.min(last, size - 1)
  for (let at = first; at <= end; ) {
    const index = Math.floor(at / each)
    const begin = index * each
    yield* createReadStream(join(folder, String(index + 1)), { start: at - begin, end: Math.min(end - begin, each - 1) }) as AsyncIterable<Uint8Array>
    at = begin + each
  }
}

async function partAt(path: string, number: number): Promise<StoredPart> {
  await using file = await open(path, 'r')
  const { size, note } = await readNote<{ etag: string }>(file, (await file.stat()).size)
  return { number, size, etag: note.etag }
}

function goneIfMissing(cause: unknown): never {
  throw isMissing(cause) ? new PartsGone('the upload is over', { cause }) : cause
}
