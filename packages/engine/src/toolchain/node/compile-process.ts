// The process that compiles. It answers requests one after the other.
// It keeps the prepared parts it was given, and the objects of earlier builds, in memory.
import { receive, send } from '../../box/node/inside.ts'
import type { BuildRequest, CoreSpec, Files, Variable } from '../../types.ts'
import { build, missingPrecompiled, translationsOf } from '../build.ts'
import { loadTools } from '../clang.ts'
import type { Translation } from '../fortran/translation.ts'
import { ObjectCache } from '../object-cache.ts'
import { type ArchiveOptions, makeArchive, makePrecompiled, type Parts } from '../parts.ts'
import type { PrecompiledVariant } from '../precompiled.ts'
import { makeRuntime } from '../runtime-module.ts'

/** What a build request says besides files and core. */
export type BuildOptions = Omit<BuildRequest, 'files' | 'core' | 'translated' | 'described'>
/** What the process does. Files travel as their paths in the request and their bytes in the blobs, in this order. */
export type Request =
  // Then the archive, and that of Fortran programs where there is one.
  | { readonly do: 'use'; readonly headers: readonly string[]; readonly precompiled: readonly string[] }
  | {
      readonly do: 'build'
      readonly paths: readonly string[]
      /** Sources whose IR follows the files. */
      readonly translated: readonly string[]
      /** Sources whose IR with all variables follows. */
      readonly described: readonly string[]
      readonly core: CoreSpec
      readonly options: BuildOptions
      /** Whether to answer with the Fortran sources to translate and the precompiled headers that are missing, instead of making them within the limits of the build. */
      readonly mayAsk: boolean
    }
  | { readonly do: 'archive'; readonly sources: readonly string[]; readonly headers: readonly string[]; readonly options: ArchiveOptions }
  | { readonly do: 'runtime'; readonly sources: readonly string[] }
  | { readonly do: 'precompiled'; readonly headers: readonly string[]; readonly variant: PrecompiledVariant }
/** Present blobs by name, in order. */
export interface Reply {
  readonly blobs: readonly string[]
  readonly output?: string
  readonly milliseconds?: number
  readonly variables?: readonly Variable[]
  /** Precompiled headers to make first; nothing was built. */
  readonly missing?: readonly PrecompiledVariant[]
  /** Fortran sources to translate first; nothing was built. */
  readonly translations?: readonly Translation[]
  /** The fault is ours, or the compiler's on our own sources. */
  readonly error?: string
  /** Bytes of the process. */
  readonly memory: number
}

const objects = new ObjectCache(64 << 20)
let parts: Parts | undefined

// Frames have standard output to themselves.
console.log = console.error
await loadTools()
for (let message = receive(); message; message = receive()) {
  const { blobs, ...rest } = await answer(message.value as Request, message.blobs).catch((error: unknown) => ({
    blobs: {} as Record<string, Uint8Array>,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  const reply: Reply = { ...rest, blobs: Object.keys(blobs), memory: process.memoryUsage.rss() }
  send({ value: reply, blobs: Object.values(blobs) })
}

type Answer = Pick<Reply, 'output' | 'milliseconds' | 'variables' | 'missing' | 'translations'> & { blobs: Record<string, Uint8Array> }
async function answer(request: Request, blobs: readonly Uint8Array[]): Promise<Answer> {
  const rest = blobs.values()
  const take = (paths: readonly string[]): Files => new Map(paths.map((path) => [path, rest.next().value!]))
  switch (request.do) {
    case 'use': {
      const headers = take(request.headers)
      const precompiled = new Map(take(request.precompiled))
      const library = rest.next().value!
      const fortran = rest.next().value
      parts = { headers, precompiled, library, ...(fortran && { fortran }) }
      return { blobs: {} }
    }
    case 'archive':
      return { blobs: { made: await makeArchive(take(request.sources), take(request.headers), request.options) } }
    case 'runtime':
      return { blobs: { made: await makeRuntime(take(request.sources)) } }
    case 'precompiled':
      return { blobs: { made: await makePrecompiled(request.variant, take(request.headers)) } }
    case 'build': {
      if (parts === undefined) throw new Error('the parts are missing')
      const files = take(request.paths)
      const translated = take(request.translated)
      const described = take(request.described)
      const missing = request.mayAsk ? missingPrecompiled(files, request.core, parts) : []
      const translations = request.mayAsk ? translationsOf(files, request.core, parts) : []
      if (missing.length + translations.length > 0) return { blobs: {}, missing, translations }
      const result = await build({ files, core: request.core, translated, described, ...request.options }, { parts, objects })
      const { module, plain, output, milliseconds, variables } = result
      return { blobs: { ...(module && { module }), ...(plain && { plain }) }, output, milliseconds, ...(variables && { variables }) }
    }
  }
}
