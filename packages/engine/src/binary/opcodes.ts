// The instructions we read and write: name, immediates, what they take and give. Everything else is refused:
// no vectors, threads, garbage collection, 64-bit memory or tail calls.
// Source: WebAssembly Core Specification 3.0, section 5.4; legacy exceptions: proposal exception-handling, legacy text.

/** Value types under their binary codes. */
export const I32 = 0x7f
export const I64 = 0x7e
export const F32 = 0x7d
export const F64 = 0x7c
export const FUNCREF = 0x70
export const EXTERNREF = 0x6f
export const EXNREF = 0x69
export type ValueType = number
export const TYPE_NAMES: Readonly<Record<number, string>> = {
  [I32]: 'i32',
  [I64]: 'i64',
  [F32]: 'f32',
  [F64]: 'f64',
  [FUNCREF]: 'funcref',
  [EXTERNREF]: 'externref',
  [EXNREF]: 'exnref',
}
export const isFloat = (type: ValueType): boolean => type === F64 || type === F32

export type Immediate =
  | 'none'
  | 'block' // block type
  | 'label'
  | 'labels' // br_table
  | 'function'
  | 'indirect' // type, table
  | 'local'
  | 'global'
  | 'memory' // alignment, offset
  | 'i32'
  | 'i64'
  | 'f32'
  | 'f64'
  | 'zero' // index of the one memory
  | 'zeros' // twice
  | 'data'
  | 'init' // data segment, memory
  | 'tag'
  | 'handlers' // block type, catch clauses
  | 'type' // typed select

export interface Opcode {
  readonly name: string
  readonly immediate: Immediate
  /** Absent: they depend on the immediate or on the stack. */
  readonly parameters?: readonly ValueType[]
  readonly results?: readonly ValueType[]
}

/** Opcodes with the prefix 0xFC stand at 0x100 + the number behind it. */
export const PREFIXED = 0x100
export const OPCODES: (Opcode | undefined)[] = []

export const OP = {
  unreachable: 0x00,
  nop: 0x01,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  try: 0x06,
  catch: 0x07,
  throw: 0x08,
  rethrow: 0x09,
  throwRef: 0x0a,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  delegate: 0x18,
  catchAll: 0x19,
  drop: 0x1a,
  select: 0x1b,
  selectTyped: 0x1c,
  tryTable: 0x1f,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Store: 0x36,
  i64Store: 0x37,
  f32Store: 0x38,
  f64Store: 0x39,
  memorySize: 0x3f,
  i32Const: 0x41,
  i64Const: 0x42,
  i64GeU: 0x5a,
  f32Const: 0x43,
  f64Const: 0x44,
  i32Load: 0x28,
  i64Load: 0x29,
  i32Load8U: 0x2d,
  i64Load8U: 0x31,
  i32Eqz: 0x45,
  i32Eq: 0x46,
  i32LtS: 0x48,
  i32LtU: 0x49,
  i32LeU: 0x4d,
  i32GeU: 0x4f,
  f32Ne: 0x5c,
  f32Le: 0x5f,
  f64Eq: 0x61,
  f64Ne: 0x62,
  f64Le: 0x65,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i32Mul: 0x6c,
  i32And: 0x71,
  i32Or: 0x72,
  i32Shl: 0x74,
  i32ShrU: 0x76,
  i64Add: 0x7c,
  i64ShrU: 0x88,
  i32WrapI64: 0xa7,
  i64ExtendI32S: 0xac,
  i64ExtendI32U: 0xad,
  i64ReinterpretF64: 0xbd,
  f64ReinterpretI64: 0xbf,
  i32ReinterpretF32: 0xbc,
  f32ReinterpretI32: 0xbe,
  f32Neg: 0x8c,
  f64Neg: 0x9a,
  f64Copysign: 0xa6,
  f32Copysign: 0x98,
  f64ConvertI32S: 0xb7,
  i32Extend8S: 0xc0,
  i32Extend16S: 0xc1,
  memoryInit: PREFIXED + 8,
} as const

function rows(first: number, names: string, immediate: Immediate, signature?: string): void {
  const types: Record<string, ValueType> = { i: I32, l: I64, f: F32, d: F64 }
  const [parameters, results] = (signature?.split('>') ?? []).map((side) => Array.from(side, (letter) => types[letter]!))
  for (const [index, name] of names.split(' ').entries()) OPCODES[first + index] = { name, immediate, parameters, results }
}
// Signatures: i = i32, l = i64, f = f32, d = f64; parameters > results.
rows(0x00, 'unreachable nop', 'none')
rows(0x02, 'block loop if', 'block')
rows(0x05, 'else', 'none')
rows(0x06, 'try', 'block')
rows(0x07, 'catch throw', 'tag')
rows(0x09, 'rethrow', 'label')
rows(0x0a, 'throw_ref end', 'none')
rows(0x0c, 'br br_if', 'label')
rows(0x0e, 'br_table', 'labels')
rows(0x0f, 'return', 'none')
rows(0x10, 'call', 'function')
rows(0x11, 'call_indirect', 'indirect')
rows(0x18, 'delegate', 'label')
rows(0x19, 'catch_all drop select', 'none')
rows(0x1c, 'select', 'type')
rows(0x1f, 'try_table', 'handlers')
rows(0x20, 'local.get local.set local.tee', 'local')
rows(0x23, 'global.get global.set', 'global')
rows(0x28, 'i32.load', 'memory', 'i>i')
rows(0x29, 'i64.load', 'memory', 'i>l')
rows(0x2a, 'f32.load', 'memory', 'i>f')
rows(0x2b, 'f64.load', 'memory', 'i>d')
rows(0x2c, 'i32.load8_s i32.load8_u i32.load16_s i32.load16_u', 'memory', 'i>i')
rows(0x30, 'i64.load8_s i64.load8_u i64.load16_s i64.load16_u i64.load32_s i64.load32_u', 'memory', 'i>l')
rows(0x36, 'i32.store', 'memory', 'ii>')
rows(0x37, 'i64.store', 'memory', 'il>')
rows(0x38, 'f32.store', 'memory', 'if>')
rows(0x39, 'f64.store', 'memory', 'id>')
rows(0x3a, 'i32.store8 i32.store16', 'memory', 'ii>')
rows(0x3c, 'i64.store8 i64.store16 i64.store32', 'memory', 'il>')
rows(0x3f, 'memory.size', 'zero', '>i')
rows(0x40, 'memory.grow', 'zero', 'i>i')
rows(0x41, 'i32.const', 'i32', '>i')
rows(0x42, 'i64.const', 'i64', '>l')
rows(0x43, 'f32.const', 'f32', '>f')
rows(0x44, 'f64.const', 'f64', '>d')
rows(0x45, 'i32.eqz', 'none', 'i>i')
rows(0x46, 'i32.eq i32.ne i32.lt_s i32.lt_u i32.gt_s i32.gt_u i32.le_s i32.le_u i32.ge_s i32.ge_u', 'none', 'ii>i')
rows(0x50, 'i64.eqz', 'none', 'l>i')
rows(0x51, 'i64.eq i64.ne i64.lt_s i64.lt_u i64.gt_s i64.gt_u i64.le_s i64.le_u i64.ge_s i64.ge_u', 'none', 'll>i')
rows(0x5b, 'f32.eq f32.ne f32.lt f32.gt f32.le f32.ge', 'none', 'ff>i')
rows(0x61, 'f64.eq f64.ne f64.lt f64.gt f64.le f64.ge', 'none', 'dd>i')
rows(0x67, 'i32.clz i32.ctz i32.popcnt', 'none', 'i>i')
rows(
  0x6a,
  'i32.add i32.sub i32.mul i32.div_s i32.div_u i32.rem_s i32.rem_u i32.and i32.or i32.xor i32.shl i32.shr_s i32.shr_u i32.rotl i32.rotr',
  'none',
  'ii>i',
)
rows(0x79, 'i64.clz i64.ctz i64.popcnt', 'none', 'l>l')
rows(
  0x7c,
  'i64.add i64.sub i64.mul i64.div_s i64.div_u i64.rem_s i64.rem_u i64.and i64.or i64.xor i64.shl i64.shr_s i64.shr_u i64.rotl i64.rotr',
  'none',
  'll>l',
)
rows(0x8b, 'f32.abs f32.neg f32.ceil f32.floor f32.trunc f32.nearest f32.sqrt', 'none', 'f>f')
rows(0x92, 'f32.add f32.sub f32.mul f32.div f32.min f32.max f32.copysign', 'none', 'ff>f')
rows(0x99, 'f64.abs f64.neg f64.ceil f64.floor f64.trunc f64.nearest f64.sqrt', 'none', 'd>d')
rows(0xa0, 'f64.add f64.sub f64.mul f64.div f64.min f64.max f64.copysign', 'none', 'dd>d')
rows(0xa7, 'i32.wrap_i64', 'none', 'l>i')
rows(0xa8, 'i32.trunc_f32_s i32.trunc_f32_u', 'none', 'f>i')
rows(0xaa, 'i32.trunc_f64_s i32.trunc_f64_u', 'none', 'd>i')
rows(0xac, 'i64.extend_i32_s i64.extend_i32_u', 'none', 'i>l')
rows(0xae, 'i64.trunc_f32_s i64.trunc_f32_u', 'none', 'f>l')
rows(0xb0, 'i64.trunc_f64_s i64.trunc_f64_u', 'none', 'd>l')
rows(0xb2, 'f32.convert_i32_s f32.convert_i32_u', 'none', 'i>f')
rows(0xb4, 'f32.convert_i64_s f32.convert_i64_u', 'none', 'l>f')
rows(0xb6, 'f32.demote_f64', 'none', 'd>f')
rows(0xb7, 'f64.convert_i32_s f64.convert_i32_u', 'none', 'i>d')
rows(0xb9, 'f64.convert_i64_s f64.convert_i64_u', 'none', 'l>d')
rows(0xbb, 'f64.promote_f32', 'none', 'f>d')
rows(0xbc, 'i32.reinterpret_f32', 'none', 'f>i')
rows(0xbd, 'i64.reinterpret_f64', 'none', 'd>l')
rows(0xbe, 'f32.reinterpret_i32', 'none', 'i>f')
rows(0xbf, 'f64.reinterpret_i64', 'none', 'l>d')
rows(0xc0, 'i32.extend8_s i32.extend16_s', 'none', 'i>i')
rows(0xc2, 'i64.extend8_s i64.extend16_s i64.extend32_s', 'none', 'l>l')
rows(PREFIXED + 0, 'i32.trunc_sat_f32_s i32.trunc_sat_f32_u', 'none', 'f>i')
rows(PREFIXED + 2, 'i32.trunc_sat_f64_s i32.trunc_sat_f64_u', 'none', 'd>i')
rows(PREFIXED + 4, 'i64.trunc_sat_f32_s i64.trunc_sat_f32_u', 'none', 'f>l')
rows(PREFIXED + 6, 'i64.trunc_sat_f64_s i64.trunc_sat_f64_u', 'none', 'd>l')
rows(PREFIXED + 8, 'memory.init', 'init', 'iii>')
rows(PREFIXED + 9, 'data.drop', 'data', '>')
rows(PREFIXED + 10, 'memory.copy', 'zeros', 'iii>')
rows(PREFIXED + 11, 'memory.fill', 'zero', 'iii>')

/** Begins a block that an `end` (or `delegate`) closes. */
export const opensBlock = (op: number): boolean => (op >= OP.block && op <= OP.if) || op === OP.try || op === OP.tryTable

const MAY_END = OPCODES.map((entry) => /load|store|\.(div|rem)_[su]|trunc_f|call|unreachable|throw|memory\.(init|copy|fill)/.test(entry?.name ?? ''))
/** A run may end at it: it can trap, or calls what can. */
export const mayEnd = (op: number): boolean => MAY_END[op] === true
