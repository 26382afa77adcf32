// The custom section `credence.lines` of a module that is run: for each instruction that may trap or call, the place in the sources.
//
//   files, names   vectors of names
//   sites          vector of: file, line, name + 1, outer site + 1 (outer sites come first)
//   rows           vector of: bytes of code since the row before, site + 1 (0: no place is known from here on)
//
// Rows count from the start of the code section's contents, so that nothing moves when another section changes its size.
import { ModuleError, Reader, Writer } from '../binary/bytes.ts'
import { LONGEST_NAME } from '../binary/names.ts'
import { OP } from '../binary/opcodes.ts'
import { customSection, SECTION, sections } from '../binary/sections.ts'
import type { Places, Site } from './places.ts'
import { lastFrom } from './search.ts'

export const LINES_SECTION = 'credence.lines'

/** From `at` to the next one's; `site` -1: unknown. */
export interface Mark {
  readonly at: number
  readonly site: number
}
/** Of a function that was inlined `name` is its name; undefined: the function of the module. */
export interface Place {
  readonly file: string
  readonly line: number // 0: unknown
  readonly name: string | undefined
}

export function encodeLines({ files, names, sites }: Places, marks: readonly Mark[]): Uint8Array {
  const out = new Writer(64 + 8 * sites.length + 3 * marks.length)
  for (const list of [files, names]) out.vector(list, (text) => out.name(text.slice(0, LONGEST_NAME)))
  out.vector(sites, ({ file, line, name, outer }) => [out.u32(file), out.u32(line), out.u32(name + 1), out.u32(outer + 1)])
  let at = 0
  const changes = marks.filter(({ site }, index) => site !== (marks[index - 1]?.site ?? -1))
  out.vector(changes, (mark) => {
    out.u32(mark.at - at)
    out.u32(mark.site + 1)
    at = mark.at
  })
  return out.view().slice()
}

/**
 * The places of an instruction by its offset in the module, from the inside outwards; empty where none is known.
 * @param callee  for an instruction that should be a call: the index of the function that runs, or ELSEWHERE. For calls inside `try`
 *                V8's optimising compiler keeps no offset, and names one of an instruction before: then no place is better than a wrong one.
 */
export type Locate = (offset: number, callee?: number) => readonly Place[]
/** A function of another module, or of the host. */
export const ELSEWHERE = -1

/** @param module  as it was compiled; modules without the section have no places. It is read when a place is first asked for: few runs ask. */
export function linesOf(module: Uint8Array): Locate {
  let locate: Locate | undefined
  return (offset, callee) => {
    locate ??= readLines(module)
    return locate(offset, callee)
  }
}
function readLines(module: Uint8Array): Locate {
  try {
    const section = customSection(module, LINES_SECTION)
    if (section === undefined) return () => []
    const { siteAt, placesOf } = decode(section)
    const code = codeStart(module)
    return (offset, callee) => (callee === undefined || callsAt(module, offset, callee) ? placesOf(siteAt(offset - code)) : [])
  } catch (error) {
    if (error instanceof ModuleError) return () => []
    throw error
  }
}
/** The places of a site by its number, as `linesOf` gives them. @throws ModuleError  for a section that cannot be read */
export function placesOf(module: Uint8Array): (site: number) => readonly Place[] {
  const section = customSection(module, LINES_SECTION)
  return section === undefined ? () => [] : decode(section).placesOf
}

function codeStart(module: Uint8Array): number {
  for (const { id, contents } of sections(module)) if (id === SECTION.code) return contents.at
  return 0
}
function callsAt(module: Uint8Array, offset: number, callee: number): boolean {
  if (module[offset] === OP.callIndirect) return true
  return module[offset] === OP.call && (callee === ELSEWHERE || new Reader(module, offset + 1).u32() === callee)
}

function decode(section: Reader): { siteAt: (offset: number) => number; placesOf: (site: number) => Place[] } {
  const [files, names] = [section.vector(() => section.name()), section.vector(() => section.name())]
  const sites: Site[] = section.vector(() => ({ file: section.u32(), line: section.u32(), name: section.u32() - 1, outer: section.u32() - 1 }))
  let from = 0
  const rows = section.vector(() => {
    from += section.u32()
    return { from, site: section.u32() - 1 }
  })
  return {
    siteAt: (offset) => rows[lastFrom(rows, offset)]?.site ?? -1,
    placesOf: (site) => {
      const places: Place[] = []
      for (let index = site; sites[index]; ) {
        const { file, line, name, outer } = sites[index]!
        places.push({ file: files[file] ?? '', line, name: names[name] })
        index = outer < index ? outer : -1
      }
      return places
    },
  }
}
