// One function, from the program's instructions to the pass's: the walk over its locals, calls and control. Straight-line code is
// `region.ts`, floating point `guarded.ts`; what is still missing afterwards (values in memory across calls and safepoints) `frame.ts` adds.
import { ModuleError } from '../binary/bytes.ts'
import { I64, isFloat, OP, OPCODES, opensBlock, type ValueType } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { isGuard } from './access.ts'
import { askedOfBits, testsClass } from './class-test.ts'
import { blockType, type Code, DECIDED_BITS, DECIDED_PART, SAFEPOINT, SIZE_BITS, type Structure } from './code.ts'
import { endsArm, isStructure } from './count.ts'
import { FLOAT_OPS, uxIndex } from './floats.ts'
import { FloatRegion } from './guarded.ts'
import type { Frame, Surroundings } from './region.ts'
import { Value } from './value.ts'

export interface Lowered {
  readonly code: Code
  /** Per local: it may hold a handle. */
  readonly holds: readonly boolean[]
}

/** Caps of a region, so that a long one needs neither endless slow copies nor endless locals. */
const MAX_STEPS = 200
const MAX_TEMPORARIES = 1000

export function lower(source: Code, type: FunctionType, blocks: Structure, surroundings: Surroundings): Lowered {
  const lowering = new Lowering(source, type, blocks, surroundings)
  for (let pc = 0; pc < source.length; pc++) pc = lowering.instruction(pc)
  return { code: lowering.operands.out, holds: lowering.holdingLocals() }
}

class Lowering extends FloatRegion {
  /** Handles the instruction at `pc`; returns the place of the last one that it handled (dead code is left out). */
  instruction(pc: number): number {
    const { source, operands } = this
    const op = source.op[pc]!
    const at = source.at[pc]!
    operands.at = at < 0 ? ~at : at
    if (isGuard(op)) {
      operands.out.push(op, source.a[pc]!, source.b[pc]!, at)
      return pc
    }
    if (op === DECIDED_BITS || op === SIZE_BITS) {
      this.ofHandle(op === DECIDED_BITS ? source.a[pc]! : undefined)
      return pc
    }
    if (this.count >= 0 && !isStructure(op) && at >= 0) operands.out.a[this.count]!++
    const float = FLOAT_OPS[op]
    if (op === DECIDED_PART) this.decidedPart(source.a[pc]!, source.b[pc]!)
    else if (float) pc = this.float(op, float, pc)
    else if (op >= OP.localGet && op <= OP.localTee) this.local(op, source.a[pc]!)
    else if (op >= OP.i32Const && op <= OP.f64Const) this.constant(op, pc)
    else if (op === OP.call || op === OP.callIndirect) this.call(op, pc)
    else if (op <= OP.tryTable) return this.control(op, pc)
    else this.plain(op, pc)
    if (this.batch.size >= MAX_STEPS || operands.temporariesInUse >= MAX_TEMPORARIES) this.endRegion()
    return pc
  }

  // ---- locals, constants, everything without special treatment

  private local(op: number, local: number): void {
    const { operands, names } = this
    const type = this.source.locals[local]
    if (type === undefined) throw new ModuleError(`local ${local} does not exist`, operands.at)
    if (op === OP.localGet) {
      if (isFloat(type)) operands.push(names.get(local) ?? new Value(type, 'local', local, false))
      else if (type === I64 || operands.stack.length > operands.bottom) operands.push(new Value(type, 'local', local, type !== I64))
      else {
        operands.emit(op, local)
        operands.produce(type, true)
      }
      return
    }
    this.top()
    if (isFloat(type)) {
      const value = operands.located(0)
      if (value.place === 'local' && value.index === local) names.delete(local)
      else names.set(local, value)
      this.assigned(local, value)
      if (op === OP.localSet) operands.drop(1)
      return
    }
    const value = this.top()
    operands.protect(local, operands.stack.length - 1)
    this.assigned(local, value)
    operands.clear(op === OP.localTee ? 1 : 0)
    operands.consume(1)
    if (op === OP.localTee && type !== I64 && operands.stack.length === operands.bottom) {
      operands.emit(op, local)
      operands.produce(type, true)
    } else {
      operands.set(local)
      if (op === OP.localTee) operands.push(new Value(type, 'local', local, type !== I64))
    }
  }
  private constant(op: number, pc: number): void {
    const { operands } = this
    const type = OPCODES[op]!.results![0]!
    if (isFloat(type) || operands.stack.length > operands.bottom) {
      operands.push(new Value(type, 'constant', pc, isFloat(type) ? !this.isNaNConstant(pc) : true))
    } else {
      operands.emit(op, this.source.a[pc], this.source.b[pc])
      operands.produce(type, true)
    }
  }
  /** Any NaN, though only our own prefix is a handle: no compiler writes one. */
  private isNaNConstant(pc: number): boolean {
    const at = this.source.a[pc]!
    const view = new DataView(this.around.module.bytes.buffer, this.around.module.bytes.byteOffset + at, this.source.b[pc])
    return Number.isNaN(view.byteLength === 8 ? view.getFloat64(0, true) : view.getFloat32(0, true))
  }

  private plain(op: number, pc: number): void {
    const { source } = this
    const integer = AS_BITS[op]
    if (integer !== undefined && !this.top().plain && testsClass(source, pc, this.around.module.bytes)) {
      this.integer(op, integer, OPCODES[op]!.results![0]!, askedOfBits(source, pc, this.around.module.bytes))
      return
    }
    let { parameters, results } = OPCODES[op]!
    if (op === OP.globalGet || op === OP.globalSet) {
      const type = this.around.globalType(source.a[pc]!)
      parameters = op === OP.globalSet ? [type] : []
      results = op === OP.globalSet ? [] : [type]
    }
    this.simple(op, source.a[pc]!, source.b[pc]!, parameters!.length, results![0])
  }
  // ---- calls

  private call(op: number, pc: number): void {
    const { operands, batch, source, around } = this
    const index = source.a[pc]!
    const type = op === OP.call ? around.functionType(index) : around.module.types[index]!
    const count = type.parameters.length + (op === OP.call ? 0 : 1)
    const values = this.tops(count)
    if (this.protectedBlocks > 0) this.endRegion()
    else batch.flush(values)
    operands.clear(count)
    operands.consume(count)
    if (op === OP.call && around.made >= 0 && around.makes(index)) {
      operands.emit(OP.i32Const, 1)
      operands.emit(OP.globalSet, around.made)
    }
    operands.emit(op, index, source.b[pc])
    operands.produceAll(type.results)
    if (op === OP.call && around.allocates(index)) {
      operands.stash()
      operands.emit(SAFEPOINT)
    }
  }

  // ---- control

  private control(op: number, pc: number): number {
    const { operands, source } = this
    const a = source.a[pc]!
    switch (op) {
      case OP.nop:
        return pc
      case OP.drop:
        this.top()
        if (this.top().place === 'physical') operands.emit(op)
        operands.drop(1)
        return pc
      case OP.select:
      case OP.selectTyped:
        this.simple(op, a, 0, 3, this.top(1).type)
        return pc
      case OP.block:
      case OP.loop:
      case OP.if:
      case OP.try:
      case OP.tryTable:
        this.begin(op, pc)
        return pc
      case OP.else:
      case OP.catch:
      case OP.catchAll:
        this.endArm(pc)
        this.beginArm(op, pc)
        return pc
      case OP.end:
      case OP.delegate:
        this.endArm(pc)
        this.finish(op, a)
        return pc
      case OP.brIf: {
        const results = this.labelTypes(a)
        this.endRegion(pc)
        operands.clear(results.length + 1)
        operands.consume(results.length + 1)
        operands.emit(op, a)
        operands.produceAll(results)
        this.beginCount()
        return pc
      }
      case OP.br:
        return this.leave(pc, this.labelTypes(a).length)
      case OP.brTable:
        return this.leave(pc, this.labelTypes(source.labels[a]!.at(-1)!).length + 1)
      case OP.return:
        return this.leave(pc, this.frames[0]!.type.results.length)
      case OP.throw:
        return this.leave(pc, this.around.module.types[this.around.module.tags[a]!]!.parameters.length)
      case OP.throwRef:
        return this.leave(pc, 1)
      case OP.rethrow:
      case OP.unreachable:
        return this.leave(pc, 0)
    }
    throw new ModuleError(`instruction ${OPCODES[op]!.name} is not handled`, operands.at)
  }
  private frame(label: number): Frame {
    const frame = this.frames[this.frames.length - 1 - label]
    if (!frame) throw new ModuleError(`label ${label} does not exist`, this.operands.at)
    return frame
  }
  private labelTypes(label: number): readonly ValueType[] {
    const { op, type } = this.frame(label)
    return op === OP.loop ? type.parameters : type.results
  }

  private begin(op: number, pc: number): void {
    const { operands, source } = this
    const type = blockType(this.around.module, source.a[pc]!)
    const taken = type.parameters.length + (op === OP.if ? 1 : 0)
    if (taken > 0) this.top(taken - 1)
    if (op !== OP.block) this.endRegion(pc)
    operands.settle(operands.stack.length - taken)
    operands.consume(taken)
    operands.emit(op, source.a[pc], op === OP.tryTable ? source.b[pc] : 0)
    this.frames.push({ op, height: operands.stack.length, bottom: operands.bottom, type })
    if (op === OP.try || op === OP.tryTable) this.protectedBlocks++
    operands.bottom = operands.stack.length
    operands.produceAll(type.parameters)
    if (op !== OP.block) this.beginCount()
  }
  /** The end of an arm that is reached by falling through. */
  private endArm(pc: number): void {
    const results = this.frames[this.frames.length - 1]!.type.results.length
    if (results > 0) this.top(results - 1)
    this.endRegion(pc)
    this.operands.consume(results)
  }
  private beginArm(op: number, pc: number): void {
    const { operands } = this
    const frame = this.frames[this.frames.length - 1]!
    operands.emit(op, this.source.a[pc])
    operands.drop(operands.stack.length - frame.height)
    operands.bottom = frame.height
    const tag = this.around.module.tags[this.source.a[pc]!]
    if (op === OP.else) operands.produceAll(frame.type.parameters)
    else if (op === OP.catch) operands.produceAll(this.around.module.types[tag!]!.parameters)
    this.beginCount()
  }
  private finish(op: number, a: number): void {
    const { operands } = this
    const frame = this.frames.pop()!
    operands.emit(op, a)
    operands.drop(operands.stack.length - frame.height)
    operands.bottom = frame.bottom
    if (this.frames.length === 0) return
    if (frame.op === OP.try || frame.op === OP.tryTable) this.protectedBlocks--
    operands.produceAll(frame.type.results)
    this.beginCount()
  }
  /** An instruction behind which nothing is reached: the rest of the arm is left out. */
  private leave(pc: number, count: number): number {
    const { operands, source } = this
    if (count > 0) this.top(count - 1)
    if (source.op[pc] === OP.return) this.batch.flush(this.tops(count))
    else this.endRegion(pc)
    operands.consume(count)
    operands.emit(source.op[pc]!, source.a[pc])
    this.names.clear()
    this.batch.clear()
    let depth = 0
    for (let next = pc + 1; ; next++) {
      const op = source.op[next]!
      if (opensBlock(op)) depth++
      else if (depth === 0 && endsArm(op)) return this.resume(next)
      else if (op === OP.end || op === OP.delegate) depth--
    }
  }
  /** Goes on with the arm's end at `pc`, which is not reached from above. */
  private resume(pc: number): number {
    const { operands, source } = this
    const op = source.op[pc]!
    operands.at = source.at[pc]!
    const frame = this.frames[this.frames.length - 1]!
    operands.drop(operands.stack.length - frame.height)
    operands.release()
    if (op === OP.end || op === OP.delegate) this.finish(op, source.a[pc]!)
    else this.beginArm(op, pc)
    return pc
  }
}

/** The function that gives the plain number, by the instruction that takes its bits. */
const AS_BITS = OPCODES.map((entry) => {
  const width = /^i(32|64)\.reinterpret_f/.exec(entry?.name ?? '')?.[1]
  return width === undefined ? undefined : uxIndex(`integer${width}`)
})
