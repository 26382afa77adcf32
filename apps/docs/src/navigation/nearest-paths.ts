// Which pages a mistaken address may have meant: those that share most of its words, however these are spelled.

const MOST = 5
const LIKE = 0.45 // of the words

/** At most five of `known`, nearest first; none when nothing is alike. */
export function nearestPaths(path: string, known: readonly string[]): string[] {
  const wanted = wordsOf(path)
  if (!wanted.length) return []
  return [...new Set(known)]
    .map((each) => ({ each, score: likeness(wanted, wordsOf(each)) }))
    .filter(({ score }) => score > LIKE)
    .sort((a, b) => b.score - a.score || a.each.length - b.each.length)
    .slice(0, MOST)
    .map(({ each }) => each)
}

/** The words of a path, lower case, without what all paths share. */
export function wordsOf(path: string): string[] {
  return path
    .toLowerCase()
    .replace(/\.(html?|md)$/, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word && word !== 'docs' && word !== 'index')
}

/** 0 to 1; the last word, which names the page, counts twice. */
function likeness(wanted: readonly string[], words: readonly string[]): number {
  if (!words.length) return 0
  const best = (word: string, among: readonly string[]) => Math.max(...among.map((other) => similarity(word, other)))
  const weight = (place: number) => (place === wanted.length - 1 ? 2 : 1)
  const covered = wanted.reduce((sum, word, place) => sum + weight(place) * best(word, words), 0) / (wanted.length + 1)
  const back = words.reduce((sum, word) => sum + best(word, wanted), 0) / words.length
  return covered * 0.75 + back * 0.25
}

/** 1 for equal words, 0 for those that share less than half of their letters. */
function similarity(a: string, b: string): number {
  const value = 1 - distance(a, b) / Math.max(a.length, b.length)
  return value < 0.5 ? 0 : value
}

/** Insertions, deletions and replacements between two words (Levenshtein 1966). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row.at(-1) as number
}
