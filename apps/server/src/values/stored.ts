// The traced values of a task as an object beside its outputs, one line of JSON each, and the numbers of executions as another: nobody reads them before the attempt that made it has published
// the outputs.
import { type BuildCoreSpecs, elementOf, type NON_FINITE, newId, type TraceVariable, type Value } from '@credence/contract'
import { centralMoment, mean, parseUx, totalMass, ttrOfSamples, type UxValue } from '@credence/distribution'
import type { Traced } from '@credence/engine'
import { type ObjectStore, readAll } from '../objects/store.ts'

/** As the API shows it, and the distribution. */
export interface StoredValue {
  readonly shown: Value
  readonly text: string
  /** On a Reference core, what executions gave. */
  readonly outcomes?: StoredOutcomes
}
interface StoredOutcomes {
  /** The core and how many executions there were, for people. */
  readonly of: string
  /** Executions that gave a number, of which `kept` are kept: doubles, from this one of those of the task on. */
  readonly count: number
  readonly kept: number
  readonly from: number
}
const keyBelow = (outputPrefix: string): string => `${outputPrefix}/values`
const numbersKeyBelow = (outputPrefix: string): string => `${outputPrefix}/values.f64`
const BYTES = 8

/** A core with that many executions, as "C0-Reference 32K". */
export function referenceName({ Class }: Pick<BuildCoreSpecs, 'Class'>, executions: number): string {
  const [unit, letter] = executions > 0 && executions % 1e6 === 0 ? [1e6, 'M'] : executions > 0 && executions % 1000 === 0 ? [1000, 'K'] : [1, '']
  return `${Class}-Reference ${executions / unit}${letter}`
}

/** With the numbers that `storeValues` keeps beside it. */
export interface TracedForStore extends StoredValue {
  readonly first?: Float64Array
}
/** Each with an id of its own. @param name  of the executions, on a Reference core */
export function tracedValues(traced: Traced, variables: readonly TraceVariable[], name?: string): TracedForStore[] {
  let from = 0
  return traced.values.flatMap(({ variable, element, pass, path, value, byMajority, outcomes }): TracedForStore[] => {
    const of = variables[variable]
    if (!of) return []
    const { mixture } = distributionOf(value)
    const kept = outcomes?.first.length ?? 0
    from += kept
    const shown: Value = {
      Object: 'Value',
      ValueID: newId('value'),
      Name: elementOf(of.Expression, element),
      ...of,
      Pass: pass,
      Path: path,
      Mean: finite(knownOr(outcomes?.mean, () => mean(mixture))),
      StandardDeviation: finite(knownOr(outcomes?.deviation, () => Math.sqrt(centralMoment(mixture, 2)))),
      ...partOf(mixture),
      ...(byMajority !== undefined && { ByMajority: byMajority }),
    }
    if (!outcomes || name === undefined) return [{ shown, text: value }]
    return [{ shown, text: value, outcomes: { of: name, count: outcomes.count, kept, from: from - kept }, first: outcomes.first }]
  })
}

/** Where not all samples give it. Masses are fixed-point numbers, and sums of them end a little below 1. */
function partOf({ masses }: UxValue['mixture']): Pick<Value, 'Mass'> {
  const mass = masses.reduce((sum, one) => sum + one, 0)
  return mass < 1 - 1e-9 ? { Mass: mass } : {}
}

/** What 64 Dirac deltas tell only nearly is known of all executions; of numbers that are not finite it is not. */
const knownOr = (known: number | undefined, otherwise: () => number): number => (known !== undefined && Number.isFinite(known) ? known : otherwise())

export async function storeValues(objects: ObjectStore, outputPrefix: string, values: readonly TracedForStore[]): Promise<void> {
  const lines = values.map(({ first: _, ...value }) => `${JSON.stringify(value)}\n`)
  const numbers = values.flatMap(({ first }) => (first && first.length > 0 ? [first] : []))
  await Promise.all([
    objects.put(keyBelow(outputPrefix), new TextEncoder().encode(lines.join('')), { contentType: 'application/x-ndjson' }),
    numbers.length > 0 && objects.put(numbersKeyBelow(outputPrefix), bytesOf(numbers), { contentType: 'application/octet-stream' }),
  ])
}
async function* bytesOf(numbers: readonly Float64Array[]): AsyncGenerator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of numbers) yield new Uint8Array(buffer, byteOffset, byteLength)
}

/** What the first executions gave for a value, at most `most` of them; undefined where that was not kept. */
export async function outcomesOf(
  objects: ObjectStore,
  outputPrefix: string | null,
  { outcomes }: StoredValue,
  most = Number.POSITIVE_INFINITY,
): Promise<Float64Array | undefined> {
  if (!outcomes || outcomes.kept === 0 || outputPrefix === null) return undefined
  const count = Math.min(most, outcomes.kept)
  if (count === 0) return new Float64Array()
  const range = { first: BYTES * outcomes.from, last: BYTES * (outcomes.from + count) - 1 }
  const object = await objects.get(numbersKeyBelow(outputPrefix), range)
  return object && new Float64Array(new Uint8Array(await readAll(object)).buffer)
}

/** Dirac deltas that say of a value what so many executions do: for pictures. */
const FINE_ORDER = 10
/** The value as its executions have it, where all that gave a number are kept; else as its text does. */
export async function fineDistributionOf(objects: ObjectStore, outputPrefix: string | null, stored: StoredValue): Promise<UxValue> {
  const coarse = distributionOf(stored.text)
  if (!stored.outcomes || stored.outcomes.kept < stored.outcomes.count) return coarse
  const values = await outcomesOf(objects, outputPrefix, stored)
  if (!values?.every(Number.isFinite)) return coarse
  const { positions, masses } = ttrOfSamples(values.toSorted(), FINE_ORDER)
  const share = totalMass(coarse.mixture)
  return { ...coarse, mixture: { positions, masses: masses.map((mass) => mass * share) } }
}

/** A line of standard output: id, place, what was traced, mean and Ux string. */
export function valueLine({ shown: { ValueID, File, LineNumber, Name, Mean }, text }: StoredValue): string {
  const mean = typeof Mean === 'number' ? Mean.toFixed(6) : { NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' }[Mean]
  return `${ValueID} ${File}:${LineNumber} ${Name} ${mean}${/Ux.*$/.exec(text)?.[0] ?? ''}\n`
}

/** In the order of recording; none where nothing was traced, or the task has not ended. */
export async function storedValues(objects: ObjectStore, outputPrefix: string | null): Promise<StoredValue[]> {
  const object = outputPrefix === null ? undefined : await objects.get(keyBelow(outputPrefix))
  if (!object) return []
  const lines = (await readAll(object)).toString().split('\n')
  return lines.slice(0, -1).map((line) => JSON.parse(line))
}

export const distributionOf = (text: string): UxValue => parseUx(text)

/** JSON has no other numbers: these are texts. */
export const finite = (x: number): Value['Mean'] => (Number.isFinite(x) ? x : (String(x) as (typeof NON_FINITE)[number]))
