// A value on the symbolic operand stack, and the float operation that gave it.
import type { ValueType } from '../binary/opcodes.ts'

export class Value {
  readonly type: ValueType
  readonly place: 'physical' | 'local' | 'constant'
  /** Local, or place of the constant in the list that is read. */
  readonly index: number
  /** Surely not a handle. */
  readonly plain: boolean
  /** The float operation that gave it, while nobody has tested the result. */
  step: Step | undefined = undefined
  constructor(type: ValueType, place: Value['place'], index: number, plain: boolean) {
    this.type = type
    this.place = place
    this.index = index
    this.plain = plain
  }
}

/** A float operation whose result nobody has tested yet. */
export interface Step {
  readonly op: number
  readonly operands: readonly Value[]
  readonly result: Value
  /** Of the instruction in the source. */
  readonly at: number
  /** Reached in the search of that number. */
  mark: number
  /** As `mark`, and under another value of the search. */
  inner: number
}
