// Compiles a small program, links it with the library and runs it, not instrumented, over a small host: for the library's own tests.
// In an uninstrumented program only calls reach the runtime, so such programs do their arithmetic through libm and the library.
import type { ToolFiles } from '../../toolchain/clang.ts'
import { prepare } from '../../toolchain/node/toolchain.ts'
import { keptOutput, keptTool } from '../../toolchain/testing/kept.ts'
import { TEST_CACHE } from '../../toolchain/testing/toolchain.ts'
import { WRAPPED } from '../../toolchain/wraps.ts'
import { guestSources } from '../sources.ts'
import { type Host, host } from './host.ts'
import { wasi } from './wasi.ts'

export type Language = 'c' | 'cpp'
export interface Compiled {
  readonly object: Uint8Array
  readonly messages: string
  readonly succeeded: boolean
}
export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
  /** Message of the trap that ended the run. */
  readonly trap?: string
  readonly host: Host
}

const FORCED = ['-include', '/h/credence/classify.h'] as const

/** `options` come behind the standard that is usual for the language. */
export async function compile(source: string, language: Language, options: readonly string[] = []): Promise<Compiled> {
  const { headers } = await guestSources()
  const files: ToolFiles = [...placed('/h', headers), [`/program.${language}`, source]]
  const standard = language === 'c' ? '-std=gnu17' : '-std=c++14'
  const common = ['-c', '-o', '-', '-I/h', ...FORCED, '-DUX_TRACKING=1', '-O2', '-ffp-contract=off', standard, '-Wall', '-Wno-format']
  const exceptions = language === 'c' ? [] : ['-fno-exceptions']
  const result = await keptTool(language === 'c' ? 'clang' : 'clang++', [...common, ...exceptions, ...options, `/program.${language}`], files)
  return { object: result.output, messages: result.messages, succeeded: result.succeeded }
}

/** A module of `object`, with the library, or of the C library alone. */
export async function link(object: Uint8Array, language: Language, withLibrary = true): Promise<Uint8Array> {
  const files: ToolFiles = [['/program.o', object], ...(withLibrary ? ([['/libUxHw.a', library]] as const) : [])]
  const system = '/usr/lib/wasm32-wasip1'
  return keptOutput(
    'wasm-ld',
    [
      ...['-m', 'wasm32', `-L${system}`, '--stack-first', '-z', 'stack-size=1048576', '--fatal-warnings'],
      ...(withLibrary ? WRAPPED.map((name) => `--wrap=${name}`) : []),
      ...[`${system}/crt1-command.o`, '/program.o', ...(withLibrary ? ['/libUxHw.a'] : []), ...(language === 'cpp' ? ['-lc++', '-lc++abi'] : [])],
      ...['-lc-printscan-long-double', '-lc', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a', '-o', '-'],
    ],
    files,
  )
}

export async function run(source: string, language: Language = 'c', stdin = '', options: readonly string[] = []): Promise<Outcome> {
  const compiled = await compile(source, language, options)
  if (!compiled.succeeded) throw new Error(compiled.messages)
  return execute(await link(compiled.object, language), stdin)
}

export async function execute(module: Uint8Array, stdin = ''): Promise<Outcome> {
  const system = wasi(stdin)
  const values = host(() => instance.exports.memory as WebAssembly.Memory)
  const { instance } = await WebAssembly.instantiate(new Uint8Array(module), { wasi_snapshot_preview1: system.imports, ux: values.imports })
  const end = system.start(instance)
  return { stdout: system.text(1), stderr: system.text(2), ...end, host: values }
}

/** libUxHw.a, the one that programs are linked with: made where nobody made it yet, at import, because that takes longer than a test may. */
export const { library } = (await prepare({ cacheDir: TEST_CACHE })).parts

function placed(folder: string, files: ReadonlyMap<string, Uint8Array>): [string, Uint8Array][] {
  return [...files].map(([path, bytes]) => [`${folder}/${path}`, bytes])
}
