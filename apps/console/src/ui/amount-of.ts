import { bytes } from './bytes.ts'
import { duration } from './duration.ts'

/** What is counted or limited, for people: bytes and times with their unit, as the name of the field has it. */
export function amountOf(field: string, count: number): string {
  if (/Bytes|MemorySize/.test(field)) return bytes(count)
  return field.includes('Milliseconds') ? duration(count) : count.toLocaleString('en')
}
