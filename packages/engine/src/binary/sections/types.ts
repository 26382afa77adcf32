// The types of functions, by index.
// Source: WebAssembly Core Specification 3.0, section 5.5.4.
import { ModuleError, type Reader, type Writer } from '../bytes.ts'
import { TYPE_NAMES, type ValueType } from '../opcodes.ts'
import { SECTION } from '../sections.ts'
import { vectorForm } from './form.ts'

export interface FunctionType {
  readonly parameters: readonly ValueType[]
  readonly results: readonly ValueType[]
}

const FUNCTION = 0x60
export const types = vectorForm(SECTION.type, readFunctionType, (w, { parameters, results }) => {
  w.byte(FUNCTION)
  writeValueTypes(w, parameters)
  writeValueTypes(w, results)
})

function readFunctionType(part: Reader): FunctionType {
  const form = part.byte()
  if (form !== FUNCTION) throw new ModuleError(`type form 0x${form.toString(16)} is not a function type`, part.at - 1)
  return { parameters: part.vector(() => readValueType(part)), results: part.vector(() => readValueType(part)) }
}
export function readValueType(reader: Reader): ValueType {
  const type = reader.byte()
  if (!TYPE_NAMES[type]) throw new ModuleError(`value type 0x${type.toString(16)} is not supported`, reader.at - 1)
  return type
}
function writeValueTypes(w: Writer, all: readonly ValueType[]): void {
  w.vector(all, (type) => w.byte(type))
}
