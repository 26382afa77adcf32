// The runtime module for tests and benchmarks: built by this process on first use, then kept in a folder, keyed by its content.
import { join, resolve } from 'node:path'
import { Exit, runLLVM, type Tree } from '@yowasp/clang'
import { contentName, KeptFiles } from '../../kept/node/files.ts'
import { buildRuntime, type RunTool, type RuntimeVariant, runtimeRecipe, type ToolFiles } from '../build.ts'
import { compilerVersion } from './compiler-version.ts'
import { runtimeSources } from './sources.ts'

const CACHE = join(process.env['CREDENCE_HOME'] ?? resolve(import.meta.dirname, '../../../../../.credence'), 'cache')
const kept = new KeptFiles(CACHE)
/** Most objects are the same in each variant of the runtime. */
const objects = new KeptFiles(join(CACHE, 'tools'))

/** The compiled module of the present sources. @throws Error with the compiler's messages */
export async function cachedRuntime(variant: RuntimeVariant = 'plain'): Promise<WebAssembly.Module> {
  const sources = runtimeSources()
  const name = contentName('runtime', 'wasm', [compilerVersion(), runtimeRecipe(sources, variant)])
  let bytes = await kept.get(name)
  if (bytes === undefined) {
    bytes = await buildRuntime(withKeptObjects, sources, variant)
    await kept.put(name, bytes)
  }
  return WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>)
}

const withKeptObjects: RunTool = async (command, files) => {
  if (!command.includes('-c')) return runTool(command, files)
  const object = command[command.indexOf('-o') + 1]!
  const name = contentName('object', 'o', [compilerVersion(), ...command, ...Object.entries(files).flat()])
  const found = await objects.get(name)
  if (found !== undefined) return { [object]: found }
  const left = await runTool(command, files)
  await objects.put(name, left[object] as Uint8Array)
  return left
}

/** Runs a tool of the packaged LLVM in this process. */
export const runTool: RunTool = async (command, files) => {
  const messages: Uint8Array[] = []
  const collect = (bytes: Uint8Array | null) => {
    if (bytes) messages.push(bytes)
  }
  try {
    return (await runLLVM([...command], files as Tree, {
      stdout: collect,
      stderr: collect,
      decodeASCII: false,
      fetchProgress: () => {},
    })) as ToolFiles
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    throw new Error(`${command[0]} failed\n${Buffer.concat(messages)}`)
  }
}
