// An uncertain value as people state it: mean ± standard uncertainty, the uncertainty with two significant digits and the mean to the same place
// (JCGM 100:2008, 7.2.6).
//   5.8252, 1.1153         5.8 ± 1.1
//   6.674302e-11, 1.5e-15  (6.67430 ± 0.00015)e-11
import { histogramOf, histogramQuantile } from './histogram.ts'
import { finiteCount, type Mixture, nonFiniteMasses, sumOf, totalMass } from './mixture.ts'
import { finiteMean } from './statistics.ts'

/** Digits of a mean behind which a double has none. */
const DOUBLE_DIGITS = 17
/** Below this power of ten the zeros in front hide the digits. */
const LEAST_EXPONENT = -4
/** From this power of ten on, zeros that stand for unknown digits would look like known ones. */
const LARGE_EXPONENT = 7

/**
 * `5.8 ± 1.1`: the mean and the standard deviation of the mixture, for people to read.
 * - One finite position: `3 ± 0`, with at most 15 digits.
 * - A tail that goes on so far that the standard deviation is infinite, or not known from these Dirac deltas: median and the interval of 95 %,
 *   `0.1 (95 %: -4.3 to 4.3)`.
 * - Mass that is not finite: its share behind what the finite rest gives, `5.8 ± 1.1 (3.0 % nan)`; alone, `nan`, `inf` or `-inf`.
 */
export function stated(mixture: Mixture): string {
  const { nan, negative, positive } = nonFiniteMasses(mixture)
  const total = totalMass(mixture)
  const names = [['nan', nan] as const, ['-inf', negative] as const, ['inf', positive] as const].filter(([, mass]) => mass > 0)
  const count = finiteCount(mixture)
  if (count === 0 && names.length <= 1) return names[0]?.[0] ?? 'nan'
  const shares = names.map(([name, mass]) => `${percent(mass / total)} ${name}`).join(', ')
  if (count === 0) return shares
  const finite = shares === '' ? mixture : { positions: mixture.positions.subarray(0, count), masses: mixture.masses.subarray(0, count) }
  return shares === '' ? statedFinite(finite) : `${statedFinite(finite)} (${shares})`
}

function statedFinite(mixture: Mixture): string {
  const mean = finiteMean(mixture)
  if (mixture.positions.length > 1 && (hasEndlessTail(mixture, mean, 1) || hasEndlessTail(mixture, mean, -1))) return statedInterval(mixture)
  return statedMean(mean, deviation(mixture, mean))
}

/**
 * `mean ± uncertainty` by the rule on top; with a power of ten behind brackets where plain digits would begin with many zeros or end in zeros
 * that are not known. An uncertainty of 0 leaves the mean with at most 15 digits.
 * @param mean         finite
 * @param uncertainty  at least 0, or Infinity
 */
export function statedMean(mean: number, uncertainty: number): string {
  if (uncertainty === 0 || uncertainty === Number.POSITIVE_INFINITY)
    return `${mean === 0 ? 0 : Number(mean.toPrecision(15))} ± ${uncertainty === 0 ? 0 : 'inf'}`
  const place = placeOfTwoDigits(uncertainty)
  // What lies below the digits of the mean cannot share their place.
  if (mean !== 0 && place <= exponentOf(mean) - DOUBLE_DIGITS) return `${mean.toPrecision(DOUBLE_DIGITS)} ± ${uncertainty.toExponential(1)}`
  const { texts, power } = toPlace([mean, uncertainty], place)
  return power === '' ? texts.join(' ± ') : `(${texts.join(' ± ')})${power}`
}

/** The median and the interval of 95 %, to the two digits that a quarter of its width has. */
function statedInterval(mixture: Mixture): string {
  const histogram = histogramOf(mixture, 'pairwise')
  if (!histogram || 'point' in histogram) return statedMean(finiteMean(mixture), 0)
  const quantiles = [0.5, 0.025, 0.975].map((p) => histogramQuantile(histogram, p))
  const { texts, power } = toPlace(quantiles, placeOfTwoDigits((quantiles[2]! - quantiles[1]!) / 4))
  const [median, low, high] = texts.map((text) => text + power)
  return `${median} (95 %: ${low} to ${high})`
}

/** The square root of the variance, also where that is no double. Infinity: it is none itself. */
function deviation({ positions, masses }: Mixture, mean: number): number {
  const scale = Math.max(mean - positions[0]!, positions.at(-1)! - mean)
  if (scale === 0 || scale === Number.POSITIVE_INFINITY) return scale
  const terms = positions.map((x, i) => masses[i]! * square((x - mean) / scale))
  return scale * Math.sqrt(sumOf(terms, 0, terms.length) / sumOf(masses, 0, masses.length))
}

/**
 * Whether the tail on one side (1: above the mean) goes on so far that the variance has no end in sight. Cut at its mean again and again, a tail
 * with P(X > x) ~ x^-a gives parts whose share of the variance changes by the factor ((a-1)/a)^(a-2) from cut to cut, at distances that grow by
 * a/(a-1): the factor is 1 at a = 2, where the variance becomes infinite. The Dirac deltas of a TTR are such parts.
 */
function hasEndlessTail({ positions, masses }: Mixture, mean: number, side: 1 | -1): boolean {
  const variances: number[] = []
  const distances: number[] = []
  let from = 0
  let to = positions.length
  for (let cut = mean; ; ) {
    if (side > 0) while (from < to && positions[from]! <= cut) from++
    else while (from < to && positions[to - 1]! >= cut) to--
    if (from === to) break
    const mass = sumOf(masses, from, to)
    cut = finiteMean({ positions: positions.subarray(from, to), masses: masses.subarray(from, to) })
    distances.push(Math.abs(cut - mean))
    variances.push(mass * square(cut - mean))
    if (to - from === 1) break
  }
  const last = variances.length - 1
  if (last < TAIL_CUTS - 1) return false // a few atoms are no tail
  return variances[last]! >= square(TAIL_FACTOR) * variances[last - 2]! && distances[last]! >= square(TAIL_GROWTH) * distances[last - 2]!
}
/** Cuts of a tail that tell how it goes on. */
const TAIL_CUTS = 4
/** A little below 1, as the factor of tails near a = 2 comes to its limit from both sides. */
const TAIL_FACTOR = 0.95
/** Tails with a ≤ 2 grow by 2 and more from cut to cut; masses at the end of a bounded support do not grow. */
const TAIL_GROWTH = 1.5

const square = (x: number): number => x * x

/** The power of ten of the second significant digit, once rounded to two. */
function placeOfTwoDigits(x: number): number {
  return Number(x.toExponential(1).split('e')[1]) - 1
}

function exponentOf(x: number): number {
  return Number(x.toExponential().split('e')[1])
}

/** Numbers rounded to 10^place, with one power of ten behind all of them where plain digits would mislead. */
function toPlace(numbers: readonly number[], place: number): { texts: string[]; power: string } {
  const units = numbers.map((x) => unitsOf(x, place))
  const exponent = place + Math.max(...units.map((count) => String(count).replace('-', '').length)) - 1
  const isPlain = exponent >= LEAST_EXPONENT && (exponent < LARGE_EXPONENT || place <= 0)
  if (isPlain) return { texts: units.map((count) => decimal(count, place)), power: '' }
  const power = `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  return { texts: units.map((count) => decimal(count, place - exponent)), power }
}

/** x in units of 10^place, rounded from all of its digits, halves away from zero; x has at most 100 digits above that place. */
function unitsOf(x: number, place: number): bigint {
  const digits = x === 0 ? -2 : exponentOf(x) - place
  if (digits >= 0) {
    const [mantissa = '', exponent] = x.toExponential(digits).split('e')
    const units = BigInt(mantissa.replace('.', ''))
    return Number(exponent) - digits > place ? 10n * units : units // 9.99 may have become 1.00e+1
  }
  const isHalf = digits === -1 && Number(x.toExponential(20).replace(/^-|e.*/g, '')) >= 5
  return isHalf ? BigInt(Math.sign(x)) : 0n
}

/** units · 10^place without an exponent. */
function decimal(units: bigint, place: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units).replace('-', '')
  if (place >= 0) return sign + digits + (units === 0n ? '' : '0'.repeat(place))
  const padded = digits.padStart(1 - place, '0')
  return `${sign}${padded.slice(0, place)}.${padded.slice(place)}`
}

/** Two digits of a share, as a percentage that is neither 0 nor 100. */
function percent(share: number): string {
  if (share < 1e-4) return '<0.01 %'
  if (share > 0.99 && share < 1) return '>99 %'
  return `${share === 1 ? 100 : (100 * share).toPrecision(2)} %`
}
