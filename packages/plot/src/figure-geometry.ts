// Where everything of a figure stands, in shares of its width and height, so that it fits any page and its words keep their size.
import { exp, finiteCount, type Histogram, log, totalMass, type UxValue } from '@credence/distribution'
import { aroundBins, aroundPoint, describe } from './geometry.ts'
import { axisRange, type PlotOptions } from './options.ts'
import { percent, type Reader, readerOf } from './reader.ts'
import { type AxisKind, linearScale, logScale, type Mark, type Scale, symlogScale } from './scale.ts'

export const VIEWS = ['density', 'cdf', 'quantiles', 'dots'] as const
export type View = (typeof VIEWS)[number]
export const DOT_COUNTS = [20, 50] as const
export type DotCount = (typeof DOT_COUNTS)[number]

export interface FigureOptions extends PlotOptions {
  /** Density unless given. */
  readonly view?: View
  /** Of the quantile dots: how many, each as likely as the others. Default 20. */
  readonly dots?: DotCount
  /** Linear unless given; what the value does not allow is linear too. */
  readonly axis?: AxisKind
  /** Up to two limits, in the value's unit; what lies beyond them is marked, and its probability said. */
  readonly limits?: readonly number[]
}

/** An interval and its probability per unit; `left` and `right` from 0 to 1, `height` of the highest bar. */
export interface FigureBar {
  readonly from: number
  readonly to: number
  readonly density: number
  readonly left: number
  readonly right: number
  readonly height: number
}
/** A place in the drawing, both from 0 to 1. */
export type Place = readonly [at: number, height: number]
export interface FigureGeometry {
  readonly view: View
  readonly scale: Scale
  readonly bars: readonly FigureBar[]
  /** Of the distribution function and of the quantiles. */
  readonly line: readonly Place[]
  /** Of the quantile dots: the middle of each, and how many lie below it; `size` is a share of the width, `high` the highest pile. */
  readonly dots?: { readonly places: readonly Place[]; readonly size: number; readonly high: number; readonly count: number }
  /** What the heights of a line mean. */
  readonly levels: readonly Mark[]
  /** Along the foot. */
  readonly ticks: readonly Mark[]
  /** Absent where it is not finite or beyond the axis. */
  readonly mean?: Mark
  /** Where 95 % of the mass lies, as much on each side. */
  readonly band?: { readonly low: Mark; readonly high: Mark }
  /** Where it would be told apart from the mean. */
  readonly particle?: Mark
  /** Of a value at one point. */
  readonly point?: Mark
  /** Its bars are atoms: as high as they are heavy, with nothing between them. */
  readonly isDiscrete: boolean
  /** Numbers with a mass of their own beside a density: lines up to the top, whatever their height would be. The texts say mass and number. */
  readonly atoms: readonly Mark[]
  /** Those that are there, with the share of the mass. */
  readonly nonFinite: Reader['nonFinite']
  /** Ascending; a limit outside of the axis has no mark. */
  readonly limits: readonly Mark[]
  /** What the limits tell: probabilities below, between and above. */
  readonly limitsSay: string
  /** For those who cannot see it. */
  readonly description: string
}

/** Of the width: a particle nearer to the mean is not drawn. */
const APART = 0.02
const POINTS = 200

/** @throws PlotLimitError  a limit of an axis cannot be drawn; RangeError  a resolution that is not offered */
export function figureGeometry(value: UxValue, options: FigureOptions = {}, reader: Reader = readerOf(value, options)): FigureGeometry {
  const { bins, nonFinite } = reader
  const { view = 'density' } = options
  const all = nonFinite.length > 0 ? { bars: nonFinite } : undefined
  const none = { view, bars: [], line: [], levels: [], isDiscrete: false, atoms: [], nonFinite, limits: [], limitsSay: '' }
  if (!bins) return { ...none, scale: NOWHERE, ticks: [], description: describe(value, undefined, all) }
  if ('point' in bins) {
    const scale = linearScale(...axisRange('x', aroundPoint(bins.point), options))
    const at = scale.place(bins.point)
    const point = at >= 0 && at <= 1 ? { at, text: String(bins.point) } : undefined
    const arrow = { x: 0, tip: 0, position: bins.point }
    return { ...none, scale, ticks: scale.ticks, ...(point && { point }), description: describe(value, { bars: [], arrow }, all) }
  }
  const scale = scaleFor(reader, bins, options)
  const { bars, atoms } = reader.isDiscrete ? { bars: spikesOn(scale, reader), atoms: [] } : barsOn(scale, bins, options)
  const spikes = reader.isDiscrete ? spikeMarks(scale, reader) : undefined
  const atomMarks = spikes ?? neighboursOf(atoms).map((beside) => atomIn(beside, reader, scale))
  const markAt = (x: number): Mark => ({ at: scale.place(x), text: reader.inWords(x) })
  const shown = (mark: Mark) => mark.at >= 0 && mark.at <= 1
  const across = view !== 'quantiles'
  const mean = across && Number.isFinite(value.mean) && shown(markAt(value.mean)) ? markAt(value.mean) : undefined
  const ends = { low: markAt(reader.quantile(0.025)), high: markAt(reader.quantile(0.975)) }
  const band = nonFinite.length === 0 && shown(ends.low) && shown(ends.high) ? ends : undefined
  const particle = markAt(value.particle)
  const limits = [...(options.limits ?? [])].sort((a, b) => a - b)
  const pixels = { left: 0, right: 0, top: 0, bottom: 0 }
  const description = reader.isDiscrete ? describeAtoms(reader, all) : describe(value, { bars: bars.map((bar) => ({ ...bar, ...pixels })) }, all)
  return {
    view,
    scale,
    bars,
    line: lineOf(view, scale, reader),
    levels: levelsOf(view, scale),
    ticks: across ? scale.ticks : PROBABILITIES,
    ...(view === 'dots' && { dots: dotsOn(scale, reader, options.dots ?? 20) }),
    ...(mean && { mean }),
    ...(band && { band }),
    ...(mean && shown(particle) && Math.abs(particle.at - mean.at) > APART && { particle }),
    isDiscrete: reader.isDiscrete,
    atoms: atomMarks,
    nonFinite,
    limits: across ? limits.map(markAt).filter(shown) : [],
    limitsSay: limitsSay(reader, limits),
    description: [description, ...atomMarks.map(({ text }) => `${text}.`), band ? `95 % between ${band.low.text} and ${band.high.text}.` : '']
      .filter(Boolean)
      .join(' '),
  }
}

const NOWHERE: Scale = { kind: 'linear', from: 0, to: 1, ticks: [], exponent: 0, offset: '', place: (x) => x, at: (share) => share }
const PROBABILITIES: readonly Mark[] = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, text: `${100 * at} %` }))

/** The axes that would tell more of a value than a linear one, which stands first. */
export function axesFor({ bins, quantile }: Reader): readonly AxisKind[] {
  if (!bins || 'point' in bins) return ['linear']
  const [low, first, last] = [bins.edges[0]!, bins.edges[1]!, bins.edges.at(-1)!]
  if (first > 0) return last / Math.max(low, first / 10) >= 5 ? ['linear', 'log'] : ['linear']
  const middle = quantile(0.75) - quantile(0.25)
  return middle > 0 && (last - low) / middle >= 20 ? ['linear', 'symlog'] : ['linear']
}

function scaleFor(reader: Reader, bins: Histogram, options: FigureOptions): Scale {
  const { axis = 'linear' } = options
  const range = axisRange('x', reader.isDiscrete ? aroundAtoms(reader) : aroundBins(bins, reader.value.mean), options)
  const [low, first, second, last] = [bins.edges[0]!, bins.edges[1]!, bins.edges[2] ?? bins.edges[1]!, bins.edges.at(-1)!]
  if (axis === 'log' && first > 0) {
    // The outermost bin of positive numbers may reach beyond 0: there it is as wide as its neighbour, in decades.
    const start = low > 0 ? low : (first * first) / second
    const margin = exp(0.05 * log(last / start))
    return logScale(options.xLimMin !== undefined && options.xLimMin > 0 ? range[0] : start / margin, options.xLimMax ?? last * margin)
  }
  if (axis === 'symlog') {
    const middle = (reader.quantile(0.75) - reader.quantile(0.25)) / 2
    if (middle > 0) return symlogScale(range[0], range[1], middle)
  }
  return linearScale(...range)
}

function aroundAtoms({ value: { mixture } }: Reader): readonly [number, number] {
  const [first, last] = [mixture.positions[0]!, mixture.positions[finiteCount(mixture) - 1]!]
  return [first - 0.05 * (last - first), last + 0.05 * (last - first)]
}

/** Areas are probabilities on every axis: heights are mass by width as drawn. */
function barsOn(scale: Scale, { edges, heights }: Histogram, options: FigureOptions): { bars: FigureBar[]; atoms: FigureBar[] } {
  const isLinear = scale.kind === 'linear'
  const bars = Array.from(heights, (density, index) => {
    const [from, to] = [edges[index]!, edges[index + 1]!]
    const [left, right] = [Math.max(scale.place(from), isLinear ? -Infinity : 0), scale.place(to)]
    return { from, to, density, left, right, height: isLinear ? density : (density * (to - from)) / (right - left) }
  }).filter(({ left, right }) => right > left)
  const highestOf = (some: readonly FigureBar[]) => some.reduce((most, { height }) => Math.max(most, height), 0)
  const others = highestOf(bars.filter((bar) => !isNarrow(bar)))
  const atoms = others > 0 ? bars.filter((bar) => isNarrow(bar) && bar.height > HIGHER * others) : []
  const highest = highestOf(bars.filter((bar) => !atoms.includes(bar)))
  const top = isLinear ? axisRange('y', [0, highest], options)[1] : highest
  return { bars: bars.map((bar) => ({ ...bar, height: Math.min(bar.height / top, atoms.includes(bar) ? 1 : Infinity) })), atoms }
}
/** Of the width: a bar no wider that holds ATOM of the mass is a line, and if it is so many times HIGHER than all others, they would be flat beside it. */
const NARROW = 0.002
const ATOM = 0.05
const HIGHER = 5
const massOf = ({ from, to, density }: FigureBar): number => density * (to - from)
const isNarrow = (bar: FigureBar): boolean => bar.right - bar.left < NARROW && massOf(bar) >= ATOM

/** A number may have several bars, which touch. */
function neighboursOf(bars: readonly FigureBar[]): FigureBar[][] {
  const groups: FigureBar[][] = []
  for (const bar of bars) {
    const last = groups.at(-1)
    if (last?.at(-1)?.to === bar.from) last.push(bar)
    else groups.push([bar])
  }
  return groups
}
/** Stands where the bars have their largest Dirac delta. */
function atomIn(bars: readonly FigureBar[], { value: { mixture }, inWords }: Reader, scale: Scale): Mark {
  const [from, to] = [bars[0]!.from, bars.at(-1)!.to]
  let largest = -1
  for (const [index, position] of mixture.positions.entries())
    if (position >= from && position <= to && (largest < 0 || mixture.masses[index]! > mixture.masses[largest]!)) largest = index
  const position = mixture.positions[largest] ?? (from + to) / 2
  const mass = bars.reduce((sum, bar) => sum + massOf(bar), 0)
  return { at: scale.place(position), text: `${Number((100 * mass).toPrecision(2))} % at ${inWords(position)}` }
}

/** Of the width. */
const SPIKE = 0.006
const MOST_SAID = 4
/** A bar for each atom, and between two of them one without height. */
function spikesOn(scale: Scale, { value: { mixture } }: Reader): FigureBar[] {
  const count = finiteCount(mixture)
  const heaviest = mixture.masses.subarray(0, count).reduce((most, mass) => Math.max(most, mass), 0)
  const total = totalMass(mixture)
  const spikes: FigureBar[] = []
  for (let i = 0; i < count; i++) {
    const [position, mass] = [mixture.positions[i]!, mixture.masses[i]!]
    const at = scale.place(position)
    const before = spikes.at(-1)
    const left = before ? Math.max(at - SPIKE / 2, before.right) : at - SPIKE / 2
    if (before && left > before.right) spikes.push({ from: before.to, to: position, density: 0, left: before.right, right: left, height: 0 })
    spikes.push({
      from: position,
      to: position,
      density: mass / total,
      left,
      right: Math.max(at + SPIKE / 2, left),
      height: (mass / heaviest) * 0.95,
    })
  }
  return spikes
}
/** What is said of them where they are few. */
function spikeMarks(scale: Scale, { value: { mixture }, inWords }: Reader): Mark[] {
  const count = finiteCount(mixture)
  const total = totalMass(mixture)
  if (count > MOST_SAID) return []
  return Array.from({ length: count }, (_, i) => {
    const position = mixture.positions[i]!
    return { at: scale.place(position), text: `${Number(((100 * mixture.masses[i]!) / total).toPrecision(2))} % at ${inWords(position)}` }
  })
}
function describeAtoms({ value, inWords }: Reader, nonFinite: Parameters<typeof describe>[2]): string {
  const { positions } = value.mixture
  const count = finiteCount(value.mixture)
  const rest = describe({ ...value, mean: value.mean }, undefined, nonFinite)
  const said = `One of ${count} numbers from ${inWords(positions[0]!)} to ${inWords(positions[count - 1]!)}.`
  const mean = Number.isFinite(value.mean) ? ` Mean ${inWords(value.mean)}.` : ''
  return `${said}${mean}${nonFinite ? ` ${rest}` : ''}`
}

function lineOf(view: View, scale: Scale, { below, quantile }: Reader): Place[] {
  const places = Array.from({ length: POINTS + 1 }, (_, i) => i / POINTS)
  if (view === 'cdf') return places.map((at) => [at, below(scale.at(at))])
  if (view === 'quantiles') return places.map((p) => [p, scale.place(quantile(p))])
  return []
}

function levelsOf(view: View, scale: Scale): readonly Mark[] {
  if (view === 'cdf') return [0.25, 0.5, 0.75, 1].map((at) => ({ at, text: `${100 * at} %` }))
  if (view !== 'quantiles') return []
  return scale.ticks.filter((_, index) => scale.ticks.length < 6 || index % 2 === 0).filter(({ at }) => at > 0.02 && at < 0.98)
}

/** Widths of the plot over its height, about; dots are round. */
const ASPECT = 4
const LARGEST_DOT = 0.05
/** Quantile dots in piles: the largest dots whose highest pile stays inside. Source: Kay, Kola, Hullman & Munson 2016. */
function dotsOn(scale: Scale, { quantile }: Reader, count: DotCount): NonNullable<FigureGeometry['dots']> {
  const middles = Array.from({ length: count }, (_, i) => scale.place(quantile((i + 0.5) / count)))
  for (let size = LARGEST_DOT; ; size /= 1.05) {
    const places = pile(middles, size)
    const high = 1 + places.reduce((most, [, below]) => Math.max(most, below), 0)
    if (high * size * ASPECT <= 0.95 || size < 0.005) return { places, size, high, count }
  }
}
/** Dots within one width of the first of a pile stand on it, at their mean. */
function pile(middles: readonly number[], size: number): Place[] {
  const piles: number[][] = []
  for (const middle of middles) {
    const last = piles.at(-1)
    if (last && middle - last[0]! < size) last.push(middle)
    else piles.push([middle])
  }
  return piles.flatMap((members) => {
    const at = members.reduce((sum, x) => sum + x, 0) / members.length
    return members.map((_, below): Place => [at, below])
  })
}

function limitsSay({ below, above, inWords }: Reader, limits: readonly number[]): string {
  const [first, second] = limits
  if (first === undefined) return ''
  const low = below(first)
  if (second === undefined) return `P(X ≤ ${inWords(first)}) = ${percent(low)} · P(X > ${inWords(first)}) = ${percent(above(first))}`
  return `P(${inWords(first)} < X ≤ ${inWords(second)}) = ${percent(below(second) - low)} · below ${percent(low)} · above ${percent(above(second))}`
}
