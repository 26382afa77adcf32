// Bits of numbers that a program of the user computes with, wherever it got them: checksums, hashes, comparisons of bytes.
//
//   i64.load       …  i64.mul, i64.add, i64.xor, i64.eq …       of the bits of a number at hand, as `own-bits.ts` has them
//   local.get x    …  the same, where x was assigned such bits
//   i32.wrap_i64   …  i32.mul …                                 a half of them
//   i32.load8_u    …  i32.mul, i32.xor …                        a byte
//   i32.load       …  i32.shr_u …                               a half, or a float, where such a number was stored at the same offset from the same local
//
// An integer that is made of them says what a cast says; the bits of a handle would say nothing. Whether they are those of a handle shows when the program
// runs: an integer that looks like one is asked for (DECIDED_BITS), and so is the aligned double that a byte or a half lies in (DECIDED_BYTE, DECIDED_HALF).
// A mask that takes the sign away, or sets it, has the bits of the size of the number (SIZE_BITS): the sign of a handle is none of its samples'.
// A library's functions are not concerned: where they look at bits, they are made for handles, or see none.
// What only moves (copies, other byte orders, halves that are stored one by one, serialising by shifts and masks of whole bytes) is left alone.
import { ASKED, type Asked } from '../abi.ts'
import { I64, OP, OPCODES, opensBlock, type ValueType } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { askedBy, asksClass, type Use } from './bits-asked.ts'
import { type Code, DECIDED_BITS, DECIDED_BYTE, DECIDED_HALF, SIZE_BITS } from './code.ts'
import { constantAt } from './constants.ts'
import { Insertions } from './insertions.ts'
import { computesBy } from './own-bits.ts'

/** What is known of a value on the stack, or of all that a local is assigned. */
interface Known {
  /** The instruction that pushed it. */
  readonly at: number
  /** All bits of a number, perhaps. */
  readonly isWhole: boolean
  /** With the sign, perhaps. */
  readonly isSigned: boolean
  /** Instructions behind which the number lies that it is a part of. */
  readonly parts: ReadonlySet<number>
  /** Loads of bytes or halves that it is one of. */
  readonly loads: ReadonlySet<number>
  /** It is an address: the local that has it throughout the function. */
  readonly base?: number | undefined
  /** An integer that the program says. */
  readonly constant?: bigint | undefined
}
const NONE: ReadonlySet<number> = new Set()
const nothing = (at: number): Known => ({ at, isWhole: false, isSigned: false, parts: NONE, loads: NONE })
const whole = (at: number): Known => ({ ...nothing(at), isWhole: true, isSigned: true })

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
  const constants = { constants: constantsOf(code, parameters, types.bytes), fixed: fixedOf(code, parameters) }
  const locals = code.locals.map((type, index) => (type === I64 && index < parameters ? whole(-1) : nothing(-1)))
  const slots = new Slots()
  const walked = () => new Walk(code, types, locals, slots, constants).all()
  for (let before = -1, found = 0; found !== before; ) {
    before = found
    walked()
    found = slots.size
    for (const { isWhole, isSigned, parts, loads } of [...locals, ...slots.known.values()])
      found += Number(isWhole) + Number(isSigned) + parts.size + loads.size
  }
  const { asked, sizes, loads } = walked()
  const insertions = new Insertions(code)
  for (const [pc, what] of asked) insertions.behind(pc, DECIDED_BITS, ASKED.indexOf(what), 0, pc)
  for (const pc of sizes) insertions.behind(pc, SIZE_BITS, 0, 0, pc)
  const out = insertions.result()
  if (loads.size === 0) return out
  const offsets = new Set([...loads].map((pc) => code.at[pc]!))
  const changed = out === code ? copyOf(code) : out
  for (let pc = 0; pc < changed.length; pc++) {
    const op = changed.op[pc]!
    if (!(LOADS_BYTE[op] || op === OP.i32Load) || !offsets.has(changed.at[pc]!)) continue
    changed.a[pc] = Number(op === LOAD_BYTE_WIDE)
    changed.op[pc] = op === OP.i32Load ? DECIDED_HALF : DECIDED_BYTE
  }
  return changed
}
/** What code that is not optimised keeps in its frame, and unions: words at an offset from a local. */
class Slots {
  readonly known = new Map<string, Known>()
  private readonly doubles = new Set<string>()
  get size(): number {
    return this.known.size + this.doubles.size
  }
  at({ base }: Known, offset: number): string | undefined {
    return base === undefined ? undefined : `${base} ${offset}`
  }
  stored(slot: string, value: Known, isDouble: boolean): void {
    if (isDouble) this.doubles.add(slot)
    this.known.set(slot, joined(this.known.get(slot) ?? nothing(-1), value, -1))
  }
  /** Of the double that a word of 32 bits is a half of. */
  doubleAround(address: Known, offset: number): string | undefined {
    return [offset, offset - 4].map((begin) => this.at(address, begin)).find((slot) => slot !== undefined && this.doubles.has(slot))
  }
}
/** Locals that have one value throughout. */
function fixedOf(code: Code, parameters: number): ReadonlySet<number> {
  const [once, again] = [new Set<number>(code.locals.keys()), new Set<number>()]
  for (let local = 0; local < parameters; local++) again.add(local)
  for (let pc = 0; pc < code.length; pc++) {
    const local = code.a[pc]!
    if (code.op[pc] !== OP.localSet && code.op[pc] !== OP.localTee) continue
    if (again.has(local)) once.delete(local)
    again.add(local)
  }
  return once
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

/** Of locals. */
interface Fixed {
  readonly constants: ReadonlyMap<number, bigint>
  readonly fixed: ReadonlySet<number>
}

class Walk {
  readonly asked = new Map<number, Asked>()
  /** Instructions behind which a number lies that loses its sign. */
  readonly sizes = new Set<number>()
  readonly loads = new Set<number>()
  /** Loads of halves: of which double. */
  private readonly halves = new Map<number, string>()
  private readonly code: Code
  private readonly types: Types
  private readonly locals: Known[]
  private readonly slots: Slots
  private readonly constants: ReadonlyMap<number, bigint>
  private readonly fixed: ReadonlySet<number>
  private stack: Known[] = []
  private readonly blocks: { readonly below: readonly Known[]; readonly type: FunctionType }[] = []

  constructor(code: Code, types: Types, locals: Known[], slots: Slots, { constants, fixed }: Fixed) {
    this.code = code
    this.slots = slots
    this.fixed = fixed
    this.types = types
    this.locals = locals
    this.constants = constants
  }
  all(): this {
    for (let pc = 0; pc < this.code.length; pc++) this.one(pc)
    // They may be put together again: both are decided, or none.
    const decided = new Set([...this.loads].map((pc) => this.halves.get(pc)))
    for (const [pc, double] of this.halves) if (decided.has(double)) this.loads.add(pc)
    return this
  }

  private pop(): Known {
    return this.stack.pop() ?? nothing(-1)
  }
  private push(known: Known): void {
    this.stack.push(known)
  }
  private pushAll(results: readonly ValueType[], pc: number, isWhole = false): void {
    for (const type of results) this.push(isWhole && type === I64 ? whole(pc) : nothing(pc))
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
    } else if (op === OP.localGet) this.got(code.a[pc]!, pc)
    else if (op === OP.localSet || op === OP.localTee) this.assign(code.a[pc]!, pc, op === OP.localTee)
    else if (op === OP.select || op === OP.selectTyped) {
      this.pop()
      this.push(joined(this.pop(), this.pop(), pc))
    } else if (op === OP.drop || op === OP.brIf || op === OP.globalSet) this.pop()
    else if (op === OP.globalGet) this.push(nothing(pc))
    else if (OPCODES[op]?.parameters) this.instruction(op, pc)
  }
  private got(local: number, pc: number): void {
    this.push({ ...this.locals[local]!, at: pc, constant: this.constants.get(local), base: this.fixed.has(local) ? local : undefined })
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
    else if (STORES[op]) this.stored(op, this.code.b[pc]!, values)
    else if (op === OP.i32Load || op === OP.i64Load) this.loaded(op, pc, values[0]!)
    else if (BRINGS[op]) this.push(whole(pc))
    else if (LOADS_BYTE[op]) this.push({ ...nothing(pc), loads: new Set([pc]) })
    else if (results?.length !== 1) return
    else if (second !== undefined && this.losesSign(op, pc, values)) return
    else if (second === undefined ? PARTS_OF_ONE[op] : moves(op, SHIFTS[op] ? second.constant : constantOf(values)))
      this.push(this.part(op, pc, values))
    else {
      if (second === undefined ? COUNTS[op] : COMPUTES[op]) this.computed(op, pc, values)
      this.push(nothing(pc))
    }
  }
  private stored(op: number, offset: number, [address, value]: readonly Known[]): void {
    const slot = this.slots.at(address!, offset)
    if (slot === undefined) return
    const isDouble = op === OP.f64Store || (op === OP.i64Store && value!.isWhole)
    this.slots.stored(slot, op === OP.f32Store ? whole(-1) : value!, isDouble)
  }
  private loaded(op: number, pc: number, address: Known): void {
    const offset = this.code.b[pc]!
    const known = this.slots.known.get(this.slots.at(address, offset) ?? '') ?? nothing(pc)
    if (op === OP.i64Load) this.push({ ...whole(pc), parts: known.parts, loads: known.loads })
    else {
      const double = this.slots.doubleAround(address, offset)
      if (double === undefined) this.push({ ...known, at: pc })
      else {
        this.halves.set(pc, double)
        this.push({ ...known, at: pc, isWhole: false, loads: new Set([...known.loads, pc]) })
      }
    }
  }
  /** Whether the sign of a number is cleared, or set: what is left is its size. */
  private losesSign(op: number, pc: number, values: readonly Known[]): boolean {
    const constant = constantOf(values)
    const value = values.find((one) => one.isWhole && one.constant === undefined)
    if (!value || constant === undefined || !(MASKS[op] ? isMagnitude(op, constant) : ORS[op] && isSign(op, constant))) return false
    const use = this.useAt(pc + 1)
    const isClass = MASKS[op] && use !== undefined && asksClass(use)
    if (isClass) this.ask(value.at, 'class')
    else if (value.isSigned && value.at >= 0) this.sizes.add(value.at)
    this.push(isClass ? nothing(pc) : { ...whole(pc), isSigned: ORS[op] === true, parts: value.parts, loads: value.loads })
    return true
  }
  /** An operation whose constant is pushed here, and that is all that is done there. */
  private useAt(pc: number): Use | undefined {
    const { code, constants, types } = this
    const constant = isConstant(code, pc) ? constantAt(code, pc, types.bytes) : code.op[pc] === OP.localGet ? constants.get(code.a[pc]!) : undefined
    return constant === undefined ? undefined : { op: code.op[pc + 1]!, constant }
  }
  private part(op: number, pc: number, values: readonly Known[]): Known {
    const keepsWhole = FLIPS[op]
    const parts = new Set(values.flatMap(({ at, isWhole, parts: own }) => (isWhole && !keepsWhole ? [at, ...own] : [...own])))
    const loads = new Set(values.flatMap((value) => [...value.loads]))
    const isWhole = keepsWhole === true && values.some((value) => value.isWhole)
    return { at: pc, isWhole, isSigned: isWhole, parts, loads }
  }

  /** An integer is made of them. */
  private computed(op: number, pc: number, values: readonly Known[]): void {
    const isFixed = constantOf(values) !== undefined
    const constant = ZERO_TESTS[op] ? 0n : values[1]?.constant
    for (const { at, isWhole, isSigned, parts, loads } of values) {
      if (isWhole) this.ask(at, constant === undefined ? 'bits' : askedBy({ op: ZERO_TESTS[op] ?? op, constant }, this.useAt(pc + 1), isSigned))
      for (const part of parts) this.ask(part, 'bits')
      const isMixed = (MIXES[op] && !isFixed) || (EQUALS[op] && values.every((value) => value.loads.size > 0))
      for (const load of loads) if (isMixed || this.code.op[load] === OP.i32Load) this.loads.add(load)
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
    isSigned: one.isSigned || other.isSigned,
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
  if (MASKS[op]) return !computes
  return ORS[op]! || (FLIPS[op]! && constant !== undefined && !computes)
}
const signOf = (op: number): bigint => 1n << (WIDE[op] ? 63n : 31n)
const isMagnitude = (op: number, mask: bigint): boolean => mask === signOf(op) - 1n
const isSign = (op: number, bit: bigint): boolean => BigInt.asUintN(64, bit) % (2n * signOf(op)) === signOf(op)

const named = (pattern: RegExp): boolean[] => OPCODES.map((entry) => pattern.test(entry?.name ?? ''))
const BRINGS = named(/^i(32|64)\.reinterpret_f(32|64)$/)
const WIDE = named(/^i64\./)
/** As the comparison with 0 that they are. */
const ZERO_TESTS = OPCODES.map((entry) =>
  /^i(32|64)\.eqz$/.test(entry?.name ?? '') ? OPCODES.findIndex((one) => one?.name === entry!.name.replace('eqz', 'eq')) : undefined,
)
const LOADS_BYTE = named(/^i(32|64)\.load8_u$/)
const LOAD_BYTE_WIDE = OPCODES.findIndex((entry) => entry?.name === 'i64.load8_u')
const TAKES = named(/^i64\.(load|load8_u)$|^i(32|64)\.reinterpret_f|^i32\.load8_u$|^f(32|64)\.store$|^call/)
const PARTS_OF_ONE = named(/^(i32\.wrap_i64|i64\.extend_i32_[su]|i(32|64)\.extend(8|16|32)_s)$/)
const SHIFTS = named(/^i(32|64)\.(shl|shr_[su])$/)
const MASKS = named(/^i(32|64)\.and$/)
const ORS = named(/^i(32|64)\.or$/)
const FLIPS = named(/^i(32|64)\.xor$/)
const COUNTS = named(/^(i(32|64)\.(clz|ctz|popcnt|eqz)|f(32|64)\.convert_i(32|64)_[su])$/)
const COMPUTES = named(/^i(32|64)\.(add|sub|mul|div_[su]|rem_[su]|xor|and|shl|shr_[su]|rot[lr]|eq|ne|[lg][te]_[su])$/)
const STORES = named(/^(i32|i64|f32|f64)\.store$/)
const EQUALS = named(/^i(32|64)\.(eq|ne)$/)
const MIXES = named(/^i(32|64)\.(add|sub|mul|xor)$/)
