// Bits of numbers that a program of the user computes with, wherever it got them: checksums, hashes, comparisons of bytes.
//
//   i64.load       …  i64.mul, i64.add, i64.xor, i64.eq …       as `own-bits.ts` has them for the bits of a number at hand
//   local.get x    …  the same, where x was assigned such bits
//   i32.wrap_i64   …  i32.mul …                                 a half of them
//   i32.load8_u    …  i32.mul, i32.xor …                        a byte
//
// An integer that is made of them says what a cast says; the bits of a handle would say nothing. Whether they are those of a handle shows when the program
// runs: an integer of 64 bits that looks like one is asked for (DECIDED_BITS), and so is the aligned double that a byte lies in (DECIDED_BYTE).
// What only moves (copies, other byte orders, halves that are stored one by one, serialising by shifts and masks of whole bytes) is left alone.
import { ASKED, type Asked } from '../abi.ts'
import { I64, OP, OPCODES, opensBlock, type ValueType } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { askedOfBits, testsClass } from './class-test.ts'
import { type Code, DECIDED_BITS, DECIDED_BYTE } from './code.ts'
import { constantAt } from './constants.ts'
import { Insertions } from './insertions.ts'
import { computesBy } from './own-bits.ts'

/** What is known of a value on the stack, or of all that a local is assigned. */
interface Known {
  /** The instruction that pushed it. */
  readonly at: number
  /** All bits of a number, perhaps. */
  readonly isWhole: boolean
  /** Instructions behind which the number lies that it is a part of. */
  readonly parts: ReadonlySet<number>
  /** Loads of bytes that it is one of. */
  readonly loads: ReadonlySet<number>
  /** An integer that the program says. */
  readonly constant?: bigint | undefined
}
const NONE: ReadonlySet<number> = new Set()
const nothing = (at: number): Known => ({ at, isWhole: false, parts: NONE, loads: NONE })

/** How a function may be typed where an instruction does not say it. */
export interface Types {
  readonly bytes: Uint8Array
  readonly call: (index: number) => FunctionType
  readonly indirect: (index: number) => FunctionType
  readonly block: (code: number) => FunctionType
}

/** The code with what is asked of bits; the same where nothing is. */
export function withDecidedBits(code: Code, parameters: number, types: Types): Code {
  if (!code.isOwn || !code.op.some((op) => TAKES[op])) return code
  const constants = constantsOf(code, parameters, types.bytes)
  const locals = code.locals.map((type, index): Known => ({ ...nothing(-1), isWhole: type === I64 && index < parameters }))
  for (let before = -1, found = 0; found !== before; ) {
    before = found
    new Walk(code, types, locals, constants).all()
    found = locals.reduce((sum, { isWhole, parts, loads }) => sum + Number(isWhole) + parts.size + loads.size, 0)
  }
  const { asked, loads } = new Walk(code, types, locals, constants).all()
  const insertions = new Insertions(code)
  for (const [pc, what] of asked) insertions.behind(pc, DECIDED_BITS, ASKED.indexOf(what), 0, pc)
  const out = insertions.result()
  if (loads.size === 0) return out
  const offsets = new Set([...loads].map((pc) => code.at[pc]!))
  const changed = out === code ? copyOf(code) : out
  for (let pc = 0; pc < changed.length; pc++) {
    if (!LOADS_BYTE[changed.op[pc]!] || !offsets.has(changed.at[pc]!)) continue
    changed.a[pc] = Number(changed.op[pc] === LOAD_BYTE_WIDE)
    changed.op[pc] = DECIDED_BYTE
  }
  return changed
}
/** Locals that are assigned once, and an integer that the program says: code that is not optimised has its constants there. */
function constantsOf(code: Code, parameters: number, bytes: Uint8Array): ReadonlyMap<number, bigint> {
  const found = new Map<number, bigint>()
  const seen = new Set<number>()
  for (let pc = 0; pc < code.length; pc++) {
    if (code.op[pc] !== OP.localSet && code.op[pc] !== OP.localTee) continue
    const local = code.a[pc]!
    if (seen.has(local) || local < parameters) found.delete(local)
    else if (isConstant(code, pc - 1)) found.set(local, constantAt(code, pc - 1, bytes))
    seen.add(local)
  }
  return found
}
const isConstant = (code: Code, pc: number): boolean => code.op[pc] === OP.i64Const || code.op[pc] === OP.i32Const
function copyOf(code: Code): Code {
  const insertions = new Insertions(code)
  insertions.before(0, OP.nop, 0, 0, 0)
  return insertions.result()
}

class Walk {
  readonly asked = new Map<number, Asked>()
  readonly loads = new Set<number>()
  private readonly code: Code
  private readonly types: Types
  private readonly locals: Known[]
  private readonly constants: ReadonlyMap<number, bigint>
  private stack: Known[] = []
  private readonly blocks: { readonly below: readonly Known[]; readonly type: FunctionType }[] = []

  constructor(code: Code, types: Types, locals: Known[], constants: ReadonlyMap<number, bigint>) {
    this.code = code
    this.types = types
    this.locals = locals
    this.constants = constants
  }
  all(): this {
    for (let pc = 0; pc < this.code.length; pc++) this.one(pc)
    return this
  }

  private pop(): Known {
    return this.stack.pop() ?? nothing(-1)
  }
  private push(known: Known): void {
    this.stack.push(known)
  }
  private pushAll(results: readonly ValueType[], pc: number, isWhole = false): void {
    for (const type of results) this.push({ ...nothing(pc), isWhole: isWhole && type === I64 })
  }

  private one(pc: number): void {
    const { code, types } = this
    const op = code.op[pc]!
    if (opensBlock(op)) {
      if (op === OP.if) this.pop()
      const type = types.block(code.a[pc]!)
      for (const _ of type.parameters) this.pop()
      this.blocks.push({ below: [...this.stack], type })
      this.pushAll(type.parameters, pc)
    } else if (op === OP.else || op === OP.catch || op === OP.catchAll) {
      const block = this.blocks.at(-1)!
      this.stack = [...block.below]
      if (op === OP.else) this.pushAll(block.type.parameters, pc)
    } else if (op === OP.end || op === OP.delegate) {
      const block = this.blocks.pop()
      if (!block) return
      this.stack = [...block.below]
      this.pushAll(block.type.results, pc)
    } else if (op === OP.call || op === OP.callIndirect) {
      const { parameters, results } = op === OP.call ? types.call(code.a[pc]!) : types.indirect(code.a[pc]!)
      if (op === OP.callIndirect) this.pop()
      for (const _ of parameters) this.pop()
      this.pushAll(results, pc, true)
    } else if (op === OP.localGet) this.push({ ...this.locals[code.a[pc]!]!, at: pc, constant: this.constants.get(code.a[pc]!) })
    else if (op === OP.localSet || op === OP.localTee) this.assign(code.a[pc]!, pc, op === OP.localTee)
    else if (op === OP.select || op === OP.selectTyped) {
      this.pop()
      this.push(joined(this.pop(), this.pop(), pc))
    } else if (op === OP.drop || op === OP.brIf || op === OP.globalSet) this.pop()
    else if (op === OP.globalGet) this.push(nothing(pc))
    else if (OPCODES[op]?.parameters) this.instruction(op, pc)
  }
  private assign(local: number, pc: number, isTee: boolean): void {
    const value = this.pop()
    this.locals[local] = joined(this.locals[local]!, value, -1)
    if (isTee) this.push({ ...value, at: pc })
  }

  private instruction(op: number, pc: number): void {
    const { parameters, results } = OPCODES[op]!
    const values = parameters!.map(() => this.pop()).reverse()
    const [, second] = values
    if (isConstant(this.code, pc)) this.push({ ...nothing(pc), constant: constantAt(this.code, pc, this.types.bytes) })
    else if (BRINGS[op]) this.push({ ...nothing(pc), isWhole: !(TAKES_BITS[op] && testsClass(this.code, pc, this.types.bytes)) })
    else if (LOADS_BYTE[op]) this.push({ ...nothing(pc), loads: new Set([pc]) })
    else if (results?.length !== 1) return
    else if (second === undefined ? PARTS_OF_ONE[op] : moves(op, SHIFTS[op] ? second.constant : constantOf(values)))
      this.push(this.part(op, pc, values))
    else {
      if (second === undefined ? COUNTS[op] : COMPUTES[op]) this.computed(op, pc, values)
      this.push(nothing(pc))
    }
  }
  private part(op: number, pc: number, values: readonly Known[]): Known {
    const keepsWhole = FLIPS[op] || (MASKS[op] && isMagnitude(constantOf(values)))
    const parts = new Set(values.flatMap(({ at, isWhole, parts: own }) => (isWhole && !keepsWhole ? [at, ...own] : [...own])))
    const loads = new Set(values.flatMap((value) => [...value.loads]))
    return { at: pc, isWhole: keepsWhole === true && values.some(({ isWhole }) => isWhole), parts, loads }
  }

  /** An integer is made of them. */
  private computed(op: number, pc: number, values: readonly Known[]): void {
    const isFixed = constantOf(values) !== undefined
    const what = isFixed && isConstant(this.code, pc - 1) ? askedOfBits(this.code, pc - 2, this.types.bytes) : 'bits'
    for (const { at, isWhole, parts, loads } of values) {
      if (isWhole) this.ask(at, what)
      for (const part of parts) this.ask(part, 'bits')
      if (MIXES[op] && !isFixed) for (const load of loads) this.loads.add(load)
    }
  }
  private ask(at: number, what: Asked): void {
    if (at >= 0) this.asked.set(at, this.asked.get(at) === what || !this.asked.has(at) ? what : 'bits')
  }
}

function joined(one: Known, other: Known, at: number): Known {
  return {
    at,
    isWhole: one.isWhole || other.isWhole,
    parts: one.parts.size + other.parts.size === 0 ? NONE : new Set([...one.parts, ...other.parts]),
    loads: one.loads.size + other.loads.size === 0 ? NONE : new Set([...one.loads, ...other.loads]),
  }
}
/** The one of two operands that is one. */
const constantOf = ([first, second]: readonly Known[]): bigint | undefined => second?.constant ?? (second && first?.constant)
/** Whether shifts, masks and their like move whole bytes, or the sign. */
function moves(op: number, constant: bigint | undefined): boolean {
  const computes = constant !== undefined && computesBy(op, constant)
  if (SHIFTS[op]) return !computes
  if (MASKS[op]) return !computes || isMagnitude(constant)
  return ORS[op]! || (FLIPS[op]! && constant !== undefined && !computes)
}
const isMagnitude = (mask: bigint | undefined): boolean => mask === (1n << 63n) - 1n

const named = (pattern: RegExp): boolean[] => OPCODES.map((entry) => pattern.test(entry?.name ?? ''))
const TAKES_BITS = named(/^i64\.reinterpret_f64$/)
const BRINGS = named(/^i64\.(load|reinterpret_f64)$/)
const LOADS_BYTE = named(/^i(32|64)\.load8_u$/)
const LOAD_BYTE_WIDE = OPCODES.findIndex((entry) => entry?.name === 'i64.load8_u')
const TAKES = named(/^i64\.(load|reinterpret_f64|load8_u)$|^i32\.load8_u$|^call/)
const PARTS_OF_ONE = named(/^(i32\.wrap_i64|i64\.extend_i32_[su]|i(32|64)\.extend(8|16|32)_s)$/)
const SHIFTS = named(/^i(32|64)\.(shl|shr_[su])$/)
const MASKS = named(/^i(32|64)\.and$/)
const ORS = named(/^i(32|64)\.or$/)
const FLIPS = named(/^i(32|64)\.xor$/)
const COUNTS = named(/^(i(32|64)\.(clz|ctz|popcnt|eqz)|f(32|64)\.convert_i(32|64)_[su])$/)
const COMPUTES = named(/^i(32|64)\.(add|sub|mul|div_[su]|rem_[su]|xor|and|shl|shr_[su]|rot[lr]|eq|ne|[lg][te]_[su])$/)
const MIXES = named(/^i(32|64)\.(add|sub|mul|xor)$/)
