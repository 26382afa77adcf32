// The result of a run as a picture the size of a stamp: its first value in a word and a curve.
import { parseUx } from '@credence/distribution'
import { sparkPath } from '@credence/plot'
import { firstValue } from '@credence/ui/program/first-value.ts'
import { quantityOf } from '@credence/ui/program/quantity.ts'
import type { ExampleResult } from './results.ts'

export interface Thumbnail {
  readonly stated: string
  readonly quantity?: string
  /** In a box of THUMBNAIL. */
  readonly path?: string
}
export const THUMBNAIL = { width: 180, height: 56 } as const

export function thumbnailOf({ stdout }: Pick<ExampleResult, 'stdout'>): Thumbnail {
  const value = firstValue(stdout)
  if (!value) return { stated: '' }
  return { stated: value.stated, quantity: quantityOf(stdout, value), path: sparkPath(parseUx(value.ux), THUMBNAIL) }
}
