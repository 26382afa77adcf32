import { expect, test } from 'vitest'
import { openapi } from '../openapi.ts'
import { operations } from '../operations.ts'
import { buildModel, type OpenApi, schemaModel } from './build-model.ts'

const document = openapi({ all: true }) as unknown as OpenApi
const model = buildModel(document, (id) => id !== 'createCore')
const all = model.groups.flatMap((group) => group.operations)

test('the reference holds every operation of the contract once', () => {
  expect(all.map(({ id }) => id).sort()).toEqual(Object.keys(operations).sort())
})
test('an operation that comes later is marked', () => {
  expect(all.filter(({ available }) => !available).map(({ id }) => id)).toEqual(['createCore'])
})
test('every error reply shows its texts', () => {
  const bare = all.flatMap(({ id, replies }) =>
    replies.filter(({ status, messages }) => status >= '400' && !messages.length).map(({ status }) => `${id} ${status}`),
  )
  expect(bare).toEqual([])
})
test('every reference to a component leads to one', () => {
  const missing = new Set<string>()
  const walk = (value: unknown): void => {
    if (!value || typeof value !== 'object') return
    const { ref } = value as { ref?: unknown }
    if (typeof ref === 'string' && !model.components[ref]) missing.add(ref)
    Object.values(value).forEach(walk)
  }
  walk(model)
  expect([...missing]).toEqual([])
})
test('every body has an example made of its fields', () => {
  for (const { id, body } of all) if (body) expect([id, typeof body.example]).toEqual([id, 'object'])
})
test.each([
  [{ type: 'integer', minimum: 4, maximum: 1000000 }, 'integer', ['4 to 1 000 000']],
  [{ type: 'string', minLength: 1 }, 'string', ['at least 1 character']],
  [{ type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/DataSource' } }, 'array of DataSource', ['at most 5 entries']],
  [{ type: 'integer', default: 1000 }, 'integer', ['default 1000']],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null', []],
  [{ type: ['string', 'null'] }, 'string or null', []],
  [{ const: '1.0' }, '"1.0"', []],
])('%j reads as %s', (schema, type, limits) => {
  expect(schemaModel(schema)).toMatchObject({ type, limits })
})
