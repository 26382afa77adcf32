// What a pass puts before and behind the instructions of a function, and the locals that it needs for that.
import { I32, OP } from '../binary/opcodes.ts'
import { Code } from './code.ts'

interface Insertion {
  readonly op: number
  readonly a: number
  readonly b: number
  /** Where the source has the instruction that it belongs to. */
  readonly at: number
}

export class Insertions {
  private readonly source: Code
  private readonly inFront = new Map<number, Insertion[]>()
  private readonly after = new Map<number, Insertion[]>()
  private readonly temporaries: { readonly local: number; until: number }[] = []
  private readonly locals: number[]

  constructor(source: Code) {
    this.source = source
    this.locals = [...source.locals]
  }

  before(pc: number, op: number, a: number, b: number, from: number): void {
    this.add(this.inFront, pc, op, a, b, from)
  }
  behind(pc: number, op: number, a: number, b: number, from: number): void {
    this.add(this.after, pc, op, a, b, from)
  }
  /** A new local for an i32. */
  local(): number {
    return this.locals.push(I32) - 1
  }
  /** A local that holds, up to `until`, the i32 that the instruction at `pc` leaves on the stack. */
  copy(pc: number, until: number): number {
    let free = this.temporaries.find((one) => one.until < pc)
    if (!free) {
      free = { local: this.local(), until: 0 }
      this.temporaries.push(free)
    }
    free.until = until
    this.behind(pc, OP.localTee, free.local, 0, pc)
    return free.local
  }

  /** The source with them; the same where there are none. */
  result(): Code {
    const { source, inFront, after } = this
    if (inFront.size + after.size === 0) return source
    const out = new Code()
    out.isOwn = source.isOwn
    out.pure = source.pure
    out.leastMemory = source.leastMemory
    out.locals.push(...this.locals)
    out.labels.push(...source.labels)
    out.handlers.push(...source.handlers)
    for (let pc = 0; pc < source.length; pc++) {
      for (const { op, a, b, at } of inFront.get(pc) ?? []) out.push(op, a, b, ~at)
      out.push(source.op[pc]!, source.a[pc]!, source.b[pc]!, source.at[pc]!)
      for (const { op, a, b, at } of after.get(pc) ?? []) out.push(op, a, b, ~at)
    }
    return out
  }

  private add(insertions: Map<number, Insertion[]>, pc: number, op: number, a: number, b: number, from: number): void {
    const insertion = { op, a, b, at: this.source.at[from]! }
    const there = insertions.get(pc)
    if (there) there.push(insertion)
    else insertions.set(pc, [insertion])
  }
}
