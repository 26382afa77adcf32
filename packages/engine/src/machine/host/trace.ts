// What a run records of trace variables. Each pass of a line is a record of its own; those beyond the limits are counted only.
import { LIMITS } from '@credence/contract/limits'
import type { Traced, TracedValue } from '../../types.ts'

export interface Recorder {
  readonly record: (variable: number, element: number, value: string) => void
  /** Undefined where nothing was recorded. */
  readonly traced: () => Traced | undefined
}

export function createRecorder(): Recorder {
  const values: TracedValue[] = []
  const passes = new Map<number, number>()
  let more = 0
  let characters = 0
  return {
    record(variable, element, value) {
      const key = variable * LIMITS.trace.elements + element
      const pass = passes.get(key) ?? 0
      passes.set(key, pass + 1)
      if (values.length >= LIMITS.trace.records || characters + value.length > LIMITS.trace.characters) more++
      else {
        characters += value.length
        values.push({ variable, element, pass, path: 0, value })
      }
    },
    traced: () => (values.length === 0 && more === 0 ? undefined : { values, more }),
  }
}
