// A program that runs again from its start in the memory that it has: what it found there is put back, which takes microseconds where a new
// instance takes milliseconds. Its stack is not cleared: no program may look at what lies below its stack pointer.
import { PRESSURE, PROGRAM_EXPORTS, RUNTIME_STACK_POINTER } from '../../abi.ts'
import { OP } from '../../binary/opcodes.ts'
import { data } from '../../binary/sections/data.ts'
import { globals } from '../../binary/sections/globals.ts'
import { start as startSection } from '../../binary/sections/start.ts'
import { sections } from '../../binary/sections.ts'
import { memoryOf } from '../instance.ts'
import { type PutBack, putBack } from './put-back.ts'
import { type Names, type Stretch, stretching, type Turn, type Turning, turning } from './turning.ts'

/** Puts everything back; false where that cannot be, so that a new instance is needed. */
export type Rewind = () => boolean

/**
 * To be called before the program runs. Most programs run once: what it takes to put everything back is made when that is asked for.
 * @param module  whose globals must all be ones that the engine knows
 */
export function rewindProgram(instance: WebAssembly.Instance, module: Uint8Array): Rewind {
  const memory = memoryOf(instance)
  const length = memory.buffer.byteLength
  const values = knownGlobals(instance).map(({ value }) => value as number | bigint)
  let back: (() => void) | undefined
  return () => {
    if (memory.buffer.byteLength !== length) return false
    if (!back) {
      const found = stateOf(instance, module, values)
      if (!found) return false
      back = putBack(found)
    }
    back()
    return true
  }
}
/**
 * A call that puts everything back and runs the program from its start; its result is the instructions that were counted. A memory that grew is cleared behind
 * what it was.
 * @param first  is called in between, with the parameters of the call
 * @param besides  globals that are put back, too
 */
export function turningProgram(
  instance: WebAssembly.Instance,
  module: Uint8Array,
  first: WebAssembly.ExportValue | undefined,
  besides: PutBack['globals'] = [],
): Turning | undefined {
  const found = turnOf(instance, module, besides)
  return found && turning(found.what, { ...found.turn, first })
}
/** The same for a stretch of runs; `first` has the parameters that `names` gives. */
export function stretchingProgram(
  instance: WebAssembly.Instance,
  module: Uint8Array,
  first: WebAssembly.ExportValue,
  names: Names,
  besides: PutBack['globals'] = [],
): Stretch | undefined {
  const found = turnOf(instance, module, besides)
  return found && stretching(found.what, { ...found.turn, first }, names)
}

function turnOf(
  instance: WebAssembly.Instance,
  module: Uint8Array,
  besides: PutBack['globals'],
): { readonly what: PutBack; readonly turn: Turn } | undefined {
  const values = knownGlobals(instance).map(({ value }) => value as number | bigint)
  const found = stateOf(instance, module, values)
  const { _start: second, [PROGRAM_EXPORTS.instructions]: counter } = instance.exports
  const turn = { second: second!, counter: counter as WebAssembly.Global | undefined }
  return found && { what: { ...found, globals: [...found.globals, ...besides] }, turn }
}

function stateOf(instance: WebAssembly.Instance, module: Uint8Array, values: readonly (number | bigint)[]): PutBack | undefined {
  const globals = knownGlobals(instance)
  const memory = memoryOf(instance)
  const start = Number(values[globals.indexOf(instance.exports[PROGRAM_EXPORTS.stackPointer] as WebAssembly.Global)])
  const written = writtenAtStart(module)
  if (!written || mutableGlobals(module) !== globals.length || Number.isNaN(start)) return undefined
  const end = written.reduce((most, { at, bytes }) => Math.max(most, at + bytes.length), start)
  if (end > memory.buffer.byteLength || written.some(({ at }) => at < start)) return undefined // behind the stack, below which nothing lies
  const data = new Uint8Array(end - start)
  for (const { at, bytes } of written) data.set(bytes, at - start)
  return { memory, globals: globals.map((global, index) => ({ global, value: values[index]! })), start, data }
}
const knownGlobals = ({ exports }: WebAssembly.Instance): WebAssembly.Global[] =>
  Object.values(PROGRAM_EXPORTS).flatMap((name) => (name in exports ? [exports[name] as WebAssembly.Global] : []))

/** Of the runtime module, whose memory may have grown: what it has beyond its data it takes as it finds it. To be called before it runs. */
export function rewindRuntime(module: WebAssembly.Module, instance: WebAssembly.Instance): Rewind {
  const memory = memoryOf(instance)
  const variables = [RUNTIME_STACK_POINTER, PRESSURE].map((name) => instance.exports[name] as WebAssembly.Global)
  const first = runtimeStarts.get(module) ?? startOfRuntime(memory, variables)
  runtimeStarts.set(module, first)
  return () => {
    new Uint8Array(memory.buffer).set(first.data, first.start)
    for (const [index, variable] of variables.entries()) variable.value = first.values[index]
    return true
  }
}
/** What its instances have before they run, the same for all of them. */
interface RuntimeStart {
  readonly start: number
  readonly data: Uint8Array
  readonly values: readonly (number | bigint)[]
}
const runtimeStarts = new WeakMap<WebAssembly.Module, RuntimeStart>()
function startOfRuntime(memory: WebAssembly.Memory, variables: readonly WebAssembly.Global[]): RuntimeStart {
  const values = variables.map(({ value }) => value as number | bigint)
  const start = Number(values[0])
  return { start, data: new Uint8Array(memory.buffer.slice(start)), values }
}

interface Written {
  readonly at: number
  readonly bytes: Uint8Array
}
/** What a module writes into its memory before it runs; undefined where only running it tells. */
function writtenAtStart(module: Uint8Array): readonly Written[] | undefined {
  const all: Written[] = []
  for (const { id, contents } of sections(module)) {
    if (id === startSection.id) return undefined
    if (id !== data.id) continue
    for (const { offset, bytes } of data.read(contents)) {
      const [{ op, immediate } = { op: 0, immediate: 0 }, ...more] = offset ?? []
      if (op !== OP.i32Const || more.length > 0) return undefined
      all.push({ at: immediate >>> 0, bytes })
    }
  }
  return all
}

function mutableGlobals(module: Uint8Array): number {
  for (const { id, contents } of sections(module)) if (id === globals.id) return globals.read(contents).filter(({ mutable }) => mutable).length
  return 0
}
