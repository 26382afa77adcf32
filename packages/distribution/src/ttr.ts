// The telescoping torques representation (TTR) of a finite list of Dirac deltas: split at the mean, recurse, keep each part's mean and mass.
import { finiteCount, type Mixture, sumOf } from './mixture.ts'

/**
 * TTR of equally likely samples: at most 2^order Dirac deltas, then the shares of NaN, -Infinity and +Infinity.
 * @param sorted  ascending, the non-finite ones last in any order
 */
export function ttrOfSamples(sorted: Float64Array, order: number): Mixture {
  const n = sorted.length
  const positions = new Float64Array(n)
  const counts = new Float64Array(n) // whole numbers add without rounding
  let distinct = 0
  let i = 0
  for (; i < n && Number.isFinite(sorted[i]!); i++) {
    if (distinct === 0 || sorted[i] !== positions[distinct - 1]) positions[distinct++] = sorted[i]!
    counts[distinct - 1]!++
  }
  const split = splitAtMeans(positions.subarray(0, distinct), counts.subarray(0, distinct), order)
  const tail = [0, 0, 0]
  for (; i < n; i++) tail[Number.isNaN(sorted[i]!) ? 0 : sorted[i]! < 0 ? 1 : 2]!++
  for (const [rank, position] of [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY].entries()) {
    if (tail[rank]! > 0) split.push(position, tail[rank]!)
  }
  return split.mixture((count) => count / n)
}

/** TTR of a mixture; non-finite Dirac deltas are carried along unchanged. A part at one single position is a leaf at once. */
export function ttrOfMixture(mixture: Mixture, order: number): Mixture {
  const count = finiteCount(mixture)
  const split = splitAtMeans(mixture.positions.subarray(0, count), mixture.masses.subarray(0, count), order)
  for (let i = count; i < mixture.positions.length; i++) split.push(mixture.positions[i]!, mixture.masses[i]!)
  return split.mixture((mass) => mass)
}

/** Whether the number of Dirac deltas is a power of two, all of them finite. */
export function isFullTtr(mixture: Mixture): boolean {
  const count = mixture.positions.length
  return count > 0 && (count & (count - 1)) === 0 && finiteCount(mixture) === count
}

/** Whether some distribution has this mixture as its full TTR: positions and the recursive means between them strictly increase. */
export function isValidTtr(mixture: Mixture): boolean {
  if (!isFullTtr(mixture)) return false
  const { positions } = mixture
  const means = blockMeans(mixture)
  for (let i = 0; i + 1 < positions.length; i++) if (!(positions[i]! < means[i]! && means[i]! < positions[i + 1]!)) return false
  return true
}

/**
 * The boundary of TTR binning behind each of the first n-1 Dirac deltas: behind the i-th (from 1), with j trailing zero bits in i,
 * the mass-weighted mean of the aligned block i-2^j+1 … i+2^j; NaN where that block leaves the list.
 */
export function blockMeans({ positions, masses }: Mixture): Float64Array {
  const n = positions.length
  const means = new Float64Array(Math.max(0, n - 1)).fill(Number.NaN)
  let level = { mass: masses, mean: positions }
  for (let half = 1; 2 * half <= n; half *= 2) {
    const blocks = Math.floor(n / (2 * half))
    const next = { mass: new Float64Array(blocks), mean: new Float64Array(blocks) }
    for (let b = 0; b < blocks; b++) {
      const [m1, m2] = [level.mass[2 * b]!, level.mass[2 * b + 1]!]
      next.mass[b] = m1 + m2
      next.mean[b] = pairMean(level.mean[2 * b]!, m1, level.mean[2 * b + 1]!, m2)
      means[(2 * b + 1) * half - 1] = next.mean[b]!
    }
    level = next
  }
  return means
}

/** Mass-weighted mean of two positions, exact when they are equal. */
export function pairMean(x1: number, m1: number, x2: number, m2: number): number {
  const gap = x2 - x1
  return Number.isFinite(gap) ? x1 + gap * (m2 / (m1 + m2)) : (x1 * m1) / (m1 + m2) + (x2 * m2) / (m1 + m2)
}

/** Dirac deltas in ascending order; equal neighbours are merged. */
class Leaves {
  readonly #positions: number[] = []
  readonly #masses: number[] = []

  push(position: number, mass: number): void {
    const last = this.#positions.length - 1
    if (this.#positions[last] === position) this.#masses[last]! += mass
    else {
      this.#positions.push(position)
      this.#masses.push(mass)
    }
  }

  mixture(scale: (mass: number) => number): Mixture {
    return { positions: Float64Array.from(this.#positions), masses: Float64Array.from(this.#masses, scale) }
  }
}

/** Elements first … last; the outermost two may have given a part of their mass to a neighbouring part. */
interface Part {
  readonly first: number
  readonly last: number
  readonly firstMass: number
  readonly lastMass: number
}

/** The recursive mean split of finite positions, strictly ascending. An element exactly on the mean gives half of its mass to each side. */
function splitAtMeans(positions: Float64Array, masses: Float64Array, order: number): Leaves {
  const leaves = new Leaves()
  const moments = new Float64Array(positions.length)
  const visit = (part: Part, level: number): void => {
    const { first, last, firstMass, lastMass } = part
    if (first === last) {
      leaves.push(positions[first]!, firstMass)
      return
    }
    const mass = firstMass + sumOf(masses, first + 1, last) + lastMass
    const mean = meanOf(positions, masses, part, mass, moments)
    if (level === 0) {
      leaves.push(mean, mass)
      return
    }
    const at = firstAtLeast(positions, mean, first, last)
    const atMass = at === last ? lastMass : at === first ? firstMass : masses[at]!
    if (positions[at] === mean) {
      visit({ first, last: at, firstMass: at === first ? atMass / 2 : firstMass, lastMass: atMass / 2 }, level - 1)
      visit({ first: at, last, firstMass: atMass / 2, lastMass: at === last ? atMass / 2 : lastMass }, level - 1)
    } else {
      const below = at - 1 === first ? firstMass : masses[at - 1]!
      visit({ first, last: at - 1, firstMass, lastMass: below }, level - 1)
      visit({ first: at, last, firstMass: atMass, lastMass }, level - 1)
    }
  }
  const last = positions.length - 1
  if (last >= 0) visit({ first: 0, last, firstMass: masses[0]!, lastMass: masses[last]! }, order)
  return leaves
}

/** Measured from the element in the middle, so that neither a common offset nor a far outlier costs digits; never outside the part. */
function meanOf(positions: Float64Array, masses: Float64Array, part: Part, mass: number, moments: Float64Array): number {
  const { first, last, firstMass, lastMass } = part
  const origin = positions[(first + last) >> 1]!
  const low = positions[first]!
  const high = positions[last]!
  if (!Number.isFinite(high - low)) {
    let mean = low * (firstMass / mass) + high * (lastMass / mass)
    for (let i = first + 1; i < last; i++) mean += positions[i]! * (masses[i]! / mass)
    return Math.min(Math.max(mean, low), high)
  }
  for (let i = first + 1; i < last; i++) moments[i] = masses[i]! * (positions[i]! - origin)
  moments[first] = firstMass * (low - origin)
  moments[last] = lastMass * (high - origin)
  return Math.min(Math.max(origin + sumOf(moments, first, last + 1) / mass, low), high)
}

/** The first index in first … last whose position is at least x; there is one, because x is not above the last. */
function firstAtLeast(positions: Float64Array, x: number, first: number, last: number): number {
  let low = first
  let high = last
  while (low < high) {
    const middle = (low + high) >> 1
    if (positions[middle]! < x) low = middle + 1
    else high = middle
  }
  return low
}
