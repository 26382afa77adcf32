// Bits of a number that a program computes with: the exponent by a shift, the mantissa by a mask, the guess of the fast inverse square root.
// They are an integer made of a number, so they say what a cast says, the particle; those of a handle would say nothing.
//
//   i64.reinterpret_f64  [local.tee]  i64.const 52      i64.shr_u                                     the exponent
//   i64.reinterpret_f64  [local.tee]  i64.const 0xfff…  i64.and                                       the mantissa
//   i64.reinterpret_f64  [local.tee]  i64.const 32      i64.shr_u  i32.wrap_i64  i32.const  i32.shr_u    the same of the upper half
//
// What moves whole bytes keeps the handle, for the bytes may be put together again: the other byte order, halves that are stored one by one. So does
// a flipped sign. A library's functions are not concerned: where they look at bits, they are made for handles, or see none.

import { OP, OPCODES } from '../binary/opcodes.ts'
import type { Code } from './code.ts'
import { constantAt } from './constants.ts'

/** Whether an instruction computes with bits that are on the stack: `pc` is the one that pushes its constant. */
export function computesWithBits(code: Code, pc: number, bytes: Uint8Array): boolean {
  if (code.op[pc] !== OP.i64Const && code.op[pc] !== OP.i32Const) return false
  const constant = constantAt(code, pc, bytes)
  const op = code.op[pc + 1]!
  return computesBy(op, constant) || (KINDS[op] === 'shift' && constant === 32n && computesWithHalf(code, pc + 2, bytes))
}
/** Whether an instruction computes with the bits of a number where its other operand is this constant. */
export function computesBy(op: number, constant: bigint): boolean {
  const width = WIDE[op] ? 64 : 32
  switch (KINDS[op]) {
    case 'arithmetic':
      return true
    case 'shift':
      return constant % 8n !== 0n
    case 'mask':
      return cutsBytes(constant, width)
    case 'flip':
      return cutsBytes(constant, width) && BigInt.asUintN(width, constant) !== 1n << BigInt(width - 1)
    default:
      return false
  }
}
function computesWithHalf(code: Code, pc: number, bytes: Uint8Array): boolean {
  if (code.op[pc] !== WRAP) return false
  return computesWithBits(code, code.op[pc + 1] === OP.localTee ? pc + 2 : pc + 1, bytes)
}

function cutsBytes(mask: bigint, width: 32 | 64): boolean {
  for (let rest = BigInt.asUintN(width, mask); rest > 0n; rest >>= 8n) if ((rest & 0xffn) !== 0n && (rest & 0xffn) !== 0xffn) return true
  return false
}

type Kind = 'arithmetic' | 'shift' | 'mask' | 'flip'
const INSTRUCTIONS: Readonly<Record<Kind, string>> = {
  arithmetic: 'add sub mul div_s div_u rem_s rem_u eq ne lt_s lt_u le_s le_u gt_s gt_u ge_s ge_u',
  shift: 'shl shr_s shr_u rotl rotr',
  mask: 'and',
  flip: 'or xor',
}
const KIND_OF = new Map((Object.keys(INSTRUCTIONS) as Kind[]).flatMap((kind) => INSTRUCTIONS[kind].split(' ').map((name) => [name, kind] as const)))
const KINDS = OPCODES.map((entry) => KIND_OF.get(/^i(?:32|64)\.(\w+)$/.exec(entry?.name ?? '')?.[1] ?? ''))
const WIDE = OPCODES.map((entry) => entry?.name.startsWith('i64.') === true)
const WRAP = OPCODES.findIndex((entry) => entry?.name === 'i32.wrap_i64')
