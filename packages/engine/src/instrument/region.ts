// Straight-line code of one function. Inside a region an assignment to a float local is only a new name for a value; at its end (a loop's
// begin, a branch, a block's end) the values that are live behind are tested and the locals get them. A block's begin does not end a region.

import { ModuleError } from '../binary/bytes.ts'
import type { Module } from '../binary/module.ts'
import { isFloat, OP, type ValueType } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { Batch } from './batch.ts'
import { COUNT, type Code, type Structure } from './code.ts'
import { isLive, type LiveSet, liveness } from './liveness.ts'
import { Operands } from './operands.ts'
import type { Value } from './value.ts'

export interface Surroundings {
  readonly module: Module
  /** Type of a function by index, imports first. */
  readonly functionType: (index: number) => FunctionType
  readonly globalType: (index: number) => ValueType
  /** By function index: a function of the ABI whose call is followed by a safepoint. */
  readonly allocates: (index: number) => boolean
  /** By function index: a function of the ABI whose call may give the first uncertain value. */
  readonly makes: (index: number) => boolean
  /** The global that says whether a run has made one; -1 if nobody asks. */
  readonly made: number
  readonly countInstructions: boolean
}
export interface Frame {
  readonly op: number
  readonly height: number // of the stack below the block's parameters
  readonly bottom: number
  readonly type: FunctionType
}

export class Region {
  readonly operands: Operands
  protected readonly source: Code
  protected readonly around: Surroundings
  protected readonly batch: Batch
  protected readonly frames: Frame[] = []
  /** Float locals with the value that they get at the end of the region. */
  protected readonly names = new Map<number, Value>()
  protected readonly flows: { from: number; to: number }[] = []
  protected readonly liveAt = new Map<number, LiveSet>()
  protected readonly bits: Int32Array
  protected protectedBlocks = 0
  protected count = -1

  constructor(source: Code, type: FunctionType, blocks: Structure, surroundings: Surroundings) {
    this.source = source
    this.around = surroundings
    this.operands = new Operands(source, type.parameters.length)
    this.batch = new Batch(this.operands)
    this.frames.push({ op: OP.block, height: 0, bottom: 0, type: { parameters: [], results: type.results } })
    let floats = 0
    this.bits = Int32Array.from(source.locals, (local) => (isFloat(local) ? floats++ : -1))
    if (floats > 0) liveness(source, blocks, this.bits, floats, (pc, live) => this.remember(pc, live))
    this.beginCount()
  }
  protected remember(pc: number, live: LiveSet): void {
    if (this.source.op[pc] === OP.call || this.source.op[pc] === OP.callIndirect) return
    const known = this.liveAt.get(pc)
    if (known) known.set(live)
    else this.liveAt.set(pc, live.slice())
  }

  /** Locals that may hold a handle: assigned one, or a copy of one that may. */
  holdingLocals(): boolean[] {
    const { holds } = this.operands
    for (let changed = true; changed; ) {
      changed = false
      for (const { from, to } of this.flows) {
        if (!holds[from] || holds[to]) continue
        holds[to] = 1
        changed = true
      }
    }
    return holds.map((hold) => hold === 1)
  }

  protected top(depth = 0): Value {
    const { stack } = this.operands
    const value = stack[stack.length - 1 - depth]
    if (!value || stack.length - depth <= this.frames[this.frames.length - 1]!.height) {
      throw new ModuleError('operand stack is empty', this.operands.at)
    }
    return value
  }
  protected tops(count: number): Value[] {
    return Array.from({ length: count }, (_, index) => this.top(count - 1 - index))
  }

  protected assigned(local: number, value: Value): void {
    if (value.place === 'local') this.flows.push({ from: value.index, to: local })
    else if (!value.plain) this.operands.holds[local] = 1
  }

  /**
   * Tests what is read later and gives the float locals their values, all at once, since one may get another's old value.
   * @param pc  the control instruction that ends the region; absent: all locals count as live
   */
  protected endRegion(pc?: number): void {
    const { operands, names, batch } = this
    const { stack } = operands
    const live = pc === undefined ? undefined : this.liveAt.get(pc)
    const moves = [...names].filter(([local]) => !live || isLive(live, this.bits[local]!))
    batch.flush([...stack, ...moves.map(([, value]) => value)])
    const overwritten = new Set(moves.map(([local]) => local))
    for (let index = operands.bottom; index < stack.length; index++) {
      const { place, index: local, type } = stack[index]!
      if (place === 'local' && isFloat(type) && overwritten.has(local)) operands.copyEntry(index)
    }
    if (moves.some(([, { place, index }]) => place === 'local' && overwritten.has(index))) {
      for (const [, value] of moves) operands.get(value)
      for (const [local] of moves.toReversed()) operands.set(local)
    } else {
      for (const [local, value] of moves) {
        operands.get(value)
        operands.set(local)
      }
    }
    names.clear()
    batch.clear()
    operands.release()
  }

  protected beginCount(): void {
    if (!this.around.countInstructions) return
    this.count = this.operands.out.length
    this.operands.emit(COUNT, 0)
  }
}
