// Puts the values that are live across a call or safepoint where the collector looks: on the C stack, which it scans from the stack pointer up.
//
//   before  f(x) while y lives on         after  frame: |  y  |  z  | … |   __stack_pointer stands here, the function's own frame below
//           call g                               store frame+0, y; call g
//
// A function whose values live across calls lowers __stack_pointer by its frame on entry and raises it again at its one exit; the function's own
// prologue and epilogue then nest inside. Where only safepoints need room (the cold paths of leaf functions), the frame is made there, below the red zone
// of 128 bytes that LLVM uses under __stack_pointer in functions without calls.
// Invariants: the frame is written, never read back; a value's slot is its own, so a store is left out while the slot is up to date.
import { HANDLE, LOWEST, PRESSURE } from '../abi.ts'
import type { Writer } from '../binary/bytes.ts'
import { F32, I32, I64, mayEnd, OP, opensBlock, type ValueType } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import type { Mark } from '../lines/section.ts'
import { AS_GIVEN, BULK_CHECK, CALL, CALL_CHECK, encodeAccess, isGuard, KNOWN_LOW, NULL_BYTES, NULL_CHECK, STACK_CHECK } from './access.ts'
import { COLD, COUNT, type Code, encodeOne, IS_HANDLE, PLACE_OF, type Renumbering, SAFEPOINT, structure, UX_CALL } from './code.ts'
import { isLive, liveness } from './liveness.ts'
import type { Reach } from './reach.ts'

/** Instructions that a loop counts by itself: some 10 ms. */
const SETTLE_AT = 1 << 24
const NO_RESULT = 0x40 // block type

/** Indices in the module that is written. */
export interface Indices extends Renumbering {
  readonly ux: (place: number) => number // of the ABI's functions
  readonly [PRESSURE]: number
  readonly stackPointer: number
  readonly instructions: number // -1: not counted
  /** Globals in which a guard leaves what it found. Absent: there are no guards. */
  readonly guards?: { readonly nullAccess: number; readonly stackWanted: number }
  /** Block type for these results. */
  readonly blockType: (results: readonly ValueType[]) => number
  /** Calls to these need no up-to-date instruction count. */
  readonly returnsAlways: (functionIndex: number) => boolean
  /** The place in the sources of an instruction, by its offset in the module that was read; -1: unknown. Absent: of none. */
  readonly siteAt?: (at: number) => number
  /** The number of the place of a decision, by the same offset and what is asked there, index in ASKED. */
  readonly decisionAt: (at: number, asked: number) => number
}
/** Places of `if`s that are almost never taken: bytes from the start of the body. */
export type Hints = readonly number[]
export interface Emitted {
  readonly hints: Hints
  /** Places in the sources of the instructions that may trap or call; bytes from the start of the body. */
  readonly marks: readonly Mark[]
}

const RED_ZONE = 128
const STORES: Readonly<Record<number, readonly [op: number, alignment: number]>> = {
  127: [OP.i32Store, 2],
  126: [OP.i64Store, 3],
  125: [OP.f32Store, 2],
  124: [OP.f64Store, 3],
}
const slotSize = (type: ValueType): number => (type === F32 || type === I32 ? 4 : 8)

/** The places of calls and safepoints with the locals that must be in memory there. */
export type Spills = ReadonlyMap<number, readonly number[]>
export function spills(code: Code, holds: readonly boolean[], reach: Reach): Spills {
  const found = new Map<number, readonly number[]>()
  const held: number[] = []
  const bits = Int32Array.from(code.locals, (_, local) => (holds[local] ? held.push(local) - 1 : -1))
  if (held.length === 0 || !code.op.some((op, pc) => mustSpill(code, pc, op, reach))) return found
  liveness(code, structure(code), bits, held.length, (pc, live) => {
    if (!mustSpill(code, pc, code.op[pc]!, reach)) return
    const locals = held.filter((_, bit) => isLive(live, bit))
    if (locals.length > 0) found.set(pc, locals)
  })
  return found
}
function mustSpill(code: Code, pc: number, op: number, reach: Reach): boolean {
  return op === SAFEPOINT || (op === OP.call && reach.call(code.a[pc]!)) || (op === OP.callIndirect && reach.indirect(code.a[pc]!))
}

/** Writes the body of a function. */
export function emitBody(w: Writer, source: Uint8Array, code: Code, type: FunctionType, saved: Spills, indices: Indices): Emitted {
  return new Emission(w, source, code, type, saved, indices).body()
}

class Emission {
  private readonly w: Writer
  private readonly source: Uint8Array
  private readonly code: Code
  private readonly type: FunctionType
  private readonly saved: Spills
  private readonly indices: Indices
  private readonly slots = new Map<number, number>()
  private readonly frameBytes: number
  private readonly hasFrame: boolean // for the whole of the function
  private readonly frameLocal: number
  private readonly counter: number // local, or -1
  private readonly hints: number[] = []
  private readonly marks: Mark[] = []
  /** Per local the number of its assignments so far; what a slot holds is up to date while the number is the same. */
  private readonly versions: number[]
  private stored = new Map<number, number>()
  private readonly outer: Map<number, number>[] = []
  private depth = 0

  constructor(w: Writer, source: Uint8Array, code: Code, type: FunctionType, saved: Spills, indices: Indices) {
    this.w = w
    this.source = source
    this.code = code
    this.type = type
    this.saved = saved
    this.indices = indices
    let bytes = 0
    for (const locals of saved.values()) {
      for (const local of locals) {
        if (this.slots.has(local)) continue
        const size = slotSize(code.locals[local]!)
        bytes = Math.ceil(bytes / size) * size
        this.slots.set(local, bytes)
        bytes += size
      }
    }
    this.frameBytes = Math.ceil(bytes / 16) * 16
    this.hasFrame = [...saved.keys()].some((pc) => code.op[pc] !== SAFEPOINT)
    this.versions = code.locals.map(() => 0)
    const loops = code.op.includes(OP.loop)
    this.frameLocal = this.hasFrame || code.op.includes(SAFEPOINT) ? code.locals.push(I32) - 1 : -1
    this.counter = indices.instructions >= 0 && loops ? code.locals.push(I64) - 1 : -1
  }

  body(): Emitted {
    const { w, code } = this
    const start = w.length
    this.declareLocals()
    const wrapped = this.hasFrame || this.counter >= 0
    if (this.hasFrame) this.lowerStackPointer(this.frameBytes, start)
    if (wrapped) {
      w.byte(OP.block)
      w.s32(this.indices.blockType(this.type.results))
    }
    for (let pc = 0; pc < code.length - 1; pc++) this.one(pc, start, wrapped)
    if (wrapped) {
      w.byte(OP.end)
      if (this.hasFrame) this.raiseStackPointer(this.frameBytes)
      this.settleCount(false)
    }
    w.byte(OP.end)
    return { hints: this.hints, marks: this.marks }
  }
  private declareLocals(): void {
    const { w, code, type } = this
    const groups: { type: ValueType; count: number }[] = []
    for (let local = type.parameters.length; local < code.locals.length; local++) {
      const last = groups[groups.length - 1]
      if (last && last.type === code.locals[local]) last.count++
      else groups.push({ type: code.locals[local]!, count: 1 })
    }
    w.vector(groups, (group) => {
      w.u32(group.count)
      w.byte(group.type)
    })
  }

  private one(pc: number, start: number, wrapped: boolean): void {
    const { w, code, indices } = this
    const op = code.op[pc]!
    this.follow(op, pc)
    if (isGuard(op)) {
      this.guard(op, pc, start)
      return
    }
    if (indices.siteAt && (mayEnd(op) || op === UX_CALL || op === SAFEPOINT))
      this.marks.push({ at: w.length - start, site: indices.siteAt(code.at[pc]!) })
    switch (op) {
      case COUNT:
        this.addCount(code.a[pc]!)
        if (code.op[pc - 1] === OP.loop) this.settleLongLoop(start)
        return
      case SAFEPOINT:
        this.safepoint(pc, start)
        return
      case PLACE_OF:
        this.constant(indices.decisionAt(code.at[pc]!, code.a[pc]!))
        return
      case IS_HANDLE:
        w.byte(OP.i64Const)
        w.s32(HANDLE.payloadBits64)
        w.byte(OP.i64ShrU)
        w.byte(OP.i32WrapI64)
        this.constant(0x7fff)
        w.byte(OP.i32And)
        this.constant(HANDLE.prefix64)
        w.byte(OP.i32Eq)
        return
      case UX_CALL:
        w.byte(OP.call)
        w.u32(indices.ux(code.a[pc]!))
        return
      case OP.return:
        if (!wrapped) break
        w.byte(OP.br)
        w.u32(this.depth)
        return
      case OP.call:
      case OP.callIndirect:
        if (op === OP.callIndirect || !indices.returnsAlways(code.a[pc]!)) this.settleCount(true)
        this.store(pc)
        break
      case OP.throw:
      case OP.rethrow:
      case OP.throwRef:
      case OP.unreachable:
        this.settleCount(false)
        break
      case OP.if:
        if (code.b[pc] === COLD) this.hints.push(w.length - start)
    }
    encodeOne(w, this.source, code, pc, indices)
  }

  /** Keeps the nesting depth, and what is known of the slots: a store inside a block says nothing about what is behind it. */
  private follow(op: number, pc: number): void {
    if (opensBlock(op)) {
      this.depth++
      this.outer.push(this.stored)
      this.stored = op === OP.loop ? new Map() : new Map(this.stored)
    } else if (op === OP.else || op === OP.catch || op === OP.catchAll) this.stored = new Map(this.outer[this.outer.length - 1])
    else if (op === OP.end || op === OP.delegate) {
      this.depth--
      this.stored = this.outer.pop()!
    } else if (op === OP.localSet || op === OP.localTee) this.versions[this.code.a[pc]!]!++
  }

  // ---- guards

  private guard(op: number, pc: number, start: number): void {
    const { w, code, indices } = this
    const { guards, siteAt } = indices
    if (!guards) return
    const [a, b] = [code.a[pc]!, code.b[pc]!]
    if (siteAt) this.marks.push({ at: w.length - start, site: siteAt(~code.at[pc]!) })
    if (op === STACK_CHECK) {
      this.stackCheck(a, start)
      return
    }
    this.localGet(a)
    if (op === CALL_CHECK) w.byte(OP.i32Eqz)
    else if (op !== NULL_CHECK || (b & KNOWN_LOW) === 0) this.compare(NULL_BYTES, OP.i32LtU)
    this.beginCold(start)
    if (op === BULK_CHECK) {
      this.localGet(b >> 1) // of no bytes nothing is done
      this.beginCold(start)
    }
    const access =
      op === NULL_CHECK
        ? b & ~KNOWN_LOW
        : encodeAccess({ offset: 0, bytes: op === CALL_CHECK ? CALL : AS_GIVEN, writes: op === BULK_CHECK && (b & 1) === 1 })
    this.localGet(a)
    this.constant(access << 10)
    w.byte(OP.i32Or)
    this.endWith(guards.nullAccess)
    if (op === BULK_CHECK) w.byte(OP.end)
  }
  private stackCheck(local: number, start: number): void {
    this.localGet(local)
    this.compare(LOWEST, OP.i32LtS)
    this.beginCold(start)
    this.localGet(local)
    this.endWith(this.indices.guards!.stackWanted)
  }
  private compare(value: number, op: number): void {
    this.constant(value)
    this.w.byte(op)
  }
  private beginCold(start: number): void {
    this.hints.push(this.w.length - start)
    this.w.byte(OP.if)
    this.w.byte(0x40)
  }
  private endWith(global: number): void {
    const { w } = this
    w.byte(OP.globalSet)
    w.u32(global)
    w.byte(OP.unreachable)
    w.byte(OP.end)
  }

  private store(pc: number): void {
    const { w, code } = this
    for (const local of this.saved.get(pc) ?? []) {
      if (this.hasFrame && this.stored.get(local) === this.versions[local]) continue
      this.stored.set(local, this.versions[local]!)
      const [op, alignment] = STORES[code.locals[local]!]!
      this.localGet(this.frameLocal)
      this.localGet(local)
      w.byte(op)
      w.u32(alignment)
      w.u32(this.slots.get(local)!)
    }
  }
  private safepoint(pc: number, start: number): void {
    const { w, indices } = this
    w.byte(OP.globalGet)
    w.u32(indices[PRESSURE])
    this.hints.push(w.length - start)
    w.byte(OP.if)
    w.byte(0x40)
    const outer = this.stored
    this.stored = new Map(outer)
    const room = RED_ZONE + this.frameBytes
    if (!this.hasFrame) this.lowerStackPointer(room)
    this.store(pc)
    w.byte(OP.call)
    w.u32(indices.ux(-1))
    if (!this.hasFrame) this.raiseStackPointer(room)
    w.byte(OP.end)
    this.stored = outer
  }
  /** @param start  of the body; absent: the room is small and not looked at */
  private lowerStackPointer(bytes: number, start?: number): void {
    const { w, indices } = this
    w.byte(OP.globalGet)
    w.u32(indices.stackPointer)
    this.constant(bytes)
    w.byte(OP.i32Sub)
    w.byte(OP.localTee)
    w.u32(this.frameLocal)
    if (start !== undefined && indices.guards) this.stackCheck(this.frameLocal, start)
    w.byte(OP.globalSet)
    w.u32(indices.stackPointer)
  }
  private raiseStackPointer(bytes: number): void {
    const { w, indices } = this
    this.localGet(this.frameLocal)
    this.constant(bytes)
    w.byte(OP.i32Add)
    w.byte(OP.globalSet)
    w.u32(indices.stackPointer)
  }
  private localGet(local: number): void {
    this.w.byte(OP.localGet)
    this.w.u32(local)
  }
  private constant(value: number): void {
    this.w.byte(OP.i32Const)
    this.w.s32(value)
  }

  /**
   * In a function with loops the count is kept in a local, which costs an addition only, and added to the global before it may be read; in a loop
   * that goes on for long now and then too, for those who end the program from outside.
   */
  private addCount(count: number): void {
    if (count === 0) return
    const { w, counter } = this
    this.counterGet(counter)
    w.byte(OP.i64Const)
    w.s32(count)
    w.byte(OP.i64Add)
    w.byte(counter >= 0 ? OP.localSet : OP.globalSet)
    w.u32(counter >= 0 ? counter : this.indices.instructions)
  }
  private settleLongLoop(start: number): void {
    const { w, counter } = this
    if (counter < 0) return
    this.counterGet(counter)
    w.byte(OP.i64Const)
    w.s32(SETTLE_AT)
    w.byte(OP.i64GeU)
    this.hints.push(w.length - start)
    w.byte(OP.if)
    w.byte(NO_RESULT)
    this.settleCount(true)
    w.byte(OP.end)
  }
  private settleCount(again: boolean): void {
    const { w, counter } = this
    if (counter < 0) return
    this.counterGet(-1)
    this.counterGet(counter)
    w.byte(OP.i64Add)
    w.byte(OP.globalSet)
    w.u32(this.indices.instructions)
    if (!again) return
    w.byte(OP.i64Const)
    w.byte(0)
    w.byte(OP.localSet)
    w.u32(counter)
  }
  private counterGet(counter: number): void {
    this.w.byte(counter >= 0 ? OP.localGet : OP.globalGet)
    this.w.u32(counter >= 0 ? counter : this.indices.instructions)
  }
}
