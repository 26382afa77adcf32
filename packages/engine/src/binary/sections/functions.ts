// The type index of each function that the module defines.
// Source: WebAssembly Core Specification 3.0, section 5.5.6.
import { vectorForm } from './form.ts'

export const functions = vectorForm<number>(
  3,
  (part) => part.u32(),
  (w, type) => w.u32(type),
)
