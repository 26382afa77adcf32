// Requests for one operation: without a fault, or with one.
import fc, { type Arbitrary } from 'fast-check'
import { type Document, type Operation, operationsOf } from './document.ts'
import { faultsOf } from './faults.ts'
import type { Pools } from './pools.ts'
import type { Request } from './request.ts'
import { type Hints, recordOf, valuesOf } from './values.ts'

/** Without a fault, or with one. */
export function requestsFor(document: Document, operation: Operation, pools: Pools, isValid: (body: unknown) => boolean): Arbitrary<Request> {
  const valid = validRequests(document, operation, pools)
  const faulty = fc.tuple(valid, faultsOf(document, operation, isValid)).map(([request, fault]) => fault(request))
  return fc.oneof(valid, faulty)
}

export function validRequests(document: Document, operation: Operation, pools: Pools): Arbitrary<Request> {
  const hints: Hints = pools.hints()
  const own = operation.parameters.filter((parameter) => parameter.in === 'query')
  const query = recordOf(
    Object.fromEntries(
      own.map(({ name, schema }) => [
        name,
        valuesOf(document, schema, hints, name).map((value) => (Array.isArray(value) ? value : [value]).map(wordOf)),
      ]),
    ),
    own.filter(({ required }) => required).map(({ name }) => name),
  )
  const foreign = fc.option(fc.tuple(fc.constantFrom(...foreignNames(document, own)), fc.constantFrom('x', '', '1', 'Completed')), {
    nil: undefined,
    freq: 3,
  })
  const values = operation.body ? valuesOf(document, operation.body.schema, hints) : fc.constant(undefined)
  const body = operation.body && !operation.body.required ? fc.option(values, { nil: undefined, freq: 3 }) : values
  return fc.record({ path: pools.pathsOf(operation), query, body, foreign }).map(
    ({ foreign, query, ...given }): Request => ({
      operation,
      fault: undefined,
      method: operation.method,
      headers: {},
      credential: operation.credential === 'none' ? undefined : operation.id === 'deleteSession' ? 'key' : 'own',
      raw: undefined,
      query: foreign === undefined ? query : { ...query, [foreign[0]]: [foreign[1]] },
      ...given,
    }),
  )
}

/** Parameters of other operations: they are ignored. */
const foreignNames = (document: Document, own: readonly { readonly name: string }[]): string[] =>
  [...new Set(operationsOf(document).flatMap(({ parameters }) => parameters.filter((one) => one.in === 'query').map(({ name }) => name)))].filter(
    (name) => !own.some((one) => one.name === name),
  )

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
