// The type index of each tag of exceptions.
// Source: WebAssembly Core Specification 3.0, section 5.5.16.
import { ModuleError } from '../bytes.ts'
import { SECTION } from '../sections.ts'
import { vectorForm } from './form.ts'

export const tags = vectorForm<number>(
  SECTION.tag,
  (part) => {
    if (part.byte() !== 0) throw new ModuleError('tag attribute is not 0', part.at - 1)
    return part.u32()
  },
  (w, type) => {
    w.byte(0)
    w.u32(type)
  },
)
