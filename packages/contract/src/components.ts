// Every schema that has a name.
import type { TSchema } from 'typebox'
import * as resources from './resources.ts'

/** By their `$id`. */
export const COMPONENTS: ReadonlyMap<string, TSchema> = new Map(Object.values(resources).flatMap((value: unknown) => named(value)))

function named(value: unknown): [string, TSchema][] {
  if (typeof value !== 'object' || value === null) return []
  const id = (value as { $id?: unknown }).$id
  return typeof id === 'string' ? [[id, value as TSchema]] : []
}
