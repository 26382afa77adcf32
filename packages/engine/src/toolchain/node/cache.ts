// The cache folder: files named after what they are and a hash of everything they depend on. A name that exists is complete,
// because it came by a rename; so any number of processes may fill the folder at once.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '../object-cache.ts'

export class CacheFolder {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    try {
      const path = join(this.#folder, name)
      const bytes = await readFile(path)
      await utimes(path, new Date(), new Date()).catch(() => {}) // for `prune`
      return bytes
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const temporary = join(this.#folder, `.${name}-${randomUUID()}`)
    try {
      await writeFile(temporary, bytes, { flag: 'wx', flush: true })
      await rename(temporary, join(this.#folder, name))
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Removes the files that were used longest ago until at most `bytes` are left. */
  async prune(bytes: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const files = (await Promise.all(names.map((name) => this.#describe(name)))).filter((file) => file !== undefined)
    let total = 0
    for (const file of files.sort((a, b) => b.used - a.used)) {
      total += file.size
      if (total > bytes) await rm(file.path, { force: true })
    }
  }
  async #describe(name: string): Promise<{ path: string; size: number; used: number } | undefined> {
    const path = join(this.#folder, name)
    const found = await stat(path).catch(() => undefined)
    return found?.isFile() ? { path, size: found.size, used: found.mtimeMs } : undefined
  }
}

/** A name that changes with whatever the content depends on. */
export async function contentName(name: string, extension: string, dependsOn: readonly (Uint8Array | string)[]): Promise<string> {
  const encoder = new TextEncoder()
  const chunks = dependsOn.flatMap((part) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    return [encoder.encode(`${bytes.length}:`), bytes]
  })
  return `${name}-${(await hash(chunks)).slice(0, 24)}.${extension}`
}
