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
import { NULL_BYTES, NULL_CHECK } from './access.ts'
import { COUNT, PLACE_OF, SAFEPOINT, UX_CALL } from './code.ts'
import { type Diamond, diamondsOf, isLoad, WIDEST } from './diamonds.ts'
import { selectionAt, wholeNumbers } from './elementwise.ts'
import { FLOAT_OPS, uxIndex } from './floats.ts'
import { isLive } from './liveness.ts'
import { Region } from './region.ts'
import { type Step, Value } from './value.ts'

/** What an arm leaves behind: its locals, and the operands on its stack. */
interface Outcome {
  readonly locals: ReadonlyMap<number, Value>
  readonly stack: readonly Value[]
}

export class MaskedRegion extends Region {
  /** A local that is 1 while no arm has read what is not there; -1: none reads. */
  private hasMemory = -1

  /**
   * The cold path of the comparison `op` of `values`, behind the tests.
   * @param ux      what decides it where there is no mask
   * @param blocks  that the pass opened around this path, and that the program's labels do not count
   */
  protected decideOrMask(op: number, values: readonly Value[], result: Value, ux: number, diamond: Diamond, blocks: number): void {
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
    if (diamond.loads) {
      this.hasMemory = this.fresh(I32).index
      operands.emit(OP.i32Const, 1)
      operands.set(this.hasMemory)
    }
    const outcome = this.masked(mask, diamond, done)
    if (diamond.loads) {
      operands.emit(OP.localGet, this.hasMemory)
      operands.emit(OP.if, NOTHING)
    }
    this.goOn(diamond, outcome, diamond.loads ? blocks + 2 : blocks + 1)
    if (diamond.loads) {
      operands.emit(OP.end)
      this.ask(values, result, ux)
      operands.emit(SAFEPOINT)
    }
    operands.emit(OP.end)
    batch.reach(values) // which are the tested ones, whatever was computed for the arms
  }
  /** What the comparison decides, for all samples. */
  protected ask(values: readonly Value[], result: Value, ux: number): void {
    const { operands } = this
    for (const value of values) operands.get(value)
    operands.emit(PLACE_OF, ASKED.indexOf('comparison'))
    operands.emit(UX_CALL, ux)
    operands.set(result.index)
  }

  /** What the float locals hold at the branch is computed through the runtime but for what is `done`; then both arms. */
  private masked(mask: Value, diamond: Diamond, done: ReadonlySet<Step>): Outcome {
    const { names, batch } = this
    const live = this.liveAt.get(diamond.branch)
    const held = new Map([...names].filter(([local]) => live !== undefined && isLive(live, this.bits[local]!)))
    batch.reach([...held.values()])
    batch.slowCopy(done)
    return this.bothArms(mask, diamond, held)
  }
  /** The locals get what they hold behind the arms, all at once, since one may get another's old value; and on to there. */
  private goOn(diamond: Diamond, { locals, stack }: Outcome, blocks: number): void {
    const { operands, around } = this
    for (const value of locals.values()) operands.get(value)
    for (const [local, value] of [...locals].toReversed()) {
      operands.set(local)
      this.assigned(local, value)
    }
    operands.emit(SAFEPOINT)
    if (around.countInstructions) operands.emit(COUNT, diamond.size + 1)
    for (const value of stack) operands.get(value)
    if (diamond.label < 0) operands.emit(OP.return)
    else operands.emit(OP.br, diamond.label + blocks)
  }

  /** What is read of the locals afterwards, and the arms' results. @param before  what locals hold where the instructions in front of the arms have not set them yet */
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
      if (op === NULL_CHECK) {
        operands.get(locals.get(a) ?? new Value(I32, 'local', a, true))
        operands.emit(OP.i32Const, NULL_BYTES)
        operands.emit(OP.i32GeU)
        this.needs()
        continue
      }
      if (isLoad(op)) {
        this.address(stack.pop()!, b)
        operands.emit(op, a, b)
        give(OPCODES[op]!.results![0]!)
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
        const { parameters, results } = op === OP.call ? source.pure.get(a)! : OPCODES[op]!
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

  /** Pushes the address where the program has what an access with that offset reads; else one where there is something. */
  private address(value: Value, offset: number): void {
    const { operands } = this
    const there = this.fresh(I32).index
    operands.get(value)
    operands.emit(OP.memorySize)
    operands.emit(OP.i32Const, LOG_PAGE)
    operands.emit(OP.i32Shl)
    operands.emit(OP.i32Const, offset + WIDEST)
    operands.emit(OP.i32Sub)
    operands.emit(OP.i32LeU)
    operands.emit(OP.localTee, there)
    this.needs()
    operands.get(value)
    operands.emit(OP.i32Const, 0)
    operands.emit(OP.localGet, there)
    operands.emit(OP.select)
  }
  /** Takes a condition without which the arms are worth nothing. */
  private needs(): void {
    const { operands, hasMemory } = this
    operands.emit(OP.localGet, hasMemory)
    operands.emit(OP.i32And)
    operands.emit(OP.localSet, hasMemory)
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

/** Block type: it gives nothing. */
const NOTHING = -64
const LOG_PAGE = 16
const comparison = (op: number): number => COMPARED.indexOf(OPCODES[op]!.name.split('.')[1] as (typeof COMPARED)[number])
