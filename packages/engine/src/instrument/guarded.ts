// The treatment of floating-point instructions: arithmetic goes to the batch, the others are guarded one by one.
import { ASKED, type Asked, COMPARED, HANDLE } from '../abi.ts'
import { F32, F64, I32, I64, isFloat, OP, OPCODES, type ValueType } from '../binary/opcodes.ts'
import { IS_HANDLE, PART_KEPT, PART_OF_FLOATS, PLACE_OF, SAFEPOINT, UX_CALL } from './code.ts'
import { diamondsOf } from './diamonds.ts'
import { selectionAt, wholeNumbers } from './elementwise.ts'
import { FLOAT_OPS, type FloatOp, uxIndex } from './floats.ts'
import { MaskedRegion } from './masked.ts'
import { Value } from './value.ts'

export class FloatRegion extends MaskedRegion {
  /** Returns the place of the last instruction that it handled. */
  protected float(op: number, { treatment, ux }: FloatOp, pc: number): number {
    const { parameters, results } = OPCODES[op]!
    const values = this.tops(parameters!.length)
    const certain = values.every(({ plain }) => plain)
    if (treatment === 'plain') this.simple(op, 0, 0, 1, results![0])
    else if (treatment === 'step') this.step(op, results![0]!)
    else if (treatment === 'copysign') {
      if (values[1]!.plain) this.step(op, results![0]!)
      else this.copysign(op, ux, results![0]!)
    } else if (certain) this.simple(op, 0, 0, parameters!.length, results![0])
    else if (treatment === 'compare') {
      const select = selectionAt(this.source, pc)
      if (select >= 0 && isFloat(this.top(2).type)) return this.choose(op, pc, select)
      this.compare(op, ux, pc)
    } else {
      const number = wholeNumbers(this.source, pc)
      if (number) return this.whole(op, pc, number)
      this.integer(op, ux, results![0]!, 'whole')
    }
    return pc
  }
  /** Instructions up to `end` that were handled with the one at `pc`. */
  private handled(pc: number, end: number): number {
    if (this.count >= 0) this.operands.out.a[this.count]! += end - pc
    return end
  }

  protected step(op: number, type: ValueType): void {
    const { operands } = this
    const count = OPCODES[op]!.parameters!.length
    const values = this.located(count)
    for (const value of values) operands.get(value)
    operands.emit(op)
    operands.drop(count)
    const plain = values.every((value) => value.plain)
    const result = new Value(type, 'local', operands.temporary(type, plain), plain)
    operands.set(result.index)
    operands.push(result)
    const negatedHandle = FLOAT_OPS[op]!.ux < 0 && !values[0]!.step
    if (!plain && !negatedHandle) this.batch.add(op, values, result)
  }
  /** The top `count` values, none of them physical. */
  protected located(count: number): Value[] {
    return Array.from({ length: count }, (_, index) => this.operands.located(count - 1 - index))
  }

  protected copysign(op: number, ux: number, type: ValueType): void {
    const { operands, batch } = this
    const values = this.located(2)
    operands.stashHandle()
    batch.flush(values)
    for (const value of values) operands.get(value)
    operands.emit(op)
    operands.drop(2)
    const result = new Value(type, 'local', operands.temporary(type, false), false)
    operands.set(result.index)
    batch.test(values.filter(({ plain }) => !plain))
    operands.cold()
    for (const value of values) operands.get(value)
    operands.emit(UX_CALL, ux)
    operands.set(result.index)
    operands.emit(SAFEPOINT)
    operands.emit(OP.end)
    operands.push(result)
  }

  /**
   * By two comparisons that each processor has as one: l = a <= b; g = b <= a; r = !g; if (!(l | g)) { slow copy of what lies under them; r = ux.lt64(a, b) }.
   * One of them holds unless a or b is NaN. Without a jump by r, which may be as good as random.
   */
  protected compare(op: number, ux: number, pc: number): void {
    if (isOrder(op) && branchesBy(this.source.op, pc)) {
      this.branch(op, ux, pc)
      return
    }
    const { operands, batch } = this
    const values = this.located(2)
    operands.stashHandle()
    const flags = this.flags(values)
    operands.drop(2)
    const result = new Value(I32, 'local', operands.temporary(I32, true), true)
    this.outcome(op, flags)
    operands.set(result.index)
    this.unordered(flags)
    operands.cold()
    this.decideThere(op, values, result, ux, pc, 1)
    operands.emit(OP.end)
    batch.settle()
    operands.push(result)
  }
  private flags(values: readonly Value[]): Flags {
    const { operands } = this
    const atMost = values[0]!.type === F64 ? OP.f64Le : OP.f32Le
    const flag = (from: readonly Value[]) => {
      for (const value of from) operands.get(value)
      operands.emit(atMost)
      const local = operands.temporary(I32, true)
      operands.set(local)
      return local
    }
    return { less: flag(values), greater: flag(values.toReversed()) }
  }
  /** Pushes what the comparison gives. */
  private outcome(op: number, { less, greater }: Flags): void {
    for (const step of OUTCOMES[op]!)
      this.operands.emit(step === 'l' || step === 'g' ? OP.localGet : step, step === 'l' ? less : step === 'g' ? greater : 0)
  }
  /** Pushes 1 if one of the numbers is NaN. */
  private unordered({ less, greater }: Flags): void {
    this.operands.emit(OP.localGet, less)
    this.operands.emit(OP.localGet, greater)
    this.operands.emit(OP.i32Or)
    this.operands.emit(OP.i32Eqz)
  }

  /** l, g as above; r = a < b ? c : d; if (!(l | g)) { slow copy of what lies under a and b; r = ux.choose(…) }. */
  private choose(op: number, pc: number, select: number): number {
    const { operands, batch, source } = this
    const [one, other, ...values] = this.located(4)
    operands.stashHandle()
    batch.flush([one!, other!])
    const flags = this.flags(values)
    operands.drop(4)
    const { type } = one!
    const result = new Value(type, 'local', operands.temporary(type, false), false)
    const isInverted = (select - pc) % 2 === 0
    const [where, otherwise] = isInverted ? [other!, one!] : [one!, other!]
    operands.get(where)
    operands.get(otherwise)
    this.outcome(op, flags)
    operands.emit(source.op[select]!, source.a[select])
    operands.set(result.index)
    this.unordered(flags)
    operands.cold()
    batch.reach(values)
    batch.slowCopy()
    operands.emit(OP.i32Const, COMPARED.indexOf(OPCODES[op]!.name.split('.')[1] as (typeof COMPARED)[number]))
    for (const value of [...values, where, otherwise]) this.wide(value)
    operands.emit(PLACE_OF, ASKED.indexOf('comparison'))
    operands.emit(UX_CALL, uxIndex('choose'))
    this.enter(result)
    return this.handled(pc, select)
  }
  /** The end of a cold path that leaves a double. */
  private enter(result: Value): void {
    const { operands, batch } = this
    if (result.type === F32) operands.emit(UX_CALL, uxIndex('demote'))
    operands.set(result.index)
    operands.emit(SAFEPOINT)
    operands.emit(OP.end)
    batch.settle()
    operands.push(result)
  }
  /** r = (double)(int)x; if (x is NaN) { slow copy of what lies under it; r = ux.whole(x) }. */
  private whole(op: number, pc: number, { kind, convert, type }: NonNullable<ReturnType<typeof wholeNumbers>>): number {
    const { operands, batch, source } = this
    const [value] = this.located(1)
    operands.stashHandle()
    operands.get(value!)
    operands.emit(op)
    operands.emit(source.op[convert]!)
    operands.drop(1)
    const result = new Value(type, 'local', operands.temporary(type, false), false)
    operands.set(result.index)
    batch.test([value!])
    operands.cold()
    batch.reach([value!])
    batch.slowCopy()
    this.wide(value!)
    operands.emit(OP.i32Const, kind)
    operands.emit(PLACE_OF, ASKED.indexOf('whole'))
    operands.emit(UX_CALL, uxIndex('whole'))
    this.enter(result)
    return this.handled(pc, convert)
  }
  /**
   * Where the program branches by it: r = a < b; if (!r) if (a or b is NaN) { slow copy of what lies under them; r = ux.lt64(a, b) }.
   * A diamond: … { slow copy; both arms by masks if the samples disagree, and on to where they meet; else r = what all of them say }.
   */
  private branch(op: number, ux: number, pc: number): void {
    const { operands, batch } = this
    const values = this.located(2)
    operands.stashHandle()
    for (const value of values) operands.get(value)
    operands.emit(op)
    operands.drop(2)
    const result = new Value(I32, 'local', operands.temporary(I32, true), true)
    operands.set(result.index)
    operands.get(result)
    operands.emit(OP.i32Eqz)
    operands.cold()
    batch.test(this.uncertain(values))
    operands.cold()
    this.decideThere(op, values, result, ux, pc, 2)
    operands.emit(OP.end)
    operands.emit(OP.end)
    batch.settle()
    operands.push(result)
  }
  /** The cold path of a comparison, within so many blocks. */
  private decideThere(op: number, values: readonly Value[], result: Value, ux: number, pc: number, blocks: number): void {
    const { operands, batch } = this
    const diamond = diamondsOf(this.source).get(pc)
    if (diamond && operands.stack.length === this.frames[this.frames.length - 1]!.height) {
      this.decideOrMask(op, values, result, ux, diamond, blocks)
      return
    }
    batch.reach(values)
    const allocates = batch.slowCopy()
    this.ask(values, result, ux)
    if (allocates) operands.emit(SAFEPOINT)
  }
  protected uncertain(values: readonly Value[]): Value[] {
    const [first, second] = values
    return values.filter(({ plain }) => !plain).slice(0, first === second ? 1 : 2)
  }

  protected integer(op: number, ux: number, type: ValueType, asked: Asked): void {
    const { operands, batch } = this
    const [value] = this.located(1)
    operands.clear(1)
    const number = new Value(value!.type, 'local', operands.temporary(value!.type, true), true)
    operands.get(value!)
    operands.set(number.index)
    batch.test([value!])
    operands.cold()
    batch.reach([value!])
    const allocates = batch.slowCopy()
    operands.get(value!)
    operands.emit(OP.i32Const, ASKED.indexOf(asked))
    operands.emit(PLACE_OF, ASKED.indexOf(asked))
    operands.emit(UX_CALL, ux)
    operands.set(number.index)
    if (allocates) operands.emit(SAFEPOINT)
    operands.emit(OP.end)
    batch.settle()
    operands.drop(1)
    operands.get(number)
    operands.emit(op)
    operands.produce(type, true)
  }

  /** r = bits; if (r is a handle) r = bits of what ux.integer says of it; nothing asked: of its size. A function with that alone has no safepoint. */
  protected ofHandle(asked: number | undefined): void {
    const { operands } = this
    const { type, place } = this.top()
    if (place === 'constant' || isFloat(type)) return
    operands.clear(1)
    operands.consume(1)
    const number = new Value(type, 'local', operands.temporary(type, asked !== undefined), asked !== undefined)
    operands.set(number.index)
    operands.get(number)
    this.looksLikeHandle(type)
    operands.cold()
    this.askForBits(number, asked)
    operands.emit(OP.end)
    operands.push(number)
  }
  /** number = bits of the plain number that decides for it, or of its size */
  private askForBits(number: Value, asked: number | undefined): void {
    const { operands } = this
    const isWide = number.type === I64
    operands.get(number)
    operands.emit(isWide ? OP.f64ReinterpretI64 : OP.f32ReinterpretI32)
    if (asked === undefined) operands.emit(UX_CALL, uxIndex(isWide ? 'size64' : 'size32'))
    else {
      operands.emit(OP.i32Const, asked)
      operands.emit(PLACE_OF, asked)
      operands.emit(UX_CALL, uxIndex(isWide ? 'integer64' : 'integer32'))
    }
    operands.emit(isWide ? OP.i64ReinterpretF64 : OP.i32ReinterpretF32)
    operands.set(number.index)
  }
  /** r = part at p; if (the aligned double or float around it is a handle) r = that part of the bits that decide for it. Where it
   * is kept, the number becomes what decides for it. */
  protected decidedPart(what: number, offset: number): void {
    const { operands } = this
    const load = what & (PART_KEPT - 1)
    const type = OPCODES[load]!.results![0]!
    this.top()
    operands.clear(1)
    operands.consume(1)
    operands.stash()
    const pointer = new Value(I32, 'local', operands.temporary(I32, true), true)
    operands.set(pointer.index)
    const result = new Value(type, 'local', operands.temporary(type, true), true)
    operands.get(pointer)
    operands.emit(load, 0, offset)
    operands.set(result.index)
    const address = (mask: number) => {
      operands.get(pointer)
      if (offset !== 0) this.with32(offset | 0, OP.i32Add)
      this.with32(mask, OP.i32And)
    }
    for (const around of what & PART_OF_FLOATS ? [I32, I64] : [I64]) {
      const bytes = around === I64 ? 8 : 4
      const number = new Value(around, 'local', operands.temporary(around, true), true)
      address(-bytes)
      operands.emit(around === I64 ? OP.i64Load : OP.i32Load, around === I64 ? 3 : 2, 0)
      operands.set(number.index)
      operands.get(number)
      this.looksLikeHandle(around)
      operands.cold()
      this.askForBits(number, ASKED.indexOf('bits'))
      if (what & PART_KEPT && around === I64) {
        address(-8)
        operands.get(number)
        operands.emit(OP.i64Store, 3, 0)
      }
      operands.get(number)
      address(bytes - 1)
      this.with32(3, OP.i32Shl)
      if (around === I64) {
        operands.emit(OP.i64ExtendI32U)
        operands.emit(OP.i64ShrU)
        operands.emit(OP.i32WrapI64)
      } else operands.emit(OP.i32ShrU)
      this.cut(load)
      operands.set(result.index)
      operands.emit(OP.end)
    }
    operands.push(result)
  }
  /** The lowest bits of the i32 on the stack, as a load gives them. */
  private cut(load: number): void {
    const { isWide, bits, isSigned } = PARTS[load]!
    if (bits < 32 && isSigned) this.operands.emit(bits === 8 ? OP.i32Extend8S : OP.i32Extend16S)
    else if (bits < 32) this.with32((1 << bits) - 1, OP.i32And)
    if (isWide) this.operands.emit(isSigned ? OP.i64ExtendI32S : OP.i64ExtendI32U)
  }
  private with32(constant: number, op: number): void {
    this.operands.emit(OP.i32Const, constant)
    this.operands.emit(op)
  }
  /** Of the integer on the stack. */
  private looksLikeHandle(type: ValueType): void {
    if (type === I64) {
      this.operands.emit(IS_HANDLE)
      return
    }
    this.with32(HANDLE.quiet32, OP.i32And)
    this.with32(HANDLE.quiet32, OP.i32Eq)
  }

  /** Float operands leave; then the instruction as it stands. */
  protected simple(op: number, a: number, b: number, count: number, result: ValueType | undefined): void {
    const { operands, batch } = this
    const values = this.tops(count)
    batch.flush(values)
    if (result !== undefined) operands.clear(count)
    operands.consume(count)
    operands.emit(op, a, b)
    if (result !== undefined) operands.produce(result, isPlainResult(op, result, values))
  }
}

/** Locals that say a <= b, and b <= a. */
interface Flags {
  readonly less: number
  readonly greater: number
}
const FORMULAS: Readonly<Record<string, readonly ('l' | 'g' | number)[]>> = {
  eq: ['l', 'g', OP.i32And],
  ne: ['l', 'g', OP.i32And, OP.i32Eqz],
  lt: ['g', OP.i32Eqz],
  gt: ['l', OP.i32Eqz],
  le: ['l'],
  ge: ['g'],
}
/** By comparison: how its outcome follows from `l` and `g`; opcodes, on a stack. */
const OUTCOMES = OPCODES.map((entry) => FORMULAS[entry?.name?.replace(/^f(32|64)\./, '') ?? ''])
const isOrder = (op: number): boolean => OUTCOMES[op]!.length < 3

/** Whether the outcome at `pc` decides a branch and nothing else. */
function branchesBy(op: readonly number[], pc: number): boolean {
  let next = pc + 1
  while (op[next] === OP.i32Eqz) next++
  return op[next] === OP.brIf || op[next] === OP.if
}
/** Whether an instruction without special treatment gives a value that is surely not a handle. */
function isPlainResult(op: number, result: ValueType, values: readonly Value[]): boolean {
  if (PASSES_BITS[op] || FLOAT_OPS[op]) return values.every(({ plain }) => plain)
  return !BRINGS_BITS[op] && !isFloat(result) && (op !== OP.globalGet || result !== I64)
}
/** Operations that can leave the bits of a handle in place. */
const PASSES_BITS = OPCODES.map((entry) =>
  /^(select|i(32|64)\.(and|or|xor|shl|shr_u|shr_s|rotl|rotr|reinterpret_f(32|64))|i64\.extend_i32_[su])$/.test(entry?.name ?? ''),
)
const BRINGS_BITS = OPCODES.map((entry) => entry?.name === 'i64.load')
/** Loads of a part of 64 or 32 bits, by opcode: how many bits, and whether with their sign. */
const PARTS = OPCODES.map((entry) => {
  const [, width, bits, sign] = /^i(32|64)\.load(8|16|32)?(?:_([su]))?$/.exec(entry?.name ?? '') ?? []
  return width === undefined ? undefined : { isWide: width === '64', bits: Number.parseInt(bits ?? width, 10), isSigned: sign === 's' }
})
