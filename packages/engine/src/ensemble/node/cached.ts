// The runtime module for tests and benchmarks: built by this process on first use, then kept in a folder, keyed by its content.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { Exit, runLLVM, type Tree } from '@yowasp/clang'
import { buildRuntime, type RunTool, type RuntimeVariant, runtimeRecipe, type ToolFiles } from '../build.ts'
import { runtimeSources } from './sources.ts'

const CACHE = join(process.env['CREDENCE_HOME'] ?? resolve(import.meta.dirname, '../../../../../.credence'), 'cache')

/** The compiled module of the present sources. @throws Error with the compiler's messages */
export async function cachedRuntime(variant: RuntimeVariant = 'plain'): Promise<WebAssembly.Module> {
  const sources = runtimeSources()
  const file = join(CACHE, `runtime-${keyOf(runtimeRecipe(sources, variant))}.wasm`)
  try {
    return await WebAssembly.compile(readFileSync(file))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const bytes = await buildRuntime(runTool, sources, variant)
  mkdirSync(CACHE, { recursive: true })
  const half = `${file}.${process.pid}`
  writeFileSync(half, bytes)
  renameSync(half, file) // whole or not there: others may build the same at the same time
  return WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>)
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

function keyOf(recipe: string): string {
  const bundle = createRequire(import.meta.url).resolve('@yowasp/clang')
  const { version } = JSON.parse(readFileSync(join(dirname(bundle), '../package.json'), 'utf8')) as { version: string }
  return createHash('sha256').update(version).update(recipe).digest('hex').slice(0, 32)
}
