// The bars that the Dirac deltas of a value support: one for each part of its TTR, and where the parts' widths scatter as widths of samples do,
// heights that are smooth as far as that scatter allows.
//   parts     the tree of mean splits is read off the list itself: the mean of a part is where it was split. Mass over width is the density of a
//             part; two bars beside each Dirac delta (docs/engine/telescoping-representation.md) alternate by 3 % even for an exact Gaussian
//   scatter   log of the slope of the quantile function against normal scores, x = g(z), is a straight line or nearly so for most laws: 0 for every
//             Gaussian. What a part's slope differs from the curve through its neighbours is scatter. An exact law has next to none, and is drawn as it is
//   smooth    each log-slope becomes the value of a parabola fitted to its neighbours, as many as agree: windows grow until the interval of the
//             next estimate no longer meets all before it. An edge, a gap between modes, an atom stop the window, and those of the parts beside it; a
//             window that is narrow alone was stopped by scatter, and becomes as wide as the narrower of the two beside it
// Source of the rule for windows: Goldenshluger & Nemirovski 1997, intersection of confidence intervals.
import { type Histogram, histogramOf, mergeClose, type Point } from './histogram.ts'
import { law } from './laws/standard-law.ts'
import { type Mixture, sumOf } from './mixture.ts'
import { plotBins } from './plot-bins.ts'
import { exp, floorLog2, log } from './special/elementary.ts'
import { finiteMean } from './statistics.ts'
import { isValidTtr } from './ttr.ts'

/** With fewer Dirac deltas there are too few neighbours to tell scatter from shape. */
const FEWEST = 32
/** A share of atoms above which the list is discrete data: drawn as it is. */
const MOST_ATOMS = 1 / 8
/** Relative scatter of a part of average mass that cannot be seen in a plot. */
const INVISIBLE = 0.01
/** A part whose mean divides its width in a larger ratio lies beside a gap. A density that falls to 0 within the part divides it by 2. */
const LOPSIDED = 2.2
/** Of our cores. Samples scatter no more than independent ones would; what seems to be more is shape. */
const SAMPLES_PER_DIRAC = 64
/** Standard errors by which a part may differ from its neighbours' parabola before it counts as shape. The scatter of ranked samples has long tails. */
const OWN = 5
/** Standard errors on each side of an estimate. */
const CONFIDENCE = 1.25
/** A window is narrow alone if both beside it are at least so wide, and wider by at least so many ranks of WINDOWS; or peaks beside each other were widened. */
const ALONE = { neighbours: 6, ranks: 2 }
/** Neighbours on each side; the last reach across every plot of the default resolution. */
const WINDOWS = [2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64]

/**
 * At most `most` bars of varying width, and one more for every part beside a gap; their areas sum to the finite mass. A point where all finite mass is
 * at one position; undefined without finite mass. Lists that are no TTR, short ones and discrete data have the bars of `plotBins`.
 * @throws RangeError  most below 2
 */
export function supportedBars(mixture: Mixture, most: number): Histogram | Point | undefined {
  const asItIs = () => plotBins(mixture, most)
  const prepared = mergeClose(mixture)
  const count = prepared.positions.length
  if (count < FEWEST || most < 2) return asItIs()
  const parts = partsOf(prepared, floorLog2(most))
  if (!parts) return asItIs()
  const slopes = slopesOf(parts)
  const noise = slopes ? Math.min(noiseOf(slopes), 1 / Math.sqrt((SAMPLES_PER_DIRAC * count) / parts.masses.length)) : 0
  if (noise < INVISIBLE) return count >= most ? barsOf(parts, 0) : asItIs()
  return barsOf(smoothed(parts, slopes!, noise), noise)
}

/** Parts of a distribution from left to right. */
interface Parts {
  readonly edges: Float64Array // parts + 1, strictly ascending
  readonly masses: Float64Array
  readonly means: Float64Array
  /** Of one Dirac delta that could not be split, although others were: an atom. */
  readonly isAtom: readonly boolean[]
}

/** The parts at `depth` splits; undefined if the list is not one that mean splits leave. */
function partsOf(mixture: Mixture, depth: number): Parts | undefined {
  const { positions, masses } = mixture
  const leaves: number[] = [] // depth of every Dirac delta
  const parts: { readonly from: number; readonly to: number; readonly until: number }[] = []
  const visit = (from: number, to: number, level: number, until: number): void => {
    if (level === depth || (to - from === 1 && level < depth)) parts.push({ from, to, until })
    if (to - from === 1) {
      leaves[from] = level
      return
    }
    const part = { positions: positions.subarray(from, to), masses: masses.subarray(from, to) }
    const mean = finiteMean(part)
    const below = part.positions.findIndex((x) => x >= mean)
    const middle = from + Math.min(Math.max(below, 1), to - from - 1)
    visit(from, middle, level + 1, mean)
    visit(middle, to, level + 1, until)
  }
  visit(0, positions.length, 0, Number.NaN)
  const order = Math.max(...leaves)
  if (leaves.filter((level) => level < order).length > MOST_ATOMS * positions.length) return undefined
  const { edges: ends } = histogramOf(mixture, isValidTtr(mixture) ? 'ttr' : 'pairwise') as Histogram
  const edges = Float64Array.of(ends[0]!, ...parts.slice(0, -1).map(({ until }) => until), ends.at(-1)!)
  if (!edges.every((edge, i) => i === 0 || edge > edges[i - 1]!)) return undefined
  return {
    edges,
    masses: Float64Array.from(parts, ({ from, to }) => sumOf(masses, from, to)),
    means: Float64Array.from(parts, ({ from, to }) => finiteMean({ positions: positions.subarray(from, to), masses: masses.subarray(from, to) })),
    isAtom: parts.map(({ from, to }) => to - from === 1 && leaves[from]! < order),
  }
}

/**
 * A bar for each part; beside a gap two, which keep its mean, so that the gap stays empty.
 * @param noise  relative scatter of a part of average mass, whose n samples are about 1/noise². The mean of n uniform positions scatters by 1/√(12n) of the
 *               width: what that can explain is no gap. Taken for one, it makes two bars of a light part in a tail, one twice too high and one half as high
 */
function barsOf({ edges, masses, means }: Parts, noise: number): Histogram {
  const [ends, heights]: [number[], number[]] = [[edges[0]!], []]
  const average = sumOf(masses, 0, masses.length) / masses.length
  masses.forEach((mass, i) => {
    const [left, right] = [means[i]! - edges[i]!, edges[i + 1]! - means[i]!]
    const density = mass / (left + right)
    const inside = i > 0 && i + 1 < masses.length
    const scatter = (left + right) * noise * Math.sqrt(average / (12 * mass))
    if (inside && Math.max(left, right) - scatter > LOPSIDED * (Math.min(left, right) + scatter) && left > 0 && right > 0) {
      ends.push(means[i]!)
      heights.push((density * right) / left, (density * left) / right)
    } else heights.push(density)
    ends.push(edges[i + 1]!)
  })
  return { edges: Float64Array.from(ends), heights: Float64Array.from(heights) }
}

/** Of the parts between the outermost two, whose normal scores are infinite. */
interface Slopes {
  readonly score: Float64Array // in the middle of the part, ascending
  readonly log: Float64Array // ln of width over length in scores
  readonly weight: Float64Array // mass, relative to the average part: what scatter is inverse to the square root of
  readonly length: Float64Array // in scores
  /** First and last part that may be compared with it: up to the next atom. */
  readonly from: Uint32Array
  readonly to: Uint32Array
}

/** Undefined where a part is too small for its score. */
function slopesOf({ edges, masses, isAtom }: Parts): Slopes | undefined {
  const count = masses.length - 2
  const total = sumOf(masses, 0, masses.length)
  const { quantile } = law('gauss', 0, 0)
  const below = new Float64Array(count + 1) // score of each inner edge
  for (let i = 0, mass = 0; i <= count; i++) {
    mass += masses[i]! / total
    below[i] = quantile(mass)
  }
  const of = (f: (part: number) => number) => Float64Array.from({ length: count }, (_, i) => f(i))
  const length = of((i) => below[i + 1]! - below[i]!)
  if (!length.every((each) => each > 0 && Number.isFinite(each))) return undefined
  const [from, to] = [new Uint32Array(count), new Uint32Array(count)]
  for (let i = 0; i < count; i++) from[i] = i === 0 || isAtom[i + 1] || isAtom[i] ? i : from[i - 1]!
  for (let i = count - 1; i >= 0; i--) to[i] = i === count - 1 || isAtom[i + 1] || isAtom[i + 2] ? i : to[i + 1]!
  return {
    score: of((i) => below[i]! / 2 + below[i + 1]! / 2),
    log: of((i) => log((edges[i + 2]! - edges[i + 1]!) / length[i]!)),
    weight: of((i) => (masses[i + 1]! / total) * masses.length),
    length,
    from,
    to,
  }
}

/**
 * Standard deviation of the log-slope of a part of weight 1, from what each differs from the cubic through two neighbours on each side. Shape adds to
 * the larger of these residuals, so a lower quantile than the median is read.
 */
function noiseOf({ score, log: slope, weight }: Slopes): number {
  const residuals: number[] = []
  for (let i = 2; i + 2 < slope.length; i++) {
    const around = [i - 2, i - 1, i + 1, i + 2]
    let [residual, variance] = [slope[i]!, 1 / weight[i]!]
    for (const j of around) {
      const share = around.reduce((product, k) => (k === j ? product : (product * (score[i]! - score[k]!)) / (score[j]! - score[k]!)), 1)
      residual -= share * slope[j]!
      variance += (share * share) / weight[j]!
    }
    residuals.push(Math.abs(residual) / Math.sqrt(variance))
  }
  residuals.sort((x, y) => x - y)
  return residuals[Math.floor(0.3 * residuals.length)]! / ABSOLUTE_NORMAL_30
}
/** 30 % quantile of the absolute value of a standard normal number. */
const ABSOLUTE_NORMAL_30 = 0.38532046640756773

/** The same parts with other masses; the outermost two, and the sum, keep theirs. */
function smoothed(parts: Parts, slopes: Slopes, noise: number): Parts {
  const masses = parts.masses.slice()
  const count = slopes.log.length
  const agreed = Array.from({ length: count }, (_, i) => widestAgreed(slopes, i, noise))
  for (let i = 0; i < count; i++) {
    const own = agreed[i]!
    if (own === OWN_SLOPE) continue
    const beside = Math.min(agreed[Math.max(i - 1, slopes.from[i]!)]!, agreed[Math.min(i + 1, slopes.to[i]!)]!)
    const isAlone = beside >= own + ALONE.ranks && WINDOWS[beside]! >= ALONE.neighbours
    const { value } = parabolaAt(slopes, i, ...windowOf(slopes, i, isAlone ? beside : own))
    masses[i + 1] = parts.masses[i + 1]! * exp(slopes.log[i]! - value)
  }
  const scale = sumOf(parts.masses, 1, count + 1) / sumOf(masses, 1, count + 1)
  for (let i = 1; i <= count; i++) masses[i] = masses[i]! * scale
  return { ...parts, masses }
}

/** No window: not even the narrowest explains the log-slope. */
const OWN_SLOPE = -1

/** Rank in WINDOWS of the widest window that agrees with all narrower ones about part i; OWN_SLOPE where there is none. */
function widestAgreed(slopes: Slopes, i: number, noise: number): number {
  let best = OWN_SLOPE
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const rank of WINDOWS.keys()) {
    const [from, to] = windowOf(slopes, i, rank)
    if (to - from < 3) continue
    const { value, variance } = parabolaAt(slopes, i, from, to)
    if (best === OWN_SLOPE && Math.abs(slopes.log[i]! - value) > OWN * noise * Math.sqrt(1 / slopes.weight[i]! - variance)) break
    const error = CONFIDENCE * noise * Math.sqrt(variance)
    low = Math.max(low, value - error)
    high = Math.min(high, value + error)
    if (!(low <= high)) break
    best = rank
    if (from === slopes.from[i] && to === slopes.to[i]) return WINDOWS.length - 1 // wider ones are the same
  }
  return best
}

/** First and last part in a window around part i. */
function windowOf({ from, to }: Slopes, i: number, rank: number): [from: number, to: number] {
  const neighbours = WINDOWS[rank]!
  return [Math.max(from[i]!, i - neighbours), Math.min(to[i]!, i + neighbours)]
}

/** At part i, the parabola fitted to the log-slopes of parts from … to by weighted least squares, and its variance where weight 1 has variance 1. */
function parabolaAt({ score, log: slope, weight }: Slopes, i: number, from: number, to: number): { value: number; variance: number } {
  const span = score[to]! - score[from]!
  const s = [0, 0, 0, 0, 0] // Σ w u^k
  const t = [0, 0, 0] // Σ w u^k y
  for (let j = from; j <= to; j++) {
    const u = (score[j]! - score[i]!) / span
    let power = weight[j]!
    for (let k = 0; k < 5; k++) {
      s[k]! += power
      if (k < 3) t[k]! += power * slope[j]!
      power *= u
    }
  }
  const [s0, s1, s2, s3, s4] = s as [number, number, number, number, number]
  const [c0, c1, c2] = [s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2] // first row of the adjugate
  const determinant = s0 * c0 + s1 * c1 + s2 * c2
  return { value: (c0 * t[0]! + c1 * t[1]! + c2 * t[2]!) / determinant, variance: Math.max(0, c0 / determinant) }
}
