// Ending a run from inside a host function: the ending is noted and the program's stack is left by a WebAssembly trap.
// A JavaScript exception would not do: `catch_all` of C++ clean-up code catches it and destructors would still run,
// while a trap passes through every handler (WebAssembly exception handling: traps are not caught).
import type { Ending } from './../types.ts'

export interface Stop {
  /** How the run ended, once a host function has ended it. */
  readonly ending: Ending | undefined
  /** Ends the run with `ending`; the first call decides. Never returns. */
  readonly end: (ending: Ending) => never
  /** For another run. */
  readonly clear: () => void
}

export function createStop(): Stop {
  let first: Ending | undefined
  return {
    get ending() {
      return first
    },
    end(ending) {
      first ??= ending
      unreachable()
      throw new Error('unreachable returned')
    },
    clear() {
      first = undefined
    },
  }
}

// (module (func (export "") unreachable))
const MODULE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 7, 4, 1, 0, 0, 0, 10, 5, 1, 3, 0, 0, 0x0b]
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(MODULE)))
const unreachable = exports[''] as () => void
