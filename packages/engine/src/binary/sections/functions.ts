// The type index of each function that the module defines.
// Source: WebAssembly Core Specification 3.0, section 5.5.6.
import { SECTION } from '../sections.ts'
import { vectorForm } from './form.ts'

export const functions = vectorForm<number>(
  SECTION.function,
  (part) => part.u32(),
  (w, type) => w.u32(type),
)
