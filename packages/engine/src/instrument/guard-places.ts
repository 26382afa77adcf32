// What guards must know of a function before they walk over it: where locals change, and where loops go back.
import { OP, opensBlock } from '../binary/opcodes.ts'
import type { Code } from './code.ts'

/** By local, ascending: where it gets a value that is not computed from its own. */
export function killsOf({ op, a, length }: Code): Map<number, number[]> {
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
export function backEdges({ op, a, labels, handlers, length }: Code): Map<number, number[]> {
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
