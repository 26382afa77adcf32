// The C library that is linked into every program (libUxHw.a): its sources and headers, read from this folder. Node only.
import { readdir, readFile } from 'node:fs/promises'
import { abiHeader } from '../abi-header.ts'
import type { Files } from '../types.ts'

export interface GuestSources {
  /** C and C++ sources and the headers beside them, by file name; `abi.h` among them. */
  readonly sources: Files
  /** What programs may include, by path: `uxhw.h` and `credence/…`. */
  readonly headers: Files
}
/** Options for every source, besides the two folders of headers. */
export const GUEST_OPTIONS = ['-O2', '-Wall', '-DUX_PROGRAM', '-fno-builtin-fabsl', '-fno-builtin-copysignl'] as const
/** And by language. */
export const GUEST_LANGUAGE = { c: ['-std=c17'], cpp: ['-std=c++20', '-fwasm-exceptions'] } as const

export async function guestSources(): Promise<GuestSources> {
  const sources = await readFolder(new URL('./', import.meta.url), (path) => /^(exceptions\/)?[\w-]+\.(c|cpp|h)$/.test(path))
  sources.set('abi.h', new TextEncoder().encode(abiHeader()))
  return { sources, headers: await readFolder(new URL('include/', import.meta.url)) }
}

async function readFolder(folder: URL, wanted = (_: string) => true): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const base = decodeURIComponent(folder.pathname)
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll(/\/+/g, '/').slice(base.length))
    .filter(wanted)
  const files = paths.sort().map(async (path) => [path, new Uint8Array(await readFile(new URL(path, folder)))] as const)
  return new Map(await Promise.all(files))
}
