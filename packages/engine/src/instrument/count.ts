// Instruction counting for functions that are otherwise left as they are: a count at the head of every straight-line block.
// Markers of structure (block, loop, else, end, try, catch) do nothing when run and are not counted; dead code never runs. Nor do we count
// what the pass itself adds before, which has the complement of an offset in the source for its own.

import { OP, opensBlock } from '../binary/opcodes.ts'
import { COUNT, Code } from './code.ts'

export function withCounts(source: Code): Code {
  const out = new Code()
  out.locals.push(...source.locals)
  out.labels.push(...source.labels)
  out.handlers.push(...source.handlers)
  let head = 0
  out.push(COUNT, 0, 0, 0)
  for (let pc = 0; pc < source.length; pc++) {
    const op = source.op[pc]!
    if (!isStructure(op) && source.at[pc]! >= 0) out.a[head]!++
    out.push(op, source.a[pc]!, source.b[pc]!, source.at[pc]!)
    if (!beginsBlock(op) || pc === source.length - 1) continue
    head = out.length
    out.push(COUNT, 0, 0, 0)
  }
  return out
}
export const isStructure = (op: number): boolean => (opensBlock(op) && op !== OP.if) || op === OP.nop || endsArm(op)
export const endsArm = (op: number): boolean => op === OP.else || op === OP.catch || op === OP.catchAll || op === OP.end || op === OP.delegate
/** Behind it stands code that may run more or less often than what is before it. */
const beginsBlock = (op: number): boolean => (opensBlock(op) && op !== OP.block) || endsArm(op) || op === OP.brIf
