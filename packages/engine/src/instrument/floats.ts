// How each floating-point instruction is treated, and which function of the ABI stands in for it when an operand is uncertain.
import { IMPORTS } from '../abi.ts'
import { OPCODES, PREFIXED } from '../binary/opcodes.ts'

/** Places of the ABI's functions, the numbers that `UX_CALL` carries. */
export const UX_NAMES: readonly string[] = Object.keys(IMPORTS)
export const uxIndex = (name: string): number => {
  const index = UX_NAMES.indexOf(name)
  if (index < 0) throw new RangeError(`the ABI has no function ${name}`)
  return index
}

export type Treatment =
  | 'step' // NaN-sticky arithmetic: its result is NaN when an operand is
  | 'copysign' // sticky in its first operand only
  | 'compare'
  | 'integer' // conversion to an integer
  | 'plain' // its result is never a handle: conversion from an integer

export interface FloatOp {
  readonly treatment: Treatment
  /** Place of the ABI function; -1 for `neg` (a handle's sign bit is the value's sign) and for 'plain'. */
  readonly ux: number
}
/** By opcode; absent for everything that is not floating-point arithmetic. */
export const FLOAT_OPS: (FloatOp | undefined)[] = []

const STICKY = ['abs', 'ceil', 'floor', 'trunc', 'nearest', 'sqrt', 'add', 'sub', 'mul', 'div', 'min', 'max']
const COMPARISONS = ['eq', 'ne', 'lt', 'gt', 'le', 'ge']
for (let op = 0; op < PREFIXED + 8; op++) {
  const [type, name = ''] = (OPCODES[op]?.name ?? '').split('.')
  if (/^i.*trunc_(sat_)?f/.test(`${type}.${name}`)) {
    FLOAT_OPS[op] = { treatment: 'integer', ux: uxIndex(`integer${name.includes('f64') ? 64 : 32}`) }
  }
  if (type !== 'f32' && type !== 'f64') continue
  const width = type === 'f64' ? 64 : 32
  if (STICKY.includes(name)) FLOAT_OPS[op] = { treatment: 'step', ux: uxIndex(name + width) }
  else if (COMPARISONS.includes(name)) FLOAT_OPS[op] = { treatment: 'compare', ux: uxIndex(name + width) }
  else if (name === 'neg') FLOAT_OPS[op] = { treatment: 'step', ux: -1 }
  else if (name === 'copysign') FLOAT_OPS[op] = { treatment: 'copysign', ux: uxIndex(name + width) }
  else if (name === 'demote_f64') FLOAT_OPS[op] = { treatment: 'step', ux: uxIndex('demote') }
  else if (name === 'promote_f32') FLOAT_OPS[op] = { treatment: 'step', ux: uxIndex('promote') }
  else if (name.startsWith('convert')) FLOAT_OPS[op] = { treatment: 'plain', ux: -1 }
}
/** True if the slow copy of `op` may make a new value, so that a safepoint follows. */
export const mayAllocate = (op: number): boolean => {
  const entry = FLOAT_OPS[op]
  return entry !== undefined && (entry.treatment === 'step' || entry.treatment === 'copysign') && entry.ux >= 0
}
