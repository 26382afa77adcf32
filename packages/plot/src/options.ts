// What a caller may choose about a plot.

export interface PlotOptions {
  /** Up to 1024 bars, every one as the value has it, with the scatter of its samples; otherwise `resolution`, as smooth as these support. */
  readonly fullResolution?: boolean
  /** Bars without `fullResolution`: a power of two from 2 to 64. Default 64. */
  readonly resolution?: number
  /** Ends of the axes, in the value's unit and in probability per unit. Absent: from the data. */
  readonly xLimMin?: number
  readonly xLimMax?: number
  readonly yLimMin?: number
  readonly yLimMax?: number
  /** The text under the horizontal axis; "Distribution Support" unless given. */
  readonly xAxisLabel?: string
}

export interface DrawingOptions extends PlotOptions {
  /** Colours on white or on dark paper. Light unless given. */
  readonly theme?: Theme
  /** Starts the ids inside the SVG; give each drawing of one page its own. */
  readonly idPrefix?: string
  /** What the title for assistive technology says; "Probability distribution" unless given. */
  readonly title?: string
}
export type Theme = 'light' | 'dark'

/**
 * How many bars a plot has at most.
 * @throws RangeError  `resolution` is not a power of two from 2 to 64
 */
export function barLimit({ fullResolution = false, resolution = BARS.default }: PlotOptions): number {
  if (![2, 4, 8, 16, 32, 64].includes(resolution)) throw new RangeError(`resolution: ${resolution} is not a power of two from 2 to ${BARS.default}`)
  return fullResolution ? BARS.full : resolution
}
export const BARS = { default: 64, full: 1024 } as const

/** An axis limit that cannot be drawn. */
export class PlotLimitError extends RangeError {
  readonly field: 'xLimMin' | 'xLimMax' | 'yLimMin' | 'yLimMax'

  constructor(field: PlotLimitError['field'], problem: string) {
    super(`${field}: ${problem}`)
    this.name = 'PlotLimitError'
    this.field = field
  }
}

/**
 * The ends of an axis. One given end beyond the automatic other keeps the automatic length.
 * @throws PlotLimitError  a limit is not finite, or the upper one is not above the lower one
 */
export function axisRange(axis: 'x' | 'y', automatic: readonly [number, number], options: PlotOptions): readonly [number, number] {
  const [minField, maxField] = axis === 'x' ? (['xLimMin', 'xLimMax'] as const) : (['yLimMin', 'yLimMax'] as const)
  const [min, max] = [options[minField], options[maxField]]
  for (const [field, limit] of [
    [minField, min],
    [maxField, max],
  ] as const) {
    if (limit !== undefined && !Number.isFinite(limit)) throw new PlotLimitError(field, `${limit} is not a finite number`)
  }
  const length = automatic[1] - automatic[0]
  if (min !== undefined && max !== undefined) {
    if (!(max > min)) throw new PlotLimitError(maxField, `${max} is not above ${minField} ${min}`)
    return [min, max]
  }
  if (min !== undefined) return [min, automatic[1] > min ? automatic[1] : above(min, length)]
  if (max !== undefined) return [automatic[0] < max ? automatic[0] : -above(-max, length), max]
  return automatic
}

/** A number above x by the length, or by what doubles can tell apart. */
function above(x: number, length: number): number {
  return x + Math.max(length, Math.abs(x) * 2 ** -40)
}
