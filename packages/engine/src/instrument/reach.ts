// Which functions lead to something, directly or through what they call: to a safepoint (only calls to these need the caller's values
// in memory), or to the making of an uncertain value. An indirect call may reach every function of its type that is in a table.
import { IMPORTS } from '../abi.ts'
import type { Module } from '../binary/module.ts'
import { OP } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import type { Code } from './code.ts'
import { diamondsOf } from './diamonds.ts'
import { isElementwise } from './elementwise.ts'
import { mayAllocate } from './floats.ts'

export interface Reach {
  /** By function index. */
  readonly call: (index: number) => boolean
  /** By type index. */
  readonly indirect: (type: number) => boolean
}

/** What is looked for: instructions, and imports of `ux` by name. */
export interface Sought {
  readonly operation: (code: Code, pc: number) => boolean
  readonly imported: (name: string) => boolean
}
export const SAFEPOINTS: Sought = {
  operation: (code, pc) => mayAllocate(code.op[pc]!) || isElementwise(code, pc) || diamondsOf(code).has(pc),
  imported: (name) => IMPORTS[name]?.allocates === true,
}

export const typeKey = ({ parameters, results }: FunctionType): string => `${parameters.join(' ')}>${results.join(' ')}`

/** @param typeOf  type index of each function, imports first */
export function reach(module: Module, codes: readonly Code[], typeOf: readonly number[], sought: Sought): Reach {
  const imported = typeOf.length - codes.length
  const keys = module.types.map(typeKey)
  const callers = new Map<number | string, number[]>() // of a function index, or of a type reached through a table
  const reaches = new Set<number | string>()
  const work: (number | string)[] = []
  const add = (reached: number | string) => {
    if (reaches.has(reached)) return
    reaches.add(reached)
    work.push(reached)
  }
  for (const [place, code] of codes.entries()) {
    const callees = new Set<number | string>()
    for (let pc = 0; pc < code.length; pc++) {
      const op = code.op[pc]!
      if (op === OP.call) callees.add(code.a[pc]!)
      else if (op === OP.callIndirect) callees.add(keys[code.a[pc]!]!)
      else if (sought.operation(code, pc)) add(imported + place)
    }
    for (const callee of callees) {
      const known = callers.get(callee)
      if (known) known.push(imported + place)
      else callers.set(callee, [imported + place])
    }
  }
  const functions = module.imports.filter(({ kind }) => kind === 'function')
  for (const [index, { module: from, name }] of functions.entries()) {
    if (from === 'ux' && sought.imported(name)) for (const caller of callers.get(index) ?? []) add(caller)
  }
  const tables = inTables(module)
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    for (const caller of callers.get(next) ?? []) add(caller)
    if (typeof next === 'number' && tables.has(next)) add(keys[typeOf[next]!]!)
  }
  return { call: (index) => reaches.has(index), indirect: (type) => reaches.has(keys[type]!) }
}

/** The functions that an indirect call may find. */
export function inTables({ elements }: Module): Set<number> {
  return new Set(elements.flatMap(({ functions, expressions }) => [...functions, ...expressions.flat().map((one) => one.immediate)]))
}
