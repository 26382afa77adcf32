// C and C++ for the tests of the pass, through the same compiler and linker that the toolchain uses.
import { keptOutput } from '../../toolchain/testing/kept.ts'

export interface CompileOptions {
  readonly optimise?: string // -O2
  readonly cpp?: boolean
  readonly flags?: readonly string[]
}
/** The linked module of one source file. @throws Error with the tool's messages */
export async function compile(source: string, { optimise = '-O2', cpp = false, flags = [] }: CompileOptions = {}): Promise<Uint8Array> {
  const file = cpp ? 'main.cpp' : 'main.c'
  const [driver, ...language] = cpp ? (['clang++', '-fno-exceptions'] as const) : (['clang'] as const)
  const object = await keptOutput(driver, [...language, optimise, '-ffp-contract=off', ...flags, '-c', file, '-o', '-'], [[`/${file}`, source]])
  const libraries = cpp ? ['-lc++', '-lc++abi'] : []
  const system = ['-L/usr/lib/wasm32-wasip1', '/usr/lib/wasm32-wasip1/crt1-command.o', 'main.o', ...libraries, '--stack-first', '-lm', '-lc']
  const all = ['-m', 'wasm32', ...system, '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a', '-o', '-']
  return keptOutput('wasm-ld', all, [['/main.o', object]])
}
