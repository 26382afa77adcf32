// The types of the module that is written: those that were read, then what its imports and blocks need.
import type { FunctionType } from '../../binary/sections/types.ts'
import { typeKey } from '../reach.ts'

export interface TypeTable {
  readonly all: FunctionType[]
  /** Finds a type, or adds it. */
  readonly index: (type: FunctionType) => number
}
export function typeTable(read: readonly FunctionType[]): TypeTable {
  const all = [...read]
  const known = new Map(all.map((type, index) => [typeKey(type), index]))
  return {
    all,
    index: (type) => {
      const key = typeKey(type)
      const index = known.get(key) ?? all.push(type) - 1
      known.set(key, index)
      return index
    },
  }
}
