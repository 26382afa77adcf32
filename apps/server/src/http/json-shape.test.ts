import { errors, LIMITS } from '@credence/contract'
import { expect, test } from 'vitest'
import { readJson } from './json-body.ts'

const read = (text: string) => readJson(new TextEncoder().encode(text))
const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels)

test('nesting is bounded, and what would overflow a stack is refused like everything else', () => {
  const { jsonDepth } = LIMITS.request
  expect(read(nested(jsonDepth))).toBeInstanceOf(Array)
  for (const text of [nested(jsonDepth + 1), nested(900_000), '['.repeat(900_000), `{"a":${nested(400_000)},"b":"\\u0041"}`, '{"a":'.repeat(200_000)])
    expect(() => read(text)).toThrow(errors.jsonTooDeep(jsonDepth))
  expect(read(`{"Code":${JSON.stringify('[{'.repeat(1000))}}`)).toEqual({ Code: '[{'.repeat(1000) })
})
test('a field stands once in an object', () => {
  for (const text of ['{"Name":1,"Name":2}', '{"Name":1, "N\\u0061me" :2}', '[{"Name":{"Name":[]},"x":"\\"","Name":3}]'])
    expect(() => read(text)).toThrow("The 'Name' field stands twice in one object of the request body")
  expect(() => read('{"<b>":1,"<b>":2}')).toThrow(errors.malformedJson())
  expect(read('{"Name":"Name","a":{"Name":1},"b":[{"Name":1},{"Name":2}]}')).toMatchObject({ a: { Name: 1 } })
})
test('what is no JSON stays none, however it ends', () => {
  for (const text of ['{"a"', '{"a\\', '"', ']', '}{', '{"a":1}}', '{"a" 1}', '{"\\x":1}']) expect(() => read(text)).toThrow(errors.malformedJson())
})
test('arrays may be long', () => {
  expect((read(`[${'0,'.repeat(900_000)}0]`) as unknown[]).length).toBe(900_001)
  expect((read(`["\\u0041"${',1'.repeat(900_000)}]`) as unknown[]).length).toBe(900_001)
})
test('names that reach into prototypes are refused', () => {
  for (const text of ['{"__proto__":{}}', '{"a":[{"constructor":1}]}', '{"__pr\\u006fto__":1}'])
    expect(() => read(text)).toThrow(errors.malformedJson())
})
