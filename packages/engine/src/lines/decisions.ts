// The custom section `credence.decisions` of a module that is run: for each place that decides on numbers, by the number that its code
// gives to the runtime, the function and the site in the sources. Numbers begin with 1.
//
//   rows   vector of: function, site (of `credence.lines`), 1 for a conversion to an integer and 0 for a comparison
import { ASKED, type Asked, PLACE } from '../abi.ts'
import { ModuleError, Writer } from '../binary/bytes.ts'
import type { Custom } from '../binary/module.ts'
import { namesOf } from '../binary/names.ts'
import { customSection } from '../binary/sections.ts'
import { type Place, placesOf } from './section.ts'

const DECISIONS_SECTION = 'credence.decisions'

export type DecisionKind = 'comparison' | 'conversion'
const CONVERSIONS: ReadonlySet<Asked> = new Set(['whole', 'exponent', 'scale', 'bits'])
/** @param asked  index in ASKED */
export const kindOf = (asked: number): DecisionKind => (CONVERSIONS.has(ASKED[asked]!) ? 'conversion' : 'comparison')

/** Collects the rows while the module is written. */
export class Decisions {
  private readonly rows: string[] = []
  private readonly known = new Map<string, number>()

  /**
   * @param index   of the function in the module that is written
   * @param siteAt  by offset in the module that was read; -1: unknown. Absent: what the function decides is not the user's
   * @returns       the number of a place, by offset and what is asked, index in ASKED
   */
  of(index: number, siteAt: ((offset: number) => number) | undefined): (offset: number, asked: number) => number {
    return (offset, asked) => {
      const site = siteAt?.(offset)
      if (site === undefined) return PLACE.none
      if (site < 0) return PLACE.caller
      const row = `${index},${site},${kindOf(asked) === 'conversion' ? 1 : 0}`
      const number = this.known.get(row) ?? this.rows.push(row)
      this.known.set(row, number)
      return number
    }
  }
  section(): Custom {
    const out = new Writer(16 + 8 * this.rows.length)
    out.vector(this.rows, (row) => row.split(',').map((part) => out.u32(Number(part))))
    return { name: DECISIONS_SECTION, bytes: out.view().slice(), offset: 0 }
  }
}

export interface DecisionPlace {
  readonly kind: DecisionKind
  /** As the name section has it; undefined without one. */
  readonly functionName: string | undefined
  /** From the inside outwards. */
  readonly places: readonly Place[]
}
/** How many places the module lists. */
export function decisionCount(module: Uint8Array): number {
  return rowsOf(module).length
}
/** The places of a module that is run, by number; undefined for a number that it does not list. */
export function decisionPlaces(module: Uint8Array): (number: number) => DecisionPlace | undefined {
  const rows = rowsOf(module)
  const site = placesOf(module)
  const names = customSection(module, 'name')
  const functions = namesOf(names ? [{ name: 'name', bytes: names.take(names.end - names.at), offset: 0 }] : [], 'functions')
  return (number) => {
    const row = rows[number - 1]
    return row && { kind: row.isConversion ? 'conversion' : 'comparison', functionName: functions.get(row.index), places: site(row.site) }
  }
}
function rowsOf(module: Uint8Array): { index: number; site: number; isConversion: boolean }[] {
  try {
    const section = customSection(module, DECISIONS_SECTION)
    return section?.vector(() => ({ index: section.u32(), site: section.u32(), isConversion: section.u32() === 1 })) ?? []
  } catch (error) {
    if (error instanceof ModuleError) return []
    throw error
  }
}
