// What is known of a value, whatever it is known from: a plain number, a law scaled and shifted, atoms, or samples alone.
//   law       answers everything itself, exactly
//   atoms     that are data (a few samples, mixtures of plain numbers, what was read): mass, quantile and tail are those of the atoms
//   samples   quantile and tail come from the sorted samples, which know more than the Dirac deltas that are printed
// Density, modes, support and draws of all but a law come from the histogram of the Dirac deltas, in agreement with samples of the platform.
import {
  type Histogram,
  histogramCdf,
  histogramDensity,
  histogramOf,
  histogramQuantile,
  isValidTtr,
  law as lawOf,
  log,
  type Mixture,
  modes,
  pow,
  sampler,
  stepQuantile,
  totalMass,
} from '@credence/distribution'
import type { Value, Values } from './described.ts'
import { centralMomentOfSamples, greaterOfSamples, isMostlyTied, quantileOfSamples } from './samples.ts'

export interface Shape {
  readonly mean: number
  readonly centralMoment: (n: number) => number // n > 1
  readonly mode: (n: number) => number // n ≥ 1; NaN above the number of modes
  readonly support: readonly [number, number]
  readonly greater: (x: number) => number
  readonly quantile: (p: number) => number // 0 ≤ p ≤ 1
  readonly density: (x: number) => number
  /** ln of the mass at x where the value is discrete, else ln of the density. */
  readonly logLikelihood: (x: number) => number
  readonly sample: (u: number) => number
  /** How many samples a probability rests on; absent where a law or the data themselves answer. */
  readonly samples?: number
  /** The whole distribution, where it is discrete. */
  readonly discrete?: Mixture
}

/** @param atoms  Dirac deltas of a printed value: as many atoms in a valid TTR are the representation of a continuous law */
export function createShapes(runtime: Values, encode: (handle: bigint, value: Value) => Mixture, atoms: number) {
  return (handle: bigint, value: Value): Shape => {
    if (!value.uncertain) return pointShape(value.particle)
    const encoded = encode(handle, value)
    if (value.law) return lawShape(value, value.law, encoded)
    const sorted = runtime.sorted(handle)
    const shape = mixtureShape(encoded, value.mean, (n) => centralMomentOfSamples(sorted, n))
    if (value.atoms.positions.length > 0) {
      return encoded.positions.length === atoms && isValidTtr(encoded) ? shape : { ...shape, ...discreteShape(encoded) }
    }
    const ends = shape.support
    const sampled = {
      samples: sorted.length,
      greater: (x: number) => greaterOfSamples(sorted, x),
      quantile: (p: number) => quantileOfSamples(sorted, p, ends),
    }
    if (!isMostlyTied(sorted)) return { ...shape, ...sampled }
    if (!isListOf(encoded, sorted)) return { ...shape, ...sampled }
    return { ...shape, ...discreteShape(encoded) }
  }
}

function pointShape(x: number): Shape {
  return {
    mean: x,
    centralMoment: () => 0,
    mode: () => x,
    support: [x, x],
    greater: (cutoff) => (x > cutoff ? 1 : 0),
    quantile: () => x,
    density: (at) => (at === x ? Number.POSITIVE_INFINITY : 0),
    logLikelihood: (at) => (at === x ? 0 : Number.NEGATIVE_INFINITY),
    sample: () => x,
    discrete: { positions: Float64Array.of(x), masses: Float64Array.of(1) },
  }
}

/** location + scale · law; a negative scale mirrors it. An infinite end of the support is answered by the end of the histogram. */
function lawShape(value: Value, { family, shape1, shape2, location, scale }: NonNullable<Value['law']>, atoms: Mixture): Shape {
  const standard = lawOf(family, shape1, shape2)
  const up = scale > 0
  const place = (z: number) => location + scale * z
  const standardise = (x: number) => (x - location) / scale
  const histogram = mixtureShape(atoms, value.mean, () => Number.NaN)
  const ends = standard.support.map(place)
  const [low, high] = up ? ends : ends.reverse()
  const end = (exact: number, side: 0 | 1) => (Number.isFinite(exact) ? exact : histogram.support[side])
  const quantile = (p: number) => place(standard.quantile(up ? p : 1 - p))
  return {
    mean: value.mean,
    centralMoment: (n) => pow(scale, n) * standard.centralMoment(n) + 0, // no -0
    mode: histogram.mode,
    get support() {
      return [end(low!, 0), end(high!, 1)] as const
    },
    greater: (x) => (up ? standard.sf(standardise(x)) : standard.cdf(standardise(x))),
    quantile: (p) => (p === 0 ? end(low!, 0) : p === 1 ? end(high!, 1) : quantile(p)),
    density: (x) => standard.pdf(standardise(x)) / Math.abs(scale),
    logLikelihood: (x) => logDensity(standard, standardise(x)) - log(Math.abs(scale)),
    sample: quantile,
  }
}

/** Of the Gaussian, whose density underflows at 39 deviations, from the formula. */
function logDensity(law: ReturnType<typeof lawOf>, z: number): number {
  return law.family === 'gauss' ? -(z * z + log(2 * Math.PI)) / 2 : log(law.pdf(z))
}

/** By the pairwise histogram of the finite Dirac deltas, made when first asked; NaN, -Infinity and +Infinity keep their shares of the mass. */
function mixtureShape(mixture: Mixture, mean: number, centralMoment: (n: number) => number): Shape {
  const known = lazily(() => {
    const found = histogramOf(mixture, 'pairwise')
    const point = !found ? pointShape(Number.NaN) : 'point' in found ? pointShape(found.point) : undefined
    return { point, histogram: point ? undefined : (found as Histogram) }
  })
  const peaks = lazily(() => modes(mixture))
  const draw = lazily(() => sampler(mixture))
  const { finite, negative, positive } = shares(mixture)
  const density = (x: number) => {
    const { point, histogram } = known()
    return finite * (histogram ? histogramDensity(histogram, x) : point!.density(x))
  }
  return {
    mean,
    centralMoment,
    mode: (n) => peaks()[n - 1] ?? Number.NaN,
    get support() {
      const { point, histogram } = known()
      return histogram ? ([histogram.edges[0]!, histogram.edges.at(-1)!] as const) : point!.support
    },
    greater: (x) => {
      const { point, histogram } = known()
      return finite * (histogram ? 1 - histogramCdf(histogram, x) : point!.greater(x)) + (x < Number.POSITIVE_INFINITY ? positive : 0)
    },
    quantile: (p) => {
      const { point, histogram } = known()
      const at = p * (negative + finite + positive) // of the values that can be ordered
      if (negative > 0 && at < negative) return Number.NEGATIVE_INFINITY
      if (positive > 0 && at > negative + finite) return Number.POSITIVE_INFINITY
      return histogram ? histogramQuantile(histogram, Math.min(1, Math.max(0, (at - negative) / finite))) : point!.mean
    },
    density,
    logLikelihood: (x) => log(density(x)),
    sample: (u) => draw()(u),
  }
}

/** The atoms themselves. A quantile is the smallest position with at least the fraction p at or below it, up to rounding of the masses. */
function discreteShape(mixture: Mixture): Pick<Shape, 'greater' | 'quantile' | 'logLikelihood'> & { readonly discrete: Mixture } {
  const { positions, masses } = mixture
  const total = totalMass(mixture)
  const ordered = mixture.positions.reduce((sum, position, i) => (Number.isNaN(position) ? sum : sum + masses[i]! / total), 0)
  return {
    greater: (x) => (Number.isNaN(x) ? Number.NaN : positions.reduce((sum, position, i) => (position > x ? sum + masses[i]! : sum), 0) / total),
    quantile: (p) => stepQuantile(mixture, p * ordered - 1e-14),
    logLikelihood: (x) => {
      const at = positions.indexOf(x)
      return at < 0 ? Number.NEGATIVE_INFINITY : log(masses[at]! / total)
    },
    discrete: mixture,
  }
}

/** Whether every sample is one of the Dirac deltas: then these are the distribution, not a summary of it. */
function isListOf({ positions }: Mixture, sorted: Float64Array): boolean {
  const known = new Set(positions)
  return sorted.every((sample) => known.has(sample))
}

function shares({ positions, masses }: Mixture): { finite: number; negative: number; positive: number } {
  let [finite, negative, positive, total] = [0, 0, 0, 0]
  positions.forEach((position, i) => {
    total += masses[i]!
    if (Number.isFinite(position)) finite += masses[i]!
    else if (position < 0) negative += masses[i]!
    else if (position > 0) positive += masses[i]!
  })
  return { finite: finite / total, negative: negative / total, positive: positive / total }
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
