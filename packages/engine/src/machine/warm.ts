// Compiles ahead of a run what nearly every run uses: the common paths of the runtime module and of the host functions around it.
// Machine code belongs to the compiled module, so an instance that is thrown away leaves it behind for the one that runs the program.
import type { CoreSpec } from '../types.ts'
import { startRuntime } from './host/runtime.ts'
import { createHostFunctions } from './host/values.ts'
import { GuestMemory } from './wasi/memory.ts'

const CORE: CoreSpec = { Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Autocorrelation', Precision: 64, MemorySize: 64_000_000 }
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
