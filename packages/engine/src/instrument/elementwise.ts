// Comparisons and conversions that decide nothing but which number, or what number, comes out: the runtime computes them sample by sample.
//
//   a selection      f64.lt  [i32.eqz …]  select                                              x < y ? a : b
//   whole numbers    i32.trunc_sat_f64_s  [local.set n  local.get n]  f64.convert_i32_s       (double)(int)x, where n is nowhere else
import { WHOLE } from '../abi.ts'
import { F32, F64, OP, OPCODES, type ValueType } from '../binary/opcodes.ts'
import type { Code } from './code.ts'
import { FLOAT_OPS } from './floats.ts'

/** The place of the select that the comparison at `pc` decides, and nothing else; else -1. */
export function selectionAt({ op }: Code, pc: number): number {
  if (FLOAT_OPS[op[pc]!]?.treatment !== 'compare') return -1
  let next = pc + 1
  while (op[next] === OP.i32Eqz) next++
  return op[next] === OP.select || op[next] === OP.selectTyped ? next : -1
}

export interface WholeNumbers {
  /** Index in WHOLE. */
  readonly kind: number
  /** Place of the conversion back. */
  readonly convert: number
  /** Of the number that it gives. */
  readonly type: ValueType
}

/** Of the conversion at `pc`; undefined: its integer is used otherwise, or it may trap. */
export function wholeNumbers(code: Code, pc: number): WholeNumbers | undefined {
  const kind = TRUNCATES[code.op[pc]!] ?? -1
  if (kind < 0) return undefined
  let convert = pc + 1
  if (code.op[convert] === OP.localSet && code.op[convert + 1] === OP.localGet && code.a[convert] === code.a[convert + 1]) {
    if (usesOf(code)[code.a[convert]!] !== 2) return undefined
    convert += 2
  }
  const back = CONVERTS[code.op[convert]!]
  return back?.kind === kind ? { kind, convert, type: back.type } : undefined
}

const kindOf = (text: string): number => (WHOLE as readonly string[]).indexOf(text)
const TRUNCATES = OPCODES.map((entry) => {
  const [, integer, sign] = /^(i32|i64)\.trunc_sat_f\d\d_([su])$/.exec(entry?.name ?? '') ?? []
  return kindOf(`${integer}_${sign}`)
})
const CONVERTS = OPCODES.map((entry) => {
  const [, width, text] = /^f(32|64)\.convert_(i(?:32|64)_[su])$/.exec(entry?.name ?? '') ?? []
  return text === undefined ? undefined : { kind: kindOf(text), type: width === '64' ? F64 : F32 }
})

/** Whether the runtime may make a value there. */
export const isElementwise = (code: Code, pc: number): boolean => selectionAt(code, pc) >= 0 || wholeNumbers(code, pc) !== undefined

const uses = new WeakMap<Code, number[]>()
/** How often each local is read or written. */
function usesOf(code: Code): readonly number[] {
  const known = uses.get(code)
  if (known) return known
  const counts = code.locals.map(() => 0)
  for (let pc = 0; pc < code.length; pc++) if (code.op[pc]! >= OP.localGet && code.op[pc]! <= OP.localTee) counts[code.a[pc]!]!++
  uses.set(code, counts)
  return counts
}
