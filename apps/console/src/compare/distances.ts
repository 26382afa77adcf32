// What is worked out of distributions beside the page: distances, what chance gives, figures of samples.
import {
  type Cdf,
  cdfMoments,
  cdfOf,
  chanceDistances,
  drawsForDistance,
  empiricalCdf,
  expectedDistance,
  generator,
  nonFiniteMasses,
  parseUx,
  quantileOf,
  type SampleFigure,
  sampleFigures,
  totalMass,
  wassersteinDistance,
} from '@credence/distribution'

export interface Difference {
  /** W1, in the unit of the value; NaN where one of them has no finite mass. */
  readonly w1: number
  /** In standard deviations of the first; NaN where it has none. */
  readonly inDeviations: number
  readonly mean: number
  /** W1 that chance alone gives, where one of them comes from so many executions. */
  readonly chance?: number
}
export interface Pair {
  readonly one: string
  readonly other: string
  /** Executions of a Reference core that each comes from. */
  readonly executions?: readonly (number | undefined)[]
}

export function differenceOf({ one, other, executions = [] }: Pair): Difference {
  const [first, second] = [cdfIn(one), cdfIn(other)]
  if (!first || !second) return { w1: Number.NaN, inDeviations: Number.NaN, mean: Number.NaN }
  const w1 = wassersteinDistance(first, second)
  const [a, b] = [cdfMoments(first), cdfMoments(second)]
  const share = executions.reduce<number>((sum, n) => sum + (n ? 1 / n : 0), 0)
  return {
    w1,
    inDeviations: a.deviation > 0 ? w1 / a.deviation : Number.NaN,
    mean: b.mean - a.mean,
    ...(share > 0 && { chance: expectedDistance(first, 1 / share) }),
  }
}

export const PROBABILITIES = [0.01, 0.05, 0.5, 0.95, 0.99] as const
export interface ReferenceFigure {
  readonly name: string
  readonly tracked: number
  readonly reference: SampleFigure
}
/** Shares of NaN, -Infinity and +Infinity. */
export interface Masses {
  readonly nan: number
  readonly negative: number
  readonly positive: number
}
export interface ReferenceComparison {
  readonly w1: number
  /** Of the tracked value, as its density is drawn. */
  readonly deviation: number
  readonly samples: number
  readonly finite: number
  /** Mean of W1 of as many draws by chance, and where 95 % of the simulated ones lie. */
  readonly expected: number
  readonly chance: readonly [low: number, high: number]
  /** Draws that come as near as `w1` on average. */
  readonly drawsForW1: number
  /** Draws for which chance is a hundredth of the standard deviation. */
  readonly drawsToTell: number
  readonly figures: readonly ReferenceFigure[]
  readonly masses: { readonly tracked: Masses; readonly reference: Masses }
  /** The distribution functions, thinned out, and their difference: x, tracked, reference. */
  readonly curve: readonly (readonly [x: number, tracked: number, reference: number])[]
}

/** Of chance: so many times n draws. */
export const ROUNDS = 200
const SEED = 62
const CURVE_POINTS = 240
const SHARP = 0.01

/** Undefined: one of them has no finite mass. @param samples  numbers, in any order */
export function compareWithSamples(ux: string, samples: Float64Array): ReferenceComparison | undefined {
  const { mixture } = parseUx(ux)
  const tracked = cdfOf(mixture)
  const reference = empiricalCdf(samples)
  if (!tracked || !reference) return undefined
  const sorted = samples.filter(Number.isFinite).sort()
  const w1 = wassersteinDistance(tracked, reference)
  const moments = cdfMoments(tracked)
  const quantile = quantileOf(tracked)
  const figures = sampleFigures(sorted, PROBABILITIES)
  const chance = chanceDistances(tracked, sorted.length, ROUNDS, generator(SEED))
  const total = totalMass(mixture)
  const { nan, negative, positive } = nonFiniteMasses(mixture)
  const share = (isIt: (x: number) => boolean) => samples.filter(isIt).length / samples.length
  return {
    w1,
    deviation: moments.deviation,
    samples: samples.length,
    finite: sorted.length,
    expected: expectedDistance(tracked, sorted.length),
    chance: [chance[Math.floor(0.025 * ROUNDS)]!, chance[Math.ceil(0.975 * ROUNDS) - 1]!],
    drawsForW1: drawsForDistance(tracked, w1),
    drawsToTell: drawsForDistance(tracked, SHARP * moments.deviation),
    figures: [
      { name: 'mean', tracked: moments.mean, reference: figures.mean },
      { name: 'standard deviation', tracked: moments.deviation, reference: figures.deviation },
      { name: 'skewness', tracked: moments.skewness, reference: figures.skewness },
      { name: 'excess kurtosis', tracked: moments.kurtosis, reference: figures.kurtosis },
      ...PROBABILITIES.map((p, index) => ({ name: `quantile ${100 * p} %`, tracked: quantile(p), reference: figures.quantiles[index]! })),
    ],
    masses: {
      tracked: { nan: nan / total, negative: negative / total, positive: positive / total },
      reference: {
        nan: share(Number.isNaN),
        negative: share((x) => x === Number.NEGATIVE_INFINITY),
        positive: share((x) => x === Number.POSITIVE_INFINITY),
      },
    },
    curve: curveOf(tracked, reference),
  }
}

function curveOf(tracked: Cdf, reference: Cdf): [number, number, number][] {
  const low = Math.min(quantileOf(tracked)(0.001), quantileOf(reference)(0.001))
  const high = Math.max(quantileOf(tracked)(0.999), quantileOf(reference)(0.999))
  return Array.from({ length: CURVE_POINTS + 1 }, (_, i) => {
    const x = low + ((high - low) * i) / CURVE_POINTS
    return [x, levelAt(tracked, x), levelAt(reference, x)]
  })
}
/** F(x), of a jump the upper end. */
function levelAt({ x, p }: Cdf, at: number): number {
  let low = 0
  let high = x.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (x[middle]! <= at) low = middle + 1
    else high = middle
  }
  if (low === 0) return 0
  if (low === x.length) return 1
  return p[low - 1]! + ((at - x[low - 1]!) / (x[low]! - x[low - 1]!)) * (p[low]! - p[low - 1]!)
}

function cdfIn(ux: string): Cdf | undefined {
  return cdfOf(parseUx(ux).mixture)
}

/** Of one value, for a table of many runs. */
export interface ValueFigures {
  readonly mean: number
  readonly deviation: number
  readonly skewness: number
  readonly kurtosis: number
  readonly quantiles: readonly number[]
}
/** Undefined without finite mass. */
export function figuresOfUx(ux: string, probabilities: readonly number[]): ValueFigures | undefined {
  const cdf = cdfIn(ux)
  if (!cdf) return undefined
  const quantile = quantileOf(cdf)
  return { ...cdfMoments(cdf), quantiles: probabilities.map(quantile) }
}
