// Traps where a program goes through a null pointer, or leaves its stack, in place of what WebAssembly does: carry on with whatever lies there.
//
//   before  local.get p  f64.load 8           after  local.get p  [p < 1024: trap]  f64.load 8
//   before  …  local.tee f  global.set sp     after  …  local.tee f  [f < LOWEST: trap]  global.set sp
//
// Nothing of a program lies below LOWEST. An access through a pointer below NULL_BYTES with an offset of at most FARTHEST ends there, so no
// right program is stopped; with a larger offset the constant may be the address of an array and the pointer its index: these are not looked at.
// A pointer is looked at once: later uses of the same local, and of what is computed from it, need no look. What a loop looks at in its
// first instructions, before anything can leave it, is looked at before the loop; also a sum of two locals, of which compilers make array and index.
// Where such a loop goes on only while the pointer is not 0, the look is part of that question:
//
//   before  loop  access p …  p = next  br_if loop (p)      after  [look at p]  loop  access p …  p = next  br_if loop (p >= 1024)  [p != 0: trap]
//
// Invariant: a local is `known` only while it holds an address of the stack, a large constant, or what was looked at, or a sum with one of these.
import { LOWEST } from '../abi.ts'
import type { Module } from '../binary/module.ts'
import { OP, OPCODES, opensBlock } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { BULK_CHECK, CALL_CHECK, encodeAccess, KNOWN_LOW, NULL_BYTES, NULL_CHECK, STACK_CHECK } from './access.ts'
import { blockType, type Code } from './code.ts'
import { endsArm } from './count.ts'
import { type Around, Places } from './guard-places.ts'
import { Insertions } from './insertions.ts'

const FARTHEST = LOWEST - NULL_BYTES
/** Negative constants above are distances, others addresses. */
const NEAR = -65_536
/** Of the stack pointer, in bytes. */
const ALIGNMENT = 16
const LOG_ALIGNMENT = 4
/** What LLVM uses below the stack pointer in a function without calls. */
const RED_ZONE = 128

interface Surroundings {
  readonly module: Module
  readonly functionType: (index: number) => FunctionType
  readonly stackPointer: number
}
/** The code with its checks; the same where it needs none. */
export function guarded(source: Code, around: Surroundings): Code {
  const guarding = new Guarding(source, around)
  for (let pc = 0; pc < source.length - 1; pc++) guarding.instruction(pc)
  return guarding.result()
}

/** A value on the stack: put there by the instruction at `pc`; a copy of `local` plus `offset`, or of nothing (-1). */
interface Item {
  readonly pc: number
  readonly safe: boolean
  /** The stack pointer, or what a frame or array has made of it; absent: neither. */
  readonly top?: 'stack pointer' | 'lowered'
  /** A size as compilers round it up for an array on the stack. */
  readonly isRounded?: boolean
  local: number
  readonly offset: number
  /** It is the sum of these two locals, and of `offset`. */
  readonly pair?: Pair
}
type Pair = readonly [number, number]
interface Frame extends Around {
  readonly height: number
  readonly results: number
  /** Where it begins; and what all ways through it know. */
  readonly known: Set<number>
  readonly pairs: Set<string>
  readonly tops: ReadonlyMap<number, Item['top']>
}
class Guarding {
  private readonly source: Code
  private readonly around: Surroundings
  private readonly stack: Item[] = []
  private readonly frames: Frame[] = []
  private known = new Set<number>()
  /** Sums of two locals that are `known`, by `keyOf`. */
  private pairs = new Set<string>()
  /** What a local is the sum of, in straight-line code. */
  private readonly sums = new Map<number, Pair>()
  private readonly places: Places
  private dead = 0 // nesting depth of code that is not reached
  private readonly insertions: Insertions
  /** Locals that hold the top of the stack. */
  private tops = new Map<number, Item['top']>()
  /** Locals that hold such a size, in straight-line code. */
  private readonly rounded = new Set<number>()

  constructor(source: Code, around: Surroundings) {
    this.source = source
    this.around = around
    this.insertions = new Insertions(source)
    this.places = new Places(source)
  }

  result(): Code {
    return this.insertions.result()
  }

  instruction(pc: number): void {
    const op = this.source.op[pc]!
    if (this.dead > 0) this.skip(op, pc)
    else if (op >= OP.localGet && op <= OP.localTee) this.local(op, pc)
    else if (op === OP.globalGet) this.globalGet(pc)
    else if (op === OP.globalSet) this.globalSet(pc)
    else if (op <= OP.tryTable) this.control(op, pc)
    else this.plain(op, pc)
  }

  private push(pc: number, safe = false, local = -1, offset = 0): void {
    this.stack.push({ pc, safe, local, offset })
  }
  private pop(): Item {
    return this.stack.pop() ?? { pc: -1, safe: true, local: -1, offset: 0 }
  }

  private local(op: number, pc: number): void {
    const local = this.source.a[pc]!
    if (op === OP.localGet) {
      this.stack.push({ pc, safe: this.known.has(local), local, offset: 0, top: this.tops.get(local), isRounded: this.rounded.has(local) })
      return
    }
    const item = this.pop()
    if (item.top) this.tops.set(local, item.top)
    else this.tops.delete(local)
    if (item.isRounded) this.rounded.add(local)
    else this.rounded.delete(local)
    for (const [index, one] of this.stack.entries()) {
      if (one.local === local) one.local = -1
      if (one.pair?.includes(local)) this.stack[index] = { ...one, pair: undefined }
    }
    for (const [sum, pair] of this.sums) if (sum === local || pair.includes(local)) this.sums.delete(sum)
    if (item.pair && item.offset === 0 && !item.pair.includes(local)) this.sums.set(local, item.pair)
    if (this.places.kills(local, pc)) this.pairs = this.withoutPairs(this.pairs, local)
    for (const { assigned } of this.frames) assigned.add(local)
    if (item.safe) this.known.add(local)
    else this.known.delete(local)
    if (op === OP.localTee) this.stack.push({ pc, safe: item.safe, local, offset: 0, top: item.top, isRounded: item.isRounded })
  }

  private plain(op: number, pc: number): void {
    const { source } = this
    const { name, immediate, parameters, results } = OPCODES[op]!
    if (immediate === 'memory') {
      const value = parameters!.length > 1 ? this.pop() : undefined
      this.access(pc, this.pop(), name, value !== undefined)
    } else if (name === 'memory.copy' || name === 'memory.fill' || name === 'memory.init') this.bulk(name, pc)
    else if (op === OP.i32Const) {
      this.push(pc, source.a[pc]! >= LOWEST || source.a[pc]! < NEAR)
      return
    } else if (op === OP.i32Add || op === OP.i32Sub || op === OP.i32And) {
      this.sum(op, pc)
      return
    } else if (name === 'i32.shl') {
      const [by] = [this.pop(), this.pop()]
      this.stack.push({ pc, safe: false, local: -1, offset: 0, isRounded: this.constant(by) >= LOG_ALIGNMENT })
      return
    } else for (let count = parameters!.length; count > 0; count--) this.pop()
    for (let count = results!.length; count > 0; count--) this.push(pc)
  }
  private sum(op: number, pc: number): void {
    const [second, first] = [this.pop(), this.pop()]
    if (op === OP.i32And) {
      const isRounded = this.source.a[second.pc] === -ALIGNMENT && this.addsAtLeast(first.pc, ALIGNMENT - 1)
      this.stack.push({ pc, safe: first.safe || second.safe, local: -1, offset: 0, isRounded })
      return
    }
    if (op === OP.i32Sub) {
      this.stack.push({ pc, safe: first.safe, local: -1, offset: 0, top: first.top && 'lowered' })
      if (this.isArray(first, second) && !this.isSet(pc)) this.room(pc)
      return
    }
    const constant = this.constant(second)
    const offset = first.offset + constant
    const near = constant >= 0 && (first.local >= 0 || first.pair !== undefined) && offset <= FARTHEST
    const pair = near
      ? first.pair
      : first.local >= 0 && second.local >= 0 && first.offset + second.offset === 0
        ? pairOf(first.local, second.local)
        : undefined
    const safe = first.safe || second.safe || (pair !== undefined && this.pairs.has(keyOf(pair)))
    this.stack.push({ pc, safe, local: near ? first.local : -1, offset: near ? offset : 0, pair })
  }
  /**
   * Of an array of variable length; a function that calls nothing leaves the stack pointer where it was. From a frame the distance to another
   * address may be subtracted too, which is no size: rounding tells them apart.
   */
  private isArray(top: Item, size: Item): boolean {
    const constant = this.constant(size)
    if (constant >= 0) return top.top !== undefined && constant > RED_ZONE
    return top.top === 'stack pointer' || (top.top === 'lowered' && size.isRounded === true)
  }
  /** Whether the result of `pc` becomes the stack pointer, and is looked at there. */
  private isSet(pc: number): boolean {
    const { op, a } = this.source
    let next = pc + 1
    if (op[next] === OP.localTee) next++
    else if (op[next] === OP.localSet && op[next + 1] === OP.localGet && a[next] === a[next + 1]) next += 2
    return op[next] === OP.globalSet && a[next] === this.around.stackPointer
  }
  private addsAtLeast(pc: number, constant: number): boolean {
    return this.source.op[pc] === OP.i32Add && this.source.op[pc - 1] === OP.i32Const && this.source.a[pc - 1]! >= constant
  }
  private room(pc: number): void {
    const local = this.kept(this.stack[this.stack.length - 1]!, pc)
    this.insertions.behind(pc, STACK_CHECK, local, 0, pc)
  }
  /** -1: it is none. */
  private constant({ pc }: Item): number {
    return this.source.op[pc] === OP.i32Const ? this.source.a[pc]! : -1
  }

  private access(pc: number, address: Item, name: string, writes: boolean): void {
    const offset = this.source.b[pc]! >>> 0
    if (address.safe || address.pc < 0 || offset > FARTHEST || this.known.has(address.local)) return
    const bytes = widthOf(name)
    const pair = address.local >= 0 ? this.sums.get(address.local) : address.pair
    if (pair && this.lookAtSum(pair, pc, encodeAccess({ offset: offset + address.offset, bytes, writes }))) {
      if (address.local >= 0) this.known.add(address.local)
    } else if (address.local >= 0) this.look(address.local, pc, encodeAccess({ offset: offset + address.offset, bytes, writes }))
    else this.insertions.before(pc, NULL_CHECK, this.kept(address, pc), encodeAccess({ offset, bytes, writes }), pc)
  }
  /** A look at a local of the program, as far outside of loops as it means the same. */
  private look(local: number, pc: number, code: number): void {
    const loop = this.places.turned(this.frames, local)
    if (loop !== undefined) {
      for (const edge of this.places.edges(this.frames[loop]!.pc)) {
        this.insertions.before(edge, OP.i32Const, NULL_BYTES, 0, edge)
        this.insertions.before(edge, OP.i32GeU, 0, 0, edge)
        this.insertions.behind(edge, NULL_CHECK, local, code | KNOWN_LOW, pc)
      }
    }
    const place =
      loop === undefined ? this.places.outside(this.frames, pc, [local]) : this.places.outside(this.frames, this.frames[loop]!.pc, [local], loop)
    for (const frame of this.frames) if (frame.pc >= place) frame.known.add(local)
    for (const frame of this.passed()) frame.known.add(local)
    this.known.add(local)
    this.insertions.before(place, NULL_CHECK, local, code, pc)
  }
  /** Blocks and loops whose ends are reached by way of the present instruction alone. */
  private passed(): Frame[] {
    const within = this.frames.findLastIndex(({ op, straight }) => !straight || (op !== OP.block && op !== OP.loop))
    return this.frames.slice(within + 1)
  }
  /** At a sum before the loop in which it only steps on; false: there is none. */
  private lookAtSum(pair: Pair, pc: number, code: number): boolean {
    const place = this.places.outside(this.frames, pc, pair)
    if (place === pc) return false
    const sum = this.insertions.local()
    this.insertions.before(place, OP.localGet, pair[0], 0, pc)
    this.insertions.before(place, OP.localGet, pair[1], 0, pc)
    this.insertions.before(place, OP.i32Add, 0, 0, pc)
    this.insertions.before(place, OP.localSet, sum, 0, pc)
    this.insertions.before(place, NULL_CHECK, sum, code, pc)
    for (const frame of this.frames) if (frame.pc >= place) frame.pairs.add(keyOf(pair))
    this.pairs.add(keyOf(pair))
    return true
  }
  private bulk(name: string, pc: number): void {
    const [length, source, target] = [this.pop(), this.pop(), this.pop()]
    const looks = [{ item: target, writes: 1 }, ...(name === 'memory.copy' ? [{ item: source, writes: 0 }] : [])].filter(
      ({ item }) => !item.safe && item.pc >= 0,
    )
    if (looks.length === 0 || length.pc < 0) return
    const bytes = this.kept(length, pc)
    for (const { item, writes } of looks) this.insertions.before(pc, BULK_CHECK, this.kept(item, pc), 2 * bytes + writes, pc)
  }
  /** A local that holds `item` at `pc`. */
  private kept(item: Item, pc: number): number {
    if (item.local >= 0 && item.offset === 0) return item.local
    return this.insertions.copy(item.pc, pc)
  }

  private globalGet(pc: number): void {
    const isStackPointer = this.source.a[pc] === this.around.stackPointer
    this.stack.push({ pc, safe: isStackPointer, local: -1, offset: 0, top: isStackPointer ? 'stack pointer' : undefined })
  }
  /** The stack pointer goes down in a prologue and for an array of variable length; it goes up by the sum of a constant. */
  private globalSet(pc: number): void {
    const item = this.pop()
    if (this.source.a[pc] !== this.around.stackPointer || item.pc < 0 || this.source.op[item.pc] === OP.i32Add) return
    this.insertions.before(pc, STACK_CHECK, this.kept(item, pc), 0, pc)
  }

  // ---- control

  private control(op: number, pc: number): void {
    const { source, around } = this
    const a = source.a[pc]!
    if (op === OP.nop) return
    if (op !== OP.drop && op !== OP.call) {
      this.sums.clear()
      this.rounded.clear()
    }
    if (opensBlock(op)) {
      this.open(op, pc)
      return
    }
    if (op === OP.else || op === OP.catch || op === OP.catchAll) {
      this.nextArm(op, pc)
      return
    }
    if (op === OP.end || op === OP.delegate) {
      this.close(pc)
      return
    }
    if (op === OP.drop) {
      this.pop()
      return
    }
    if (op === OP.select || op === OP.selectTyped) {
      const [, second, first] = [this.pop(), this.pop(), this.pop()]
      this.push(pc, first.safe && second.safe)
      return
    }
    for (const frame of this.frames) frame.straight = false
    if (op === OP.brIf) this.pop()
    else if (op === OP.call || op === OP.callIndirect) {
      const { parameters, results } = op === OP.call ? around.functionType(a) : around.module.types[a]!
      if (op === OP.callIndirect) {
        const pointer = this.pop()
        if (pointer.pc >= 0) this.insertions.before(pc, CALL_CHECK, this.kept(pointer, pc), 0, pc)
      }
      for (let count = parameters.length; count > 0; count--) this.pop()
      for (let count = results.length; count > 0; count--) this.push(pc)
    } else this.dead = 1
  }
  private open(op: number, pc: number): void {
    const { parameters, results } = blockType(this.around.module, this.source.a[pc]!)
    if (op === OP.if) {
      this.pop()
      for (const frame of this.frames) frame.straight = false
    }
    for (let count = parameters.length; count > 0; count--) this.pop()
    const height = this.stack.length
    for (let count = parameters.length; count > 0; count--) this.stack.push({ pc: -1, safe: true, local: -1, offset: 0 })
    this.frames.push({
      op,
      pc,
      height,
      results: results.length,
      known: new Set(this.known),
      pairs: new Set(this.pairs),
      tops: new Map(this.tops),
      straight: true,
      assigned: new Set(),
    })
    if (op === OP.loop) this.keepThrough({ known: this.known, pairs: this.pairs, tops: this.tops }, pc, this.places.endOf(pc))
  }
  private nextArm(op: number, pc: number): void {
    const frame = this.frames[this.frames.length - 1]!
    frame.straight = false
    this.stack.length = frame.height
    this.keepThrough(frame, frame.pc, op === OP.else ? frame.pc : pc)
    if (op === OP.catch) {
      const tag = this.around.module.tags[this.source.a[pc]!]!
      for (let count = this.around.module.types[tag]!.parameters.length; count > 0; count--) this.push(pc)
    }
  }
  private close(pc: number): void {
    const frame = this.frames.pop()
    if (!frame) return
    this.stack.length = frame.height
    this.keepThrough(frame, frame.pc, pc)
    for (let count = frame.results; count > 0; count--) this.push(pc)
  }
  /** What was known at `from` and is at `to`, whatever runs between them. */
  private keepThrough({ known, pairs, tops }: Pick<Frame, 'known' | 'pairs' | 'tops'>, from: number, to: number): void {
    const stays = (local: number) => !this.places.isKilled(local, from, to)
    this.known = new Set([...known].filter(stays))
    this.tops = new Map([...tops].filter(([local]) => stays(local)))
    this.pairs = new Set([...pairs].filter((key) => key.split(' ').every((local) => stays(Number(local)))))
  }
  private withoutPairs(pairs: ReadonlySet<string>, local: number): Set<string> {
    return new Set([...pairs].filter((key) => !key.split(' ').includes(String(local))))
  }
  private skip(op: number, pc: number): void {
    if (opensBlock(op)) this.dead++
    else if (this.dead === 1 && endsArm(op)) {
      this.dead = 0
      this.control(op, pc)
    } else if (op === OP.end || op === OP.delegate) this.dead--
  }
}

const pairOf = (one: number, other: number): Pair => (one < other ? [one, other] : [other, one])
const keyOf = (pair: Pair): string => pair.join(' ')
function widthOf(name: string): number {
  const [, type, narrow] = /^[if](\d+)\.(?:load|store)(\d*)/.exec(name)!
  return Number(narrow || type) / 8
}
