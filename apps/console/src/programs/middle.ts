/** The median, of an even number the upper one of the two in the middle; undefined of nothing. */
export function middle(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
