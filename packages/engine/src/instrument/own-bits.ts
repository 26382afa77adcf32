// Which integer operations with a constant make an integer of the bits of a number: the exponent by a shift, the mantissa by a mask, the guess of the fast
// inverse square root. What moves whole bytes keeps the handle, for the bytes may be put together again: the other byte order, halves that are stored one by
// one. So does a flipped sign.
import { OPCODES } from '../binary/opcodes.ts'

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
