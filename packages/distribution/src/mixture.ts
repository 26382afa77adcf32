// A finite mixture of Dirac deltas: support positions and their probability masses, in one canonical order.

/**
 * Finite positions strictly ascending, then NaN, -Infinity, +Infinity, each at most once; every mass is above 0.
 * Masses are as read or as made: their sum may be a little off 1, whoever needs probabilities divides by it.
 */
export interface Mixture {
  readonly positions: Float64Array
  readonly masses: Float64Array
  /** The masses in units of 2^-63 exactly as they were read, which a double cannot hold. Absent on mixtures that were computed. */
  readonly fixed?: BigUint64Array
}

const UINT64_MAX = 2n ** 64n - 1n

/**
 * Brings Dirac deltas into canonical form: zero masses dropped, sorted, equal positions merged by adding their masses.
 * @param masses  one per position, finite and not negative
 * @param fixed   the same masses in units of 2^-63, where they are known exactly
 * @throws RangeError  lengths differ, or a mass is negative or not finite
 */
export function mixtureOf(positions: ArrayLike<number>, masses: ArrayLike<number>, fixed?: ArrayLike<bigint>): Mixture {
  const length = positions.length
  if (masses.length !== length) throw new RangeError(`masses: ${masses.length} given for ${length} positions`)
  const kept: number[] = []
  for (let i = 0; i < length; i++) {
    const mass = masses[i]!
    if (!(mass >= 0 && mass < Number.POSITIVE_INFINITY)) throw new RangeError(`masses[${i}]: ${mass} is not a finite number of at least 0`)
    if (fixed ? fixed[i]! > 0n : mass > 0) kept.push(i)
  }
  if (!isAscending(positions, kept)) kept.sort((i, j) => compare(positions[i]!, positions[j]!) || i - j)

  const outPositions: number[] = []
  const outMasses: number[] = []
  const outFixed: bigint[] = []
  for (const i of kept) {
    const last = outPositions.length - 1
    const position = positions[i]!
    if (last >= 0 && compare(outPositions[last]!, position) === 0) {
      outMasses[last]! += masses[i]!
      if (fixed) outFixed[last] = clampToUint64(outFixed[last]! + fixed[i]!)
    } else {
      outPositions.push(position)
      outMasses.push(masses[i]!)
      if (fixed) outFixed.push(fixed[i]!)
    }
  }
  const outPosition = Float64Array.from(outPositions)
  if (!fixed) return { positions: outPosition, masses: Float64Array.from(outMasses) }
  return { positions: outPosition, masses: Float64Array.from(outFixed, fromFixed), fixed: BigUint64Array.from(outFixed) }
}

/** Every one of the n samples has mass 1/n; equal samples are merged. No samples: an empty mixture. */
export function fromSamples(samples: ArrayLike<number>): Mixture {
  const n = samples.length
  const { positions, masses } = mixtureOf(samples, new Float64Array(n).fill(1)) // counts add without rounding
  return { positions, masses: masses.map((count) => count / n) }
}

/**
 * Masses are the weights divided by their sum.
 * @throws RangeError  a weight is negative, or the sum is 0 or not finite
 */
export function fromWeightedSamples(samples: ArrayLike<number>, weights: ArrayLike<number>): Mixture {
  let total = 0
  for (let i = 0; i < weights.length; i++) {
    if (weights[i]! < 0) throw new RangeError(`weights[${i}]: ${weights[i]} is negative`)
    total += weights[i]!
  }
  if (!(total > 0 && total < Number.POSITIVE_INFINITY)) throw new RangeError(`weights: their sum ${total} is not finite and above 0`)
  const { positions, masses } = mixtureOf(samples, weights)
  return { positions, masses: masses.map((mass) => mass / total) }
}

/** Number of Dirac deltas at finite positions; they come first. */
export function finiteCount(mixture: Mixture): number {
  let count = mixture.positions.length
  while (count > 0 && !Number.isFinite(mixture.positions[count - 1]!)) count--
  return count
}

export interface NonFinite {
  readonly nan: number
  readonly negative: number
  readonly positive: number
}
/** Masses at NaN, -Infinity and +Infinity. */
export function nonFiniteMasses(mixture: Mixture): NonFinite {
  const result = { nan: 0, negative: 0, positive: 0 }
  for (let i = finiteCount(mixture); i < mixture.positions.length; i++) {
    const position = mixture.positions[i]!
    result[Number.isNaN(position) ? 'nan' : position < 0 ? 'negative' : 'positive'] += mixture.masses[i]!
  }
  return result
}

export function totalMass(mixture: Mixture): number {
  return sumOf(mixture.masses, 0, mixture.masses.length)
}

/** Σ values[from … to-1], added in blocks, so that rounding grows with the square root of the count only. */
export function sumOf(values: ArrayLike<number>, from: number, to: number): number {
  let total = 0
  for (let start = from; start < to; start += 128) {
    const end = Math.min(start + 128, to)
    let block = 0
    for (let i = start; i < end; i++) block += values[i]!
    total += block
  }
  return total
}

/** A mass in units of 2^-63, truncated; masses of 2 and above do not fit and become the largest that does. */
export function toFixed(mass: number): bigint {
  return clampToUint64(BigInt(Math.trunc(mass * 2 ** 63)))
}
export function clampToUint64(value: bigint): bigint {
  return value > UINT64_MAX ? UINT64_MAX : value
}
export function fromFixed(fixed: bigint): number {
  return Number(fixed) / 2 ** 63
}

function isAscending(positions: ArrayLike<number>, kept: readonly number[]): boolean {
  for (let i = 1; i < kept.length; i++) if (compare(positions[kept[i - 1]!]!, positions[kept[i]!]!) > 0) return false
  return true
}

/** Finite numbers by size, then NaN, -Infinity, +Infinity. */
function compare(a: number, b: number): number {
  const ranks = rank(a) - rank(b)
  return ranks !== 0 ? ranks : rank(a) > 0 ? 0 : a - b
}
function rank(x: number): number {
  return Number.isFinite(x) ? 0 : Number.isNaN(x) ? 1 : x < 0 ? 2 : 3
}

/** Masses in units of 2^-63, one per Dirac delta. */
export function fixedMasses(mixture: Mixture): ArrayLike<bigint> {
  return mixture.fixed ?? Array.from(mixture.masses, toFixed)
}
