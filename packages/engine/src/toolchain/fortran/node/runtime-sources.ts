// The C sources of the runtime of Fortran programs (libUxFortran.a), read from the folder beside this one.
import { readdir, readFile } from 'node:fs/promises'
import type { Files } from '../../../types.ts'

const FOLDER = new URL('../runtime/', import.meta.url)

/** Sources and the headers beside them, by file name. */
export async function fortranSources(): Promise<Files> {
  const names = (await readdir(FOLDER)).filter((name) => /^[\w-]+\.(c|h)$/.test(name)).sort()
  return new Map(await Promise.all(names.map(async (name) => [name, new Uint8Array(await readFile(new URL(name, FOLDER)))] as const)))
}
