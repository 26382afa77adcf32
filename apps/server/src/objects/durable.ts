// Files that are there whole or not at all, also after a power cut: written aside, flushed, renamed, and their folder flushed.
import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { checkedKey } from './store.ts'

/** @param note  what stands behind the bytes, made from their etag */
export async function writeDurably(
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

export async function moveInto(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
  })
  await flushFolder(dirname(to))
}

/** What was renamed into a folder, or out of it, stays so over a power cut. */
export async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** The file of a key; a second guard behind `checkedKey`. */
export function below(root: string, key: string): string {
  const path = resolve(root, checkedKey(key))
  if (!path.startsWith(root + sep)) throw new RangeError('an object key must stay below its store')
  return path
}
