import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { OperationModel, ParameterModel } from './model.ts'
import { initialInputs, LANGUAGES, snippet, targetOf } from './snippets.ts'

const parameter = (name: string, place: 'path' | 'query', example?: string): ParameterModel => ({
  name,
  in: place,
  required: place === 'path',
  type: 'string',
  limits: [],
  example,
})
const operation = (changes: Partial<OperationModel>): OperationModel => ({
  id: 'x',
  method: 'GET',
  path: '/tasks/{TaskID}',
  summary: '',
  description: '',
  available: true,
  parameters: [],
  replies: [],
  ...changes,
})
const HOST = 'http://localhost:8080'
const NASTY = JSON.stringify({ Name: `it's $HOME "x" \`y\` \\n`, On: true, Off: false, None: null, Say: 'true, null' }, null, 2)
const create = operation({
  id: 'createCore',
  method: 'POST',
  path: '/cores',
  body: { required: true, schema: { type: 'object', limits: [] }, example: {} },
})
const nasty = { host: HOST, values: {}, body: NASTY }

test('path parameters are encoded, empty ones stay placeholders, queries appear when they have a value', () => {
  const get = operation({ parameters: [parameter('TaskID', 'path'), parameter('count', 'query'), parameter('a b', 'query')] })
  expect(targetOf(get, { host: HOST, values: { TaskID: 'a/b c', 'a b': 'x&y' }, body: '' })).toBe('/tasks/a%2Fb%20c?a%20b=x%26y')
  expect(targetOf(get, { host: HOST, values: {}, body: '' })).toBe('/tasks/{TaskID}')
})
test('a file path keeps its slashes', () => {
  const file = operation({ path: '/files/{path}', parameters: [parameter('path', 'path')] })
  expect(targetOf(file, { host: HOST, values: { path: 'a b/c.txt' }, body: '' })).toBe('/files/a%20b/c.txt')
})
test('a snippet is shown first with the examples of the document', () => {
  const inputs = initialInputs(operation({ parameters: [parameter('TaskID', 'path', 'tsk_1'), parameter('count', 'query', '5')] }), HOST)
  expect(inputs).toEqual({ host: HOST, values: { TaskID: 'tsk_1' }, body: '' })
})
test('no snippet holds a key', () => {
  for (const language of LANGUAGES) expect(snippet(language, create, nasty)).not.toMatch(/key_|Bearer/)
})
test('the shell hands cURL the very body that was typed', () => {
  const command = snippet('cURL', create, nasty)
  expect(argumentsOf(command, 'curl')).toEqual([
    '-X',
    'POST',
    `${HOST}/cores`,
    '-H',
    'Authorization: KEY',
    '-H',
    'Content-Type: application/json',
    '-d',
    NASTY,
  ])
})
test('the shell hands the command line the very body that was typed', () => {
  expect(argumentsOf(snippet('credence', create, nasty), 'credence')).toEqual(['api', 'POST', '/cores', '--body', NASTY, '--host', HOST])
})
test('a GET without a body is a bare call', () => {
  expect(snippet('cURL', operation({}), { host: HOST, values: {}, body: '' })).toBe(
    `curl '${HOST}/tasks/{TaskID}' \\\n  -H "Authorization: $CREDENCE_API_KEY"`,
  )
})
test('TypeScript sends the body that was typed', async () => {
  const sent: [string, RequestInit][] = []
  const take = async (url: string, init: RequestInit) => {
    sent.push([url, init])
    return { ok: true, json: async () => ({}) }
  }
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  await new AsyncFunction('fetch', 'process', 'console', snippet('TypeScript', create, nasty))(
    take,
    { env: { CREDENCE_API_KEY: 'KEY' } },
    { log() {} },
  )
  const [url, init] = sent[0] as [string, RequestInit]
  expect([url, init.method, JSON.parse(String(init.body))]).toEqual([`${HOST}/cores`, 'POST', JSON.parse(NASTY)])
  expect(init.headers).toEqual({ Authorization: 'KEY', 'Content-Type': 'application/json' })
})
test('in TypeScript a GET with a body becomes the POST that the API takes as well', () => {
  const samples = operation({ path: '/samples', body: create.body })
  expect(snippet('TypeScript', samples, nasty)).toContain("method: 'POST'")
  expect(snippet('cURL', samples, nasty)).toContain('curl -X GET')
})
test('Python writes JSON constants as its own, and leaves texts alone', () => {
  const text = snippet('Python', create, nasty)
  expect(text).toContain('"On": True')
  expect(text).toContain('"Off": False')
  expect(text).toContain('"None": None')
  expect(text).toContain('"Say": "true, null"')
})
test('a body that is not JSON is shown as it was typed', () => {
  expect(snippet('Python', create, { ...nasty, body: '{oops' })).toContain('json.dumps({oops)')
})

/** The arguments with which a shell calls `program`. */
function argumentsOf(command: string, program: string): string[] {
  const shell = spawnSync('sh', ['-c', `${program}() { printf '%s\\0' "$@"; }\n${command}`], { env: { CREDENCE_API_KEY: 'KEY' }, encoding: 'utf8' })
  expect(shell.stderr).toBe('')
  return shell.stdout.split('\0').slice(0, -1)
}
