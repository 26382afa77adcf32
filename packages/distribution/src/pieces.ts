// Standard output as pages and agents read it: text, and values with their statistics.
import { histogramOf, histogramQuantile } from './histogram.ts'
import { stated } from './stated.ts'
import { centralMoment, mean } from './statistics.ts'
import { UxSyntaxError } from './ux-syntax-error.ts'
import { extractUx, parseUx } from './ux-text.ts'
import { isPlain, type UxValue } from './ux-value.ts'

/** A piece of standard output: text as printed, or a value with its distribution. */
export type Piece = string | ValuePiece
export interface ValuePiece {
  /** As printed before the distribution. */
  readonly decimal: string
  readonly ux: string
  /** For people: mean ± standard uncertainty; of a plain number, what was printed. */
  readonly stated: string
  readonly mean: number
  readonly deviation: number
  /** At 2.5 %, 50 % and 97.5 %. */
  readonly quantiles: readonly [number, number, number]
  /** Its density as a path the size of a word, where packages/plot has drawn one. */
  readonly spark?: string
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { start, end, particleText, ux } of extractUx(text)) {
    const piece = pieceOf(particleText, ux)
    if (!piece) continue
    if (start > from) pieces.push(text.slice(from, start))
    pieces.push(piece)
    from = end
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

/** What can be shown of output that is still being written: its whole lines, since half a value is none. */
export function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1)
}

/** Undefined: what looks like a distribution is none; a program may print anything. */
function pieceOf(decimal: string, ux: string): ValuePiece | undefined {
  const value = valueIn(ux)
  if (!value) return undefined
  const { mixture } = value
  const histogram = histogramOf(mixture, 'pairwise')
  const quantile = (p: number) => (histogram && 'edges' in histogram ? histogramQuantile(histogram, p) : mean(mixture))
  return {
    decimal,
    ux,
    stated: isPlain(value) ? decimal : stated(mixture),
    mean: mean(mixture),
    deviation: Math.sqrt(centralMoment(mixture, 2)),
    quantiles: [quantile(0.025), quantile(0.5), quantile(0.975)],
  }
}

function valueIn(ux: string): UxValue | undefined {
  try {
    return parseUx(ux)
  } catch (error) {
    if (error instanceof UxSyntaxError) return undefined
    throw error
  }
}
