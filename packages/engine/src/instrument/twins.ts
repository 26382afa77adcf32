// While a run has made no uncertain value, no number in it is a handle, and code may run as the compiler wrote it.
//
//   before  f: body
//   after   f: if (made) return f.uncertain(parameters); body        f.uncertain: the body changed by the pass
//           at each call that can give an uncertain value for plain arguments: made = 1
//
// Invariant: no call in a plain body leads to a call that sets `made`, so it stays 0 while that body runs. Functions whose calls do
// lead there exist only in the changed form. A program without such calls has no uncertain values at all and keeps its code.
import { IMPORTS } from '../abi.ts'
import type { Module } from '../binary/module.ts'
import { OP } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { Code } from './code.ts'
import { FLOAT_OPS, UX_NAMES } from './floats.ts'
import { inTables, reach } from './reach.ts'

/** Of the functions that may make values, those that make none for plain operands. */
const STAY_PLAIN = new Set(['unary', 'binary', 'fma', 'neg64', 'neg32'])
for (const entry of FLOAT_OPS) if (entry && entry.ux >= 0) STAY_PLAIN.add(UX_NAMES[entry.ux]!)
const makes = (name: string): boolean => IMPORTS[name]?.allocates === true && !STAY_PLAIN.has(name)

export interface Twins {
  /** By index of an imported function: its call may give the first uncertain value. */
  readonly makes: (index: number) => boolean
  /** False: the program cannot make an uncertain value. */
  readonly needed: boolean
  /** Functions with two bodies → index of the changed one, behind all others. */
  readonly of: ReadonlyMap<number, number>
}

/** @param typeOf  type index of each function, imports first */
export function twins(module: Module, codes: readonly Code[], typeOf: readonly number[]): Twins {
  const imported = typeOf.length - codes.length
  const functions = module.imports.filter(({ kind }) => kind === 'function')
  const makers = new Set(functions.flatMap(({ module: from, name }, index) => (from === 'ux' && makes(name) ? [index] : [])))
  const of = new Map<number, number>()
  const tables = inTables(module)
  // A call through a table leaves no place to set `made`.
  if (makers.size > 0 && ![...makers].some((index) => tables.has(index))) {
    const reached = reach(module, codes, typeOf, { operation: () => false, imported: makes })
    for (const [place, { op }] of codes.entries()) {
      const index = imported + place
      if (!reached.call(index) && op.some((one) => FLOAT_OPS[one])) of.set(index, typeOf.length + of.size)
    }
  }
  return { makes: (index) => makers.has(index), needed: makers.size > 0, of }
}

/** `plain`, with the way to its twin before it. */
export function dispatching(plain: Code, { parameters }: FunctionType, twin: number, made: number): Code {
  const out = new Code()
  out.locals.push(...plain.locals)
  out.labels.push(...plain.labels)
  out.handlers.push(...plain.handlers)
  const emit = (op: number, a = 0) => out.push(op, a, 0, 0)
  emit(OP.globalGet, made)
  emit(OP.if, -64)
  for (const local of parameters.keys()) emit(OP.localGet, local)
  emit(OP.call, twin)
  emit(OP.return)
  emit(OP.end)
  for (let pc = 0; pc < plain.length; pc++) out.push(plain.op[pc]!, plain.a[pc]!, plain.b[pc]!, plain.at[pc]!)
  return out
}

/** In a changed body that only runs once a value was made: calls go to changed bodies at once. */
export function retarget(code: Code, of: Twins['of']): void {
  for (let pc = 0; pc < code.length; pc++) {
    if (code.op[pc] === OP.call) code.a[pc] = of.get(code.a[pc]!) ?? code.a[pc]!
  }
}
