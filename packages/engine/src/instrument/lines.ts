// The places in the sources that the linked module's debug information tells, under the offsets of the module that is written.

import type { Custom, Module } from '../binary/module.ts'
import type { Body } from '../binary/sections/code.ts'
import { type Places, readPlaces, type SourceName } from '../lines/places.ts'
import { encodeLines, LINES_SECTION, type Mark } from '../lines/section.ts'

export interface SiteFinder {
  readonly places: Places
  /** By offset in the module that was read; -1: unknown. */
  readonly siteAt: (offset: number) => number
  /** Where the first line of a function begins; undefined: the debug information does not know it. */
  readonly begin: (body: Body) => number | undefined
}

/** Undefined for a module without line tables. */
export function siteFinder({ customs, bodies, codeStart }: Module, sourceName: SourceName): SiteFinder | undefined {
  const section = (name: string) => customs.find((custom) => custom.name === name)?.bytes ?? new Uint8Array()
  const places = readPlaces({ codeBytes: (bodies.at(-1)?.end ?? codeStart) - codeStart, section }, sourceName)
  if (!places) return undefined
  return {
    places,
    siteAt: (offset) => places.at(offset - codeStart),
    begin: ({ start, end }) => {
      const first = places.first(start - codeStart, end - codeStart)
      return first === undefined ? undefined : first + codeStart
    },
  }
}

export interface Written {
  /** The body in the module that was read. */
  readonly origin: Body
  readonly bytes: Uint8Array
  /** Bytes from the start of the body. */
  readonly marks: readonly Mark[]
}
export function linesSection({ places, siteAt, begin }: SiteFinder, bodies: readonly Written[]): Custom {
  const rows: Mark[] = []
  let at = lengthOfU32(bodies.length)
  for (const { origin, bytes, marks } of bodies) {
    at += lengthOfU32(bytes.length)
    rows.push({ at, site: siteAt(begin(origin) ?? -1) }) // a call that finds no stack left ends here
    for (const mark of marks) rows.push({ at: at + mark.at, site: mark.site })
    at += bytes.length
  }
  return { name: LINES_SECTION, bytes: encodeLines(places, rows), offset: 0 }
}
function lengthOfU32(value: number): number {
  let length = 1
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++
  return length
}
