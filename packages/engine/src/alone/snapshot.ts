// The interpreter as it stands once it has read the code of the host: its memory, taken here, is what a self-contained module begins with, so that
// no program waits for it.

import { GLOBALS } from './calls.ts'
import { SYSTEM } from './combine.ts'

export interface Snapshot {
  /** The module. */
  readonly interpreter: Uint8Array
  /** Of its memory. */
  readonly pages: number
  /** What of it is not zero. */
  readonly segments: readonly { readonly address: number; readonly bytes: Uint8Array }[]
  readonly stackPointer: number
  /** Values of the interpreter, as it names them: the function that answers, and `undefined`. */
  readonly answer: number
  readonly undefinedValue: number
  /** Address of the area that both sides read. */
  readonly area: number
}
type Calls = Readonly<Record<string, (...parameters: number[]) => number>>

/** @param script  what `host.ts` was made into. @throws Error  what the interpreter said to it */
export function takeSnapshot(interpreter: Uint8Array, script: string): Snapshot {
  const nothing = () => 0
  const module = new WebAssembly.Module(interpreter as Uint8Array<ArrayBuffer>)
  const imports: Record<string, Record<string, () => number>> = {}
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== SYSTEM && from !== 'env') throw new Error(`the interpreter imports ${from}.${name}`)
    imports[from] = { ...imports[from], [name]: nothing }
  }
  const { exports } = new WebAssembly.Instance(module, imports)
  const calls = exports as unknown as Calls
  const memory = exports['memory'] as WebAssembly.Memory
  const text = (words: string): { address: number; length: number } => {
    const bytes = new TextEncoder().encode(words)
    const address = calls['wasm_malloc']!(bytes.length + 1)
    new Uint8Array(memory.buffer, address, bytes.length + 1).set([...bytes, 0])
    return { address, length: bytes.length }
  }
  calls['_initialize']!()
  if (calls['qjs_init']!() !== 0) throw new Error('the interpreter does not start')
  const all = calls['qjs_get_global']!()
  const ask = text(GLOBALS.ask)
  calls['qjs_set_prop_string']!(all, ask.address, calls['qjs_new_host_function']!(ask.address, ask.length, 0))
  const [code, name] = [text(script), text('host.js')]
  const result = calls['qjs_eval']!(code.address, code.length, name.address, 0)
  if (calls['qjs_is_exception']!(result)) {
    const message = calls['qjs_get_string']!(calls['qjs_get_exception']!())
    const bytes = new Uint8Array(memory.buffer, message)
    throw new Error(`the code of the host does not run in the interpreter: ${new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)))}`)
  }
  const heldBy = (global: string): number => calls['qjs_get_prop_string']!(all, text(global).address)
  const [answer, undefinedValue] = [heldBy(GLOBALS.answer), calls['qjs_get_undefined']!()]
  const area = calls['qjs_get_array_buffer']!(heldBy(GLOBALS.area), calls['wasm_malloc']!(8))
  calls['wasm_free']!(code.address)
  calls['qjs_run_gc']!()
  const bytes = new Uint8Array(memory.buffer)
  return {
    interpreter,
    pages: bytes.length / 65_536,
    segments: segmentsOf(bytes),
    stackPointer: Number((exports['__stack_pointer'] as WebAssembly.Global).value),
    answer,
    undefinedValue,
    area,
  }
}

/** Runs of bytes between at least so many zeros, which cost less than another segment. */
const GAP = 16
function segmentsOf(memory: Uint8Array): Snapshot['segments'] {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8)
  const found: { address: number; bytes: Uint8Array }[] = []
  let start = -1
  let last = -1
  for (let at = 0; at <= words.length; at++) {
    if (at < words.length && words[at] !== 0n) {
      if (start < 0) start = at
      last = at
    } else if (start >= 0 && (at - last > GAP || at === words.length)) {
      found.push({ address: 8 * start, bytes: memory.slice(8 * start, 8 * (last + 1)) })
      start = -1
    }
  }
  return found
}
