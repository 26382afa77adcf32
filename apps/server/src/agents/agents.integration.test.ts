// The tools as an agent meets them: the client of the protocol's own SDK, over HTTP, against a platform.
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { AGENT_REFUSALS, AGENT_TOOL_NAMES, ERROR_EXAMPLES, LIMITS, type RunExampleOutput } from '@credence/contract'
import { formatUx, mixtureOf, uxValue } from '@credence/distribution'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { EXAMPLES, writeSite } from '../testing/site.ts'

const PAGE = '# Quantile\n\n[Home](https://site.invalid/)\n'
let server: TestDatabase
let platform: TestPlatform
let origin: string
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server)
  await platform.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(platform.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await platform.close()
  await server.close()
})
beforeEach(() => {
  rmSync(platform.config.docsFolder!, { recursive: true, force: true })
  writeSite(platform.config.docsFolder!, {
    'docs/uxhw-api/querying-uncertainty/quantile.md': PAGE,
    'docs/api/reference/getTask.md': '# Get a task\n',
    'secret.txt': 'secret',
    'index.md': '# Home\n',
  })
})

const clients = new Map<string | undefined, Promise<Client>>()
/** One client per key, who has asked for the tools, so that it checks answers by their schemas. */
function clientOf(key?: string): Promise<Client> {
  const known = clients.get(key)
  if (known) return known
  const made = newClient(key)
  clients.set(key, made)
  return made
}
async function newClient(key?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers: Record<string, string> = key === undefined ? {} : { authorization: key }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }))
  await client.listTools()
  return client
}
async function call(name: string, args?: Record<string, unknown>, key?: string) {
  const client = await clientOf(key)
  const { content, isError = false, structuredContent } = await client.callTool({ name, ...(args && { arguments: args }) })
  const [{ text }] = content as [{ text: string }]
  return { text, isError, data: structuredContent as never }
}
const refused = (text: string) => ({ text, isError: true })

test('an agent learns the tools with their arguments, and how to use them', async () => {
  const client = await clientOf()
  expect(client.getServerVersion()).toMatchObject({ name: 'credence' })
  expect(client.getInstructions()).toContain('search_docs')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(AGENT_TOOL_NAMES)
  expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true, true, false])
  for (const { inputSchema, description } of tools) expect([inputSchema.type, (description ?? '').length > 30]).toEqual(['object', true])
})

test('search_docs gives title, address and excerpt, narrowed by area and limit', async () => {
  const { text, data } = await call('search_docs', { query: 'normal distribution' })
  expect((data as { results: object[] }).results[0]).toEqual({
    title: 'Hardware API › Gauss',
    url: `${origin}/docs/uxhw-api/inserting-uncertainty/parametric-distributions/gauss/`,
    excerpt: 'UxHwDoubleGaussDist makes a normal distribution from mean and standard deviation.',
  })
  expect(text).toContain('### Hardware API › Gauss')
  expect(await call('search_docs', { query: 'distribution', area: 'platform' })).toEqual({
    text: AGENT_REFUSALS.nothingFound('distribution'),
    isError: false,
    data: { answers: [], results: [] },
  })
  expect((await call('search_docs', { query: 'task', limit: 1 })).data).toMatchObject({ results: { length: 1 } })
})

test('search_docs answers a question before it lists pages', async () => {
  const { text, data } = await call('search_docs', { query: 'Which value lies below a fraction of the mass?' })
  const quantile = `${origin}/docs/uxhw-api/querying-uncertainty/quantile/`
  const said = 'UxHwDoubleQuantile gives the value below which a fraction of the mass lies.'
  expect((data as { answers: object[] }).answers[0]).toEqual({ title: 'Hardware API › Quantile', url: quantile, text: said })
  expect(text).toMatch(new RegExp(`^## What answers, word for word\\n\\n### Hardware API › Quantile\\n${quantile}\\n\\n${said}`))
})

test.each([
  '/docs/uxhw-api/querying-uncertainty/quantile/',
  '/docs/uxhw-api/querying-uncertainty/quantile',
  '/docs/uxhw-api/querying-uncertainty/quantile.md',
  'docs/uxhw-api/querying-uncertainty/quantile/index.html#example',
  'https://anywhere.example/docs/uxhw-api/querying-uncertainty/quantile/?x=1',
])('get_page reads %s', async (page) => {
  expect(await call('get_page', { page })).toMatchObject({ text: `# Quantile\n\n[Home](${origin}/)\n`, isError: false })
})
test('get_page reads an operation where the address points to one, and the home page', async () => {
  expect((await call('get_page', { page: '/docs/api/reference/#operation/getTask' })).text).toBe('# Get a task\n')
  expect((await call('get_page', { page: '/' })).text).toBe('# Home\n')
})
test('get_page names the nearest pages instead of one that is not there, and reads nothing but pages', async () => {
  expect(await call('get_page', { page: '/docs/quantile/' })).toMatchObject(
    refused(AGENT_REFUSALS.pageNotFound('/docs/quantile/', ['/docs/uxhw-api/querying-uncertainty/quantile/'])),
  )
  for (const page of ['/secret.txt', '/../postgres', '/..%2f..%2fetc/passwd', 'file:///etc/passwd', '/docs/\0', 'http://'])
    expect([page, (await call('get_page', { page })).isError]).toEqual([page, true])
})

test('get_operation describes an operation by its id or by method and path', async () => {
  const byId = await call('get_operation', { operation: 'getTask' })
  for (const part of ['`GET /tasks/{TaskID}`', '- `TaskID` (string, required)', '- `Task not found`', `curl ${origin}/tasks/tsk_`])
    expect(byId.text).toContain(part)
  for (const operation of ['GET /tasks/{TaskID}', 'get /tasks/{id}/', 'gettask']) expect(await call('get_operation', { operation })).toEqual(byId)
  const unknown = await call('get_operation', { operation: 'POST /tasks/cancel' })
  expect(unknown).toMatchObject({ isError: true, text: expect.stringMatching(/no operation 'POST \/tasks\/cancel'\. Nearest: .*cancelTask \(POST/) })
})

test('without the site, what needs it says so and the rest answers', async () => {
  rmSync(platform.config.docsFolder!, { recursive: true })
  for (const [name, args] of [
    ['search_docs', { query: 'x' }],
    ['get_page', { page: '/' }],
    ['run_example', { example: 'uxhw/hello' }],
  ] as const)
    expect(await call(name, args)).toMatchObject(refused(AGENT_REFUSALS.siteNotBuilt([])))
  expect((await call('get_operation', { operation: 'getTask' })).isError).toBe(false)
})

test.each([
  ['search_docs', undefined, /^Missing or malformed 'query' argument/],
  ['search_docs', { query: '' }, /^Missing or malformed 'query' argument/],
  ['search_docs', { query: 'x', limit: LIMITS.agents.results.max + 1 }, /^Missing or malformed 'limit' argument: .*20/],
  ['search_docs', { query: 'x', area: 'moon' }, /^Missing or malformed 'area' argument/],
  ['search_docs', { query: 'x', colour: 'red' }, /^Missing or malformed 'colour' argument/],
  ['get_page', { page: 7 }, /^Missing or malformed 'page' argument/],
  ['get_page', { page: 'x'.repeat(LIMITS.agents.addressCharacters + 1) }, /^Missing or malformed 'page' argument: .*500/],
  ['run_example', { source: 'print x' }, /^Name the 'example'/],
  ['paint', {}, /^There is no tool 'paint'\. Tools: search_docs, /],
])('%s with %j is refused with the argument and the limit', async (name, args, text) => {
  expect(await call(name, args)).toMatchObject(refused(expect.stringMatching(text) as never))
})

test('run_example lists the examples that run from their source', async () => {
  expect(await call('run_example')).toMatchObject({ text: '- uxhw/hello (C): Says hello.', isError: false })
})
test('run_example runs for the account of the key, and for nobody else', async () => {
  for (const key of [undefined, 'scce_00', 'Bearer x'])
    expect(await call('run_example', { example: 'uxhw/hello' }, key)).toMatchObject(refused(AGENT_REFUSALS.keyNeeded()))
  const account = await platform.account()
  const { text, isError, data } = await call('run_example', { example: 'uxhw/hello' }, account.key)
  expect([isError, text.split('\n')[0]]).toEqual([false, 'hello'])
  const { BuildID, TaskID } = data as RunExampleOutput
  expect((await platform.call('GET', `/tasks/${TaskID}`, { as: account })).json).toMatchObject({ Status: 'Completed', BuildID })
  expect((await platform.call('GET', `/tasks/${TaskID}`)).status).toBe(404)
})
test('an edited program runs, and its distributions come as figures', async () => {
  const ux = formatUx(uxValue(mixtureOf(Float64Array.of(0, 2), Float64Array.of(0.5, 0.5))), '1.0')
  const source = `print x = ${ux} m\ncomplain careful`
  const { text, data } = await call('run_example', { example: 'uxhw/hello', source }, platform.owner.key)
  expect(text).toMatch(
    /^x = 1\.0 m\n\nDistributions, in the order of the output:\n1\. 1\.0: mean 1, standard deviation 1, 2\.5 % .*\n\nStandard error:\ncareful/,
  )
  expect(data).toMatchObject({
    output: 'x = 1.0 m\n',
    values: [{ printed: '1.0', mean: 1, standardDeviation: 1, quantiles: { '0.5': expect.any(Number) } }],
  })
  expect(text).not.toContain('Ux0')
})
test('a program that does not build or does not complete is an error with what was said', async () => {
  const run = (source: string) => call('run_example', { example: 'uxhw/hello', source }, platform.owner.key)
  expect(await run('error')).toMatchObject(refused(AGENT_REFUSALS.doesNotBuild('main.c:1: error: no such thing\n')))
  expect(await run('print before\ncomplain why\nexit 3')).toMatchObject(
    refused(expect.stringMatching(/did not complete: .*exit code 3[\s\S]*It printed:\n\nbefore\n\nwhy/) as never),
  )
})
test('much output is cut, and says so', async () => {
  const { text, isError } = await call('run_example', { example: 'uxhw/hello', source: 'bytes 3000000' }, platform.owner.key)
  expect(isError).toBe(false)
  expect(text.length).toBeLessThan(LIMITS.agents.outputCharacters + 500)
  expect(text).toMatch(/… \(\d+ more characters\)|…/)
})
test('an example that reads files, and one that is not there, are refused', async () => {
  const { key } = platform.owner
  expect(await call('run_example', { example: 'cases/data' }, key)).toMatchObject(
    refused(AGENT_REFUSALS.exampleReadsFiles('cases/data', ['readings.csv'])),
  )
  const ids = EXAMPLES.map(({ id }) => id)
  expect(await call('run_example', { example: 'nothing' }, key)).toMatchObject(refused(AGENT_REFUSALS.exampleNotFound('nothing', ids)))
})
test('what the API refuses, the tool says in the API’s words', async () => {
  const source = `print ${'x'.repeat(50_000)}`
  const { key } = platform.owner
  expect((await call('run_example', { example: 'uxhw/hello', source: `${source}\0` }, key)).text).toBe("Missing or malformed 'Code' field")
})
test('when the agent goes, its run is cancelled', async () => {
  const account = await platform.account()
  const client = await newClient(account.key)
  const gone = new AbortController()
  const running = client.callTool({ name: 'run_example', arguments: { example: 'uxhw/hello', source: 'hold' } }, undefined, {
    signal: gone.signal,
  })
  running.catch(() => {})
  const statuses = async () =>
    ((await platform.call('GET', '/tasks', { as: account })).json.Tasks as { Status: string }[]).map(({ Status }) => Status)
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['In Progress'])
  gone.abort()
  await client.close()
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['Cancelled'])
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

test('there are no sessions: nothing to listen on, nothing to end, nothing remembered', async () => {
  for (const method of ['GET', 'DELETE']) {
    const reply = await fetch(`${origin}/mcp`, { method, headers: { accept: 'text/event-stream' } })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  }
  const reply = await post(ping)
  expect([reply.status, reply.headers.get('mcp-session-id'), await reply.json()]).toEqual([200, null, { jsonrpc: '2.0', id: 1, result: {} }])
})
test.each([
  ['no JSON', '{', 400, ERROR_EXAMPLES.malformedJson.message],
  ['nothing', '', 400, ERROR_EXAMPLES.emptyBody.message],
  ['a batch', [ping, ping], 400, "Missing or malformed 'method' field"],
  ['too much', JSON.stringify({ ...ping, params: { x: 'x'.repeat(LIMITS.agents.requestBytes) } }), 413, ERROR_EXAMPLES.bodyTooLarge.message],
])('%s is refused', async (_, body, status, message) => {
  const reply = await post(body)
  expect([reply.status, (await reply.json()).message]).toEqual([status, message])
})
test('the protocol’s own refusals pass through', async () => {
  expect((await post(ping, { accept: 'text/html' })).status).toBe(406)
  expect((await post(ping, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
  expect((await (await post({ ...ping, method: 'paint' })).json()).error.code).toBe(-32601)
})
test('an address that asks too often waits', async () => {
  const other = await openTestPlatform(server, { workers: 0 })
  const ask = () => other.call('POST', '/mcp', { as: null, body: ping, headers: { accept: 'application/json, text/event-stream' } })
  let answered = 0
  let reply = await ask()
  // Meanwhile some of the minute comes back, more of it on a slow machine.
  for (; reply.status === 200 && answered < 20 * LIMITS.agents.requestsPerMinute; reply = await ask()) answered++
  expect([reply.status, reply.headers['retry-after']]).toEqual([429, '1'])
  expect(answered).toBeGreaterThanOrEqual(LIMITS.agents.requestsPerMinute)
  await other.close()
})
