// Both arms of a diamond (`diamonds.ts`) for all samples, where these disagree about its comparison. It stands in the cold path of that comparison:
//
//   m = ux.choose(a < b, 1, 0)
//   if m is uncertain   what the locals are to hold here; the arms one after the other, each on values of its own, through the runtime;
//                       for each local that is read afterwards: ux.choose(m != 0, what one arm gives it, what the other gives it); on to where the arms meet
//   else                r = m: all samples agree, and the branch is taken as it stands
//
// On a path m is always uncertain (`value_finish`), so that runs of a path and of its parts meet the same decisions.
import { ASKED, COMPARED } from '../abi.ts'
import { F32, F64, I32, isFloat, OP, OPCODES, type ValueType } from '../binary/opcodes.ts'
import { COUNT, PLACE_OF, SAFEPOINT, UX_CALL } from './code.ts'
import { type Diamond, diamondsOf } from './diamonds.ts'
import { selectionAt, wholeNumbers } from './elementwise.ts'
import { FLOAT_OPS, uxIndex } from './floats.ts'
import { isLive } from './liveness.ts'
import { Region } from './region.ts'
import { type Step, Value } from './value.ts'

/** Blocks that the pass opened around the masked code, and that the program's labels do not count: see `FloatRegion.branch`. */
const BLOCKS_AROUND = 3

/** What an arm leaves behind: its locals, and the operands on its stack. */
interface Outcome {
  readonly locals: ReadonlyMap<number, Value>
  readonly stack: readonly Value[]
}

export class MaskedRegion extends Region {
  /** The cold path of the comparison `op` of `values`, behind the tests. */
  protected decideOrMask(op: number, values: readonly Value[], result: Value, diamond: Diamond): void {
    const { operands, batch } = this
    batch.reach(values)
    batch.slowCopy()
    const done = batch.marked()
    const mask = this.maskOf(op, values)
    operands.emit(SAFEPOINT)
    operands.get(mask)
    this.flag(1)
    operands.emit(OP.f64Eq)
    operands.set(result.index)
    operands.get(mask)
    operands.get(mask)
    operands.emit(OP.f64Ne)
    operands.cold()
    this.masked(mask, diamond, done)
    operands.emit(OP.end)
    batch.reach(values) // which are the tested ones, whatever was computed for the arms
  }

  private masked(mask: Value, diamond: Diamond, done: ReadonlySet<Step>): void {
    const { operands, around } = this
    this.giveLocals(diamond.branch, done)
    const { locals, stack: results } = this.bothArms(mask, diamond, new Map())
    for (const [local, value] of locals) {
      operands.get(value)
      operands.set(local)
      operands.holds[local] = 1
    }
    operands.emit(SAFEPOINT)
    if (around.countInstructions) operands.emit(COUNT, diamond.size + 1)
    for (const value of results) operands.get(value)
    if (diamond.label < 0) operands.emit(OP.return)
    else operands.emit(OP.br, diamond.label + BLOCKS_AROUND)
  }

  /** The float locals get what they hold at the branch; what lies under it is computed through the runtime but for what is `done`. */
  private giveLocals(branch: number, done: ReadonlySet<Step>): void {
    const { operands, names, batch } = this
    const live = this.liveAt.get(branch)
    const moves = [...names].filter(([local]) => live !== undefined && isLive(live, this.bits[local]!))
    batch.reach(moves.map(([, value]) => value))
    batch.slowCopy(done)
    for (const [, value] of moves) operands.get(value)
    for (const [local] of moves.toReversed()) operands.set(local)
  }

  /** What is read of the locals that the arms assign, and their results. @param before  what locals hold instead of what they held at the outermost branch */
  private bothArms(mask: Value, diamond: Diamond, before: ReadonlyMap<number, Value>): Outcome {
    const { operands, source } = this
    const { at } = operands
    const [one, other] = [this.arm(diamond.holds, before), this.arm(diamond.fails, before)]
    operands.at = at
    const live = this.liveAt.get(diamond.meets)
    const assigned = [...new Set([...one.locals.keys(), ...other.locals.keys()])]
    const read = assigned.filter((local) => isFloat(source.locals[local]!) && live !== undefined && isLive(live, this.bits[local]!))
    const held = ({ locals }: Outcome, local: number) => locals.get(local) ?? new Value(source.locals[local]!, 'local', local, false)
    return {
      locals: new Map(read.map((local) => [local, this.either(mask, held(one, local), held(other, local))])),
      stack: one.stack.map((value, index) => this.either(mask, value, other.stack[index]!)),
    }
  }

  /** Writes the instructions of an arm. Its assignments go to locals of their own. */
  private arm(places: readonly number[], before: ReadonlyMap<number, Value>): Outcome {
    const { source, operands } = this
    const locals = new Map(before)
    const stack: Value[] = []
    const give = (type: ValueType): void => {
      const value = this.fresh(type)
      operands.set(value.index)
      stack.push(value)
    }
    for (let index = 0; index < places.length; index++) {
      const pc = places[index]!
      const [op, a, b] = [source.op[pc]!, source.a[pc]!, source.b[pc]!]
      operands.at = source.at[pc]! < 0 ? ~source.at[pc]! : source.at[pc]!
      if (op === OP.localGet) {
        const type = source.locals[a]!
        stack.push(locals.get(a) ?? new Value(type, 'local', a, type === I32))
        continue
      }
      if (op === OP.localSet || op === OP.localTee) {
        locals.set(a, op === OP.localTee ? stack.at(-1)! : stack.pop()!)
        continue
      }
      if (op === OP.drop) {
        stack.pop()
        continue
      }
      if (op === OP.i32Const || op === OP.f32Const || op === OP.f64Const) {
        stack.push(new Value(OPCODES[op]!.results![0]!, 'constant', pc, true))
        continue
      }
      const float = FLOAT_OPS[op]
      const inner = diamondsOf(source).get(pc)
      if (inner) {
        const mask = this.maskOf(op, stack.splice(-2))
        const outcome = this.bothArms(mask, inner, locals)
        for (const [local, value] of outcome.locals) locals.set(local, value)
        stack.push(...outcome.stack)
        index += inner.branch - pc
      } else if (float?.treatment === 'compare') {
        const [one, other, x, y] = stack.splice(-4)
        const select = selectionAt(source, pc)
        const isInverted = (select - pc) % 2 === 0
        const { type } = one!
        operands.emit(OP.i32Const, comparison(op))
        for (const value of [x!, y!, ...(isInverted ? [other!, one!] : [one!, other!])]) this.wide(value)
        this.choice()
        this.narrow(type)
        give(type)
        index += select - pc
      } else if (float?.treatment === 'integer') {
        const { kind, convert, type } = wholeNumbers(source, pc)!
        this.wide(stack.pop()!)
        operands.emit(OP.i32Const, kind)
        operands.emit(PLACE_OF, ASKED.indexOf('whole'))
        operands.emit(UX_CALL, uxIndex('whole'))
        this.narrow(type)
        give(type)
        index += convert - pc
      } else {
        const { parameters, results } = OPCODES[op]!
        const isSelect = op === OP.select || op === OP.selectTyped
        const taken = stack.splice(-(isSelect ? 3 : parameters!.length))
        for (const value of taken) operands.get(value)
        if (float && float.ux >= 0) operands.emit(UX_CALL, float.ux)
        else operands.emit(op, a, b)
        give(isSelect ? taken[0]!.type : results![0]!)
      }
    }
    return { locals, stack }
  }

  /** 1 where the comparison holds, and 0 elsewhere. */
  private maskOf(op: number, values: readonly Value[]): Value {
    const mask = this.fresh(F64)
    this.operands.emit(OP.i32Const, comparison(op))
    for (const value of values) this.wide(value)
    this.flag(1)
    this.flag(0)
    this.choice()
    this.operands.set(mask.index)
    return mask
  }
  /** What stands where the mask is true, or elsewhere. */
  private either(mask: Value, one: Value, other: Value): Value {
    if (one === other) return one
    const result = this.fresh(one.type)
    this.operands.emit(OP.i32Const, COMPARED.indexOf('ne'))
    this.operands.get(mask)
    this.flag(0)
    this.wide(one)
    this.wide(other)
    this.choice()
    this.narrow(one.type)
    this.operands.set(result.index)
    return result
  }
  private choice(): void {
    this.operands.emit(PLACE_OF, ASKED.indexOf('comparison'))
    this.operands.emit(UX_CALL, uxIndex('choose'))
  }
  /** Pushes 0 or 1. */
  private flag(number: 0 | 1): void {
    this.operands.emit(OP.i32Const, number)
    this.operands.emit(OP.f64ConvertI32S)
  }
  private fresh(type: ValueType): Value {
    const plain = type === I32
    return new Value(type, 'local', this.operands.temporary(type, plain), plain)
  }
  /** Pushes a number as a double. */
  protected wide(value: Value): void {
    this.operands.get(value)
    if (value.type === F32) this.operands.emit(UX_CALL, uxIndex('promote'))
  }
  /** The double on top becomes a number of that type. */
  private narrow(type: ValueType): void {
    if (type === F32) this.operands.emit(UX_CALL, uxIndex('demote'))
  }
}

const comparison = (op: number): number => COMPARED.indexOf(OPCODES[op]!.name.split('.')[1] as (typeof COMPARED)[number])
