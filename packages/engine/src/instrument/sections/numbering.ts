// The indices of the module that is written: what it imports from the runtime stands behind the program's own imports, further globals stand last,
// and functions in the order of `order.ts`.
import { PRESSURE } from '../../abi.ts'
import type { Module } from '../../binary/module.ts'
import { type Code, type Renumbering, SAFEPOINT, UX_CALL } from '../code.ts'
import { uxIndex } from '../floats.ts'
import type { Order } from '../order.ts'
import type { FunctionEntry } from '../spaces.ts'
import type { Twins } from '../twins.ts'

/** What the module gets besides changed bodies. */
export interface Additions {
  /** Index of the global, in the module that was read. */
  readonly stackPointer: number
  /** Of the global behind those of the module that was read, or -1. */
  readonly made: number
  readonly twins: Twins['of']
  readonly guards: boolean
  readonly counter: boolean
}
export interface Numbering extends Renumbering {
  readonly importedFunctions: number
  /** Functions of the ABI that become imports, by place in UX_NAMES. */
  readonly added: readonly number[]
  readonly ux: (place: number) => number
  readonly importsPressure: boolean
  readonly pressure: number
  readonly stackPointer: number
  /** Globals that the module may get; -1: it does not. */
  readonly made: number
  readonly nullAccess: number
  readonly stackWanted: number
  readonly instructions: number
}

export function numbered(
  module: Module,
  functions: readonly FunctionEntry[],
  bodies: readonly Code[],
  order: Order,
  additions: Additions,
): Numbering {
  const importedFunctions = functions.length - module.bodies.length
  const importedGlobals = module.imports.filter(({ kind }) => kind === 'global')
  const places = new Map<number, number>() // of an ABI function → index in the new module
  for (const [index, { from, name }] of functions.entries()) if (from === 'ux') places.set(uxIndex(name!), index)
  const added = [...usedFunctions(bodies)].filter((place) => !places.has(place)).sort((one, other) => one - other)
  for (const [at, place] of added.entries()) places.set(place, importedFunctions + at)

  const known = importedGlobals.findIndex(({ module: from, name }) => from === 'ux' && name === PRESSURE)
  const global = (index: number) => (index < importedGlobals.length || known >= 0 ? index : index + 1)
  let next = global(importedGlobals.length + module.globals.length)
  const further = (wanted: boolean) => (wanted ? next++ : -1)
  return {
    function: (index) => (index < importedFunctions ? index : importedFunctions + added.length + order.to[index - importedFunctions]!),
    global,
    importedFunctions,
    added,
    ux: (place) => places.get(place < 0 ? COLLECT : place)!,
    importsPressure: known >= 0,
    pressure: known >= 0 ? known : importedGlobals.length,
    stackPointer: global(additions.stackPointer),
    made: further(additions.made >= 0),
    nullAccess: further(additions.guards),
    stackWanted: further(additions.guards),
    instructions: further(additions.counter),
  }
}

const COLLECT = uxIndex('collect')
function usedFunctions(bodies: readonly Code[]): Set<number> {
  const used = new Set<number>()
  for (const code of bodies) {
    for (let pc = 0; pc < code.length; pc++) {
      if (code.op[pc] === UX_CALL) used.add(code.a[pc]!)
      else if (code.op[pc] === SAFEPOINT) used.add(COLLECT)
    }
  }
  return used
}
