// A module as its sections: read by `readModule`, written by `writeModule`. Function bodies and data stay ranges of the source bytes.
// Source: WebAssembly Core Specification 3.0, section 5.5; tags: proposal exception-handling.
import { ModuleError, type Reader, Writer } from '../binary/bytes.ts'
import { SECTION, sections } from '../binary/sections.ts'
import { FUNCREF, OP, TYPE_NAMES, type ValueType } from './opcodes.ts'

export interface FunctionType {
  readonly parameters: readonly ValueType[]
  readonly results: readonly ValueType[]
}
export interface Limits {
  readonly minimum: number
  readonly maximum?: number
}
/** An import of a function (type index), a global, or another thing (which `validateProgram` and the pass refuse). */
export interface Import {
  readonly module: string
  readonly name: string
  readonly offset: number
  readonly kind: 'function' | 'table' | 'memory' | 'global' | 'tag'
  readonly type: number // function and tag: type index; global: value type
  readonly mutable: boolean
}
/** An initialiser: instructions up to `end`, as opcode and immediate; wide constants as ranges of the source. */
export type Initialiser = readonly { readonly op: number; readonly immediate: number; readonly bytes?: Uint8Array }[]
export interface Global {
  readonly type: ValueType
  readonly mutable: boolean
  readonly value: Initialiser
  readonly offset: number
}
export interface Export {
  readonly name: string
  readonly kind: number // 0 function, 1 table, 2 memory, 3 global, 4 tag
  readonly index: number
}
/** Elements in their eight binary forms: `flags`, then what that form has. */
export interface Element {
  readonly flags: number
  readonly table: number
  readonly offset?: Initialiser
  readonly kind: number
  readonly functions: readonly number[]
  readonly expressions: readonly Initialiser[]
}
export interface Data {
  readonly flags: number
  readonly memory: number
  readonly offset?: Initialiser
  readonly bytes: Uint8Array
}
/** A byte range of the source: from the locals to the final `end`. */
export interface Body {
  readonly start: number
  readonly end: number
}
export interface Custom {
  readonly name: string
  readonly bytes: Uint8Array
  readonly offset: number
}
export interface Module {
  readonly bytes: Uint8Array
  types: FunctionType[]
  imports: Import[]
  functions: number[] // type index of each defined function
  tables: { readonly type: ValueType; readonly limits: Limits }[]
  memories: Limits[]
  tags: number[] // type indices
  globals: Global[]
  exports: Export[]
  start?: number
  elements: Element[]
  dataCount?: number
  bodies: Body[]
  /** Where the contents of the code section begin in `bytes`: addresses of debug information count from there. */
  codeStart: number
  data: Data[]
  customs: Custom[]
}

export const REF_NULL = 0xd0
export const REF_FUNC = 0xd2
const KINDS = ['function', 'table', 'memory', 'global', 'tag'] as const
/** The sections in the order a module has them (tags between memories and globals, the data count before the code). */
const ORDER = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11]

export function readModule(bytes: Uint8Array): Module {
  const module: Module = {
    bytes,
    types: [],
    imports: [],
    functions: [],
    tables: [],
    memories: [],
    tags: [],
    globals: [],
    exports: [],
    elements: [],
    bodies: [],
    codeStart: 0,
    data: [],
    customs: [],
  }
  let last = -1
  for (const { id, offset, contents: part } of sections(bytes)) {
    if (id === SECTION.custom) {
      module.customs.push({ name: part.name(), bytes: part.take(part.end - part.at), offset })
      continue
    }
    const place = ORDER.indexOf(id)
    if (place < 0) throw new ModuleError(`unknown section ${id}`, offset)
    if (place <= last) throw new ModuleError(`section ${id} is repeated or out of order`, offset)
    last = place
    readSection(module, id, part)
    if (!part.done) throw new ModuleError(`section ${id} is longer than its contents`, part.at)
  }
  if (module.bodies.length !== module.functions.length) throw new ModuleError('functions and bodies differ in number', bytes.length)
  return module
}

function readSection(module: Module, id: number, part: Reader): void {
  const value = () => readValueType(part)
  if (id === 1) module.types = part.vector(() => readFunctionType(part))
  else if (id === 2) module.imports = part.vector(() => readImport(part))
  else if (id === 3) module.functions = part.vector(() => part.u32())
  else if (id === 4) module.tables = part.vector(() => ({ type: value(), limits: readLimits(part) }))
  else if (id === 5) module.memories = part.vector(() => readLimits(part))
  else if (id === 13) module.tags = part.vector(() => readTag(part))
  else if (id === 6) {
    module.globals = part.vector(() => ({ offset: part.at, type: value(), mutable: readMutability(part), value: readInitialiser(part) }))
  } else if (id === 7) module.exports = part.vector(() => ({ name: part.name(), kind: part.byte(), index: part.u32() }))
  else if (id === 8) module.start = part.u32()
  else if (id === 9) module.elements = part.vector(() => readElement(part))
  else if (id === 12) module.dataCount = part.u32()
  else if (id === 10) {
    module.codeStart = part.at
    module.bodies = part.vector(() => {
      const body = part.part(part.u32())
      return { start: body.at, end: body.end }
    })
  } else module.data = part.vector(() => readData(part))
}

export function readValueType(reader: Reader): ValueType {
  const type = reader.byte()
  if (!TYPE_NAMES[type]) throw new ModuleError(`value type 0x${type.toString(16)} is not supported`, reader.at - 1)
  return type
}
function readFunctionType(part: Reader): FunctionType {
  const form = part.byte()
  if (form !== 0x60) throw new ModuleError(`type form 0x${form.toString(16)} is not a function type`, part.at - 1)
  return { parameters: part.vector(() => readValueType(part)), results: part.vector(() => readValueType(part)) }
}
function readMutability(part: Reader): boolean {
  const flag = part.byte()
  if (flag > 1) throw new ModuleError(`mutability ${flag} is not supported`, part.at - 1)
  return flag === 1
}
function readTag(part: Reader): number {
  if (part.byte() !== 0) throw new ModuleError('tag attribute is not 0', part.at - 1)
  return part.u32()
}
function readLimits(part: Reader): Limits {
  const flags = part.byte()
  if (flags > 1) throw new ModuleError('shared or 64-bit memories and tables are not supported', part.at - 1)
  return { minimum: part.u32(), maximum: flags ? part.u32() : undefined }
}
function readImport(part: Reader): Import {
  const offset = part.at
  const [module, name] = [part.name(), part.name()]
  const kind = KINDS[part.byte()]
  if (!kind) throw new ModuleError('unknown kind of import', part.at - 1)
  if (kind === 'function') return { module, name, offset, kind, type: part.u32(), mutable: false }
  if (kind === 'global') return { module, name, offset, kind, type: readValueType(part), mutable: readMutability(part) }
  throw new ModuleError(`import ${module}.${name} of a ${kind} is not supported`, offset)
}

function readInitialiser(part: Reader): Initialiser {
  const instructions: { op: number; immediate: number; bytes?: Uint8Array }[] = []
  for (;;) {
    const at = part.at
    const op = part.byte()
    const wide = (skip: () => void) => {
      const start = part.at
      skip()
      instructions.push({ op, immediate: 0, bytes: part.bytes.subarray(start, part.at) })
    }
    if (op === OP.end) return instructions
    if (op === OP.i32Const) instructions.push({ op, immediate: part.s32() })
    else if (op === OP.i64Const) wide(() => part.skipS64())
    else if (op === OP.f32Const) wide(() => part.skip(4))
    else if (op === OP.f64Const) wide(() => part.skip(8))
    else if (op === OP.globalGet || op === REF_FUNC || op === REF_NULL) instructions.push({ op, immediate: part.u32() })
    else if ((op >= OP.i32Add && op <= 0x6c) || (op >= OP.i64Add && op <= 0x7e)) instructions.push({ op, immediate: 0 })
    else throw new ModuleError(`instruction 0x${op.toString(16)} in a constant expression`, at)
  }
}
function readElement(part: Reader): Element {
  const flags = part.u32()
  if (flags > 7) throw new ModuleError(`element segment of form ${flags}`, part.at)
  const active = (flags & 1) === 0
  const table = active && flags & 2 ? part.u32() : 0
  const offset = active ? readInitialiser(part) : undefined
  const expressions = flags >= 4
  const kind = flags & 3 ? part.byte() : expressions ? FUNCREF : 0
  if (kind !== (expressions ? FUNCREF : 0)) throw new ModuleError('elements are not functions', part.at - 1)
  return {
    flags,
    table,
    offset,
    kind,
    functions: expressions ? [] : part.vector(() => part.u32()),
    expressions: expressions ? part.vector(() => readInitialiser(part)) : [],
  }
}
function readData(part: Reader): Data {
  const flags = part.u32()
  if (flags > 2) throw new ModuleError(`data segment of form ${flags}`, part.at)
  const memory = flags === 2 ? part.u32() : 0
  const offset = flags === 1 ? undefined : readInitialiser(part)
  return { flags, memory, offset, bytes: part.take(part.u32()) }
}

/** `code` holds the bodies, each as written from the locals to the final `end`; customs with a place come before the code section. */
export function writeModule(module: Module, code: readonly Uint8Array[], beforeCode: readonly Custom[] = []): Uint8Array {
  const out = new Writer(module.bytes.length * 2)
  out.copy(new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]))
  const custom = ({ name, bytes }: Custom) => section(out, 0, (w) => [w.name(name), w.copy(bytes)])
  for (const id of ORDER) {
    if (id === 10) for (const one of beforeCode) custom(one)
    if (!isEmpty(module, id)) section(out, id, (w) => (id === 10 ? w.vector(code, (body) => w.sized(body)) : writeSection(module, id, w)))
  }
  for (const one of module.customs) custom(one)
  return out.view().slice()
}
function section(out: Writer, id: number, fill: (w: Writer) => void): void {
  const w = new Writer(1024)
  fill(w)
  out.byte(id)
  out.sized(w.view())
}
function isEmpty(module: Module, id: number): boolean {
  const lists: Record<number, readonly unknown[]> = {
    1: module.types,
    2: module.imports,
    3: module.functions,
    4: module.tables,
    5: module.memories,
    13: module.tags,
    6: module.globals,
    7: module.exports,
    9: module.elements,
    10: module.bodies,
    11: module.data,
  }
  if (id === 8) return module.start === undefined
  if (id === 12) return module.dataCount === undefined
  return lists[id]!.length === 0
}

function writeSection(module: Module, id: number, w: Writer): void {
  const byte = (value: number) => w.byte(value)
  const bytes = (values: readonly number[]) => w.vector(values, byte)
  if (id === 1) w.vector(module.types, ({ parameters, results }) => [byte(0x60), bytes(parameters), bytes(results)])
  else if (id === 2) w.vector(module.imports, (one) => writeImport(w, one))
  else if (id === 3) w.vector(module.functions, (type) => w.u32(type))
  else if (id === 4) w.vector(module.tables, ({ type, limits }) => [byte(type), writeLimits(w, limits)])
  else if (id === 5) w.vector(module.memories, (limits) => writeLimits(w, limits))
  else if (id === 13) w.vector(module.tags, (type) => [byte(0), w.u32(type)])
  else if (id === 6) w.vector(module.globals, ({ type, mutable, value }) => [byte(type), byte(mutable ? 1 : 0), writeInitialiser(w, value)])
  else if (id === 7) w.vector(module.exports, ({ name, kind, index }) => [w.name(name), byte(kind), w.u32(index)])
  else if (id === 8) w.u32(module.start!)
  else if (id === 9) w.vector(module.elements, (element) => writeElement(w, element))
  else if (id === 12) w.u32(module.dataCount!)
  else w.vector(module.data, (data) => writeData(w, data))
}
function writeImport(w: Writer, { module, name, kind, type, mutable }: Import): void {
  w.name(module)
  w.name(name)
  w.byte(KINDS.indexOf(kind))
  if (kind === 'global') {
    w.byte(type)
    w.byte(mutable ? 1 : 0)
  } else w.u32(type)
}
function writeLimits(w: Writer, { minimum, maximum }: Limits): void {
  w.byte(maximum === undefined ? 0 : 1)
  w.u32(minimum)
  if (maximum !== undefined) w.u32(maximum)
}
function writeInitialiser(w: Writer, value: Initialiser): void {
  for (const { op, immediate, bytes } of value) {
    w.byte(op)
    if (bytes) w.copy(bytes)
    else if (op === OP.i32Const) w.s32(immediate)
    else if (op === OP.globalGet || op === REF_FUNC || op === REF_NULL) w.u32(immediate)
  }
  w.byte(OP.end)
}
function writeElement(w: Writer, { flags, table, offset, kind, functions, expressions }: Element): void {
  w.u32(flags)
  if ((flags & 3) === 2) w.u32(table)
  if (offset) writeInitialiser(w, offset)
  if (flags & 3) w.byte(kind)
  if (flags >= 4) w.vector(expressions, (expression) => writeInitialiser(w, expression))
  else w.vector(functions, (index) => w.u32(index))
}
function writeData(w: Writer, { flags, memory, offset, bytes }: Data): void {
  w.u32(flags)
  if (flags === 2) w.u32(memory)
  if (offset) writeInitialiser(w, offset)
  w.sized(bytes)
}
