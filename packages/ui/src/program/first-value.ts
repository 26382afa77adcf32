// The value of an output that is plotted below it, how finely, and what the plot is called.
import type { Piece, ValuePiece } from '@credence/distribution'
import { namesOf } from './value-names.ts'

/** Bars of a plot in a page. */
export const RESOLUTION = 64

export function firstValue(pieces: readonly Piece[]): ValuePiece | undefined {
  return pieces.find((piece): piece is ValuePiece => typeof piece !== 'string')
}
export function plotLabel({ stated }: ValuePiece): string {
  return `Distribution of ${stated}`
}
/** Where the ids of its drawing begin: they are ids of the page. */
export const plotId = (example: string): string => `plot-${example.replaceAll('/', '-')}`

/** Which of the printed values the plot shows: `Plotted: viscosity, the first of 3 values.` Empty: there is none. */
export function plottedText(pieces: readonly Piece[]): string {
  const [name, ...others] = namesOf(pieces)
  if (name === undefined) return ''
  if (others.length === 0) return `Plotted: ${name || 'the value'}.`
  return `Plotted: ${name ? `${name}, ` : ''}the first of ${others.length + 1} values.`
}
