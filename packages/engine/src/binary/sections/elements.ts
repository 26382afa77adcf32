// Segments of tables.
// Source: WebAssembly Core Specification 3.0, section 5.5.12.
import { ModuleError, type Reader, type Writer } from '../bytes.ts'
import { FUNCREF } from '../opcodes.ts'
import { SECTION } from '../sections.ts'
import { vectorForm } from './form.ts'
import { type Initialiser, readInitialiser, writeInitialiser } from './initialiser.ts'

/** In their eight binary forms: `flags`, then what that form has. */
export interface Element {
  readonly flags: number
  readonly table: number
  readonly offset?: Initialiser
  readonly kind: number
  readonly functions: readonly number[]
  readonly expressions: readonly Initialiser[]
}
export const elements = vectorForm(SECTION.element, readElement, writeElement)

function readElement(part: Reader): Element {
  const flags = part.u32()
  if (flags > 7) throw new ModuleError(`element segment of form ${flags}`, part.at)
  const active = (flags & 1) === 0
  const table = active && flags & 2 ? part.u32() : 0
  const offset = active ? readInitialiser(part) : undefined
  const expressions = flags >= 4
  const kind = flags & 3 ? part.byte() : expressions ? FUNCREF : 0
  if (kind !== (expressions ? FUNCREF : 0)) throw new ModuleError('elements are not functions', part.at - 1)
  return {
    flags,
    table,
    offset,
    kind,
    functions: expressions ? [] : part.vector(() => part.u32()),
    expressions: expressions ? part.vector(() => readInitialiser(part)) : [],
  }
}
function writeElement(w: Writer, { flags, table, offset, kind, functions, expressions }: Element): void {
  w.u32(flags)
  if ((flags & 3) === 2) w.u32(table)
  if (offset) writeInitialiser(w, offset)
  if (flags & 3) w.byte(kind)
  if (flags >= 4) w.vector(expressions, (expression) => writeInitialiser(w, expression))
  else w.vector(functions, (index) => w.u32(index))
}
