// For an instruction of a linked module the place in the user's sources: file and line, and where an inlined function came from
// the call that it replaces, and so on outwards. Places in other files than the user's are left out, so that an index that is wrong
// inside std::vector is told at the line which gave it.
import { ModuleError } from '../binary/bytes.ts'
import type { Sections } from './dwarf.ts'
import { readScopes, type Scope } from './inlined.ts'
import { readLineTables } from './line-program.ts'
import { lastFrom, type Start } from './search.ts'

/** A list from the inside outwards. */
export interface Site {
  readonly file: number // index in `files`
  readonly line: number // 0: unknown
  readonly name: number // of an inlined function, index in `names`; -1: the function of the module
  readonly outer: number // index in `sites`, -1: none
}
/** The user's name of a file that the compiler names so; undefined: not the user's. */
export type SourceName = (path: string) => string | undefined

interface Span extends Start {
  readonly to: number
}
interface Line extends Span {
  readonly file: number // -1: not the user's
  readonly line: number
}
interface Function extends Span {
  readonly scope: Scope
  /** By the numbers that `scope` has. */
  readonly files: readonly number[]
}

export class Places {
  readonly files: string[] = []
  readonly names: string[] = []
  readonly sites: Site[] = []
  private readonly lines: Line[] = []
  private readonly functions: Function[] = []
  private readonly known = new Map<string, number>()
  private readonly fileNumbers = new Map<string, number>()
  private readonly nameNumbers = new Map<string, number>()

  constructor(sections: Sections, sourceName: SourceName) {
    const filesOf = new Map<number, readonly number[]>()
    const sequences = readLineTables(sections).flatMap(({ offset, files, sequences }) => {
      const numbers = files.map((path) => this.fileNumber(sourceName(path)))
      filesOf.set(offset, numbers)
      return sequences.map((sequence) => ({ ...sequence, from: sequence.rows[0]!.address, to: sequence.end, numbers }))
    })
    for (const { rows, end, numbers } of apart(sequences)) {
      for (const [index, { address, file, line }] of rows.entries())
        this.lines.push({ from: address, to: rows[index + 1]?.address ?? end, file: numbers[file] ?? -1, line })
    }
    if (this.files.length === 0) return
    const functions = readScopes(sections).flatMap(({ lineTable, functions }) =>
      functions.map((scope) => ({ from: scope.ranges[0]!, to: scope.ranges[1]!, scope, files: filesOf.get(lineTable) ?? [] })),
    )
    this.functions = apart(functions)
  }

  /** The first address from `from` to `to` that has a line. */
  first(from: number, to: number): number | undefined {
    const next = this.lines[lastFrom(this.lines, from) + 1]
    if (spanAt(this.lines, from)) return from
    return next && next.from < to ? next.from : undefined
  }
  /** @returns the index of a site, or -1 */
  at(address: number): number {
    const line = spanAt(this.lines, address)
    if (line === undefined) return -1
    const [scopes, files] = this.scopesAt(address)
    let outer = -1
    for (const [depth, { name }] of scopes.entries()) {
      const called = scopes[depth + 1]
      const file = called ? (files[called.file] ?? -1) : line.file
      if (file >= 0) outer = this.site(file, called ? called.line : line.line, name, outer)
    }
    return outer
  }
  /** The function and the copies in it that `address` lies in, from the outside inwards. */
  private scopesAt(address: number): [scopes: Pick<Scope, 'name' | 'file' | 'line'>[], files: readonly number[]] {
    const found = spanAt(this.functions, address)
    if (found === undefined) return [[NO_SCOPE], []]
    const scopes: Scope[] = []
    for (let scope: Scope | undefined = found.scope; scope; scope = scope.inner.find(({ ranges }) => contains(ranges, address))) scopes.push(scope)
    return [scopes, found.files]
  }

  private site(file: number, line: number, name: string | undefined, outer: number): number {
    const named = name === undefined ? -1 : numberIn(this.nameNumbers, this.names, name)
    const key = `${file},${line},${named},${outer}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    const index = this.sites.push({ file, line, name: named, outer }) - 1
    this.known.set(key, index)
    return index
  }
  private fileNumber(name: string | undefined): number {
    return name === undefined ? -1 : numberIn(this.fileNumbers, this.files, name)
  }
}
const NO_SCOPE = { name: undefined, file: 0, line: 0 }

/** @throws ModuleError  never: a module whose line tables cannot be read has none */
export function readPlaces(sections: Sections, sourceName: SourceName): Places | undefined {
  try {
    const places = new Places(sections, sourceName)
    return places.files.length > 0 ? places : undefined
  } catch (error) {
    if (error instanceof ModuleError) return undefined
    throw error
  }
}

function numberIn(numbers: Map<string, number>, list: string[], text: string): number {
  const known = numbers.get(text)
  if (known !== undefined) return known
  const index = list.push(text) - 1
  numbers.set(text, index)
  return index
}
/** In order, without what overlaps one before it: of functions that several sources define alike, the linker keeps the first. */
function apart<T extends Span>(spans: T[]): T[] {
  let end = 0
  return spans
    .sort((one, other) => one.from - other.from)
    .filter(({ from, to }) => {
      if (from < end) return false
      end = to
      return true
    })
}
function spanAt<T extends Span>(spans: readonly T[], address: number): T | undefined {
  const span = spans[lastFrom(spans, address)]
  return span && address < span.to ? span : undefined
}
function contains(ranges: readonly number[], address: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) if (ranges[index]! <= address && address < ranges[index + 1]!) return true
  return false
}
