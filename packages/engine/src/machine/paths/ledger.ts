// What following paths costs, against samples one by one. Costs are counted and not measured, so that the same program is followed in the same way
// whenever it runs, and whatever else its machine does.

/** What a run did. */
export interface Costs {
  readonly instructions: number
  /** Uncertain values that it made. */
  readonly values: number
}
/**
 * Nanoseconds, on AMD EPYC with Node 26 (`npm run bench branches`): to start a run with several samples, or with one; for an instruction of the program; for an
 * uncertain value, and for each of its samples. Only their proportions matter.
 */
const RUN = 15_000
const RUN_ALONE = 3_000
const INSTRUCTION = 0.2
const VALUE = 300
const SAMPLE = 0.45
/** Of what all samples alone would cost, for runs that led to no end. */
const PATIENCE = 0.03

export interface Ledger {
  /** A run with so many samples, which came to its end or not. */
  readonly enter: (samples: number, run: Costs, ended: boolean) => void
  /** A path has no end: samples that may share it do not go alone any more. */
  readonly noteEndless: () => void
  /** So few samples cost less one by one than on a path. */
  readonly isFew: (samples: number) => boolean
  /** Paths have cost so much already that all samples that are left go alone. */
  readonly isSpent: () => boolean
}
/**
 * @param all    samples
 * @param first  the particle's path: others are taken to have as many instructions, and values among them as the runs so far; it may have gone on as the particle
 *               alone, and have made few
 */
export function createLedger(all: number, first: Costs): Ledger {
  const single = { count: 0, cost: 0 }
  const together = { ...first }
  let lost = 0
  const alone = () => (single.count > 0 ? single.cost / single.count : cost(1, { ...first, values: 0 }))
  const likely = () => Math.max(first.values, first.instructions * (together.values / Math.max(1, together.instructions)))
  let someEndless = false
  return {
    enter(samples, run, ended) {
      if (samples > 1) {
        lost += cost(samples, run) - (ended ? samples * alone() : 0)
        together.instructions += run.instructions
        together.values += run.values
      } else if (ended) {
        single.count++
        single.cost += cost(1, run)
      }
    },
    noteEndless() {
      someEndless = true
    },
    isFew: (samples) => !someEndless && cost(samples, { ...first, values: likely() }) >= samples * alone(),
    isSpent: () => !someEndless && lost > PATIENCE * all * alone(),
  }
}
const cost = (samples: number, { instructions, values }: Costs): number =>
  (samples > 1 ? RUN : RUN_ALONE) + INSTRUCTION * instructions + (VALUE + SAMPLE * samples) * values
