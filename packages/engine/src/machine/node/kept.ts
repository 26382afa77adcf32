// Processes between two runs of their owners, at most so many and not for long: what a program left in their memory is gone soon.
import type { Runner } from './process.ts'
import type { Compiling } from './runner-command.ts'

const KEPT_MILLISECONDS = 5000

interface Place {
  readonly runner: Runner
  readonly owner: string
  readonly compiling: Compiling
  readonly clock: NodeJS.Timeout
}
export interface KeptRunners {
  /** The one that ran last for this owner; it is no longer kept. */
  readonly take: (owner: string, compiling: Compiling) => Runner | undefined
  /** Until its owner's next run, some seconds are over, or `most` others have come. */
  readonly keep: (owner: string, compiling: Compiling, runner: Runner) => void
}

/** @param end  is given each process that is no longer needed */
export function keepRunners(most: number, end: (runner: Runner) => void): KeptRunners {
  const places: Place[] = [] // the longest unused first
  const leave = (place: Place): Runner => {
    clearTimeout(place.clock)
    places.splice(places.indexOf(place), 1)
    return place.runner
  }
  return {
    take(owner, compiling) {
      for (;;) {
        const place = places.findLast((one) => one.owner === owner && one.compiling === compiling)
        if (!place) return undefined
        const runner = leave(place)
        if (!runner.isGone) return runner
        end(runner)
      }
    },
    keep(owner, compiling, runner) {
      const clock = setTimeout(() => end(leave(place)), KEPT_MILLISECONDS).unref()
      const place: Place = { runner, owner, compiling, clock }
      places.push(place)
      if (places.length > most) end(leave(places[0]!))
    },
  }
}
