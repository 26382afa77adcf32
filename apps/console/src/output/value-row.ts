// A row of the table of values.
import type { ValuePiece } from '@credence/distribution'

export interface ValueRow {
  /** Among the values, from 0; below 0: a plain number. */
  readonly index: number
  readonly name: string
  /** Id of a value that the task traced, where the line is one of those that a Reference core prints for them. */
  readonly traced?: string
  readonly description?: string
  /** From 1. */
  readonly line: number
  readonly piece: ValuePiece
}
