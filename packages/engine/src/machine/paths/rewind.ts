// A program that runs again from its start in the memory that it has: what it found there is put back, which takes microseconds where a new
// instance takes milliseconds. Its stack is not cleared: no program may look at what lies below its stack pointer.
import { PRESSURE, PROGRAM_EXPORTS, RUNTIME_STACK_POINTER } from '../../abi.ts'
import { globals } from '../../binary/sections/globals.ts'
import { sections } from '../../binary/sections.ts'
import { globalOf, memoryOf } from '../instance.ts'

/** Puts everything back; false where that cannot be, so that a new instance is needed. */
export type Rewind = () => boolean

/**
 * To be called before the program runs.
 * @param module    whose globals must all be ones that the engine knows
 * @param mayGrow   a memory that grew is cleared behind what it was, instead of being given up
 */
export function rewindProgram(instance: WebAssembly.Instance, module: Uint8Array, mayGrow = false): Rewind {
  const known = Object.values(PROGRAM_EXPORTS).filter((name) => name in instance.exports)
  return rewindInstance(
    instance,
    known,
    mutableGlobals(module) === known.length ? Number(globalOf(instance, PROGRAM_EXPORTS.stackPointer)) : Number.NaN,
    mayGrow && 'cleared',
  )
}
/** Of the runtime module, whose memory may have grown: what it has beyond its data it takes as it finds it. */
export function rewindRuntime(instance: WebAssembly.Instance): Rewind {
  return rewindInstance(instance, [RUNTIME_STACK_POINTER, PRESSURE], Number(globalOf(instance, RUNTIME_STACK_POINTER)), 'kept')
}

/**
 * @param start  of its data: behind the stack, below which nothing may lie; NaN where nobody knows
 * @param grown  what becomes of memory that it has beyond what it had; false: it may not grow
 */
function rewindInstance(instance: WebAssembly.Instance, names: readonly string[], start: number, grown: 'kept' | 'cleared' | false): Rewind {
  const memory = memoryOf(instance)
  const length = memory.buffer.byteLength
  if (!(start <= length) || !isClear(new Uint8Array(memory.buffer, 0, start))) return () => false
  const data = new Uint8Array(memory.buffer.slice(start))
  const variables = names.map((name) => instance.exports[name] as WebAssembly.Global)
  const values = variables.map(({ value }) => value as number | bigint)
  return () => {
    const { buffer } = memory
    if (buffer.byteLength !== length && !grown) return false
    new Uint8Array(buffer, start, data.length).set(data)
    if (grown === 'cleared' && buffer.byteLength > length) new Uint8Array(buffer, length).fill(0)
    for (const [index, variable] of variables.entries()) variable.value = values[index]
    return true
  }
}

/** A stack of a megabyte: a loop that has just started takes milliseconds for it, comparing texts does not. */
function isClear(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes) === '\0'.repeat(bytes.length)
}

function mutableGlobals(module: Uint8Array): number {
  for (const { id, contents } of sections(module)) if (id === globals.id) return globals.read(contents).filter(({ mutable }) => mutable).length
  return 0
}
