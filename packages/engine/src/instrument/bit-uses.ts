// Bits of numbers that a program of the user computes with, wherever it got them: checksums, hashes, comparisons of bytes.
//
//   i64.load       …  i64.mul, i64.add, i64.xor, i64.eq …       of the bits of a number at hand, as `own-bits.ts` has them
//   local.get x    …  the same, where x was assigned such bits
//   i32.wrap_i64   …  i32.mul …                                 a half of them
//   i32.load8_u    …  i32.mul, i32.xor …                        a byte, or 16 bits; also by shifts, masks, as an index, or where it is printed
//   i32.load       …  i32.shr_u …                               a half, or a float, where such a number was stored at the same offset from the same local
//   i32.load       …  i32.xor …                                 the same behind any pointer, where only hashes and bit tricks do so
//
// An integer that is made of them says what a cast says; the bits of a handle would say nothing. Whether they are those of a handle shows when the program
// runs: an integer that looks like one is asked for (DECIDED_BITS), and so is the aligned double or float that a load takes a part of (DECIDED_PART).
// A mask that takes the sign away, or sets it, has the bits of the size of the number (SIZE_BITS): the sign of a handle is none of its samples'.
// A library's functions are not concerned: where they look at bits, they are made for handles, or see none.
// What only moves (copies, other byte orders, halves that are stored one by one, serialising by shifts and masks of whole bytes) is left alone.
// Texts and images are bytes, too, and most words are integers. What reads those would pay, so bytes are not looked up for a comparison with a constant, unless
// it is where sign and exponent lie, nor where a constant is added; and words only for what integers are rarely used for.
import { ASKED, type Asked, LOWEST } from '../abi.ts'
import { I64, OP, OPCODES, opensBlock, type ValueType } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { askedBy, asksClass, clearsSign, setsSign, type Use } from './bits-asked.ts'
import { atFirst, type Fixed, fixedLocals, isConstant, joined, type Known, nothing, Slots, sizeOf, union, whole } from './bits-known.ts'
import { type Code, DECIDED_BITS, DECIDED_PART, PART_KEPT, PART_OF_FLOATS, SIZE_BITS } from './code.ts'
import { constantAt } from './constants.ts'
import { Insertions } from './insertions.ts'
import { computesBy } from './own-bits.ts'

/** How a function may be typed where an instruction does not say it. */
export interface Types {
  readonly bytes: Uint8Array
  readonly call: (index: number) => FunctionType
  readonly indirect: (index: number) => FunctionType
  readonly block: (code: number) => FunctionType
  /** Whether it prints integers among its arguments. */
  readonly prints: (index: number) => boolean
  /** Addresses at which the user's functions have floats, as far as they say them; undefined: they have none in memory. */
  readonly floats: ReadonlySet<number> | undefined
}

/** The code with what is asked of bits; the same where nothing is. */
export function withDecidedBits(code: Code, parameters: number, types: Types): Code {
  if (!code.isOwn || !code.op.some((op) => TAKES[op])) return code
  const fixed = fixedLocals(code, parameters, types.bytes)
  const locals = atFirst(code, parameters)
  const slots = new Slots()
  const walked = () => new Walk(code, types, locals, slots, fixed).all()
  for (let before = -1, found = 0; found !== before; ) {
    before = found
    walked()
    found = slots.size
    for (const known of [...locals, ...slots.known.values()]) found += sizeOf(known)
  }
  const { asked, sizes, decided } = walked()
  const insertions = new Insertions(code)
  for (const [pc, what] of asked) insertions.behind(pc, DECIDED_BITS, ASKED.indexOf(what), 0, pc)
  for (const pc of sizes) insertions.behind(pc, SIZE_BITS, 0, 0, pc)
  const out = insertions.result()
  if (decided.size === 0) return out
  const flags = new Map([...decided].map(([pc, flag]) => [code.at[pc]!, flag]))
  const changed = out === code ? copyOf(code) : out
  for (let pc = 0; pc < changed.length; pc++) {
    const flag = flags.get(changed.at[pc]!)
    if (flag === undefined || !LOADS[changed.op[pc]!]) continue
    changed.a[pc] = changed.op[pc]! | flag
    changed.op[pc] = DECIDED_PART
  }
  return changed
}
function copyOf(code: Code): Code {
  const insertions = new Insertions(code)
  insertions.before(0, OP.nop, 0, 0, 0)
  return insertions.result()
}

class Walk {
  readonly asked = new Map<number, Asked>()
  /** Instructions behind which a number lies that loses its sign. */
  readonly sizes = new Set<number>()
  /** Loads of a part of a number that is asked for its bits, and the flags of a DECIDED_PART. */
  readonly decided = new Map<number, number>()
  /** Loads of halves: of which double. */
  private readonly halves = new Map<number, string>()
  /** Loads of words at, or behind, an address that the program says. */
  private readonly places = new Map<number, number>()
  private readonly code: Code
  private readonly types: Types
  private readonly locals: Known[]
  private readonly slots: Slots
  private readonly constants: ReadonlyMap<number, bigint>
  private readonly fixed: ReadonlySet<number>
  private stack: Known[] = []
  /** What was stored since the last call, by its address: arguments of functions that take any. */
  private readonly recent = new Map<string, { readonly value: Known; readonly bytes: number }>()
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
    const doubles = new Set([...this.decided.keys()].map((pc) => this.halves.get(pc)))
    for (const [pc, double] of this.halves) if (doubles.has(double)) this.decided.set(pc, PART_KEPT)
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
      const values = parameters.map(() => this.pop()).reverse()
      if (op === OP.call && types.prints(code.a[pc]!)) this.printed(values)
      this.recent.clear()
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
    const constant = this.constants.get(local)
    this.push({ ...this.locals[local]!, at: pc, constant, ...(this.fixed.has(local) ? this.slots.pointed(local) : undefined) })
  }
  private assign(local: number, pc: number, isTee: boolean): void {
    const value = this.pop()
    this.locals[local] = joined(this.locals[local]!, value, -1)
    if (this.fixed.has(local)) this.slots.alias(local, value)
    if (isTee) this.push({ ...value, at: pc })
  }

  private instruction(op: number, pc: number): void {
    const { parameters, results } = OPCODES[op]!
    const values = parameters!.map(() => this.pop()).reverse()
    const [, second] = values
    if (isConstant(this.code, pc)) this.push({ ...nothing(pc), constant: constantAt(this.code, pc, this.types.bytes) })
    else if (STORES[op] !== undefined) this.stored(op, this.code.b[pc]!, values)
    else if (LOADS[op]) this.loaded(op, pc, values[0]!)
    else if (BRINGS[op]) this.push(whole(pc))
    else if (results?.length !== 1) return
    else if (second !== undefined && this.losesSign(op, pc, values)) return
    else if (second === undefined ? PARTS_OF_ONE[op] : moves(op, SHIFTS[op] ? second.constant : constantOf(values)))
      this.push(this.part(op, pc, values))
    else {
      if (second === undefined ? COUNTS[op] : COMPUTES[op]) this.computed(op, pc, values)
      this.push(op === OP.i32Add ? added(pc, values) : nothing(pc))
    }
  }
  private stored(op: number, offset: number, [address, value]: readonly Known[]): void {
    this.indexed(address!)
    const slot = this.slots.at(address!, offset)
    if (slot === undefined) return
    const isDouble = op === OP.f64Store || (op === OP.i64Store && value!.isWhole)
    const put = op === OP.f32Store ? whole(-1) : CUTS[op] ? this.part(op, value!.at, [value!]) : value!
    this.slots.stored(slot, put, isDouble)
    this.recent.set(slot, { value: put, bytes: STORES[op]! })
  }
  private loaded(op: number, pc: number, address: Known): void {
    this.indexed(address)
    const offset = this.code.b[pc]!
    const slot = this.slots.known.get(this.slots.at(address, offset) ?? '')
    const known = slot ?? nothing(pc)
    if (op === OP.i64Load) this.push({ ...whole(pc), parts: known.parts, loads: known.loads })
    else if (op !== OP.i32Load) {
      const isOwnPart = !slot || this.slots.isInNumber(address, offset)
      this.push({ ...known, at: pc, isWhole: false, loads: isOwnPart ? union(known.loads, new Set([pc])) : known.loads })
    } else {
      const double = this.slots.doubleAround(address, offset)
      if (double !== undefined) {
        this.halves.set(pc, double)
        this.push({ ...known, at: pc, isWhole: false, loads: union(known.loads, new Set([pc])) })
      } else {
        const place = address.constant === undefined ? offset : offset + Number(address.constant)
        if (place >= LOWEST) this.places.set(pc, place)
        this.push(slot ? { ...known, at: pc } : { ...nothing(pc), words: new Set([pc]) })
      }
    }
  }
  /** The byte that an address has for an index. */
  private indexed(address: Known): void {
    for (const load of union(address.indexes, address.loads)) if (this.code.op[load] !== OP.i32Load) this.decide(load)
  }
  /** Arguments behind the last parameter, or the one that follows a stream. */
  private printed(values: readonly Known[]): void {
    const last = values.at(-1)
    if (!last) return
    if (last.isWhole) this.ask(last.at, 'bits')
    this.shown(last)
    if (last.base === undefined) return
    for (let at = 0, gap = 0; gap < 2; at += 4) {
      const argument = this.recent.get(this.slots.at(last, at) ?? '')
      if (argument) {
        this.shown(argument.value)
        // A float is passed as a double; 64 bits may be a double.
        if (argument.bytes === 4 && (argument.value.isWhole || this.isFloat(argument.value))) this.ask(argument.value.at, 'bits')
        at += argument.bytes - 4
      }
      gap = argument ? 0 : gap + 1
    }
  }
  private shown({ parts, loads, words }: Known): void {
    for (const part of parts) this.ask(part, 'bits')
    for (const load of loads) this.decide(load)
    for (const word of words) this.decided.set(word, 0)
  }
  /** Whether the sign of a number is cleared, or set: what is left is its size. */
  private losesSign(op: number, pc: number, values: readonly Known[]): boolean {
    const constant = constantOf(values)
    if (constant === undefined) return false
    const clears = clearsSign({ op, constant })
    if (!clears && !setsSign({ op, constant })) return false
    const use = this.useAt(pc + 1)
    const isClass = clears && use !== undefined && asksClass(use)
    const value = values.find((one) => one.constant === undefined && (one.isWhole || (isClass && this.isFloat(one))))
    if (!value) return false
    if (isClass) this.ask(value.at, 'class')
    else if (value.isSigned && value.at >= 0) this.sizes.add(value.at)
    this.push(isClass ? nothing(pc) : { ...value, at: pc, isSigned: !clears, base: undefined })
    return true
  }
  /** Whether a word behind a pointer may be a float: not where the program has no floats, or says an address at which it has none. */
  private isFloat({ words }: Known): boolean {
    const { floats } = this.types
    return floats !== undefined && words.size > 0 && [...words].every((word) => isNear(this.places.get(word), floats))
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
    const isWhole = keepsWhole === true && values.some((value) => value.isWhole)
    const { loads, words } = values.reduce((one, other) => joined(one, other, pc))
    return { ...nothing(pc), isWhole, isSigned: isWhole, parts, loads, words }
  }

  /** An integer is made of them. */
  private computed(op: number, pc: number, values: readonly Known[]): void {
    const fixed = constantOf(values)
    const constant = ZERO_TESTS[op] ? 0n : values[1]?.constant
    for (const value of values) {
      const { at, isWhole, isSigned, parts, loads, words } = value
      const asked = () =>
        constant === undefined ? 'bits' : askedBy({ op: ZERO_TESTS[op] ?? op, constant }, this.useAt(pc + 1), isSigned || !isWhole)
      if (isWhole) this.ask(at, asked())
      for (const part of parts) this.ask(part, 'bits')
      const isEquality = (EQUALS[op] ?? false) && values.every((one) => one.loads.size > 0)
      for (const load of loads) if (isEquality || this.code.op[load] === OP.i32Load || this.makesOfPart(op, load, fixed)) this.decide(load)
      const isOfFloats = this.isFloat(value)
      const isSame = isOfFloats && EQUALS[op] && (fixed === undefined ? values.every((one) => this.isFloat(one)) : isWide(fixed))
      if (words.size === 0 || !(isSame || (FLIPS[op] && (fixed === undefined || isWide(fixed))) || CUTS_WORDS[op]?.has(fixed ?? 0n))) continue
      if (isOfFloats && !isWhole) this.ask(at, asked())
      if (!isSame) for (const word of words) this.decided.set(word, 0)
    }
  }
  /** Whether bytes, or 16 bits, that belong to a number are worth looking for. */
  private makesOfPart(op: number, load: number, constant: bigint | undefined): boolean {
    if (SHIFTS[op] || MASKS[op] || COUNTS_BITS[op]) return true
    if (COMPARES[op] && (constant !== undefined || ZERO_TESTS[op] !== undefined)) return isUpper(this.code.b[load]!, LOADS[this.code.op[load]!]!)
    // What a loop begins with is a constant where the loop is unrolled.
    return constant === undefined ? MIXES[op] === true : MULTIPLIES[op] === true || (FLIPS[op] === true && BigInt.asUintN(32, constant) > 0xffn)
  }
  private decide(load: number): void {
    if (this.code.op[load] === OP.i32Load) this.decided.set(load, PART_KEPT)
    else this.decided.set(load, this.types.floats ? PART_OF_FLOATS : 0)
  }
  private ask(at: number, what: Asked): void {
    if (at >= 0) this.asked.set(at, this.asked.get(at) === what || !this.asked.has(at) ? what : 'bits')
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
/** A sum may be an address. */
function added(pc: number, [first, second]: readonly Known[]): Known {
  const [value, constant] = second!.constant === undefined ? [second!, first!.constant] : [first!, second!.constant]
  if (constant === undefined) return nothing(pc)
  return { ...nothing(pc), indexes: union(value.indexes, value.loads), base: value.base, offset: (value.offset ?? 0) + Number(constant) }
}
/** Whether so many bytes, at an offset that the program says, would have the sign and the exponent of a double or a float. */
const isUpper = (offset: number, bytes: number): boolean => offset % 4 === 4 - bytes || (bytes === 1 && offset % 8 === 6)
/** Whether an integer of 32 bits is none that a program counts or numbers by. */
const isWide = (constant: bigint): boolean => {
  const signed = BigInt.asIntN(32, constant)
  return signed > 0x7f_ffffn || signed < -0x7f_ffffn
}
/** Loops that are unrolled say addresses beside those of other loops. */
const NEAR = 64
function isNear(place: number | undefined, floats: ReadonlySet<number>): boolean {
  if (place === undefined) return true
  for (let at = place - NEAR; at <= place + NEAR; at++) if (floats.has(at)) return true
  return false
}

const named = (pattern: RegExp): boolean[] => OPCODES.map((entry) => pattern.test(entry?.name ?? ''))
const BRINGS = named(/^i(32|64)\.reinterpret_f(32|64)$/)
/** As the comparison with 0 that they are. */
const ZERO_TESTS = OPCODES.map((entry) =>
  /^i(32|64)\.eqz$/.test(entry?.name ?? '') ? OPCODES.findIndex((one) => one?.name === entry!.name.replace('eqz', 'eq')) : undefined,
)
/** Bytes of what a load of a part takes, or a store puts, by opcode. */
const bytesOf = (pattern: RegExp): (number | undefined)[] =>
  OPCODES.map((entry) => {
    const [, width, part] = pattern.exec(entry?.name ?? '') ?? []
    return width === undefined ? undefined : Number.parseInt(part || width, 10) / 8
  })
const LOADS = bytesOf(/^i(32|64)\.load(8_[su]|16_u|32_u|)$/)
const STORES = bytesOf(/^[if](32|64)\.store(8|16|32|)$/)
const CUTS = named(/\.store(8|16|32)$/)
const TAKES = named(/^i64\.load|^i32\.load(8_[su]|16_u|)$|^i(32|64)\.reinterpret_f|^f(32|64)\.store$|^call/)
const PARTS_OF_ONE = named(/^(i32\.wrap_i64|i64\.extend_i32_[su]|i(32|64)\.extend(8|16|32)_s)$/)
const SHIFTS = named(/^i(32|64)\.(shl|shr_[su])$/)
const MASKS = named(/^i(32|64)\.and$/)
const ORS = named(/^i(32|64)\.or$/)
const FLIPS = named(/^i(32|64)\.xor$/)
const COUNTS = named(/^(i(32|64)\.(clz|ctz|popcnt|eqz)|f(32|64)\.convert_i(32|64)_[su])$/)
const COMPUTES = named(/^i(32|64)\.(add|sub|mul|div_[su]|rem_[su]|xor|and|shl|shr_[su]|rot[lr]|eq|ne|[lg][te]_[su])$/)
const MULTIPLIES = named(/^i(32|64)\.mul$/)
const EQUALS = named(/^i(32|64)\.(eq|ne)$/)
const MIXES = named(/^i(32|64)\.(add|sub|mul|xor)$/)
const COMPARES = named(/^i32\.(eqz?|ne|[lg][te]_[su])$/)
const COUNTS_BITS = named(/^i(32|64)\.(clz|ctz|popcnt)$/)
/** Of words: constants that take a number apart, and that integers are rarely cut by. */
const CUTS_WORDS = OPCODES.map((entry) => {
  if (/^i32\.shr_[su]$/.test(entry?.name ?? '')) return new Set([20n, 23n])
  return entry?.name === 'i32.and' ? new Set([0x7f_ffffn, 0xf_ffffn, 0x7f80_0000n, 0x7ff0_0000n]) : undefined
})
