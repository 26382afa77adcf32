// The density of a parametric law as a path, for the parameters that a constructor takes.
import type { Family } from '@credence/distribution'
import { densityArea } from './density-area.ts'
import { placedLaw } from './placed.ts'
import { SLIDERS } from './sliders.ts'

export const CURVE = { width: 300, height: 90 } as const

export interface LawCurve {
  /** From the foot to the foot over the support, in a box of CURVE. */
  readonly d: string
  readonly mean: number
  /** Infinity where the law has none. */
  readonly deviation: number
}

/** @throws RangeError  a parameter outside of its range */
export function lawCurve(family: Family, parameters: readonly number[]): LawCurve {
  const { law: found, location, scale } = placedLaw(family, parameters)
  const density = (x: number) => found.pdf((x - location) / scale)
  // A density may have no end where its support begins: the drawing is as high as the middle of the law is.
  const inner = Array.from({ length: 97 }, (_, i) => found.pdf(found.quantile((i + 2) / 100)))
  const highest = 1.06 * Math.max(...inner.filter(Number.isFinite))
  const { axis } = SLIDERS[family]
  const [low, high] = found.support.map((z) => location + scale * z) as [number, number]
  const shown = [Math.max(axis[0], low), Math.min(axis[1], high)] as const // a density may begin or end with a step, which has no slope
  const d = densityArea(density, { axis, width: CURVE.width, top: 1, foot: CURVE.height, highest }, shown)
  return { d, mean: location + scale * found.mean, deviation: scale * Math.sqrt(found.variance) }
}
