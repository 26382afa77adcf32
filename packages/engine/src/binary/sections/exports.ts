// What a module gives to the outside.
// Source: WebAssembly Core Specification 3.0, section 5.5.10.
import { SECTION } from '../sections.ts'
import { vectorForm } from './form.ts'

export interface Export {
  readonly name: string
  readonly kind: number // 0 function, 1 table, 2 memory, 3 global, 4 tag
  readonly index: number
}
export const EXPORTED = { function: 0, global: 3 } as const

export const exported = vectorForm<Export>(
  SECTION.export,
  (part) => ({ name: part.name(), kind: part.byte(), index: part.u32() }),
  (w, { name, kind, index }) => {
    w.name(name)
    w.byte(kind)
    w.u32(index)
  },
)
