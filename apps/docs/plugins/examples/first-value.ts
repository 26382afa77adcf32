// The value of an output that is plotted below it, and how finely.
import type { Piece, ValuePiece } from '@credence/distribution'

/** Bars of a plot in a page. */
export const RESOLUTION = 64

export function firstValue(pieces: readonly Piece[]): ValuePiece | undefined {
  return pieces.find((piece): piece is ValuePiece => typeof piece !== 'string')
}
export function plotLabel({ stated }: ValuePiece): string {
  return `Distribution of ${stated}`
}
