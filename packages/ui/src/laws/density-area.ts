// The area under a density as a path that begins and ends at its foot, which a stroke leaves out: every drawing of a law is made here.

export interface DensityBox {
  /** Ends of the drawing, in the unit of the density's argument. */
  readonly axis: readonly [from: number, to: number]
  /** From the left end of the axis to the right, in pixels. */
  readonly width: number
  /** Where the density is `highest`, and where it is 0; what is higher is cut off. */
  readonly top: number
  readonly foot: number
  readonly highest: number
}

/** Pixels between two points of the curve. */
const STEP = 2

/** Between two places on the axis; all of it unless given. */
export function densityArea(density: (x: number) => number, box: DensityBox, [from, to] = box.axis): string {
  const { axis, width, top, foot, highest } = box
  const left = (at: number) => rounded((width * (at - axis[0])) / (axis[1] - axis[0]))
  const height = (at: number) => rounded(foot - (foot - top) * Math.min(1, density(at) / highest))
  const steps = Math.ceil((left(to) - left(from)) / STEP)
  const places = Array.from({ length: steps + 1 }, (_, i) => {
    const at = from + (i / steps) * (to - from)
    return `L${left(at)} ${height(at)}`
  })
  return `M${left(from)} ${foot}${places.join('')}V${foot}`
}
const rounded = (x: number): number => Math.round(x * 10) / 10
