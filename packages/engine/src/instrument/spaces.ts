// The functions and globals of the module that was read, imported ones first, as instructions number them.
import { IMPORTS } from '../abi.ts'
import { ModuleError } from '../binary/bytes.ts'
import type { Module } from '../binary/module.ts'
import { namesOf } from '../binary/names.ts'
import { I32, type ValueType } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'

export interface FunctionEntry {
  readonly type: number // index
  readonly from?: string
  readonly name?: string
  readonly allocates: boolean
}
export function spaces(module: Module): { functions: FunctionEntry[]; globalTypes: ValueType[] } {
  const functions: FunctionEntry[] = []
  const globalTypes: ValueType[] = []
  for (const { kind, type, module: from, name } of module.imports) {
    if (kind === 'function') functions.push({ type, from, name, allocates: from === 'ux' && IMPORTS[name]?.allocates === true })
    else globalTypes.push(type)
  }
  for (const type of module.functions) functions.push({ type, allocates: false })
  for (const { type } of module.globals) globalTypes.push(type)
  return { functions, globalTypes }
}
export function signature(module: Module, index: number): FunctionType {
  return module.types[index] ?? refuse(`type ${index} does not exist`)
}
export function refuse(what: string): never {
  throw new ModuleError(what, 0)
}

/** By the name section, else the first mutable i32 global, where wasm-ld puts it. */
export function findStackPointer(module: Module): number {
  const imported = module.imports.filter(({ kind }) => kind === 'global').length
  for (const [index, name] of namesOf(module.customs, 'globals')) {
    if (name === '__stack_pointer' && index >= imported) return index
  }
  const place = module.globals.findIndex(({ type, mutable }) => mutable && type === I32)
  return place < 0 ? refuse('no global __stack_pointer') : imported + place
}
