// A distribution as a small picture: its outline, in a box of one by one.
import { isPlain, stated, supportedBars, type UxValue } from '@credence/distribution'

export interface Spark {
  /** An outline for `d` of a path, x and y from 0 to 1, y downwards. */
  readonly path: string
}

/** More are not seen at this size. */
const BARS = 40

export const formatStated = (value: UxValue): string => (isPlain(value) ? String(value.particle) : stated(value.mixture))

/** Undefined: a point, or nothing finite. */
export function sparkOf({ mixture }: UxValue): Spark | undefined {
  const histogram = supportedBars(mixture, BARS)
  if (!histogram || !('edges' in histogram)) return undefined
  const { edges, heights } = histogram
  const from = edges[0]!
  const width = edges.at(-1)! - from
  const top = Math.max(...heights)
  if (!(width > 0) || !(top > 0) || !Number.isFinite(width) || !Number.isFinite(top)) return undefined
  const at = (x: number) => ((x - from) / width).toFixed(3)
  const steps = Array.from(
    heights,
    (height, i) => `L${at(edges[i]!)} ${(1 - height / top).toFixed(3)}L${at(edges[i + 1]!)} ${(1 - height / top).toFixed(3)}`,
  )
  return { path: `M0 1${steps.join('')}L1 1Z` }
}
