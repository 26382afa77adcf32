// A distribution the size of a word: its density as one path in a box of 60 by 16.
import { type Piece, parseUx, supportedBars, type UxValue, type ValuePiece } from '@credence/distribution'
import { readerOf } from './reader.ts'

export const SPARK = { width: 60, height: 16 } as const
const BARS = 32
/** Share of the mass left out at each end, so that a long tail leaves room for the rest. */
const TAIL = 0.002

export interface SparkSize {
  readonly width: number
  readonly height: number
}

/** Undefined for a value without a spread. */
export function sparkPath(value: UxValue, { width, height: tall }: SparkSize = SPARK): string | undefined {
  const bins = supportedBars(value.mixture, BARS)
  if (!bins || 'point' in bins) return undefined
  const { quantile } = readerOf(value)
  const [from, to] = [quantile(TAIL), quantile(1 - TAIL)]
  if (!(to > from)) return undefined
  const highest = bins.heights.reduce((most, height) => Math.max(most, height), 0)
  const x = (at: number) => Math.round(Math.min(Math.max((at - from) / (to - from), 0), 1) * width * 2) / 2
  const y = (height: number) => Math.round((1 - height / highest) * (tall - 1) * 2) / 2 + 1
  const steps: string[] = []
  let [lastX, lastY, density] = [x(bins.edges[0]!), Number.NaN, 0]
  for (const [index, height] of bins.heights.entries()) {
    const right = x(bins.edges[index + 1]!)
    density = Math.max(density, height) // of bars too narrow to be drawn the highest counts
    if (right === lastX) continue
    if (y(density) !== lastY) steps.push(`V${y(density)}`)
    steps.push(`H${right}`)
    ;[lastX, lastY, density] = [right, y(density), 0]
  }
  return `M${x(bins.edges[0]!)} ${tall}${steps.join('')}V${tall}`
}

/** The same pieces; those that are uncertain have their spark. */
export function withSparks(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => (typeof piece === 'string' || piece.deviation === 0 ? piece : sparked(piece)))
}
function sparked(piece: ValuePiece): ValuePiece {
  const spark = sparkPath(parseUx(piece.ux))
  return spark === undefined ? piece : { ...piece, spark }
}
