// A stand-in for the runtime, for tests of the pass: an uncertain value is a box around one number, so a program's results can be
// compared with those of the same program run plainly. Its collector frees every box that it cannot find, at every safepoint.
// JavaScript sees all NaNs as one value, so a small module of our own (`shim`) turns floats into integers of the same bits on the way.
import { COMPARED, HANDLE, IMPORTS, PRESSURE, PROGRAM_EXPORTS, type WasmType } from '../../abi.ts'
import { Writer } from '../../binary/bytes.ts'
import { type Module, writeModule } from '../../binary/module.ts'
import { F32, F64, I32, I64, OP } from '../../binary/opcodes.ts'
import type { FunctionType } from '../../binary/sections/types.ts'
import { Exit, host } from './wasi.ts'

export interface Outcome {
  readonly text: string
  readonly code: number
  readonly instructions: bigint | undefined
  readonly boxes: number // ever made
  readonly live: number // at the end
  readonly collections: number
}
export interface StandInOptions {
  /** Collect at every safepoint, or never. */
  readonly pressure?: 0 | 1
}

const bits = new DataView(new ArrayBuffer(8))
const PREFIX = BigInt(HANDLE.prefix64)
const LOW = (1n << BigInt(HANDLE.payloadBits64)) - 1n
const LOW32 = (1 << HANDLE.payloadBits32) - 1

class Boxes {
  readonly of64 = new Map<number, number>()
  readonly of32 = new Map<number, number>()
  made = 0
  collections = 0
  isHandle(value: bigint): boolean {
    return ((value >> 48n) & 0x7fffn) === PREFIX && (value & LOW) !== 0n
  }
  isHandle32(value: number): boolean {
    return (value & HANDLE.quiet32) === HANDLE.quiet32 && (value & LOW32) !== 0
  }
  number(value: bigint): number {
    if (this.isHandle(value)) {
      const boxed = this.of64.get(Number(value & LOW))
      if (boxed === undefined) throw new Error(`handle ${(value & LOW).toString()} was freed or never made`)
      return value < 0n || value >> 63n ? -boxed : boxed
    }
    bits.setBigUint64(0, BigInt.asUintN(64, value))
    return bits.getFloat64(0)
  }
  number32(value: number): number {
    if (this.isHandle32(value)) {
      const boxed = this.of32.get(value & LOW32)
      if (boxed === undefined) throw new Error(`float handle ${value & LOW32} was freed or never made`)
      return value < 0 ? -boxed : boxed
    }
    bits.setInt32(0, value)
    return bits.getFloat32(0)
  }
  box(value: number): bigint {
    this.of64.set(++this.made, value)
    return (PREFIX << 48n) | BigInt(this.made)
  }
  box32(value: number): number {
    this.of32.set(++this.made, Math.fround(value))
    return HANDLE.quiet32 | this.made
  }
  /** Every handle at any byte offset stays; the others go. */
  sweep(memory: Uint8Array, from: number): void {
    this.collections++
    const [keep64, keep32] = [new Set<number>(), new Set<number>()]
    for (let at = from + 3; at < memory.length; at++) {
      if ((memory[at]! & 0x7f) !== 0x7f) continue
      if (memory[at - 1] === 0xfd && at >= from + 7) {
        keep64.add(memory[at - 2]! * 2 ** 40 + memory[at - 3]! * 2 ** 32 + word(memory, at - 7))
      }
      if (memory[at - 1]! >= 0xc0) keep32.add(word(memory, at - 3) & LOW32)
    }
    for (const handle of this.of64.keys()) if (!keep64.has(handle)) this.of64.delete(handle)
    for (const handle of this.of32.keys()) if (!keep32.has(handle)) this.of32.delete(handle)
  }
}
const word = (memory: Uint8Array, at: number): number =>
  memory[at]! + memory[at + 1]! * 2 ** 8 + memory[at + 2]! * 2 ** 16 + memory[at + 3]! * 2 ** 24

/** Plain numbers in, plain number out. */
const OPERATIONS: Readonly<Record<string, (x: number, y: number) => number>> = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  min: Math.min,
  max: Math.max,
  copysign: (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x)),
  sqrt: Math.sqrt,
  abs: Math.abs,
  neg: (x) => -x,
  ceil: Math.ceil,
  floor: Math.floor,
  trunc: Math.trunc,
  nearest: (x) => (Math.abs(x) < 2 ** 52 ? x + Math.sign(x) * 2 ** 52 - Math.sign(x) * 2 ** 52 : x),
}
const COMPARISONS: Readonly<Record<string, (x: number, y: number) => boolean>> = {
  eq: (x, y) => x === y,
  ne: (x, y) => x !== y,
  lt: (x, y) => x < y,
  gt: (x, y) => x > y,
  le: (x, y) => x <= y,
  ge: (x, y) => x >= y,
}

type Host = Record<string, (...parameters: never[]) => bigint | number | undefined>
function implementation(boxes: Boxes): Host {
  const plain = (value: number) => {
    bits.setFloat64(0, value)
    return bits.getBigInt64(0)
  }
  const plain32 = (value: number) => {
    bits.setFloat32(0, value)
    return bits.getInt32(0)
  }
  const table: Record<string, (...parameters: never[]) => bigint | number | undefined> = {}
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    table[`${name}64`] = (x: bigint, y = 0n) => {
      const value = operation(boxes.number(x), boxes.number(y))
      if (boxes.isHandle(x) || boxes.isHandle(y)) return boxes.box(value)
      // As the processor does: an operand that is NaN is passed on, a new NaN has its sign set.
      return Number.isNaN(value) ? ([x, y].find((one) => Number.isNaN(boxes.number(one))) ?? 0xfff8n << 48n) : plain(value)
    }
    table[`${name}32`] = (x: number, y = 0) => {
      const value = Math.fround(operation(boxes.number32(x), boxes.number32(y)))
      if (boxes.isHandle32(x) || boxes.isHandle32(y)) return boxes.box32(value)
      return Number.isNaN(value) ? ([x, y].find((one) => Number.isNaN(boxes.number32(one))) ?? HANDLE.quiet32 | (1 << 31)) : plain32(value)
    }
  }
  for (const [name, comparison] of Object.entries(COMPARISONS)) {
    table[`${name}64`] = (x: bigint, y: bigint) => Number(comparison(boxes.number(x), boxes.number(y)))
    table[`${name}32`] = (x: number, y: number) => Number(comparison(boxes.number32(x), boxes.number32(y)))
  }
  // The sign of a NaN is a bit like any other, so for plain operands these work on bits.
  const sign = 1n << 63n
  const onBits = (name: string, width: 64 | 32, operation: (x: bigint, y: bigint) => bigint) => {
    const [onNumbers, mask] = [table[name + width] as (x: unknown, y?: unknown) => bigint | number | undefined, width === 64 ? sign : 1n << 31n]
    const nothing = width === 64 ? 0n : 0
    table[name + width] = ((x: bigint | number, y: bigint | number = nothing) => {
      const uncertain =
        width === 64 ? boxes.isHandle(x as bigint) || boxes.isHandle(BigInt(y)) : boxes.isHandle32(x as number) || boxes.isHandle32(Number(y))
      if (uncertain) return onNumbers(x, y)
      const magnitude = (one: bigint | number) => BigInt.asUintN(width, BigInt(one)) & (mask - 1n)
      const result = operation(magnitude(x), BigInt.asUintN(width, BigInt(y)) & mask)
      return width === 64 ? result : Number(BigInt.asIntN(32, result))
    }) as (...parameters: never[]) => bigint | number
  }
  for (const width of [64, 32] as const) {
    onBits('abs', width, (x) => x)
    onBits('copysign', width, (x, y) => x | y)
  }
  return Object.assign(table, {
    choose: (compared: number, x: bigint, y: bigint, a: bigint, b: bigint) =>
      COMPARISONS[COMPARED[compared]!]!(boxes.number(x), boxes.number(y)) ? a : b,
    // of numbers within the range of every integer
    whole: (x: bigint) =>
      boxes.isHandle(x) ? boxes.box(Math.trunc(boxes.number(x)) + 0) : plain(Number.isNaN(boxes.number(x)) ? 0 : Math.trunc(boxes.number(x)) + 0),
    integer64: (x: bigint) => plain(boxes.number(x)),
    integer32: (x: number) => plain32(boxes.number32(x)),
    promote: (x: number) => (boxes.isHandle32(x) ? boxes.box(boxes.number32(x)) : plain(boxes.number32(x))),
    demote: (x: bigint) => (boxes.isHandle(x) ? boxes.box32(boxes.number(x)) : plain32(boxes.number(x))),
    particle: (x: bigint) => plain(boxes.number(x)),
    source: (_family: number, _shape1: bigint, _shape2: bigint, _location: bigint, _scale: bigint, mean: bigint) => boxes.box(boxes.number(mean)),
    copy: (x: bigint) => boxes.box(boxes.number(x)),
    // `parse` stands for the functions that give handles as integers: it boxes the number whose bits it is given.
    parse: (_at: number, _length: number, x: bigint) => boxes.box(boxes.number(x)),
  }) as Host
}

/** Runs `program`; without imports of `ux` it runs as it is. */
export function run(program: Uint8Array, { pressure = 1 }: StandInOptions = {}): Outcome {
  const compiled = new WebAssembly.Module(program as BufferSource)
  const boxes = new Boxes()
  const wanted = WebAssembly.Module.imports(compiled)
  const system = host(wanted.filter(({ module }) => module === 'wasi_snapshot_preview1').map(({ name }) => name))
  let instance: WebAssembly.Instance | undefined
  const table = implementation(boxes)
  table['collect'] = () => {
    const pointer = (instance!.exports[PROGRAM_EXPORTS.stackPointer] as WebAssembly.Global).value as number
    boxes.sweep(new Uint8Array(system.memory!.buffer), pointer)
    return undefined
  }
  const names = wanted.filter(({ module, kind }) => module === 'ux' && kind === 'function').map(({ name }) => name)
  const between = new WebAssembly.Instance(new WebAssembly.Module(shim(names) as BufferSource), { host: table })
  instance = new WebAssembly.Instance(compiled, {
    wasi_snapshot_preview1: system.imports,
    ux: { ...between.exports, [PRESSURE]: new WebAssembly.Global({ value: 'i32', mutable: true }, pressure) },
  })
  system.memory = instance.exports['memory'] as WebAssembly.Memory
  let code = 0
  try {
    ;(instance.exports['_start'] as () => void)()
  } catch (thrown) {
    if (!(thrown instanceof Exit)) throw thrown
    code = thrown.code
  }
  const counter = instance.exports[PROGRAM_EXPORTS.instructions] as WebAssembly.Global | undefined
  return {
    text: system.text(),
    code,
    instructions: counter?.value as bigint | undefined,
    boxes: boxes.made,
    live: boxes.of64.size + boxes.of32.size,
    collections: boxes.collections,
  }
}

/** A module that exports the functions of the ABI with their types and calls the host's with integers of the same bits. */
export function shim(names: readonly string[]): Uint8Array {
  const abi = { i32: I32, i64: I64, f32: F32, f64: F64 }
  const integer = (type: WasmType) => (abi[type] === F64 ? I64 : abi[type] === F32 ? I32 : abi[type])
  const types: FunctionType[] = []
  const code: Uint8Array[] = []
  for (const [index, name] of names.entries()) {
    const { parameters, result } = IMPORTS[name]!
    types.push({ parameters: parameters.map(integer), results: result ? [integer(result)] : [] })
    types.push({ parameters: parameters.map((type) => abi[type]), results: result ? [abi[result]] : [] })
    const body = new Writer()
    body.u32(0)
    for (const [local, type] of parameters.entries()) {
      body.byte(OP.localGet)
      body.u32(local)
      if (type === 'f64') body.byte(0xbd)
      else if (type === 'f32') body.byte(0xbc)
    }
    body.byte(OP.call)
    body.u32(index)
    if (result === 'f64') body.byte(0xbf)
    else if (result === 'f32') body.byte(0xbe)
    body.byte(OP.end)
    code.push(body.view())
  }
  const module: Module = {
    bytes: new Uint8Array(),
    types,
    imports: names.map((name, index) => ({ module: 'host', name, offset: 0, kind: 'function', type: 2 * index, mutable: false })),
    functions: names.map((_, index) => 2 * index + 1),
    tables: [],
    memories: [],
    tags: [],
    globals: [],
    exports: names.map((name, index) => ({ name, kind: 0, index: names.length + index })),
    elements: [],
    bodies: names.map(() => ({ start: 0, end: 0 })),
    data: [],
    codeStart: 0,
    customs: [],
  }
  return writeModule(module, code)
}
