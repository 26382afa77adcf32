// C and C++ for the tests of the pass, through the same compiler and linker that the toolchain uses.
import { runLLVM, type Tree } from '@yowasp/clang'

export interface CompileOptions {
  readonly optimise?: string // -O2
  readonly cpp?: boolean
  readonly flags?: readonly string[]
}
/** The linked module of one source file. */
export async function compile(source: string, { optimise = '-O2', cpp = false, flags = [] }: CompileOptions = {}): Promise<Uint8Array> {
  const file = cpp ? 'main.cpp' : 'main.c'
  const driver = cpp ? ['clang++', '-fno-exceptions'] : ['clang']
  const built = await run([...driver, optimise, '-ffp-contract=off', ...flags, '-c', file, '-o', 'main.o'], { [file]: source })
  const libraries = cpp ? ['-lc++', '-lc++abi'] : []
  const system = ['-L/usr/lib/wasm32-wasip1', '/usr/lib/wasm32-wasip1/crt1-command.o', 'main.o', ...libraries, '--stack-first', '-lm', '-lc']
  const linked = await run(['wasm-ld', '-m', 'wasm32', ...system, '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a', '-o', 'a.wasm'], built)
  return linked['a.wasm'] as Uint8Array
}
async function run(parameters: string[], files: Tree): Promise<Tree> {
  const messages: Uint8Array[] = []
  const keep = (bytes: Uint8Array | null) => {
    if (bytes) messages.push(bytes)
  }
  try {
    return (await runLLVM(parameters, files, { stdout: keep, stderr: keep, fetchProgress: () => {} })) as Tree
  } catch (cause) {
    throw new Error(Buffer.concat(messages).toString(), { cause })
  }
}
