// Abilities of languages, cores and requests that come later, as an error, a schema or a page names them. Landing one deletes its word.
export const LATER_FEATURES: readonly string[] = []

/** Whether a request may use it now: a feature, or a word of a closed list: a language, a class, a microarchitecture. */
export const isOffered = (word: string): boolean => !LATER_FEATURES.includes(word)
/** For the description of a field that takes these words: which are refused for now. Empty when none is. */
export function laterNote(words: readonly string[]): string {
  const later = words.filter((word) => !isOffered(word))
  return later.length === 0 ? '' : ` Not available yet: ${later.join(', ')}.`
}
