// Sign operations that the optimiser turned into integer ones. A program that flips the sign bit of a number by hand and then asks for its
// size leaves LLVM with the bits in an integer, where it goes on:
//
//   fabs(x)           i64.const 0x7fff…  i64.and  f64.reinterpret_i64                  f64.reinterpret_i64  f64.abs  nop
//   -fabs(x)          i64.const 0x8000…  i64.or   f64.reinterpret_i64                  f64.reinterpret_i64  f64.abs  f64.neg
//   copysign(y, -x)   i64.const -1       i64.xor  f64.reinterpret_i64  f64.copysign    f64.reinterpret_i64  f64.neg  nop  f64.copysign
//
// The right side is the same for every plain number, bit for bit, and for a handle it is what was meant: the sign bit of a handle negates
// a value, so clearing it gives no size. Bits that are stored or kept as integers are left alone: they may be anything.

import { OP, OPCODES } from '../binary/opcodes.ts'
import type { Code } from './code.ts'
import { constantAt } from './constants.ts'

interface Width {
  readonly constant: number
  readonly reinterpret: number
  readonly bits: number
}
type Mask = 'magnitude' | 'sign' | 'all'

const NUMBERS = new Map(OPCODES.flatMap((entry, op) => (entry ? [[entry.name, op] as const] : [])))
const opcode = (name: string): number => NUMBERS.get(name)!

const WIDTHS: readonly Width[] = [
  { constant: OP.i32Const, reinterpret: opcode('f32.reinterpret_i32'), bits: 32 },
  { constant: OP.i64Const, reinterpret: opcode('f64.reinterpret_i64'), bits: 64 },
]
function maskOf(constant: bigint, bits: number): Mask | undefined {
  const sign = 1n << BigInt(bits - 1)
  if (constant === -1n) return 'all'
  if (constant === -sign) return 'sign'
  return constant === sign - 1n ? 'magnitude' : undefined
}

/** Changes `code` in place; the number of instructions stays. */
export function restoreSigns(code: Code, bytes: Uint8Array): void {
  for (const [index, { constant, reinterpret, bits }] of WIDTHS.entries()) {
    const [integer, float] = index === 0 ? ['i32', 'f32'] : ['i64', 'f64']
    const [and, or, xor] = ['and', 'or', 'xor'].map((name) => opcode(`${integer}.${name}`))
    const [abs, neg, copysign] = ['abs', 'neg', 'copysign'].map((name) => opcode(`${float}.${name}`))
    for (let pc = 0; pc + 2 < code.length; pc++) {
      if (code.op[pc] !== constant || code.op[pc + 2] !== reinterpret) continue
      const mask = maskOf(constantAt(code, pc, bytes), bits)
      const next = code.op[pc + 1]
      if (mask === 'magnitude' && next === and) replace(code, pc, reinterpret, abs!, OP.nop)
      else if (mask === 'sign' && next === or) replace(code, pc, reinterpret, abs!, neg!)
      else if (mask === 'all' && next === xor && code.op[pc + 3] === copysign) replace(code, pc, reinterpret, neg!, OP.nop)
    }
  }
}
function replace(code: Code, pc: number, ...by: number[]): void {
  for (const [index, op] of by.entries()) {
    code.op[pc + index] = op
    code.a[pc + index] = 0
    code.b[pc + index] = 0
  }
}
