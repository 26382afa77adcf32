// What to try when nothing was found: the query without its rarest words, and words the documentation is sure to know.

const KNOWN = ['quantile', 'builds', 'uniform distribution', 'samples', 'authentication']

export function suggestions(query: string): string[] {
  const words = query.trim().split(/\s+/)
  const shorter = words.length > 1 ? words.map((_, index) => words.filter((_, other) => other !== index).join(' ')).slice(0, 2) : []
  return [...shorter, ...KNOWN].filter((text) => text !== query).slice(0, 3)
}
