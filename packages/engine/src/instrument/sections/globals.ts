// The program's globals, then those that the changed code has: whether anything is uncertain yet, what a guard found, the instruction counter.
import { NO_NULL_ACCESS, NO_STACK_WANTED } from '../../abi.ts'
import { I32, I64, OP } from '../../binary/opcodes.ts'
import type { Global } from '../../binary/sections/globals.ts'
import { renumbered } from './initialiser.ts'
import type { Numbering } from './numbering.ts'

const variable = (value: number): Global => ({ type: I32, mutable: true, value: [{ op: OP.i32Const, immediate: value }], offset: 0 })
const COUNTER: Global = { type: I64, mutable: true, value: [{ op: OP.i64Const, immediate: 0, bytes: new Uint8Array(1) }], offset: 0 }

export function withVariables(read: readonly Global[], numbering: Numbering): Global[] {
  const { made, nullAccess, stackWanted, instructions } = numbering
  return [
    ...read.map((global) => ({ ...global, value: renumbered(global.value, numbering) })),
    ...(made >= 0 ? [variable(0)] : []),
    ...(nullAccess >= 0 ? [variable(NO_NULL_ACCESS)] : []),
    ...(stackWanted >= 0 ? [variable(NO_STACK_WANTED)] : []),
    ...(instructions >= 0 ? [COUNTER] : []),
  ]
}
