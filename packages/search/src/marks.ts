// What of a text is shown of a hit: the words around the first match, with matches marked.
import { stem, terms } from './words.ts'

const SNIPPET_WORDS = 24

/** The words around the first match, at most `length` of them. */
export function snippet(text: string, words: readonly string[], length = SNIPPET_WORDS): string {
  const all = text.split(/\s+/).filter(Boolean)
  const wanted = new Set(words.map(stem))
  const first = all.findIndex((word) => terms(word).some((term) => matches(stem(term), wanted)))
  const from = Math.max(0, first - 6)
  const part = all.slice(from, from + length).join(' ')
  return `${from > 0 ? '… ' : ''}${part}${from + length < all.length ? ' …' : ''}`
}

/** Escapes the text and puts `<mark>` around words that match. */
export function mark(text: string, words: readonly string[]): string {
  const wanted = new Set(words.map(stem))
  return text
    .split(/([^\p{L}\p{N}_]+)/u) // what is between words is not marked, the bracket of a call neither
    .map((piece) => {
      const safe = piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      return terms(piece).some((term) => matches(stem(term), wanted)) ? `<mark>${safe}</mark>` : safe
    })
    .join('')
}

/** Whether a word of the text would be marked. */
export function speaksOf(text: string, words: readonly string[]): boolean {
  const wanted = new Set(words.map(stem))
  return terms(text).some((term) => matches(stem(term), wanted))
}

function matches(term: string, wanted: ReadonlySet<string>): boolean {
  if (wanted.has(term)) return true
  for (const word of wanted) if (word.length > 2 && term.startsWith(word)) return true
  return false
}
