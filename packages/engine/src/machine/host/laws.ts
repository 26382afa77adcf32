// What the runtime module asks about a law: quantiles for its sources, tables for its prints. Answers follow from the question alone; some are kept,
// because the same few are asked by nearly every run, and computing 4096 Gaussian quantiles in code that has just started takes 12 ms.
import { FAMILIES, floorLog2, type Law, law, quantileNodes, truncatedNodes, ttrOfLaw } from '@credence/distribution'

/** Of `values` the first `count` belong to each part of the answer; `abi.ts` says what is asked. */
export interface Answer {
  readonly values: Float64Array
  readonly count: number
}
/** The largest has 65536 values. */
const KEPT = 16
const kept = new Map<string, Answer>()

/** The answers that are there, by question. */
export const keptAnswers = (): ReadonlyMap<string, Answer> => kept
/** Takes over answers of another process with the same code. */
export function keepAnswers(answers: ReadonlyMap<string, Answer>): void {
  for (const [question, answer] of answers) kept.set(question, answer)
}

/**
 * The caller does not change what it gets.
 * @param interval  the two doubles that stand where the answer goes: what a part of a law is asked for by; such answers are not kept
 * @throws RangeError  there is no such family
 */
export function answerOf(family: number, shape1: number, shape2: number, what: number, count: number, interval: () => Float64Array): Answer {
  if (what === 3) return within(family, shape1, shape2, count, interval())
  const question = `${family} ${shape1} ${shape2} ${what} ${count}`
  const known = kept.get(question)
  if (known) return known
  const answer = compute(family, shape1, shape2, what, count)
  if (kept.size >= KEPT) kept.delete(kept.keys().next().value!)
  kept.set(question, answer)
  return answer
}

function within(family: number, shape1: number, shape2: number, count: number, interval: Float64Array): Answer {
  const nodes = truncatedNodes(lawOf(family, shape1, shape2), interval[0]!, interval[1]!, count)
  return typeof nodes === 'string' ? { values: new Float64Array(), count: nodes === 'none' ? 0 : -1 } : { values: nodes, count }
}

function compute(family: number, shape1: number, shape2: number, what: number, count: number): Answer {
  const standard = lawOf(family, shape1, shape2)
  if (what === 2) return { values: Float64Array.of(standard.mean), count: 1 }
  if (what === 0) return { values: quantileNodes(standard, count), count }
  const { positions, masses } = ttrOfLaw(standard, floorLog2(count))
  const values = new Float64Array(2 * positions.length)
  values.set(positions)
  values.set(masses, positions.length)
  return { values, count: positions.length }
}

function lawOf(family: number, shape1: number, shape2: number): Law {
  const known = FAMILIES[family]
  if (known === undefined) throw new RangeError(`there is no family ${family}`)
  return law(known, shape1, shape2)
}
