// A program that runs again from its start in the memory that it has: what it found there is put back, which takes microseconds where a new
// instance takes milliseconds. Its stack is not cleared: no program may look at what lies below its stack pointer.
import { PRESSURE, PROGRAM_EXPORTS, RUNTIME_STACK_POINTER } from '../../abi.ts'
import { OP } from '../../binary/opcodes.ts'
import { data } from '../../binary/sections/data.ts'
import { globals } from '../../binary/sections/globals.ts'
import { start as startSection } from '../../binary/sections/start.ts'
import { sections } from '../../binary/sections.ts'
import { globalOf, memoryOf } from '../instance.ts'
import { type PutBack, putBack, type Turning, turning } from './put-back.ts'

/** Puts everything back; false where that cannot be, so that a new instance is needed. */
export type Rewind = () => boolean

/**
 * To be called before the program runs.
 * @param module  whose globals must all be ones that the engine knows
 */
export function rewindProgram(instance: WebAssembly.Instance, module: Uint8Array): Rewind {
  const found = stateOf(instance, module)
  if (!found) return () => false
  const back = putBack(found)
  const length = found.memory.buffer.byteLength
  return () => {
    if (found.memory.buffer.byteLength !== length) return false
    back()
    return true
  }
}
/**
 * A call that puts everything back and runs the program from its start; its result is the instructions that were counted. A memory that grew is cleared behind
 * what it was.
 * @param first  is called in between, with the parameters of the call
 */
export function turningProgram(instance: WebAssembly.Instance, module: Uint8Array, first: WebAssembly.ExportValue | undefined): Turning | undefined {
  const found = stateOf(instance, module)
  const { _start: second, [PROGRAM_EXPORTS.instructions]: counter } = instance.exports
  return found && turning(found, { first, second: second!, counter: counter as WebAssembly.Global | undefined })
}

function stateOf(instance: WebAssembly.Instance, module: Uint8Array): PutBack | undefined {
  const known = Object.values(PROGRAM_EXPORTS).filter((name) => name in instance.exports)
  const memory = memoryOf(instance)
  const length = memory.buffer.byteLength
  const start = Number(globalOf(instance, PROGRAM_EXPORTS.stackPointer))
  const { least, most } = filled(module)
  const end = Math.max(start, most)
  if (mutableGlobals(module) !== known.length || !(start <= least && start <= end && end <= length)) return undefined
  const globals = known.map((name) => instance.exports[name] as WebAssembly.Global)
  return { memory, globals, start, data: new Uint8Array(memory.buffer.slice(start, end)) } // behind the stack, below which nothing lies
}

/** Of the runtime module, whose memory may have grown: what it has beyond its data it takes as it finds it. */
export function rewindRuntime(instance: WebAssembly.Instance): Rewind {
  const memory = memoryOf(instance)
  const start = Number(globalOf(instance, RUNTIME_STACK_POINTER))
  const data = new Uint8Array(memory.buffer.slice(start))
  const variables = [RUNTIME_STACK_POINTER, PRESSURE].map((name) => instance.exports[name] as WebAssembly.Global)
  const values = variables.map(({ value }) => value as number | bigint)
  return () => {
    new Uint8Array(memory.buffer).set(data, start)
    for (const [index, variable] of variables.entries()) variable.value = values[index]
    return true
  }
}

/** Where a module writes into its memory before it runs: from the lowest byte to behind the highest; NaN where only running it tells. */
function filled(module: Uint8Array): { readonly least: number; readonly most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  for (const { id, contents } of sections(module)) {
    if (id === startSection.id) return UNKNOWN
    if (id !== data.id) continue
    for (const { offset, bytes } of data.read(contents)) {
      const [{ op, immediate } = { op: 0, immediate: 0 }, ...more] = offset ?? []
      if (op !== OP.i32Const || more.length > 0) return UNKNOWN
      least = Math.min(least, immediate >>> 0)
      most = Math.max(most, (immediate >>> 0) + bytes.length)
    }
  }
  return { least, most }
}
const UNKNOWN = { least: Number.NaN, most: Number.NaN }

function mutableGlobals(module: Uint8Array): number {
  for (const { id, contents } of sections(module)) if (id === globals.id) return globals.read(contents).filter(({ mutable }) => mutable).length
  return 0
}
