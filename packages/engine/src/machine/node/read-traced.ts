// Traced values as the process of a run sends them: checked field by field, for it may have been taken over.
import { LIMITS } from '@credence/contract/limits'
import type { Traced } from '../../types.ts'
import { type PackedOutcomes, type PackedValue, unpackTraced } from '../packed-traced.ts'

/** @throws Error  for what no honest process sends */
export function readTraced(bytes: Uint8Array | undefined, numbers: Uint8Array | undefined): { traced?: Traced } {
  if (!bytes || bytes.length === 0) return {}
  const { values, more } = Object(JSON.parse(new TextDecoder().decode(bytes))) as Record<string, unknown>
  if (!Array.isArray(values) || values.length > LIMITS.trace.records || !isCount(more)) throw new Error('runner: traced values that cannot be read')
  if (numbers && numbers.length > 8 * LIMITS.trace.outcomes.all) throw new Error('runner: traced values of too many numbers')
  return { traced: unpackTraced({ values: values.map(readValue), more }, numbers ?? new Uint8Array()) }
}
function readValue(json: unknown): PackedValue {
  const { variable, element, pass, path, value, byMajority, outcomes } = Object(json) as Record<string, unknown>
  if (!isCount(variable) || !isCount(element) || !isCount(pass) || !isCount(path) || typeof value !== 'string' || !VALUE.test(value))
    throw new Error('runner: a traced value that cannot be read')
  if (byMajority !== undefined && !(typeof byMajority === 'number' && byMajority >= 0 && byMajority <= 1))
    throw new Error('runner: a traced value that cannot be read')
  return {
    variable,
    element,
    pass,
    path,
    value,
    ...(byMajority !== undefined && { byMajority }),
    ...(outcomes !== undefined && { outcomes: readOutcomes(outcomes) }),
  }
}
function readOutcomes(json: unknown): PackedOutcomes {
  const { count, mean, deviation, first } = Object(json) as Record<string, unknown>
  if (!isCount(count) || !isCount(first)) throw new Error('runner: a traced value that cannot be read')
  return { count, first, mean: numberOf(mean), deviation: numberOf(deviation) }
}
/** JSON has no number that is not finite. */
const numberOf = (json: unknown): number => (typeof json === 'number' ? json : Number.NaN)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const VALUE = /^(NaN|-?Infinity|-?[0-9][0-9.e+-]{0,30})(Ux[0-9A-F]+)?$/i
