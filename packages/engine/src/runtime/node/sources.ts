// The runtime's C files, read from the folder beside the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RuntimeSources } from '../build.ts'

const FOLDER = join(import.meta.dirname, '../../../runtime/core')

/** All `*.c` and `*.h` of runtime/core, by file name. */
export function runtimeSources(): RuntimeSources {
  const names = readdirSync(FOLDER)
    .filter((name) => /\.[ch]$/.test(name))
    .sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]))
}
