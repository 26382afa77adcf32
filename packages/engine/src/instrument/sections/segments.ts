// Segments of tables and of memory under the new indices.
import type { Data } from '../../binary/sections/data.ts'
import type { Element } from '../../binary/sections/elements.ts'
import type { Renumbering } from '../code.ts'
import { renumbered } from './initialiser.ts'

export const renumberedElement = (element: Element, renumber: Renumbering): Element => ({
  ...element,
  offset: element.offset && renumbered(element.offset, renumber),
  functions: element.functions.map(renumber.function),
  expressions: element.expressions.map((one) => renumbered(one, renumber)),
})
export const renumberedData = (data: Data, renumber: Renumbering): Data => ({ ...data, offset: data.offset && renumbered(data.offset, renumber) })
