// The first value that a run printed, from the beginning of its output: outputs can be large, and a row shows one number.

import { extractUx, parseUx } from '@credence/distribution'
import { client } from '../api/client.ts'
import { formatStated, type Spark, sparkOf } from './spark.ts'

const MOST_BYTES = 262_144
const MOST_READ = 4_000_000

export interface FirstValue {
  readonly stated: string
  readonly spark: Spark | undefined
}
/** Null: none, or none so near to the beginning. */
export const firstValueOf = (TaskID: string, signal: AbortSignal): Promise<FirstValue | null> => valueAt(TaskID, 0, signal)

/** The value with this index, from 0; null: there is none, or none within what is read. */
export async function valueAt(TaskID: string, index: number, signal: AbortSignal): Promise<FirstValue | null> {
  const { Stdout } = await client.request('getTaskOutputs', { path: { TaskID }, signal })
  const reader = (await client.stream(Stdout, signal)).getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let bytes = 0; bytes < MOST_BYTES * (index + 1) && bytes < MOST_READ; ) {
      const { done, value } = await reader.read()
      if (value) {
        bytes += value.length
        text += decoder.decode(value, { stream: true })
      }
      const whole = done ? text : text.slice(0, text.lastIndexOf('\n') + 1)
      const found = valueIn(whole, index)
      if (found || done) return found
    }
    return null
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function valueIn(text: string, index: number): FirstValue | null {
  let left = index
  for (const { ux } of extractUx(text)) {
    if (left-- > 0) continue
    try {
      const value = parseUx(ux)
      return { stated: formatStated(value), spark: sparkOf(value) }
    } catch {} // what looks like a distribution is none; a program may print anything
  }
  return null
}
