// Comparisons that the optimiser turned into tests of a number's bits: x < INFINITY, or x >= DBL_MIN, becomes
//
//   i64.reinterpret_f64  [local.tee]  i64.const 0x7fff…  i64.and  …compare      or      i64.reinterpret_f64  [local.tee]  i64.const  i64.lt_s
//
// (LLVM: comparisons with an infinity, the smallest normal number and 0 are joined to llvm.is.fpclass). A handle would look like a NaN there,
// so such a test sees the bits of the plain number that decides comparisons. Bits that only travel or change their sign are left alone.
// In the user's functions the same holds for all bits that are computed with (`bit-uses.ts`).
import type { Asked } from '../abi.ts'
import { OP, OPCODES } from '../binary/opcodes.ts'
import { askedBy, asksClass, clearsSign, type Use } from './bits-asked.ts'
import type { Code } from './code.ts'
import { constantAt } from './constants.ts'

/** Whether the instruction at `pc` takes the bits of a number and they are asked for the class or the size of the number. */
export function testsClass(code: Code, pc: number, bytes: Uint8Array): boolean {
  if (code.isOwn || !TAKES_BITS[code.op[pc]!]) return false
  let next = pc + 1
  if (code.op[next] === OP.localTee) next++
  const use = useAt(code, next, bytes)
  return use ? USES[use.op]! || clearsSign(use) : ZERO_TESTS.has(code.op[next]!)
}

/** What such a test asks of the number, as far as it shows in the next instructions. */
export function askedOfBits(code: Code, pc: number, bytes: Uint8Array): Asked {
  const at = code.op[pc + 1] === OP.localTee ? pc + 2 : pc + 1
  const use = useAt(code, at, bytes)
  if (!use) return 'kind'
  const next = useAt(code, at + 2, bytes)
  if (clearsSign(use)) return !next || asksClass(next) ? 'class' : 'bits'
  return askedBy(use, next, true)
}
function useAt(code: Code, pc: number, bytes: Uint8Array): Use | undefined {
  if (code.op[pc] !== OP.i32Const && code.op[pc] !== OP.i64Const) return undefined
  return { op: code.op[pc + 1]!, constant: constantAt(code, pc, bytes) }
}

const TAKES_BITS = OPCODES.map((entry) => /^i(32|64)\.reinterpret_f/.test(entry?.name ?? ''))
const USES = OPCODES.map((entry) => /^i(32|64)\.(add|sub|eq|ne|[lg][te]_[su])$/.test(entry?.name ?? ''))
const ZERO_TESTS = new Set(OPCODES.flatMap((entry, op) => (/^i(32|64)\.eqz$/.test(entry?.name ?? '') ? [op] : [])))
