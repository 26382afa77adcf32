// Plain WebAssembly programs for the machine's tests, straight from the compiler: no pass, no runtime module.
import { runLLVM } from '@yowasp/clang'
import type { CoreSpec } from '../../types.ts'

const LIBRARIES = '/usr/lib/wasm32-wasip1'

/** C source → a command module whose stack lies first, so that its overflow traps. */
export async function compileC(source: string): Promise<Uint8Array> {
  const quiet = { stdout: null, stderr: (bytes: Uint8Array | null) => void (bytes && process.stderr.write(bytes)) }
  const objects = await runLLVM(['clang', '-O1', '-c', 'main.c', '-o', 'main.o'], { 'main.c': source }, quiet)
  const link = [
    'wasm-ld',
    '-m',
    'wasm32',
    `-L${LIBRARIES}`,
    `${LIBRARIES}/crt1-command.o`,
    'main.o',
    '--stack-first',
    '-z',
    'stack-size=131072',
    '-lc',
  ]
  const builtins = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a'
  const linked = await runLLVM([...link, '-lwasi-emulated-process-clocks', builtins, '--export=__stack_pointer', '-o', 'a.wasm'], objects!, quiet)
  return linked!['a.wasm'] as Uint8Array
}

export const BYPASS: CoreSpec = { Class: 'C0', Microarchitecture: 'Bypass', CorrelationTracking: 'Disable', Precision: 64, MemorySize: 8_000_000 }
