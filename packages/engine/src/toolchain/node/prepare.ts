// Makes the prepared parts that are missing in the cache folder: the runtime module, the program's library, precompiled headers.
// Each is named by a hash of its sources, its options and the compiler's version; so a change of any makes a new one.

import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { RECOMMENDED_SPEC as core } from '@credence/contract/cores'
import { runtimeRecipe } from '../../ensemble/build.ts'
import { compilerVersion } from '../../ensemble/node/compiler-version.ts'
import { runtimeSources } from '../../ensemble/node/sources.ts'
import { GUEST_LANGUAGE, GUEST_OPTIONS, guestSources } from '../../guest/sources.ts'
import { contentName, KeptFiles } from '../../kept/node/files.ts'
import type { Files } from '../../types.ts'
import { fortranSources } from '../fortran/node/runtime-sources.ts'
import type { ArchiveOptions, Parts } from '../parts.ts'
import { planBuild } from '../plan.ts'
import { PRECOMPILED_SOURCE, type PrecompiledVariant, variantName } from '../precompiled.ts'
import type { Request } from './compile-process.ts'

export interface PrepareEvent {
  /** In words, for a progress display. */
  readonly what: string
  readonly done: number
  readonly total: number
}
export interface Prepared {
  /** The runtime module, which every run needs. */
  readonly runtime: Uint8Array
  readonly parts: Parts & { fortran?: Uint8Array }
  /** Changes when any part of the engine that a built module depends on does. */
  readonly key: string
  /** Puts a precompiled header that a build asked for among the parts: from the cache, else made there. */
  readonly addPrecompiled: (variant: PrecompiledVariant) => Promise<void>
  /** Puts the runtime of Fortran programs among the parts: made once, however many ask. `make`: in place of the maker of the others. */
  readonly addFortran: (make?: Maker) => Promise<void>
}
/** Which precompiled headers are made ahead: those that most C++ programs use, or none until a build asks. */
export type Ahead = 'common' | 'none'
/** Does one request in a compile process; gives what was made. */
export type Maker = (request: Request, blobs: readonly Uint8Array[]) => Promise<Uint8Array>

export async function prepareParts(cacheFolder: string, make: Maker, ahead: Ahead, onProgress: (event: PrepareEvent) => void): Promise<Prepared> {
  const cache = new KeptFiles(cacheFolder)
  const compiler = compilerVersion()
  const guest = await guestSources()
  const variants = ahead === 'common' ? defaultVariants(guest.headers) : []
  let total = 2 + variants.length
  let done = 0
  const obtain = async (what: string, name: string, request: Request, blobs: readonly Uint8Array[], by = make): Promise<Uint8Array> => {
    onProgress({ what, done, total })
    let bytes = await cache.get(name)
    if (bytes === undefined) {
      bytes = await by(request, blobs)
      await cache.put(name, bytes)
    }
    onProgress({ what, done: ++done, total })
    return bytes
  }

  const runtimeFiles = runtimeSources()
  const runtimeName = contentName('runtime', 'wasm', [compiler, runtimeRecipe(runtimeFiles)])
  const runtimeBytes = Object.values(runtimeFiles).map((text) => new TextEncoder().encode(text))
  const runtime = await obtain('runtime module', runtimeName, { do: 'runtime', sources: Object.keys(runtimeFiles) }, runtimeBytes)

  const { sources, headers } = guest
  const libraryName = contentName('library', 'a', [compiler, JSON.stringify(ARCHIVE_OPTIONS), ...listed(sources), ...listed(headers)])
  const archiveRequest = { do: 'archive', sources: [...sources.keys()], headers: [...headers.keys()], options: ARCHIVE_OPTIONS } as const
  const library = await obtain('library of programs', libraryName, archiveRequest, [...sources.values(), ...headers.values()])

  const fileOf = (name: string) => contentName(name, 'pch', [compiler, name, PRECOMPILED_SOURCE, PRECOMPILED_FORMAT, ...listed(headers)])
  const precompiled = new Map<string, Uint8Array>()
  const addPrecompiled = async (variant: PrecompiledVariant): Promise<void> => {
    const name = variantName(variant)
    if (!/^iostream-[a-zA-Z0-9-]{1,60}$/.test(name)) return // it may come from the compile process, which is not trusted with a file name
    const request = { do: 'precompiled', headers: [...headers.keys()], variant } as const
    precompiled.set(name, await obtain(`C++ header ${name}`, fileOf(name), request, [...headers.values()]))
  }
  for (const variant of variants) await addPrecompiled(variant)
  const runtimeOfFortran = await fortranSources()
  const parts: Prepared['parts'] = { headers, library, precompiled }
  const addFortran = async (by = make): Promise<void> => {
    const included = new Map([...headers, ...[...sources].filter(([path]) => path.endsWith('.h'))])
    const name = contentName('fortran', 'a', [compiler, JSON.stringify(ARCHIVE_OPTIONS), ...listed(runtimeOfFortran), ...listed(included)])
    const request = { do: 'archive', sources: [...runtimeOfFortran.keys()], headers: [...included.keys()], options: ARCHIVE_OPTIONS } as const
    parts.fortran = await obtain('library of Fortran programs', name, request, [...runtimeOfFortran.values(), ...included.values()], by)
  }
  let fortran: Promise<void> | undefined
  return {
    runtime,
    parts,
    key: contentName('engine', 'key', [libraryName, fileOf(''), await engineSources(), ...listed(runtimeOfFortran)]),
    addPrecompiled: (variant) => {
      total = done + 1
      return addPrecompiled(variant)
    },
    addFortran: (by) => {
      if (fortran) return fortran
      total = done + 1
      fortran = addFortran(by).catch((cause: unknown) => {
        fortran = undefined // the next one tries again
        throw cause
      })
      return fortran
    },
  }
}

const ARCHIVE_OPTIONS: ArchiveOptions = { all: GUEST_OPTIONS, ...GUEST_LANGUAGE }
/** Options of `makePrecompiled`, and whatever else changes its files. */
const PRECOMPILED_FORMAT = '2'

/** Those of C++ programs on tracking cores, without and with a config.mk. Others are made when a build asks for them. */
function defaultVariants(headers: Files): PrecompiledVariant[] {
  const source = ['main.cpp', new TextEncoder().encode(PRECOMPILED_SOURCE)] as const
  return [[source], [source, ['config.mk', new Uint8Array()] as const]].flatMap((files) =>
    planBuild(new Map(files), core, { wrapped: [], headers: headers.keys() }).compile.flatMap(({ precompiled }) => precompiled ?? []),
  )
}
/** The code that turns sources into modules, by folder: a module that is kept must not outlive it. */
export const CODE_FOLDERS = [
  '../',
  '../trace/',
  '../../instrument/',
  '../../instrument/sections/',
  '../../binary/',
  '../../binary/sections/',
  '../../lines/',
  '../fortran/',
  '../../',
]
async function engineSources(): Promise<string> {
  const folders = CODE_FOLDERS.map((path) => readSources(new URL(path, import.meta.url), /(?<!\.test)\.ts$/))
  return (await Promise.all(folders)).flatMap((files) => [...files].map(([name, bytes]) => name + Buffer.from(bytes).toString())).join('\n')
}
/** The files of one folder, by name, in order. */
async function readSources(folder: URL, pattern: RegExp): Promise<Map<string, Uint8Array>> {
  const names = (await readdir(fileURLToPath(folder))).filter((name) => pattern.test(name)).sort()
  return new Map(await Promise.all(names.map(async (name) => [name, new Uint8Array(await readFile(new URL(name, folder)))] as const)))
}

function listed(files: Files): (Uint8Array | string)[] {
  return [...files].flat()
}
