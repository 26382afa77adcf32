// Files that are kept by content: named after what they are and a hash of everything they depend on, so that a change of any of it makes a new one.
// A name that exists is complete, because it came by a rename; so any number of processes may fill the folder at once, and two that make the same
// make it twice. What a fault of the disk changed is found by the hash at the end of a file, and made anew.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A draft that nobody has written to for so long belongs to a process that ended. */
const ABANDONED_MILLISECONDS = 3_600_000
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export class KeptFiles {
  readonly #folder: string
  readonly #write: typeof writeFile
  /** @param write  for tests: what a full disk does */
  constructor(folder: string, write: typeof writeFile = writeFile) {
    this.#folder = folder
    this.#write = write
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    const path = join(this.#folder, name)
    try {
      const contents = await readFile(path)
      const bytes = contents.subarray(0, -HASH_BYTES)
      if (!hashOf(bytes).equals(contents.subarray(-HASH_BYTES))) {
        await rm(path, { force: true })
        return undefined
      }
      await utimes(path, new Date(), new Date()).catch(() => {}) // for `prune`
      return bytes
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  /** False: the disk is full, and the file is not kept. */
  async put(name: string, bytes: Uint8Array): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true })
    const draft = join(this.#folder, `.${name}-${randomUUID()}`)
    try {
      await this.#write(draft, [bytes, hashOf(bytes)], { flag: 'wx', flush: true })
      await rename(draft, join(this.#folder, name))
      return true
    } catch (error) {
      if (FULL.has((error as NodeJS.ErrnoException).code ?? '')) return false
      throw error
    } finally {
      await rm(draft, { force: true }).catch(() => {})
    }
  }

  /** Removes drafts that were left behind, then the files that were used longest ago until at most `bytes` are left. */
  async prune(bytes: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const files = (await Promise.all(names.map((name) => this.#describe(name)))).filter((file) => file !== undefined)
    let total = 0
    for (const { path, size, used, isDraft } of files.sort((a, b) => b.used - a.used)) {
      if (!isDraft) total += size
      if (isDraft ? Date.now() - used > ABANDONED_MILLISECONDS : total > bytes) await rm(path, { force: true })
    }
  }
  async #describe(name: string): Promise<{ path: string; size: number; used: number; isDraft: boolean } | undefined> {
    const path = join(this.#folder, name)
    const found = await stat(path).catch(() => undefined)
    return found?.isFile() ? { path, size: found.size, used: found.mtimeMs, isDraft: name.startsWith('.') } : undefined
  }
}

const HASH_BYTES = 32
const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** A name that changes with whatever the content depends on, and with where one part ends. */
export function contentName(name: string, extension: string, dependsOn: readonly (Uint8Array | string)[]): string {
  const digest = createHash('sha256').update('with its hash at the end')
  for (const part of dependsOn) {
    const bytes = Buffer.from(part)
    digest.update(`${bytes.length}:`).update(bytes)
  }
  return `${name}-${digest.digest('hex').slice(0, 24)}.${extension}`
}
