// For tests: mean and deviation of a function of independent inputs, by points and weights. What the engine does with samples is no part of it.

export type Moments = readonly [mean: number, deviation: number]
/** Points of an input, each with its weight; the weights sum to 1. */
export type Points = readonly (readonly [at: number, weight: number])[]

/** Gauss and Hermite, exact up to the ninth power. Source: Abramowitz & Stegun, table 25.10, for a density instead of exp(-x²). */
export const normal = (mean: number, deviation: number): Points =>
  [
    [0, 8 / 15],
    [1.355626179974266, 0.2220759220056126],
    [-1.355626179974266, 0.2220759220056126],
    [2.8569700138728056, 0.011257411327720691],
    [-2.8569700138728056, 0.011257411327720691],
  ].map(([x = 0, weight = 0]) => [mean + deviation * x, weight] as const)

/** The middles of equal parts. */
export const uniform = (low: number, high: number, parts = 100): Points =>
  Array.from({ length: parts }, (_, index) => [low + ((high - low) * (index + 0.5)) / parts, 1 / parts] as const)

/** @param inputs  two, independent */
export function moments([first, second]: readonly [Points, Points], result: (inputs: readonly [number, number]) => number): Moments {
  const values = first.flatMap(([x, p]) => second.map(([y, q]) => [result([x, y]), p * q] as const))
  const mean = values.reduce((sum, [value, weight]) => sum + weight * value, 0)
  return [mean, Math.sqrt(values.reduce((sum, [value, weight]) => sum + weight * (value - mean) ** 2, 0))]
}
