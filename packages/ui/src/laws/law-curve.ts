// The density of a parametric law as a path, for the parameters that a constructor takes.
import type { Family } from '@credence/distribution'
import { placedLaw } from './placed.ts'
import { SLIDERS } from './sliders.ts'

export const CURVE = { width: 300, height: 90 } as const
const POINTS = 150

export interface LawCurve {
  /** Closed along the foot, in a box of CURVE. */
  readonly d: string
  readonly mean: number
  /** Infinity where the law has none. */
  readonly deviation: number
}

/** @throws RangeError  a parameter outside of its range */
export function lawCurve(family: Family, parameters: readonly number[]): LawCurve {
  const { law: found, location, scale } = placedLaw(family, parameters)
  const [from, to] = SLIDERS[family].axis
  const density = (x: number) => {
    const z = (x - location) / scale
    return z >= found.support[0] && z <= found.support[1] ? found.pdf(z) : 0
  }
  // A density may have no end where its support begins: the drawing is as high as the middle of the law is.
  const inner = Array.from({ length: 97 }, (_, i) => found.pdf(found.quantile((i + 2) / 100)))
  const top = 1.06 * Math.max(...inner.filter(Number.isFinite))
  const places = Array.from({ length: POINTS + 1 }, (_, i) => {
    const y = Math.min(1, density(from + (i / POINTS) * (to - from)) / top)
    return `${rounded((i / POINTS) * CURVE.width)} ${rounded((1 - y) * (CURVE.height - 2) + 1)}`
  })
  const d = `M0 ${CURVE.height}L${places.join('L')}L${CURVE.width} ${CURVE.height}`
  return { d, mean: location + scale * found.mean, deviation: scale * Math.sqrt(found.variance) }
}
const rounded = (x: number): number => Math.round(x * 10) / 10
