// Quantiles of a law that is drawn from many thousand times: between nodes of a table by cubic Hermite polynomials, whose slopes are 1 / density; in the tails,
// where these are too far apart, from the law itself.
import type { Law } from '@credence/distribution'

const CELLS = 4096
/** Cells at each end that the table leaves to the law: further in, neighbours differ by a thirty-second of their probability at most. */
const TAIL = 32

/** @returns  a function of the probability in (0, 1), made on first use */
export function tabulated(law: Law): (u: number) => number {
  let nodes: Float64Array | undefined
  let slopes: Float64Array | undefined
  const make = () => {
    nodes = Float64Array.from({ length: CELLS + 1 }, (_, i) => (i < TAIL || i > CELLS - TAIL ? 0 : law.quantile(i / CELLS)))
    slopes = nodes.map((x, i) => (i < TAIL || i > CELLS - TAIL ? 0 : 1 / (CELLS * law.pdf(x))))
  }
  return (u) => {
    const at = u * CELLS
    const i = Math.floor(at)
    if (i < TAIL || i >= CELLS - TAIL) return law.quantile(u)
    if (!nodes) make()
    const t = at - i
    const [low, high] = [nodes![i]!, nodes![i + 1]!]
    const [rise, fall] = [slopes![i]!, slopes![i + 1]!]
    const width = high - low
    return low + t * (rise + t * (3 * width - 2 * rise - fall + t * (rise + fall - 2 * width)))
  }
}
