// While a run has made no uncertain value, no number in it is a handle, and code may run as the compiler wrote it.
//
//   before  f: body
//   after   f: the body, whose calls go to such bodies     f.uncertain: the body changed by the pass, whose calls go to such bodies
//           f.either: if (made) f.uncertain(parameters) else f(parameters); exports, tables and all other functions call this one
//           at each call that can give an uncertain value for plain arguments: made = 1
//
// Invariant: no call in a plain body leads to a call that sets `made`, so it stays 0 while that body runs. Functions whose calls do
// lead there exist only in the changed form. A program without such calls has no uncertain values at all and keeps its code.
import { IMPORTS } from '../abi.ts'
import type { Module } from '../binary/module.ts'
import { OP } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { COLD, Code } from './code.ts'
import { FLOAT_OPS, UX_NAMES } from './floats.ts'
import { inTables, reach } from './reach.ts'

/** Of the functions that may make values, those that make none for plain operands. */
const STAY_PLAIN = new Set(['unary', 'binary', 'fma', 'choose', 'whole', 'neg64', 'neg32'])
for (const entry of FLOAT_OPS) if (entry && entry.ux >= 0) STAY_PLAIN.add(UX_NAMES[entry.ux]!)
const makes = (name: string): boolean => IMPORTS[name]?.allocates === true && !STAY_PLAIN.has(name)

/** Indices of a function's bodies as compiled and as changed, both behind all others; at its own index stands the way to them. */
export interface Pair {
  readonly plain: number
  readonly changed: number
}
export interface Twins {
  /** By index of an imported function: its call may give the first uncertain value. */
  readonly makes: (index: number) => boolean
  /** False: the program cannot make an uncertain value. */
  readonly needed: boolean
  /** Functions with two bodies by index, in the order of the bodies: plain, changed, plain, changed, … */
  readonly of: ReadonlyMap<number, Pair>
}

/** Of a program that makes no uncertain value. */
export const NO_TWINS: Twins = { makes: () => false, needed: false, of: new Map() }

/** @param typeOf  type index of each function, imports first */
export function twins(module: Module, codes: readonly Code[], typeOf: readonly number[]): Twins {
  const imported = typeOf.length - codes.length
  const functions = module.imports.filter(({ kind }) => kind === 'function')
  const makers = new Set(functions.flatMap(({ module: from, name }, index) => (from === 'ux' && makes(name) ? [index] : [])))
  const of = new Map<number, Pair>()
  const tables = inTables(module)
  // A call through a table leaves no place to set `made`.
  if (makers.size > 0 && ![...makers].some((index) => tables.has(index))) {
    const reached = reach(module, codes, typeOf, { operation: () => false, imported: makes })
    for (const [place, { op }] of codes.entries()) {
      const plain = typeOf.length + 2 * of.size
      if (!reached.call(imported + place) && op.some((one) => FLOAT_OPS[one])) of.set(imported + place, { plain, changed: plain + 1 })
    }
  }
  return { makes: (index) => makers.has(index), needed: makers.size > 0, of }
}

/** f.either. */
export function dispatching({ parameters }: FunctionType, { plain, changed }: Pair, made: number): Code {
  const out = new Code()
  out.locals.push(...parameters)
  const emit = (op: number, a = 0, b = 0) => out.push(op, a, b, 0)
  emit(OP.globalGet, made)
  emit(OP.if, -64, COLD)
  for (const local of parameters.keys()) emit(OP.localGet, local)
  emit(OP.call, changed)
  emit(OP.return)
  emit(OP.end)
  for (const local of parameters.keys()) emit(OP.localGet, local)
  emit(OP.call, plain)
  emit(OP.end)
  return out
}

/** A body that calls bodies of its own kind at once. */
export function retargeted(code: Code, kind: keyof Pair, of: Twins['of']): Code {
  const out = new Code()
  Object.assign(out, code, { a: code.a.map((a, pc) => (code.op[pc] === OP.call ? (of.get(a)?.[kind] ?? a) : a)) })
  return out
}
