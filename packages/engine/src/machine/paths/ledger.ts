// What following paths costs, against samples one by one. Costs are counted and not measured, so that the same program is followed in the same way
// whenever it runs, and whatever else its machine does.

/** What a run did. */
export interface Costs {
  readonly instructions: number
  /** Uncertain values that it made. */
  readonly values: number
}
/**
 * Nanoseconds, on AMD EPYC with Node 26 (`npm run bench paths`): to start a run; for an instruction of the program; for an uncertain value, and for each of
 * its samples. Only their proportions matter.
 */
const RUN = 30_000
const INSTRUCTION = 1
const VALUE = 300
const SAMPLE = 0.45
/** Of what all samples alone would cost, for runs that led to no end. */
const PATIENCE = 0.05

export interface Ledger {
  /** A run with so many samples, which came to its end or not. */
  readonly enter: (samples: number, run: Costs, ended: boolean) => void
  /** Whether so many samples cost less one by one than on their paths: each of few, or because paths have cost too much already. */
  readonly prefersAlone: (samples: number) => boolean
  /** Nanoseconds of a sample alone. */
  readonly alone: () => number
}
/** @param all  samples @param first  the particle's path, which others are taken to be like */
export function createLedger(all: number, first: Costs): Ledger {
  const single = { count: 0, cost: 0 }
  let lost = 0
  const alone = () => (single.count > 0 ? single.cost / single.count : cost(1, { ...first, values: 0 }))
  return {
    alone,
    enter(samples, run, ended) {
      if (samples > 1) lost += cost(samples, run) - (ended ? samples * alone() : 0)
      else if (ended) {
        single.count++
        single.cost += cost(1, run)
      }
    },
    prefersAlone: (samples) => lost > PATIENCE * all * alone() || cost(samples, first) >= samples * alone(),
  }
}
const cost = (samples: number, { instructions, values }: Costs): number => RUN + INSTRUCTION * instructions + (VALUE + SAMPLE * samples) * values
