// Keys of what is made from sources: a hash of the files, so that a change of any makes it anew and nothing else does.
import { createHash } from 'node:crypto'
import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url))

/** What a run of a program depends on besides its source and the core. */
export const ENGINE_SOURCES = [
  ...['packages/engine/src', 'packages/engine/package.json', 'packages/distribution/src'],
  ...['core-fields', 'cores', 'limits'].map((name) => `packages/contract/src/${name}.ts`),
]

const NOT_CONTENT = /\.test\.tsx?$|\/(testing|golden|fixtures|node_modules)\//

/** @param places  files and folders, relative to the repository; tests and their data do not count */
export async function contentKey(places: readonly string[]): Promise<string> {
  const digest = createHash('sha256')
  for (const path of await filesOf(places)) digest.update(`${path}\0`).update(await readFile(join(REPOSITORY, path)))
  return digest.digest('hex').slice(0, 16)
}

async function filesOf(places: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const place of places) {
    if ((await stat(join(REPOSITORY, place))).isFile()) files.push(place)
    else
      for await (const entry of glob(`${place}/**/*`, { cwd: REPOSITORY, withFileTypes: true }))
        if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(REPOSITORY.length))
  }
  return files.filter((path) => !NOT_CONTENT.test(`/${path}`)).sort()
}
