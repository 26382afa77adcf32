// A folder that is kept by content: its name says what it was made of, and where it exists it is complete, because it came by a rename.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The folder, made where it is missing.
 * @param make  fills a draft beside it; where another process is faster, its folder counts
 * @param mode  for the folder, and those above it that are missing
 */
export async function keptFolder(folder: string, make: (draft: string) => Promise<void>, mode?: number): Promise<string> {
  if (existsSync(folder)) return folder
  const draft = `${folder}.${process.pid}-${randomUUID().slice(0, 8)}`
  try {
    await mkdir(draft, { recursive: true, mode })
    await make(draft)
    await rename(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** Removes what lies in `parent` under names that match, drafts of killed processes among it, but for the `most` made last. */
export async function keepLast(parent: string, pattern: RegExp, most: number): Promise<void> {
  const names = (await readdir(parent)).filter((name) => pattern.test(name))
  const aged = await Promise.all(names.map(async (name) => ({ name, made: (await stat(join(parent, name)).catch(() => undefined))?.mtimeMs ?? 0 })))
  for (const { name } of aged.sort((a, b) => b.made - a.made).slice(most)) await rm(join(parent, name), { recursive: true, force: true })
}
