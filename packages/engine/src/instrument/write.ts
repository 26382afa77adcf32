// The module that is written, section by section.
import { type Module, writeModule } from '../binary/module.ts'
import type { SourceName } from '../lines/places.ts'
import type { Indices } from './frame.ts'
import { linesSection, siteFinder } from './lines.ts'
import { loopsFirst } from './order.ts'
import { type Body, writeCode } from './sections/code.ts'
import { renumberedCustoms } from './sections/customs.ts'
import { withOurExports } from './sections/exports.ts'
import { withVariables } from './sections/globals.ts'
import { withRuntimeImports } from './sections/imports.ts'
import { type Additions, type Numbering, numbered } from './sections/numbering.ts'
import { renumberedData, renumberedElement } from './sections/segments.ts'
import { type TypeTable, typeTable } from './sections/types.ts'
import type { FunctionEntry } from './spaces.ts'

/** What is known of the functions of the module that was read, by their place in its code; see InstrumentOptions. */
export interface Provenance {
  readonly own?: readonly boolean[]
  readonly ours?: readonly boolean[]
  readonly sourceName?: SourceName
}

/** @param bodies  those of the module that was read, changed, then those of the twins */
export function write(
  module: Module,
  functions: readonly FunctionEntry[],
  bodies: readonly Body[],
  additions: Additions,
  { own: owned, ours: of, sourceName }: Provenance,
): Uint8Array {
  const imported = functions.length - module.bodies.length
  const originals = [...module.bodies.keys(), ...[...additions.twins.keys()].flatMap((index) => [index - imported, index - imported])]
  const forEach = (given: readonly boolean[] | undefined) => (given?.length === module.bodies.length ? given : undefined)
  const [own, ours] = [forEach(owned), forEach(of)]
  const codes = bodies.map(({ code }) => code)
  const order = loopsFirst(codes, own && originals.map((place) => own[place]!))
  const numbering = numbered(module, functions, codes, order, additions)
  const types = typeTable(module.types)
  const finder = sourceName && siteFinder(module, sourceName)
  const origins = { place: originals, isOurs: (place: number) => ours?.[place] ?? false }
  const code = writeCode(module, bodies, order, origins, indicesOf(numbering, types, functions), numbering, finder)
  const typesOfBodies = originals.map((place) => module.functions[place]!)
  const written: Module = {
    ...module,
    types: types.all,
    imports: withRuntimeImports(module.imports, numbering, types),
    functions: order.from.map((place) => typesOfBodies[place]!),
    globals: withVariables(module.globals, numbering),
    exports: withOurExports(module.exports, numbering),
    start: module.start === undefined ? undefined : numbering.function(module.start),
    elements: module.elements.map((element) => renumberedElement(element, numbering)),
    data: module.data.map((data) => renumberedData(data, numbering)),
    customs: [
      ...renumberedCustoms(module.customs, numbering, additions.twins),
      ...order.sections,
      ...(finder ? [linesSection(finder, code.bodies), code.decisions.section()] : []),
    ],
  }
  return writeModule(
    written,
    code.bodies.map(({ bytes }) => bytes),
    code.before,
  )
}

/** As the bodies need them. */
function indicesOf(numbering: Numbering, types: TypeTable, functions: readonly FunctionEntry[]): Omit<Indices, 'decisionAt'> {
  const { nullAccess, stackWanted } = numbering
  return {
    ...numbering,
    guards: nullAccess >= 0 ? { nullAccess, stackWanted } : undefined,
    blockType: (results) => {
      if (results.length === 0) return -64
      return results.length === 1 ? results[0]! - 0x80 : types.index({ parameters: [], results })
    },
    returnsAlways: (index) => functions[index]?.from === 'ux',
  }
}
