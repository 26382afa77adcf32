// The runtime's C files, read from the folder above, and the header that abi.ts gives them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { abiHeader } from '../../abi-header.ts'
import type { RuntimeSources } from '../build.ts'

const FOLDER = join(import.meta.dirname, '..')

/** All `*.c` and `*.h` of src/ensemble, and `abi.h`, by file name. */
export function runtimeSources(): RuntimeSources {
  const names = readdirSync(FOLDER)
    .filter((name) => /\.[ch]$/.test(name))
    .sort()
  return { ...Object.fromEntries(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')])), 'abi.h': abiHeader() }
}
