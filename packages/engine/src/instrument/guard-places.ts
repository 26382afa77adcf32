// Where a look of the guards may stand: as far outside of loops as locals mean the same there. Known before the walk over a function: where locals change, and
// where loops go back.
import { OP, opensBlock } from '../binary/opcodes.ts'
import { type Code, type Structure, structure } from './code.ts'

/** A block, loop or arm that the walk is in. */
export interface Around {
  readonly op: number
  readonly pc: number
  /** Since its begin nothing could leave it, or be seen from outside. */
  straight: boolean
  /** Since its begin. */
  readonly assigned: Set<number>
}

export class Places {
  private readonly source: Code
  private readonly changes: Map<number, number[]>
  private readonly blocks: Structure
  private readonly backs: Map<number, number[]>

  constructor(source: Code) {
    this.source = source
    this.changes = killsOf(source)
    this.blocks = structure(source)
    this.backs = backEdges(source)
  }

  endOf(pc: number): number {
    return this.blocks.end[pc]!
  }
  /** The branches that go back to the loop at `pc`. */
  edges(pc: number): readonly number[] {
    return this.backs.get(pc) ?? []
  }
  /** Whether the instruction at `pc` gives `local` a value that is not computed from its own. */
  kills(local: number, pc: number): boolean {
    return this.changes.get(local)?.includes(pc) ?? false
  }
  /** Whether one between these two does. */
  isKilled(local: number, from: number, to: number): boolean {
    return this.changes.get(local)?.some((pc) => pc > from && pc < to) ?? false
  }
  /** The begin of the outermost loop before which `locals` have the values that they have at `pc`, and in which they only step on; else `pc`. */
  outside(frames: readonly Around[], pc: number, locals: readonly number[], within = frames.length): number {
    let place = pc
    for (let index = within - 1; index >= 0; index--) {
      const { op, pc: begin, straight, assigned } = frames[index]!
      if (!straight || op === OP.if || locals.some((local) => assigned.has(local))) break
      if (op !== OP.loop) continue
      if (locals.some((local) => this.isKilled(local, begin, this.endOf(begin)))) break
      place = begin
    }
    return place
  }
  /**
   * The loop, index in `frames`, that looks at `local` first in each turn, and goes on only where `local` is not 0.
   * There the question whether it goes on is that whether the pointer is a good one, and what was asked is asked behind the loop.
   */
  turned(frames: readonly Around[], local: number): number | undefined {
    for (let index = frames.length - 1; index >= 0; index--) {
      const { op, pc, straight, assigned } = frames[index]!
      if (!straight || op === OP.if || assigned.has(local)) return undefined
      if (op !== OP.loop) continue
      const edges = this.edges(pc)
      return edges.length > 0 && edges.every((edge) => this.source.op[edge] === OP.brIf && this.isCopy(edge - 1, local)) ? index : undefined
    }
    return undefined
  }
  private isCopy(pc: number, local: number): boolean {
    const op = this.source.op[pc]
    return (op === OP.localGet || op === OP.localTee) && this.source.a[pc] === local
  }
}

/** By local, ascending: where it gets a value that is not computed from its own. */
function killsOf({ op, a, length }: Code): Map<number, number[]> {
  const kills = new Map<number, number[]>()
  for (let pc = 0; pc < length; pc++) {
    if (op[pc] !== OP.localSet && op[pc] !== OP.localTee) continue
    const local = a[pc]!
    const stepped = op[pc - 1] === OP.i32Add && op[pc - 2] === OP.i32Const && op[pc - 3] === OP.localGet && a[pc - 3] === local
    if (stepped) continue
    const list = kills.get(local)
    if (list) list.push(pc)
    else kills.set(local, [pc])
  }
  return kills
}

/** By loop: the branches that go back to its begin. */
function backEdges({ op, a, labels, handlers, length }: Code): Map<number, number[]> {
  const edges = new Map<number, number[]>()
  if (handlers.length > 0) return edges
  const open: number[] = []
  for (let pc = 0; pc < length; pc++) {
    const targets = op[pc] === OP.br || op[pc] === OP.brIf ? [a[pc]!] : op[pc] === OP.brTable ? labels[a[pc]!]! : []
    for (const target of targets) edges.get(open[open.length - 1 - target]!)?.push(pc)
    if (opensBlock(op[pc]!)) open.push(pc)
    else if (op[pc] === OP.end || op[pc] === OP.delegate) open.pop()
    if (op[pc] === OP.loop) edges.set(pc, [])
  }
  return edges
}
