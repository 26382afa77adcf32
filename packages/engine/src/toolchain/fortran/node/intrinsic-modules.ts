// The files of flang's intrinsic modules that differ on the machine that programs run on, made once per process from those beside the compiler.
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from '../../../types.ts'
import { intrinsicModules } from '../intrinsic-modules.ts'
import type { Flang } from './flang.ts'

const made = new Map<string, Promise<Files>>()
/** By the places of the files that they replace. */
export function replacedModules({ path }: Flang): Promise<Files> {
  const folder = join(dirname(dirname(path)), 'include', 'flang')
  const kept = made.get(folder) ?? read(folder)
  made.set(folder, kept)
  return kept
}

async function read(folder: string): Promise<Files> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mod'))
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name.slice(0, -'.mod'.length), await readFile(join(folder, name), 'utf8'))
  return new Map([...intrinsicModules(texts)].map(([name, text]) => [join(folder, `${name}.mod`), new TextEncoder().encode(text)]))
}
