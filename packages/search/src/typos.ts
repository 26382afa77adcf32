// Words that were mistyped: the nearest ones that the documentation knows.

/**
 * The words nearest to `word`, nearest first and then commonest first: one mistake in a short word, two from eight letters on. A very short word is a
 * letter away from many, so that nonsense would find something: it is taken for one that is used often enough.
 * @param often  in how many records that is
 */
export function corrections(word: string, known: ReadonlyMap<string, number>, often = 1): { readonly word: string; readonly distance: number }[] {
  if (word.length < 4 || /\d/.test(word)) return []
  const allowed = word.length < 8 ? 1 : 2
  const least = word.length < 6 ? often : 1
  const found: { word: string; distance: number; count: number }[] = []
  for (const [other, count] of known) {
    if (count < least || Math.abs(other.length - word.length) > allowed || other.length < 4 || /\d/.test(other)) continue
    const distance = mistakes(word, other, allowed)
    if (distance <= allowed) found.push({ word: other, distance, count })
  }
  found.sort((a, b) => a.distance - b.distance || sameEnds(word, b.word) - sameEnds(word, a.word) || b.count - a.count)
  const nearest = found[0]?.distance
  return found
    .filter(({ distance }) => distance === nearest)
    .slice(0, MOST)
    .map(({ word, distance }) => ({ word, distance }))
}
const MOST = 3
const sameEnds = (a: string, b: string): number => Number(a[0] === b[0]) + Number(a.at(-1) === b.at(-1))

/**
 * Letters that were left out, put in, replaced, or swapped with their neighbour: the distance of Damerau 1964, in the form that edits no letter twice.
 * @returns  a number above `allowed` as soon as it is clear that it will be
 */
export function mistakes(a: string, b: string, allowed = Number.POSITIVE_INFINITY): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] as number) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > allowed) return least
    before = above
    above = row
  }
  return above[b.length] as number
}
