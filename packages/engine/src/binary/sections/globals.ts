// Globals and what they begin with.
// Source: WebAssembly Core Specification 3.0, section 5.5.9.
import { ModuleError, type Reader } from '../bytes.ts'
import type { ValueType } from '../opcodes.ts'
import { SECTION } from '../sections.ts'
import { vectorForm } from './form.ts'
import { type Initialiser, readInitialiser, writeInitialiser } from './initialiser.ts'
import { readValueType } from './types.ts'

export interface Global {
  readonly type: ValueType
  readonly mutable: boolean
  readonly value: Initialiser
  readonly offset: number
}
export const globals = vectorForm<Global>(
  SECTION.global,
  (part) => ({ offset: part.at, type: readValueType(part), mutable: readMutability(part), value: readInitialiser(part) }),
  (w, { type, mutable, value }) => {
    w.byte(type)
    w.byte(mutable ? 1 : 0)
    writeInitialiser(w, value)
  },
)

export function readMutability(part: Reader): boolean {
  const flag = part.byte()
  if (flag > 1) throw new ModuleError(`mutability ${flag} is not supported`, part.at - 1)
  return flag === 1
}
