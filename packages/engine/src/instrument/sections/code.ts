// The bodies of the module that is written, and what is noted of them on the way: cold branches, places in the sources, decisions.
import { Writer } from '../../binary/bytes.ts'
import type { Custom, Module } from '../../binary/module.ts'
import type { FunctionType } from '../../binary/sections/types.ts'
import { Decisions } from '../../lines/decisions.ts'
import type { Code } from '../code.ts'
import { emitBody, type Hints, type Indices, type Spills } from '../frame.ts'
import type { SiteFinder, Written } from '../lines.ts'
import type { Order } from '../order.ts'
import type { Numbering } from './numbering.ts'

/** The code of a function, changed or not. */
export interface Body {
  readonly code: Code
  readonly type: FunctionType
  readonly saved: Spills
}
/** Of each body by its place before the order of the new module. */
export interface Origins {
  /** Place of the body in the module that was read. */
  readonly place: readonly number[]
  /** Whether the function is of our own library: what it decides is not the user's. */
  readonly isOurs: (place: number) => boolean
}
export interface WrittenCode {
  readonly bodies: readonly Written[]
  readonly decisions: Decisions
  /** Custom sections that stand before the code. */
  readonly before: readonly Custom[]
}

export function writeCode(
  module: Module,
  bodies: readonly Body[],
  order: Order,
  origins: Origins,
  indices: Omit<Indices, 'decisionAt'>,
  numbering: Numbering,
  finder: SiteFinder | undefined,
): WrittenCode {
  const hints: { index: number; places: Hints }[] = []
  const decisions = new Decisions()
  const w = new Writer(module.bytes.length * 2)
  const written = order.from.map((place): Written => {
    const body = bodies[place]!
    w.length = 0
    const origin = module.bodies[origins.place[place]!]!
    const siteAt = finder?.begin(origin) === undefined ? undefined : finder.siteAt
    const index = numbering.function(numbering.importedFunctions + place)
    const decisionAt = decisions.of(index, origins.isOurs(origins.place[place]!) ? undefined : (siteAt ?? (() => -1)))
    const emitted = emitBody(w, module.bytes, body.code, body.type, body.saved, { ...indices, siteAt, decisionAt })
    if (emitted.hints.length > 0) hints.push({ index, places: emitted.hints })
    return { origin, bytes: w.view().slice(), marks: emitted.marks }
  })
  return { bodies: written, decisions, before: hints.length > 0 ? [branchHints(hints)] : [] }
}

/** Tells the engine which branches are cold. Source: proposal branch-hinting, section `metadata.code.branch_hint`. */
function branchHints(hints: readonly { index: number; places: Hints }[]): Custom {
  const w = new Writer()
  w.vector(hints, ({ index, places }) => {
    w.u32(index)
    w.vector(places, (place) => {
      w.u32(place)
      w.u32(1)
      w.byte(0)
    })
  })
  return { name: 'metadata.code.branch_hint', bytes: w.view(), offset: 0 }
}
