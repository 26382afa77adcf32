// What is said of a value that is beyond a limit of its schema, by the keyword of JSON Schema that it breaks, or that is none of the words to choose from.

const WORDS: Readonly<Record<string, (limit: number) => string | undefined>> = {
  exclusiveMinimum: (limit) => `more than ${limit}`,
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  minLength: (limit) => (limit > 1 ? `at least ${limit} characters` : undefined), // an empty one is as good as missing
  maxLength: (limit) => `at most ${limit} characters`,
  maxItems: (limit) => `at most ${limit} entries`,
}

/** The limit: `at most 5 entries`. Undefined where the keyword is none, or says no more than that something has to be there. */
export const limitWords = (keyword: string, limit: unknown): string | undefined =>
  typeof limit === 'number' && Object.hasOwn(WORDS, keyword) ? WORDS[keyword]?.(limit) : undefined

/** What there is to choose from: `one of C, C++, Fortran`. */
export const choiceWords = (words: readonly string[]): string => `one of ${words.join(', ')}`
