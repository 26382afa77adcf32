// The files of the repository as a reader finds them: what is generated or installed is left out, and so are the folders that `.gitignore` names.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
const ignored = new Set(
  readFileSync(join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('/'))
    .map((line) => line.slice(0, -1)),
)

/** Paths from the root, ascending, of all files below `folder`. */
export function filesBelow(folder = '.'): string[] {
  const found: string[] = []
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    if (ignored.has(entry.name) || entry.name === '.git' || entry.isSymbolicLink()) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...filesBelow(path))
    else found.push(path)
  }
  return found.sort()
}

/** Names of the folders in `folder`, as `.gitignore` leaves them; none where it does not exist. */
export function foldersIn(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !ignored.has(entry.name))
      .map(({ name }) => name)
  } catch {
    return []
  }
}
