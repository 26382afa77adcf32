// Tables of references.
// Source: WebAssembly Core Specification 3.0, section 5.5.7.
import type { ValueType } from '../opcodes.ts'
import { SECTION } from '../sections.ts'
import { vectorForm } from './form.ts'
import { type Limits, readLimits, writeLimits } from './limits.ts'
import { readValueType } from './types.ts'

export interface Table {
  readonly type: ValueType
  readonly limits: Limits
}
export const tables = vectorForm<Table>(
  SECTION.table,
  (part) => ({ type: readValueType(part), limits: readLimits(part) }),
  (w, { type, limits }) => {
    w.byte(type)
    writeLimits(w, limits)
  },
)
