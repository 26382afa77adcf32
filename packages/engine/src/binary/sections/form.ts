// What each section of a module has: how its contents are read and written.
import type { Reader, Writer } from '../bytes.ts'

export interface Form<T> {
  readonly id: number
  /** @throws ModuleError  for what is damaged or not handled */
  readonly read: (part: Reader) => T
  readonly write: (w: Writer, contents: T) => void
}

/** A section that is a vector. */
export function vectorForm<T>(id: number, read: (part: Reader) => T, write: (w: Writer, element: T) => void): Form<T[]> {
  return { id, read: (part) => part.vector(() => read(part)), write: (w, all) => w.vector(all, (one) => write(w, one)) }
}
/** A section that is one number. */
export const numberForm = (id: number): Form<number> => ({ id, read: (part) => part.u32(), write: (w, value) => w.u32(value) })
