import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { AVAILABILITY, isAvailable } from './availability.ts'
import { COMPONENTS } from './components.ts'
import { WEBHOOK_EVENTS } from './events.ts'
import { LATER_FEATURES } from './features.ts'
import { methodsOf, openapi } from './openapi.ts'
import { type Operation, pathParameters } from './operation.ts'
import { OPERATION_IDS, type OperationId, operations } from './operations.ts'
import { PATH_PARAMETERS } from './parameters.ts'

interface Described {
  description?: string
  content?: Record<string, { schema?: object; examples?: Record<string, { value: unknown }> }>
}
interface Shown {
  operationId: string
  tags: string[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, Described>
}
function fail(operation: string, name: string | undefined): never {
  throw new Error(`${operation} has no ${name}`)
}
const whole = openapi({ all: true })
const operationsOf = (document: object): [string, string, Shown][] =>
  Object.entries((document as { paths: Record<string, Record<string, Shown>> }).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, shown]): [string, string, Shown] => [path, method, shown]),
  )

describe('the OpenAPI document', () => {
  test('resolves every reference', () => {
    const references = JSON.stringify(whole).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
    const schemas = (whole.components as { schemas: object }).schemas
    let checked = 0
    for (const [, name] of references) {
      expect(schemas).toHaveProperty(name!)
      checked++
    }
    expect(checked).toBeGreaterThan(100)
    expect(JSON.stringify(whole)).not.toContain('$id')
  })
  test('names each operation once, under the id of the table', () => {
    const ids = operationsOf(whole).map(([, , shown]) => shown.operationId)
    expect(ids.toSorted()).toEqual([...OPERATION_IDS].toSorted())
  })
  test('shows what is available and nothing else', () => {
    const ids = operationsOf(openapi()).map(([, , shown]) => shown.operationId)
    expect(ids.toSorted()).toEqual(OPERATION_IDS.filter((id) => isAvailable('operations', id)).toSorted())
    expect(ids).toContain('createSourceCodeBuild')
    expect(ids.filter((id) => (AVAILABILITY.later.operations as readonly string[]).includes(id))).toEqual([])
  })
  test('declares every parameter of a path, and no other', () => {
    for (const [path, , { operationId, parameters = [] }] of operationsOf(whole)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path')
      expect(
        declared.map((parameter) => parameter.name),
        operationId,
      ).toEqual(pathParameters(path))
      expect(declared.every((parameter) => parameter.required)).toBe(true)
    }
    const used = new Set(Object.values(operations).flatMap((row: Operation) => pathParameters(row.path)))
    expect([...used].toSorted()).toEqual(Object.keys(PATH_PARAMETERS).toSorted())
  })
  test('describes every status, with a schema wherever there is a body', () => {
    const bodiless = new Set(['101', '204', '302'])
    for (const [, , { operationId, responses }] of operationsOf(whole)) {
      expect(Object.keys(responses).some((status) => /^[123]/.test(status))).toBe(true)
      expect(responses, operationId).toHaveProperty('500')
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(description, `${operationId} ${status}`).toMatch(/^[A-Z`'].*[.\w`')]$/s)
        if (!bodiless.has(status)) expect(Object.values(content ?? {})[0]?.schema, `${operationId} ${status}`).toBeTypeOf('object')
      }
    }
  })
  test('an error that names a field or a parameter names one of the operation', () => {
    let [fields, parameters] = [0, 0]
    for (const [, , { operationId, parameters: declared = [], requestBody, responses }] of operationsOf(whole)) {
      const text = JSON.stringify(responses['400'] ?? {})
      const named = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => name)
      const { body } = operations[operationId as keyof typeof operations] as Operation
      const own = [...declared.map(({ name }) => name), ...Object.keys((requestBody && (body as { properties?: object }).properties) ?? {})]
      for (const name of named(/"summary":"Missing or malformed '(\w+)' field"/g)) fields += Number(own.includes(name!)) || fail(operationId, name)
      for (const name of named(/"summary":"Missing path parameter '(\w+)'"/g))
        parameters += Number(declared.some((each) => each.in === 'path' && each.name === name)) || fail(operationId, name)
    }
    expect(Math.min(fields, parameters)).toBeGreaterThan(20)
  })
  test('only what reads a body finds fault with one', () => {
    const ofBodies = [
      'malformedJson',
      'jsonTooDeep',
      'repeatedField',
      'emptyBody',
      'bodyTooLarge',
      'unsupportedMediaType',
      'encodedBody',
      'nothingToUpdate',
    ]
    for (const [, , { operationId, requestBody, responses }] of operationsOf(whole)) {
      const names = Object.values(responses).flatMap(({ content }) => Object.keys(content?.['application/json']?.examples ?? {}))
      if (requestBody) expect(names, operationId).toEqual(expect.arrayContaining(ofBodies.slice(0, 3)))
      else expect([operationId, names.filter((name) => ofBodies.includes(name))]).toEqual([operationId, []])
      if (!requestBody) expect([operationId, '413' in responses, '415' in responses]).toEqual([operationId, false, false])
    }
  })
  test('what comes later is an error only of what takes its words', () => {
    const named = operationsOf(whole).filter(([, , { responses }]) => JSON.stringify(responses['400'] ?? {}).includes('"notAvailable"'))
    const takesLanguages = LATER_FEATURES.includes('Fortran') ? ['createSourceCodeBuild'] : []
    expect(named.map(([, , { operationId }]) => operationId)).toEqual(takesLanguages)
  })
  test('POST /samples says what it answers and nothing else', () => {
    const [, , { responses }] = operationsOf(whole).find(([, , shown]) => shown.operationId === 'createSamples')!
    const texts = Object.values(responses).flatMap(({ content }) => Object.keys(content?.['application/json']?.examples ?? {}))
    expect(texts.toSorted()).toEqual([
      'bodyTooLarge',
      'databaseAway',
      'databaseFailed',
      'emptyBody',
      'encodedBody',
      'idempotencyInFlight',
      'idempotencyMismatch',
      'internal',
      'jsonTooDeep',
      'malformedField',
      'malformedJson',
      'methodNotAllowed',
      'repeatedField',
      'tooManyRequests',
      'unauthorized',
      'unsupportedMediaType',
    ])
    expect(JSON.stringify(responses['400'])).toContain("Missing or malformed 'payload' field")
    expect(Object.keys(COMPONENTS.get('Samples')!['properties' as never])).toEqual(['Samples', 'Count'])
  })
  test('has schemas that compile, and examples that satisfy them', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const schemas = (whole.components as { schemas: Record<string, { examples?: unknown[] }> }).schemas
    ajv.addSchema({ $id: 'doc', components: { schemas } })
    let examples = 0
    for (const [name, { examples: given = [] }] of Object.entries(schemas)) {
      const validate = ajv.compile({ $ref: `doc#/components/schemas/${name}` })
      expect(given, name).not.toEqual([])
      for (const example of given) {
        expect(validate(example), `${name}: ${ajv.errorsText(validate.errors)}`).toBe(true)
        examples++
      }
    }
    expect(examples).toBeGreaterThan(30)
  })
  test('gives every error text as an example of its status', () => {
    const found = operationsOf(whole).find(([, , shown]) => shown.operationId === 'deleteBuild')?.[2].responses['409']?.content?.['application/json']
    expect(found?.examples).toEqual({
      buildActive: {
        summary: 'An active build cannot be deleted. Cancel it first.',
        value: { error: 'Conflict', message: 'An active build cannot be deleted. Cancel it first.' },
      },
    })
  })
  test('gives every request body an example', () => {
    for (const row of Object.values(operations) as Operation[]) {
      if (row.body) expect((row.body as { examples?: unknown[] }).examples, row.summary).toHaveLength(1)
    }
  })
  test('shows what is sent to webhooks', () => {
    expect(Object.keys(openapi().webhooks as object)).toEqual(WEBHOOK_EVENTS)
  })
  test('takes the host it is given', () => {
    expect(openapi({ host: 'https://credence.example' }).servers).toEqual([{ url: 'https://credence.example' }])
  })
})

test('what comes later exists in the table', () => {
  expect(AVAILABILITY.later.operations.filter((id) => !(id in operations))).toEqual([])
  expect(new Set(AVAILABILITY.later.operations).size).toBe(AVAILABILITY.later.operations.length)
})
test('no two operations share a path and a method', () => {
  const places = (Object.values(operations) as Operation[]).map((row) => `${row.method} ${row.path}`)
  expect(new Set(places).size).toBe(places.length)
  expect(methodsOf('/builds/{BuildID}')).toEqual(['GET', 'PATCH', 'DELETE'])
  for (const id of AVAILABILITY.later.operations as readonly OperationId[]) {
    const { method, path }: Operation = operations[id]
    expect(methodsOf(path), id).not.toContain(method)
  }
})
test('every named schema is a component under its name', () => {
  expect(COMPONENTS.size).toBeGreaterThan(50)
  for (const [id, schema] of COMPONENTS) expect((schema as { $id?: string }).$id).toBe(id)
})
test('functions that come later are declared in the header of the engine', async () => {
  const header = await readFile(new URL('../../engine/src/guest/include/uxhw.h', import.meta.url), 'utf8')
  const later: readonly string[] = AVAILABILITY.later.functions
  expect(later.filter((name) => !new RegExp(`\\bUxHwDouble${name}\\b`).test(header))).toEqual([])
})
