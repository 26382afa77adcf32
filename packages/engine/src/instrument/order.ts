// The order of the functions in the module that is written: those first that the engine should compile with all its skill at once.
//
// V8 compiles a function when it is first called: quickly (Liftoff) and later well (TurboFan), if it is called often. A call that is running
// is never moved to the better code, so a loop that runs long inside one call needs it from the start; for everything else the quick start
// is the better one: the core of `printf` alone takes TurboFan 19 ms. V8 can be told to do without Liftoff by the place of a function among the module's
// own (`machine/node/runner-command.ts`), for the first OPTIMISED_PLACES of them.
//
// Invariant: with the section in the module, each function of the user's that has a loop stands at one of these places. The library's loops
// are short, or long only in many calls.
import { OPTIMISED_PLACES, OPTIMISED_SECTION } from '../abi.ts'
import type { Custom } from '../binary/module.ts'
import { OP } from '../binary/opcodes.ts'
import type { Code } from './code.ts'

export interface Order {
  /** For each place in the new module the place in the old one. */
  readonly from: readonly number[]
  /** For each place in the old module the new one. */
  readonly to: readonly number[]
  /** Says that the invariant holds. */
  readonly sections: readonly Custom[]
}

/** @param own  by place; absent: nobody knows whose the functions are, and they stay where they are */
export function loopsFirst(codes: readonly Code[], own: readonly boolean[] | undefined): Order {
  const places = [...codes.keys()]
  const loops = new Set(places.filter((place) => own?.[place] && codes[place]!.op.includes(OP.loop)))
  const fits = own !== undefined && loops.size <= OPTIMISED_PLACES
  const from = fits ? [...loops, ...smallestFirst(codes, loops, OPTIMISED_PLACES - loops.size)] : places
  const to = places.map(() => 0)
  for (const [place, old] of from.entries()) to[old] = place
  return { from, to, sections: fits ? [{ name: OPTIMISED_SECTION, bytes: new Uint8Array(0), offset: 0 }] : [] }
}
/** All places but `without`; at the first `count` the smallest functions, which are compiled in no time either way. */
function smallestFirst(codes: readonly Code[], without: ReadonlySet<number>, count: number): number[] {
  const places = [...codes.keys()].filter((place) => !without.has(place))
  const small = new Set([...places].sort((one, other) => codes[one]!.length - codes[other]!.length || one - other).slice(0, count))
  return [...small, ...places.filter((place) => !small.has(place))]
}
