// Small builders for schemas. A named schema has an `$id`; others refer to it by name, so that a server registers it once,
// an OpenAPI document lists it once, and its static type follows the reference.
import { type Static, type TSchema, Type } from 'typebox'

/** A reference to a named schema, with its static type. */
export function ref<Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) {
  return Type.Unsafe<Static<Schema>>({ ...options, $ref: `${schemaId(schema)}#` })
}

/** The first of these, for static types; a request can ask for the others. */
export const orBrief = <Full extends TSchema, Brief extends TSchema>(full: Full, brief: Brief) =>
  Type.Unsafe<Static<Full>>({ anyOf: [{ $ref: `${schemaId(full)}#` }, { $ref: `${schemaId(brief)}#` }] })

/** The name of a named schema. @throws TypeError if it has none */
export function schemaId(schema: TSchema): string {
  const id = (schema as { $id?: string }).$id
  if (!id) throw new TypeError('only a schema with an $id can be referred to')
  return id
}

/** One of these words, exactly. */
export function oneOf<const Word extends string>(words: readonly Word[], options: { description?: string; default?: Word } = {}) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options })
}

/** One of these words, in any case. */
export function oneOfAnyCase<const Word extends string>(words: readonly Word[], options: { description?: string; examples?: Word[] } = {}) {
  const pattern = namingWords(patternOf(words), words)
  WORDS.set(pattern, words)
  return Type.String({ pattern, ...options })
}
const WORDS = new Map<string, readonly string[]>()
const NAMED = new Map<string, readonly string[]>()
/** The pattern, whose refusals name these words, even where it takes others too. */
export function namingWords(pattern: string, words: readonly string[]): string {
  NAMED.set(pattern, words)
  return pattern
}
/** The words that a refusal by the pattern names. */
export const wordsOf = (pattern: string): readonly string[] | undefined => NAMED.get(pattern)
/** The pattern of `oneOfAnyCase` for those of its words that are kept; any other pattern as it is. */
export function narrowed(pattern: string, isKept: (word: string) => boolean): string {
  const words = WORDS.get(pattern)
  return words ? patternOf(words.filter(isKept)) : pattern
}
const patternOf = (words: readonly string[]): string => `^(${words.map(anyCase).join('|')})$`
const anyCase = (word: string): string =>
  word.replace(/[A-Za-z]|[^A-Za-z]/g, (c) => (/[A-Za-z]/.test(c) ? `[${c.toUpperCase()}${c.toLowerCase()}]` : `\\${c}`))

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const epochMilliseconds = (description: string) => Type.Integer({ description: `${description} Milliseconds since the epoch.` })
/** Of times that are given: the last that a Date of ECMAScript can be (ECMA-262, 21.4.1.1), in the year 275760. */
export const LATEST_SECONDS = 8.64e12
export const epochSeconds = (description: string) => Type.Integer({ description: `${description} Seconds since the epoch.` })
export const isoText = (description: string) =>
  Type.String({ description: `${description} ISO 8601 in UTC.`, examples: ['2026-01-02T03:04:05.678Z'] })

/** `{"message": "…"}`, the answer of calls that have nothing else to say. */
export type Message = Static<typeof Message>
export const Message = Type.Object(
  { message: Type.String({ description: 'What was done.' }) },
  { $id: 'Message', description: 'A confirmation.', examples: [{ message: 'OK' }] },
)

/** The body of every error. */
export type ErrorBody = Static<typeof ErrorBody>
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'The name of the status, as `Not Found`.' }),
    message: Type.Optional(Type.String({ description: 'What went wrong, for people.' })),
  },
  { $id: 'Error', description: 'Every error has this body.', examples: [{ error: 'Not Found', message: 'Task not found' }] },
)
