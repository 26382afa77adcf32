// Compiles ahead of a run what nearly every run uses: the common paths of the runtime module and of the host functions around it.
// Machine code belongs to the compiled module, so an instance that is thrown away leaves it behind for the one that runs the program.
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import { execute } from './execute.ts'
import { startRuntime } from './host/runtime.ts'
import { createHostFunctions } from './host/values.ts'
import { GuestMemory } from './wasi/memory.ts'

const ENSEMBLES = 16 * 2 ** 20
const UNIFORM = 0
const GAUSS = 1

export function warm(module: WebAssembly.Module): void {
  const runtime = startRuntime(
    module,
    { samples: 4096, atoms: 64, tracking: true, independent: false, budget: ENSEMBLES },
    {
      end: (ending) => {
        throw new Error(`warming up: ${JSON.stringify(ending)}`)
      },
      place: () => 0,
    },
  )
  const memory = new WebAssembly.Memory({ initial: 1 })
  const host = createHostFunctions(runtime, CORE, () => new GuestMemory(memory))
  // Handles pass through JavaScript here as f64: one that loses its payload is an ordinary NaN and only warms less.
  const { source, add64, mul64, sub64, div64 } = runtime.exports as Record<string, (...of: number[]) => number>
  const uniform = source!(UNIFORM, 0, 0, 0, 1, 0)
  const gauss = source!(GAUSS, 0, 0, 0, 1, 0)
  const affine = mul64!(100, add64!(1, uniform))
  const merged = div64!(mul64!(affine, gauss), sub64!(gauss, 10))
  for (const value of [affine, merged]) {
    const bits = new BigInt64Array(Float64Array.of(value).buffer)[0]!
    host.tail(bits, 0, 4096)
  }
}

// (module (memory (export "memory") 1) (func (export "_start")))
const EMPTY = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1],
  ...[7, 19, 2, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0, 6, 0x5f, 0x73, 0x74, 0x61, 0x72, 0x74, 0, 0, 10, 4, 1, 2, 0, 0x0b],
]
/** A whole run of an empty program besides, so that nearly all that a run needs has been compiled once. */
export function rehearse(runtime: WebAssembly.Module | undefined): void {
  if (runtime) warm(runtime)
  execute({ module: Uint8Array.from(EMPTY), core: CORE, arguments: ['one'] }, { ...(runtime && { runtime }) }, { output: () => {} })
}
