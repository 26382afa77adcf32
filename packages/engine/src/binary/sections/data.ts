// Segments of memory, and their count, which stands before the code.
// Source: WebAssembly Core Specification 3.0, section 5.5.14.
import { ModuleError, type Reader, type Writer } from '../bytes.ts'
import { SECTION } from '../sections.ts'
import { numberForm, vectorForm } from './form.ts'
import { type Initialiser, readInitialiser, writeInitialiser } from './initialiser.ts'

export interface Data {
  readonly flags: number
  readonly memory: number
  readonly offset?: Initialiser
  readonly bytes: Uint8Array
}
export const dataCount = numberForm(SECTION.dataCount)
export const data = vectorForm(SECTION.data, readData, writeData)

function readData(part: Reader): Data {
  const flags = part.u32()
  if (flags > 2) throw new ModuleError(`data segment of form ${flags}`, part.at)
  const memory = flags === 2 ? part.u32() : 0
  const offset = flags === 1 ? undefined : readInitialiser(part)
  return { flags, memory, offset, bytes: part.take(part.u32()) }
}

function writeData(w: Writer, { flags, memory, offset, bytes }: Data): void {
  w.u32(flags)
  if (flags === 2) w.u32(memory)
  if (offset) writeInitialiser(w, offset)
  w.sized(bytes)
}
