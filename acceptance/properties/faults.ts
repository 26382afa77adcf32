// A request with exactly one fault, made from one without.
import fc, { type Arbitrary } from 'fast-check'
import { type Document, type Operation, type Parameter, resolved, type Schema } from './document.ts'
import type { Request } from './request.ts'

export type Fault = (request: Request) => Request

/** What can be made wrong of this request; each result is refused, whatever else is true of it. */
export function allFaults(document: Document, operation: Operation, isValid: (body: unknown) => boolean): Fault[] {
  return [
    ...operation.parameters.flatMap(parameterFaults),
    ...(operation.body ? bodyFaults(document, operation.body, isValid) : []),
    ...(operation.credential === 'none' ? [] : [...CREDENTIAL_FAULTS, operation.credential === 'thing' ? KEY_FAULT : DEVICE_FAULT]),
    METHOD_FAULT,
  ]
}
export const faultsOf = (document: Document, operation: Operation, isValid: (body: unknown) => boolean): Arbitrary<Fault> =>
  fc.constantFrom(...allFaults(document, operation, isValid))

const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, true, null, [], {}],
  integer: ['seven', 1.5, true, null, [], {}],
  number: ['seven', true, null, [], {}],
  boolean: ['yes', 7, null, [], {}],
  array: ['x', 7, null, {}],
  object: ['x', 7, null, []],
}

function parameterFaults({ name, in: where, schema }: Parameter): Fault[] {
  const words: string[] = []
  if (where === 'header') {
    words.push('', 'two words', 'x'.repeat(256))
    return words.map((word) => (request) => ({ ...request, fault: `header ${name}`, headers: { ...request.headers, [name.toLowerCase()]: word } }))
  }
  if (where === 'path') {
    if (schema.enum) return [(request) => ({ ...request, fault: `path ${name}`, path: { ...request.path, [name]: 'Nonsense' } })]
    return [
      (request) => ({ ...request, fault: `path ${name} is empty`, path: { ...request.path, [name]: '' } }),
      (request) => ({ ...request, fault: `path ${name} has a null character`, path: { ...request.path, [name]: 'x\0' } }),
    ]
  }
  const { type, items, minimum, maximum } = schema
  if (type === 'integer') words.push('seven', '1.5', '1e400', '1e3', ' 5', '+5', '0x10')
  if (type === 'number') words.push('seven', '1e400', ' 5', '+5', '0x10')
  if (type === 'boolean') words.push('yes', '2')
  if (minimum !== undefined) words.push(String(minimum - 1))
  if (maximum !== undefined) words.push(String(maximum + 1))
  if (schema.enum || items?.enum) words.push('Nonsense')
  return words.map((word) => (request) => ({ ...request, fault: `query ${name}=${word}`, query: { ...request.query, [name]: [word] } }))
}

function bodyFaults(document: Document, { required, schema: given }: NonNullable<Operation['body']>, isValid: (body: unknown) => boolean): Fault[] {
  const schema = resolved(document, given)
  const faults: Fault[] = [
    (request) => ({ ...request, fault: 'the body is cut off', raw: JSON.stringify(request.body ?? {}).slice(0, -1) || '{' }),
    (request) => ({ ...request, fault: 'the body is nested too deep', raw: `{"a":${'['.repeat(40)}${']'.repeat(40)}}` }),
    (request) => ({ ...request, fault: 'a field stands twice', raw: '{"a":1,"a":2}' }),
    (request) => ({ ...request, fault: 'the body is no UTF-8', raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }),
    (request) => ({
      ...request,
      fault: 'another type',
      raw: 'Name=x',
      headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
    }),
    (request) => ({ ...request, fault: 'the body is too large', raw: JSON.stringify({ x: 'x'.repeat(2_200_000) }) }),
  ]
  for (const [what, body] of [
    ['the body is a list', []],
    ['the body is a number', 7],
  ] as const)
    if (!isValid(body)) faults.push((request) => ({ ...request, fault: what, body, raw: undefined }))
  if (required) faults.push((request) => ({ ...request, fault: 'no body', body: undefined, raw: undefined }))
  const change = (what: string, of: (body: Record<string, unknown>) => Record<string, unknown>): void => {
    faults.push((request) => {
      const body = of({ ...(request.body as object) })
      // Where several forms are allowed, a fault of one may be right in another.
      return isValid(body) ? request : { ...request, fault: what, body, raw: undefined }
    })
  }
  for (const name of schema.required ?? []) change(`without ${name}`, ({ [name]: _, ...rest }) => rest)
  for (const [name, one] of Object.entries(schema.properties ?? {}))
    for (const value of wrongValues(resolved(document, one)))
      change(`${name} is ${JSON.stringify(value)?.slice(0, 60)}`, (body) => ({ ...body, [name]: value }))
  return faults
}

function wrongValues(schema: Schema): unknown[] {
  const { type, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema
  const wrong: unknown[] = [...(WRONG[type ?? ''] ?? [])]
  if (schema.enum) wrong.push('Nonsense')
  if (minimum !== undefined) wrong.push(minimum - 1)
  if (maximum !== undefined) wrong.push(maximum + 1)
  if (minLength) wrong.push('')
  if (maxLength !== undefined) wrong.push('x'.repeat(maxLength + 1))
  if (pattern !== undefined) wrong.push('\u0000', ' ')
  if (minItems) wrong.push([])
  if (maxItems !== undefined) wrong.push(Array.from({ length: maxItems + 1 }, () => ({})))
  return wrong
}

const CREDENTIAL_FAULTS: readonly Fault[] = [
  (request) => ({ ...request, fault: 'no credential', credential: undefined }),
  (request) => ({ ...request, fault: 'a wrong key', credential: `scce_${'0'.repeat(32)}_${'0'.repeat(64)}_00000000` }),
  (request) => ({ ...request, fault: 'no token', credential: 'Bearer x.y.z' }),
]
/** Each opens what the other does not. */
const KEY_FAULT: Fault = (request) => ({ ...request, fault: 'a key of the account', credential: 'key' })
const DEVICE_FAULT: Fault = (request) => ({ ...request, fault: 'the key of a device', credential: 'thing' })
const METHOD_FAULT: Fault = (request) => ({ ...request, fault: 'a method that no path has', method: 'PROPFIND' })
