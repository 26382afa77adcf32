// The prepared parts that every build needs, and how they are made from the sources in `src/ensemble` and `src/guest`. A part is made once and kept
// by the caller: on disk in Node, as static files for a browser.
import type { Files } from '../types.ts'
import { OVERLAY, runTool, ToolFailure, type ToolFiles } from './clang.ts'
import { ROOTS } from './paths.ts'
import { PRECOMPILED_SOURCE, type PrecompiledVariant } from './precompiled.ts'

export interface Parts {
  /** The platform's headers, by path relative to their directory. */
  readonly headers: Files
  /** The archive that is linked into every program. */
  readonly library: Uint8Array
  /** The runtime of Fortran programs; absent where none can be built, as in a browser. */
  readonly fortran?: Uint8Array
  /** Precompiled headers by variant name; grows as variants are asked for. */
  readonly precompiled: Map<string, Uint8Array>
}

/** Options for all sources, and those for a language. */
export interface ArchiveOptions {
  readonly all: readonly string[]
  readonly c: readonly string[]
  readonly cpp: readonly string[]
}

/** Compiles C and C++ sources into an archive. Headers are found among the sources and in `headers`. */
export async function makeArchive(sources: Files, headers: Files, options: ArchiveOptions): Promise<Uint8Array> {
  const files = [...place('/s', sources), ...place(ROOTS.headers, headers)]
  const objects: [string, Uint8Array][] = []
  for (const path of sources.keys()) {
    const extension = /\.(c|cpp)$/.exec(path)?.[1] as 'c' | 'cpp' | undefined
    if (extension === undefined) continue
    const args = ['-c', '-o', '-', '-I/s', `-I${ROOTS.headers}`, ...options.all, ...options[extension], `/s/${path}`]
    const result = await runTool(extension === 'c' ? 'clang' : 'clang++', args, files)
    if (!result.succeeded) throw new Error(`${path} of the library does not compile:\n${result.messages}`)
    objects.push([`/${path.replaceAll('/', '_')}.o`, result.output])
  }
  const result = await runTool('ar', ['rcsD', '/library.a', ...objects.map(([path]) => path)], objects)
  const archive = result.files['library.a']
  if (!result.succeeded || archive === undefined) throw new Error(`the library could not be archived:\n${result.messages}`)
  return archive
}

/** A precompiled header with the templates it uses instantiated: three times faster in use than without. */
export async function makePrecompiled(variant: PrecompiledVariant, headers: Files): Promise<Uint8Array> {
  const args = ['-x', 'c++-header', ...variant.options, '-fpch-instantiate-templates', `-I${ROOTS.headers}`, PRECOMPILED_PATH, '-o', '-']
  const result = await runTool('clang++', args, precompiledInputs(headers))
  if (!result.succeeded) throw new ToolFailure('the precompiled header could not be made', result.messages, undefined)
  return result.output
}

/** The files that a compiler needs to make or to use a precompiled header, and for every other compilation. */
export function precompiledInputs(headers: Files): ToolFiles {
  return [...place(ROOTS.headers, headers), [PRECOMPILED_PATH, PRECOMPILED_SOURCE], [`${ROOTS.parts}/overlay.json`, OVERLAY]]
}
const PRECOMPILED_PATH = `${ROOTS.parts}/precompiled.hpp`

export function place(folder: string, files: Files): [string, Uint8Array][] {
  return [...files].map(([path, bytes]) => [`${folder}/${path}`, bytes])
}
