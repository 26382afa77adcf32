// The traced values of a task as an object beside its outputs, one line of JSON each: nobody reads it before the attempt that made it has published
// the outputs.
import { elementOf, type NON_FINITE, newId, type TraceVariable, type Value } from '@credence/contract'
import { centralMoment, mean, parseUx, type UxValue } from '@credence/distribution'
import type { Traced } from '@credence/engine'
import { type ObjectStore, readAll } from '../objects/store.ts'

/** As the API shows it, and the distribution. */
export interface StoredValue {
  readonly shown: Value
  readonly text: string
}
const keyBelow = (outputPrefix: string): string => `${outputPrefix}/values`

/** Each with an id of its own. */
export function tracedValues(traced: Traced, variables: readonly TraceVariable[]): StoredValue[] {
  return traced.values.flatMap(({ variable, element, pass, path, value }) => {
    const of = variables[variable]
    if (!of) return []
    const { mixture } = distributionOf(value)
    const shown: Value = {
      Object: 'Value',
      ValueID: newId('value'),
      Name: elementOf(of.Expression, element),
      ...of,
      Pass: pass,
      Path: path,
      Mean: finite(mean(mixture)),
      StandardDeviation: finite(Math.sqrt(centralMoment(mixture, 2))),
    }
    return [{ shown, text: value }]
  })
}

export async function storeValues(objects: ObjectStore, outputPrefix: string, values: readonly StoredValue[]): Promise<void> {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`)
  await objects.put(keyBelow(outputPrefix), new TextEncoder().encode(lines.join('')), { contentType: 'application/x-ndjson' })
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
const finite = (x: number): Value['Mean'] => (Number.isFinite(x) ? x : (String(x) as (typeof NON_FINITE)[number]))
