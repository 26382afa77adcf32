// A curve through points from left to right that rises and falls where they do, and nowhere else.
// Source: Fritsch & Butland 1984, monotone piecewise cubic interpolation; at the ends the slope of the secant.

type Place = readonly [x: number, y: number]

export function smoothPath(places: readonly Place[]): string {
  const secants = places.slice(1).map(([x, y], index) => (y - places[index]![1]) / (x - places[index]![0]))
  const slopes = places.map((_, index) => slopeBetween(secants[index - 1] ?? secants[index] ?? 0, secants[index] ?? secants[index - 1] ?? 0))
  return places
    .map(([x, y], index) => {
      if (index === 0) return `M${rounded(x)},${rounded(y)}`
      const [fromX, fromY] = places[index - 1]!
      const third = (x - fromX) / 3
      const first = [fromX + third, fromY + third * slopes[index - 1]!]
      const second = [x - third, y - third * slopes[index]!]
      return `C${[...first, ...second, x, y].map(rounded).join(',')}`
    })
    .join('')
}

/** The harmonic mean; level at a peak or a valley. */
const slopeBetween = (left: number, right: number): number => (left * right > 0 ? (2 * left * right) / (left + right) : 0)
const rounded = (value: number): number => Math.round(value * 10) / 10
