// A function body as a list of instructions, and back. The pass works on these lists: it reads one and writes another.
// Wide constants stay where they are in the source; an instruction refers to them by offset.
import { ModuleError, Reader, type Writer } from '../binary/bytes.ts'
import type { Module } from '../binary/module.ts'
import { OP, OPCODES, PREFIXED, TYPE_NAMES, type ValueType } from '../binary/opcodes.ts'
import type { Body } from '../binary/sections/code.ts'
import { type FunctionType, readValueType } from '../binary/sections/types.ts'

/** Instructions that only the pass's own lists have; `emit.ts` expands them. */
export const UX_CALL = 0x200 // a: place of the import in the ABI's order
export const SAFEPOINT = 0x201
export const COUNT = 0x202 // a: instructions to add
export const PLACE_OF = 0x203 // pushes the number of the place that decides there; a: what is asked, index in `ASKED`
export const IS_HANDLE = 0x220 // of the i64 on the stack: 1 where it may be a handle
/** Only the lists that are read have them, by `bit-uses.ts`; `lower.ts` writes them as code. */
export const DECIDED_BITS = 0x221 // of the i64 on the stack, where it is a handle: its bits as they are decided; a: what is asked, index in `ASKED`
export const DECIDED_PART = 0x222 // a load of a part of an aligned double, where that is a handle of its bits as they are decided; a: opcode and flags; b: offset
export const PART_KEPT = 0x1000 // the number becomes what decides for it: another half may be stored beside this one
export const PART_OF_FLOATS = 0x2000 // or of an aligned float
export const SIZE_BITS = 0x223 // of the integer on the stack, where it is a handle: the bits of the number without its sign
/** As `b` of an `if`: its condition is almost never true. */
export const COLD = 1

export interface CatchClause {
  readonly kind: number // 0 catch, 1 catch_ref, 2 catch_all, 3 catch_all_ref
  readonly tag: number
  readonly label: number
}
/** Parallel lists: opcode, two immediates, byte offset in the source. What `a` and `b` mean follows from the opcode's `Immediate`. */
export class Code {
  readonly op: number[] = []
  readonly a: number[] = []
  readonly b: number[] = []
  readonly at: number[] = []
  readonly labels: (readonly number[])[] = [] // br_table: a is the place here, the default last
  readonly handlers: (readonly CatchClause[])[] = [] // try_table: b is the place here
  /** Types of parameters and locals. */
  readonly locals: ValueType[] = []
  /** Of a function that the user wrote, not a library. */
  isOwn = false
  /** Functions without any effect but their result, by index: `pure.ts`. */
  pure: ReadonlyMap<number, FunctionType> = new Map()
  /** Bytes of memory that the module has from the start. */
  leastMemory = 0
  get length(): number {
    return this.op.length
  }
  push(op: number, a: number, b: number, at: number): void {
    this.op.push(op)
    this.a.push(a)
    this.b.push(b)
    this.at.push(at)
  }
}

/** A block type: parameters and results. `code` is negative for the short forms, else a type index. */
export function blockType(module: Module, code: number): FunctionType {
  if (code >= 0) return module.types[code]!
  return SHORT[code + 64] ?? NOTHING
}
const NOTHING: FunctionType = { parameters: [], results: [] }
/** Indexed by the signed code + 64, so that -64 (nothing) comes first. */
const SHORT: FunctionType[] = Array.from({ length: 64 }, (_, index) =>
  TYPE_NAMES[index + 0x40] ? { parameters: [], results: [index + 0x40] } : NOTHING,
)

const MAX_LOCALS = 50_000 // of V8

export function decode(module: Module, body: Body, type: FunctionType): Code {
  const reader = new Reader(module.bytes, body.start, body.end)
  const code = new Code()
  code.locals.push(...type.parameters)
  for (let groups = reader.u32(); groups > 0; groups--) {
    const [at, count] = [reader.at, reader.u32()]
    if (code.locals.length + count > MAX_LOCALS) throw new ModuleError(`more than ${MAX_LOCALS} locals`, at)
    const local = readValueType(reader)
    for (let index = 0; index < count; index++) code.locals.push(local)
  }
  while (!reader.done) decodeOne(reader, code)
  return code
}

function decodeOne(reader: Reader, code: Code): void {
  const at = reader.at
  let op = reader.byte()
  if (op === 0xfc) op = PREFIXED + reader.u32()
  const entry = OPCODES[op]
  if (!entry) throw new ModuleError(`instruction ${opcodeText(op)} is not supported`, at)
  let a = 0
  let b = 0
  switch (entry.immediate) {
    case 'none':
      break
    case 'local':
    case 'label':
    case 'function':
    case 'global':
    case 'tag':
    case 'data':
      a = reader.u32()
      break
    case 'memory':
      a = reader.u32()
      if (a >= 0x40) throw new ModuleError('access to a second memory', at)
      b = reader.u32()
      break
    case 'i32':
      a = reader.s32()
      break
    case 'block':
      a = readBlockType(reader)
      break
    case 'i64':
      a = reader.at
      reader.skipS64()
      b = reader.at - a
      break
    case 'f32':
    case 'f64':
      a = reader.at
      b = entry.immediate === 'f32' ? 4 : 8
      reader.skip(b)
      break
    case 'indirect':
      a = reader.u32()
      b = reader.u32()
      break
    case 'labels': {
      const targets = reader.vector(() => reader.u32())
      targets.push(reader.u32())
      a = code.labels.push(targets) - 1
      break
    }
    case 'handlers':
      a = readBlockType(reader)
      b = code.handlers.push(reader.vector(() => readCatch(reader))) - 1
      break
    case 'init':
      a = reader.u32()
      oneMemory(reader)
      break
    case 'zeros':
      oneMemory(reader)
      oneMemory(reader)
      break
    case 'zero':
      oneMemory(reader)
      break
    case 'type':
      if (reader.u32() !== 1) throw new ModuleError('select of several values', at)
      a = readValueType(reader)
  }
  code.push(op, a, b, at)
}
function readBlockType(reader: Reader): number {
  const at = reader.at
  const type = reader.s33()
  if (type < 0 && type !== -64 && !TYPE_NAMES[type + 0x80]) throw new ModuleError(`block type ${type} is not supported`, at)
  return type
}
function readCatch(reader: Reader): CatchClause {
  const kind = reader.byte()
  if (kind > 3) throw new ModuleError(`catch clause of kind ${kind}`, reader.at - 1)
  return { kind, tag: kind < 2 ? reader.u32() : 0, label: reader.u32() }
}
function oneMemory(reader: Reader): void {
  if (reader.u32() !== 0) throw new ModuleError('access to a second memory', reader.at - 1)
}
const opcodeText = (op: number): string => (op >= PREFIXED ? `0xfc ${op - PREFIXED}` : `0x${op.toString(16).padStart(2, '0')}`)

/** Index spaces of the module that is written, as functions of those of the module that was read. */
export interface Renumbering {
  readonly function: (index: number) => number
  readonly global: (index: number) => number
}

/** Writes one instruction with an opcode of WebAssembly. */
export function encodeOne(w: Writer, source: Uint8Array, code: Code, pc: number, renumber: Renumbering): void {
  const op = code.op[pc]!
  const a = code.a[pc]!
  if (op >= PREFIXED) {
    w.byte(0xfc)
    w.u32(op - PREFIXED)
  } else w.byte(op)
  switch (OPCODES[op]!.immediate) {
    case 'none':
      break
    case 'local':
    case 'label':
    case 'tag':
    case 'data':
      w.u32(a)
      break
    case 'function':
      w.u32(renumber.function(a))
      break
    case 'global':
      w.u32(renumber.global(a))
      break
    case 'memory':
      w.u32(a)
      w.u32(code.b[pc]!)
      break
    case 'i32':
    case 'block':
      w.s32(a)
      break
    case 'i64':
    case 'f32':
    case 'f64':
      w.copy(source, a, a + code.b[pc]!)
      break
    case 'indirect':
      w.u32(a)
      w.u32(code.b[pc]!)
      break
    case 'labels': {
      const targets = code.labels[a]!
      w.u32(targets.length - 1)
      for (const label of targets) w.u32(label)
      break
    }
    case 'handlers':
      w.s32(a)
      w.vector(code.handlers[code.b[pc]!]!, ({ kind, tag, label }) => {
        w.byte(kind)
        if (kind < 2) w.u32(tag)
        w.u32(label)
      })
      break
    case 'init':
      w.u32(a)
      w.byte(0)
      break
    case 'zeros':
      w.byte(0)
      w.byte(0)
      break
    case 'zero':
      w.byte(0)
      break
    case 'type':
      w.byte(1)
      w.byte(a)
  }
}

/** For each block opener its `end`, for each `if` also its `else`. */
export interface Structure {
  readonly end: Int32Array // at an opener: place of its `end`; at an `end`: place of its opener, -1 for the function's
  readonly else: Int32Array // at an `if`: place of its `else`, or 0
  readonly hasLoop: boolean
}
export function structure(code: Code): Structure {
  const end = new Int32Array(code.length)
  const otherwise = new Int32Array(code.length)
  const open: number[] = [-1]
  let hasLoop = false
  for (let pc = 0; pc < code.length; pc++) {
    const op = code.op[pc]!
    if (op === OP.loop) hasLoop = true
    if ((op >= OP.block && op <= OP.if) || op === OP.try || op === OP.tryTable) open.push(pc)
    else if (op === OP.else) otherwise[open[open.length - 1]!] = pc
    else if (op === OP.end || op === OP.delegate) {
      const opener = open.pop()
      if (opener === undefined) throw new ModuleError('end without a block', code.at[pc]!)
      end[pc] = opener
      if (opener >= 0) end[opener] = pc
    }
  }
  if (open.length > 0) throw new ModuleError('function body without end', code.at[code.length - 1] ?? 0)
  return { end, else: otherwise, hasLoop }
}
