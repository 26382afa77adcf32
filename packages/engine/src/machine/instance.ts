// An instance of a program, and what it exports.
import { PROGRAM_EXPORTS } from '../abi.ts'
import { MEMORY_IMPORT, type Size } from './memory-maximum.ts'

/** @param memory  what lies there is of no use: data is written over it. Absent: a new one */
export function instantiate(
  { module, size }: { readonly module: WebAssembly.Module; readonly size: Size },
  imports: WebAssembly.Imports,
  memory: WebAssembly.Memory = new WebAssembly.Memory({ ...size }),
): WebAssembly.Instance {
  return new WebAssembly.Instance(module, { ...imports, [MEMORY_IMPORT.module]: { [MEMORY_IMPORT.name]: memory } })
}

export function memoryOf(instance: WebAssembly.Instance): WebAssembly.Memory {
  return instance.exports['memory'] as WebAssembly.Memory
}
export function globalOf(instance: WebAssembly.Instance | undefined, name: string): number | bigint | undefined {
  return (instance?.exports[name] as WebAssembly.Global | undefined)?.value as number | bigint | undefined
}

/** Counted so far, by the instance as it is now. */
export function instructionsOf({ exports }: WebAssembly.Instance): () => number {
  const counter = exports[PROGRAM_EXPORTS.instructions]
  if (!counter) return () => 0
  reading ??= new WebAssembly.Module(new Uint8Array(READING))
  return new WebAssembly.Instance(reading, { '': { '': counter } }).exports[''] as () => number
}
let reading: WebAssembly.Module | undefined
// (module (import "" "" (global (mut i64))) (func (export "") (result f64) (f64.convert_i64_u (global.get 0)))): to ask a global for its value takes ten times as long
const READING = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7c, 2, 6, 1, 0, 0, 3, 0x7e, 1],
  ...[3, 2, 1, 0, 7, 4, 1, 0, 0, 0, 10, 7, 1, 5, 0, 0x23, 0, 0xba, 0x0b],
]
