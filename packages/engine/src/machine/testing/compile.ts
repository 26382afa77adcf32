// Plain WebAssembly programs for the machine's tests, straight from the compiler: no pass, no runtime module.
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { keptOutput } from '../../toolchain/testing/kept.ts'
import type { CoreSpec } from '../../types.ts'

const LIBRARIES = '/usr/lib/wasm32-wasip1'

/** C source → a command module whose stack lies first, so that its overflow traps. */
export async function compileC(source: string): Promise<Uint8Array> {
  const object = await keptOutput('clang', ['-O1', '-c', 'main.c', '-o', '-'], [['/main.c', source]])
  const link = ['-m', 'wasm32', `-L${LIBRARIES}`, `${LIBRARIES}/crt1-command.o`, 'main.o', '--stack-first', '-z', 'stack-size=131072', '-lc']
  const builtins = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a'
  return keptOutput('wasm-ld', [...link, '-lwasi-emulated-process-clocks', builtins, '--export=__stack_pointer', '-o', '-'], [['/main.o', object]])
}

export const BYPASS: CoreSpec = { ...RECOMMENDED_SPEC, Microarchitecture: 'Bypass', CorrelationTracking: 'Disable', MemorySize: 8_000_000 }
