// Values that a schema allows, at its edges more often than between them.
import fc, { type Arbitrary } from 'fast-check'
import { type Document, resolved, type Schema } from './document.ts'

/** Values by the name of their field, for what a schema cannot say: ids that exist, programs, distributions. Most values are taken from here. */
export type Hints = Readonly<Record<string, Arbitrary<unknown>>>

/** Any Unicode, control characters and single halves of pairs among it: whoever stores texts meets them all. */
const anyText = (minLength: number, maxLength: number): Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ minLength, maxLength }) },
    { weight: 2, arbitrary: fc.string({ minLength, maxLength, unit: 'binary' }) },
    {
      weight: 1,
      arbitrary: fc.string({ minLength, maxLength, unit: fc.constantFrom('\0', '\ud800', '\u202e', '"', '\\', '/', '..', '%', '\n', '￿', '𝄞') }),
    },
  )
const COMMON_CHARACTERS = 40
/** Other kinds of data sources are devices and stores outside, which a storm does not have; a receiver of any other name may be somebody's. */
const ONLY_HINTS = ['ResourceType', 'url']
/** Strings are not made from these, only judged by them. */
const LOOK_AHEAD = /\(\?[=!](?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g

export function valuesOf(document: Document, given: Schema, hints: Hints = {}, name = '', depth = 0): Arbitrary<unknown> {
  const schema = resolved(document, given)
  const plain = plainValues(document, schema, hints, depth)
  const hint = hints[name]
  if (hint && ONLY_HINTS.includes(name)) return hint
  return hint ? fc.oneof({ weight: 3, arbitrary: hint }, { weight: 1, arbitrary: plain }) : plain
}

function plainValues(document: Document, schema: Schema, hints: Hints, depth: number): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(document, one, hints, '', depth)))
  if (schema.type === 'string') return texts(schema)
  if (schema.type === 'integer' || schema.type === 'number') return numbers(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array') {
    const { items = {}, minItems = 0, maxItems = minItems + 3 } = schema
    return fc.array(valuesOf(document, items, hints, '', depth + 1), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 5) })
  }
  if (schema.type === 'object') return objects(document, schema, hints, depth)
  return fc.jsonValue({ maxDepth: 2 })
}

function texts({ pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern !== undefined) {
    const whole = new RegExp(pattern)
    const fits = (text: string) => whole.test(text) && text.length >= minLength && text.length <= maxLength
    return fc.stringMatching(new RegExp(pattern.replace(LOOK_AHEAD, '')), { maxLength: Math.min(maxLength, 60) }).filter(fits)
  }
  const common = anyText(minLength, Math.min(maxLength, Math.max(minLength, COMMON_CHARACTERS)))
  if (maxLength > 2000) return common
  return fc.oneof({ weight: 9, arbitrary: common }, { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) })
}

function numbers({ type, minimum, maximum }: Schema): Arbitrary<number> {
  if (type === 'number')
    return fc.double({
      noNaN: true,
      noDefaultInfinity: true,
      ...(minimum !== undefined && { min: minimum }),
      ...(maximum !== undefined && { max: maximum }),
    })
  const min = minimum ?? Number.MIN_SAFE_INTEGER
  const max = maximum ?? Number.MAX_SAFE_INTEGER
  return fc.oneof(
    fc.integer({ min: Math.max(min, -1000), max: Math.min(max, Math.max(min, -1000) + 2000) }),
    fc.constantFrom(min, max),
    fc.maxSafeInteger().filter((n) => n >= min && n <= max),
  )
}

/** Any of the fields, or often no more than are required and one: of many a random one is refused. */
export function recordOf<T>(fields: Readonly<Record<string, Arbitrary<T>>>, required: readonly string[]): Arbitrary<Record<string, T>> {
  const others = Object.keys(fields).filter((name) => !required.includes(name))
  const of = (names: readonly string[]) => fc.record(Object.fromEntries(names.map((name) => [name, fields[name]!])))
  const needed = required.filter((name) => name in fields)
  const few = fc.constantFrom(undefined, ...others).chain((one) => of(one === undefined ? needed : [...needed, one]))
  return fc.oneof(fc.record({ ...fields }, { requiredKeys: [...required] }) as Arbitrary<Record<string, T>>, few as Arbitrary<Record<string, T>>)
}

function objects(document: Document, schema: Schema, hints: Hints, depth: number): Arbitrary<unknown> {
  const { properties = {}, required = [], patternProperties = {} } = schema
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(document, one, hints, name, depth + 1)]))
  const known = recordOf(fields, required)
  const [free] = Object.values(patternProperties)
  if (!free) return known
  return fc
    .tuple(fc.dictionary(anyText(1, 20), valuesOf(document, free, hints, '', depth + 1), { maxKeys: 5, noNullPrototype: true }), known)
    .map(([more, given]) => ({ ...more, ...(given as object) }))
}
