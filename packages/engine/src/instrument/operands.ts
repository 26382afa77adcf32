// The operand stack, symbolically. What the program pushes is either on WebAssembly's own stack or in a local to be read when used:
//
//   physical … physical | virtual or one pending … | virtual …
//
//   physical   on the real stack, in place
//   virtual    a constant, or a local (of the program, or a temporary of ours)
//   pending    on top of the real stack, though virtual values may lie under it here: it is consumed as a first operand, or
//              moved into a temporary (`stash`) before anything else is put on the real stack
//
// Invariant: a value that may be a handle is never physical for longer than pending, so at a call or safepoint all such values are in
// locals, where liveness sees them.

import { F32, F64, I32, I64, isFloat, OP, type ValueType } from '../binary/opcodes.ts'
import { COLD, Code } from './code.ts'
import { Value } from './value.ts'

const PHYSICAL = new Map([I32, I64, F32, F64].map((type) => [type, new Value(type, 'physical', 0, true)]))
export const physical = (type: ValueType): Value => PHYSICAL.get(type) ?? new Value(type, 'physical', 0, true)

export class Operands {
  readonly source: Code
  readonly out = new Code()
  readonly stack: Value[] = []
  /** Entries below are physical (as far as the current block can see). */
  bottom = 0
  pending = -1
  at = 0
  /** Per local: assigned something that may be a handle. Temporaries for plain values are 0. */
  readonly holds: number[]
  readonly locals: number // of the program
  private readonly free = new Map<number, number[]>()
  private used: { local: number; key: number }[] = []

  constructor(source: Code, parameters: number) {
    this.source = source
    this.locals = source.locals.length
    for (const local of source.locals) this.out.locals.push(local)
    this.out.labels.push(...source.labels)
    this.out.handlers.push(...source.handlers)
    this.holds = source.locals.map((type, index) => (index < parameters && type !== I32 ? 1 : 0))
  }

  emit(op: number, a = 0, b = 0): void {
    this.out.push(op, a, b, this.at)
  }
  /** Puts a virtual value on the real stack. */
  get(value: Value): void {
    const { out, source } = this
    if (value.place === 'constant') this.emit(source.op[value.index]!, source.a[value.index], source.b[value.index])
    else {
      const last = out.length - 1
      if (out.op[last] === OP.localSet && out.a[last] === value.index) out.op[last] = OP.localTee
      else this.emit(OP.localGet, value.index)
    }
  }
  set(local: number): void {
    this.emit(OP.localSet, local)
  }
  temporary(type: ValueType, plain: boolean): number {
    const key = type * 2 + (plain ? 1 : 0)
    let local = this.free.get(key)?.pop()
    if (local === undefined) {
      local = this.out.locals.push(type) - 1
      this.holds.push(plain ? 0 : 1)
    }
    this.used.push({ local, key })
    return local
  }
  get temporariesInUse(): number {
    return this.used.length
  }
  /** At the end of a region: temporaries that no stack entry refers to may be used again. */
  release(): void {
    if (this.used.length === 0) return
    const kept = new Set<number>()
    for (const { place, index } of this.stack) if (place === 'local') kept.add(index)
    const still: { local: number; key: number }[] = []
    for (const one of this.used) {
      const list = this.free.get(one.key)
      if (kept.has(one.local)) still.push(one)
      else if (list) list.push(one.local)
      else this.free.set(one.key, [one.local])
    }
    this.used = still
  }

  push(value: Value): void {
    this.stack.push(value)
  }
  /** The pending value goes to a temporary. */
  stash(): void {
    if (this.pending < 0) return
    const { type, plain } = this.stack[this.pending]!
    const local = this.temporary(type, plain)
    this.set(local)
    this.stack[this.pending] = new Value(type, 'local', local, plain)
    this.pending = -1
  }
  /** Before a safepoint: a handle must not be on the real stack. */
  stashHandle(): void {
    if (this.pending >= 0 && !this.stack[this.pending]!.plain) this.stash()
  }
  /** Makes the top `count` values real, in order, and takes them off. */
  consume(count: number): void {
    const { stack } = this
    const low = stack.length - count
    if (this.pending >= low && this.pending !== Math.max(low, this.bottom)) this.stash()
    const first = Math.max(low, this.bottom, this.pending + 1)
    for (let index = first; index < stack.length; index++) this.get(stack[index]!)
    this.drop(count)
  }
  /** Takes off without making real what is not. */
  drop(count: number): void {
    const low = this.stack.length - count
    this.stack.length = low
    if (this.bottom > low) this.bottom = low
    if (this.pending >= low) this.pending = -1
  }
  /** Before an instruction that leaves its result on the real stack: no pending value may lie below its `count` operands. */
  clear(count: number): void {
    if (this.pending >= 0 && this.pending < this.stack.length - count) this.stash()
  }
  /** The result of the instruction just written is on top of the real stack. */
  produce(type: ValueType, plain: boolean): void {
    if (this.stack.length === this.bottom && plain && !isFloat(type)) {
      this.stack.push(physical(type))
      this.bottom++
    } else {
      this.pending = this.stack.length
      this.stack.push(new Value(type, 'physical', 0, plain))
    }
  }
  /** Several results, or those of a block: in temporaries unless all may stay. */
  produceAll(types: readonly ValueType[]): void {
    if (types.length === 1) this.produce(types[0]!, plainType(types[0]!))
    else if (this.stack.length === this.bottom && types.every(plainType)) for (const type of types) this.produce(type, true)
    else {
      const values = types.map((type) => new Value(type, 'local', this.temporary(type, plainType(type)), plainType(type)))
      for (const { index } of values.toReversed()) this.set(index)
      this.stack.push(...values)
    }
  }

  /** The value at `depth` from the top, in a local or constant: a physical one is moved, or kept on the real stack as well (see `keep`). */
  located(depth: number): Value {
    const index = this.stack.length - 1 - depth
    if (this.pending === index) this.stash()
    return this.stack[index]!
  }
  /** Copies what refers to `local` of the program, before it is overwritten; the entries from `end` on are about to be consumed. */
  protect(local: number, end: number): void {
    for (let index = this.bottom; index < end; index++) {
      const value = this.stack[index]!
      if (value.place === 'local' && value.index === local) this.copyEntry(index)
    }
  }
  copyEntry(index: number): void {
    const value = this.stack[index]!
    const copy = this.temporary(value.type, value.plain)
    this.emit(OP.localGet, value.index)
    this.set(copy)
    this.stack[index] = new Value(value.type, 'local', copy, value.plain)
  }
  /** Before a block: entries below `end` must not change place inside it. */
  settle(end: number): void {
    if (this.pending >= 0 && this.pending < end) this.stash()
    for (let index = this.bottom; index < end; index++) {
      const { place, index: local } = this.stack[index]!
      if (place === 'local' && local < this.locals) this.copyEntry(index)
    }
  }
  cold(): void {
    this.emit(OP.if, -64, COLD)
  }
}
/** Integers of 32 bits hold handles only where the program reinterprets a float. */
export const plainType = (type: ValueType): boolean => type !== I64 && !isFloat(type)
