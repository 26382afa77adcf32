// A distribution the size of a word: its density as one path in a box of 60 by 16.
import { finiteCount, type Piece, parseUx, supportedBars, type UxValue, type ValuePiece } from '@credence/distribution'
import { readerOf } from './reader.ts'

export const SPARK = { width: 60, height: 16 } as const
const BARS = 32
/** Share of the mass left out at each end, so that a long tail leaves room for the rest. */
const TAIL = 0.002

export interface SparkSize {
  readonly width: number
  readonly height: number
}

/** An atom, in pixels. */
const SPIKE = 2
/** A bar narrower than a share of the width that holds so much of the mass, so many times higher than all others, is an atom: a spike beside a density. */
const ATOM = { width: 1 / 60, mass: 0.05, higher: 5 } as const

interface Bar {
  readonly from: number
  readonly to: number
  readonly height: number
}

/** Undefined for a value without a spread. */
export function sparkPath(value: UxValue, { width, height: tall }: SparkSize = SPARK): string | undefined {
  const { isDiscrete, quantile } = readerOf(value)
  if (isDiscrete) return spikesPath(value, width, tall)
  const bins = supportedBars(value.mixture, BARS)
  if (!bins || 'point' in bins) return undefined
  const [from, to] = [quantile(TAIL), quantile(1 - TAIL)]
  if (!(to > from)) return undefined
  const bars = Array.from(bins.heights, (height, i): Bar => ({ from: bins.edges[i]!, to: bins.edges[i + 1]!, height }))
  const highest = highestOf(bars, to - from)
  const x = (at: number) => Math.round(Math.min(Math.max((at - from) / (to - from), 0), 1) * width * 2) / 2
  const y = (height: number) => Math.round((1 - Math.min(height / highest, 1)) * (tall - 1) * 2) / 2 + 1
  const steps: string[] = []
  let [lastX, lastY, density] = [x(bins.edges[0]!), Number.NaN, 0]
  for (const { to: end, height } of bars) {
    const right = height > highest ? Math.min(Math.max(x(end), lastX + SPIKE), width) : x(end)
    density = Math.max(density, height) // of bars too narrow to be drawn the highest counts
    if (right <= lastX) continue
    if (y(density) !== lastY) steps.push(`V${y(density)}`)
    steps.push(`H${right}`)
    ;[lastX, lastY, density] = [right, y(density), 0]
  }
  return `M${x(bins.edges[0]!)} ${tall}${steps.join('')}V${tall}`
}
/** Of the height: of a density beside a spike. */
const BESIDE = 0.7
/** That fills the box: of the bars that are no atoms, where there are others. */
function highestOf(bars: readonly Bar[], span: number): number {
  const of = (some: readonly Bar[]) => some.reduce((most, { height }) => Math.max(most, height), 0)
  const isNarrow = ({ from, to, height }: Bar) => to - from < ATOM.width * span && height * (to - from) >= ATOM.mass
  const others = of(bars.filter((bar) => !isNarrow(bar)))
  return others > 0 && of(bars) > ATOM.higher * others ? others / BESIDE : of(bars)
}

/** Atoms as high as they are heavy. */
function spikesPath({ mixture }: UxValue, width: number, tall: number): string {
  const count = finiteCount(mixture)
  const [first, last] = [mixture.positions[0]!, mixture.positions[count - 1]!]
  const heaviest = mixture.masses.subarray(0, count).reduce((most, mass) => Math.max(most, mass), 0)
  const spikes = Array.from({ length: count }, (_, i) => {
    const left = Math.round(((mixture.positions[i]! - first) / (last - first)) * (width - SPIKE) * 2) / 2
    const top = Math.round((1 - mixture.masses[i]! / heaviest) * (tall - 1) * 2) / 2 + 1
    return `${i === 0 ? `M${left} ${tall}` : `H${left}`}V${top}H${left + SPIKE}V${tall}`
  })
  return spikes.join('')
}

/** The same pieces; those that are uncertain have their spark. */
export function withSparks(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => (typeof piece === 'string' || piece.deviation === 0 ? piece : sparked(piece)))
}
function sparked(piece: ValuePiece): ValuePiece {
  const spark = sparkPath(parseUx(piece.ux))
  return spark === undefined ? piece : { ...piece, spark }
}
