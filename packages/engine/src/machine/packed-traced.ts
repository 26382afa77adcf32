// Traced values on their way between processes: JSON, and beside it one row of bytes for all numbers that executions gave.
import type { Outcomes, Traced, TracedValue } from '../types.ts'

/** Numbers stand in the bytes, one value after the other. */
export type PackedOutcomes = Omit<Outcomes, 'first'> & { readonly first: number }
export type PackedValue = Omit<TracedValue, 'outcomes'> & { readonly outcomes?: PackedOutcomes }
export interface PackedTraced {
  readonly values: readonly PackedValue[]
  readonly more: number
}

export function packTraced({ values, more }: Traced): { readonly packed: PackedTraced; readonly bytes: Uint8Array } {
  const all = new Float64Array(values.reduce((sum, { outcomes }) => sum + (outcomes?.first.length ?? 0), 0))
  let at = 0
  const packed = values.map(({ outcomes, ...rest }): PackedValue => {
    if (!outcomes) return rest
    all.set(outcomes.first, at)
    at += outcomes.first.length
    return { ...rest, outcomes: { ...outcomes, first: outcomes.first.length } }
  })
  return { packed: { values: packed, more }, bytes: new Uint8Array(all.buffer) }
}

/** @throws RangeError  there are more or fewer bytes than the values have */
export function unpackTraced({ values, more }: PackedTraced, bytes: Uint8Array): Traced {
  const all = new Float64Array(bytes.slice().buffer)
  let at = 0
  const unpacked = values.map(({ outcomes, ...rest }): TracedValue => {
    if (!outcomes) return rest
    const from = at
    at += outcomes.first
    return { ...rest, outcomes: { ...outcomes, first: all.slice(from, at) } }
  })
  if (at !== all.length) throw new RangeError(`traced values of ${at} numbers, and ${all.length} are there`)
  return { values: unpacked, more }
}
