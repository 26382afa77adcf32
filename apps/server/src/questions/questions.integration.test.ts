// The question mode against a model that the test plays: what it is asked, what streams back, and what happens when it fails.
import type { AddressInfo } from 'node:net'
import { ANSWER_ERRORS, type AnswerPart, ERROR_EXAMPLES, LIMITS, NOTHING_SAID } from '@credence/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestModel, type TestModel } from '../testing/model.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { writeSite } from '../testing/site.ts'

const KEY = 'sk-secret'
const CANCEL = { sourceId: '1', url: '/docs/api/guides/tasks/#cancel', title: 'Compute Engine API › Tasks › Cancel a task' }
let server: TestDatabase
let model: TestModel
let platform: TestPlatform
let origin: string
beforeAll(async () => {
  server = await openTestDatabase()
  model = await openTestModel()
})
afterAll(async () => {
  await model.close()
  await server.close()
})
// A platform of its own for each test: the limit of questions is kept in memory.
beforeEach(async () => {
  platform = await openTestPlatform(server, {
    workers: 0,
    env: { CREDENCE_ASK_URL: model.url, CREDENCE_ASK_MODEL: 'small', CREDENCE_ASK_KEY: KEY },
  })
  writeSite(platform.config.docsFolder!)
  await platform.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(platform.app.server.address() as AddressInfo).port}`
  model.asked.length = 0
})
afterEach(() => platform.close())

const message = (text: string, role = 'user') => ({ id: 'm', role, parts: [{ type: 'text', text }] })
const post = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${origin}/docs-ai/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  })
const ask = (text: string, headers?: Record<string, string>) => post({ id: 'c', messages: [message(text)], trigger: 'submit-message' }, headers)

async function partsOf(reply: Response): Promise<{ parts: AnswerPart[]; text: string; raw: string }> {
  const raw = await reply.text()
  const events = raw.split('\n\n').filter(Boolean)
  expect([reply.status, raw, events.at(-1)]).toEqual([200, raw, 'data: [DONE]'])
  const parts = events.slice(0, -1).map((event): AnswerPart => JSON.parse(event.slice('data: '.length)))
  return { parts, raw, text: parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('') }
}

test('a question is answered from the passages that were found, and cites none but them', async () => {
  model.script = ['Cancelling sends', ' a signal [1', ']; see [99] or https://evil.example/.']
  const reply = await ask('How do I cancel a task?')
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-vercel-ai-ui-message-stream': 'v1',
    'cache-control': 'no-store',
  })
  const { parts, text, raw } = await partsOf(reply)
  expect(text).toBe('Cancelling sends a signal [1]; see or ')
  expect(parts.map(({ type }) => type).filter((type, place, all) => type !== all[place - 1])).toEqual([
    'start',
    'tool-input-available',
    'tool-output-available',
    'text-start',
    'text-delta',
    'text-end',
    'source-url',
    'finish',
  ])
  expect(parts.filter(({ type }) => type === 'source-url')).toEqual([{ type: 'source-url', ...CANCEL }])
  expect(raw).not.toContain(KEY)

  const [{ headers, body }] = model.asked as [TestModel['asked'][0]]
  expect(headers.authorization).toBe(`Bearer ${KEY}`)
  expect(body).toMatchObject({ model: 'small', stream: true, messages: [{ role: 'system' }, { role: 'user' }] })
  expect(body.messages[1]?.content).toContain('[1] Compute Engine API › Tasks › Cancel a task\nCancelling sends a signal. The answer is 202.')
  expect(body.messages[1]?.content).toMatch(/Question: How do I cancel a task\?$/)
  expect(body.messages[0]?.content).not.toContain('cancel')
})
test('an answer that cites nothing rests on all that it was given', async () => {
  model.script = ['Send a signal.']
  const { parts } = await partsOf(await ask('How do I cancel a task?'))
  const found = parts.find((part) => part.type === 'tool-output-available')
  const sources = parts.flatMap((part) => (part.type === 'source-url' ? [part] : []))
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.map(({ type: _, ...source }) => source)).toEqual(found?.output.results)
})
test('what no page speaks of is not asked of the model', async () => {
  const { text, parts } = await partsOf(await ask('zebra crossing'))
  expect([text, parts.some(({ type }) => type === 'source-url'), model.asked.length]).toEqual([NOTHING_SAID, false, 0])
})
test('an answer that never ends is cut at its limit', async () => {
  model.script = Array.from({ length: 30 }, () => 'word '.repeat(100))
  const { text } = await partsOf(await ask('cancel a task'))
  expect(text.length).toBe(LIMITS.questions.answerCharacters)
})

test.each([401, 429, 500, 307])('a model that answers %i is not reachable, and its words stay here', async (status) => {
  model.script = [status]
  const reply = await ask('cancel a task')
  const text = await reply.text()
  expect([reply.status, JSON.parse(text)]).toEqual([503, ERROR_EXAMPLES.modelUnavailable.toJSON()])
  expect(text).not.toContain('sk-')
})
test('a model that breaks off leaves an error in the stream', async () => {
  model.script = ['Half an ', null]
  const { parts } = await partsOf(await ask('cancel a task'))
  expect(parts.at(-1)).toEqual({ type: 'error', errorText: ANSWER_ERRORS.interrupted })
})
test('when the reader goes, the model is let go', async () => {
  model.script = ['One moment ', 'hang']
  const { left } = model
  const gone = new AbortController()
  const reply = await post({ messages: [message('cancel a task')] }, {}, gone.signal)
  expect(reply.status).toBe(200)
  gone.abort()
  await expect.poll(() => model.left, { timeout: 60_000 }).toBe(left + 1)
})

test.each([
  ['nothing', '', 400, ERROR_EXAMPLES.emptyBody.message],
  ['no JSON', '{', 400, ERROR_EXAMPLES.malformedJson.message],
  ['no messages', {}, 400, "Missing or malformed 'messages' field"],
  ['an empty list', { messages: [] }, 400, "Missing or malformed 'messages' field"],
  ['an empty question', { messages: [message(' ')] }, 400, "Missing or malformed 'messages' field"],
  [
    'a question that is too long',
    { messages: [message('x'.repeat(LIMITS.questions.questionCharacters + 1))] },
    400,
    "Missing or malformed 'messages' field",
  ],
  ['a last message of the model', { messages: [message('a'), message('b', 'assistant')] }, 400, "Missing or malformed 'messages' field"],
  ['too much', { messages: [message('x'.repeat(LIMITS.questions.requestBytes))] }, 413, ERROR_EXAMPLES.bodyTooLarge.message],
])('%s is refused', async (_, body, status, text) => {
  const reply = await post(body)
  expect([reply.status, (await reply.json()).message, model.asked.length]).toEqual([status, text, 0])
})
test('other sites may not have their readers ask', async () => {
  model.script = ['x']
  const statusFor = async (from: string) => (await ask('cancel a task', { origin: from })).status
  expect([await statusFor('https://elsewhere.example'), await statusFor('null'), await statusFor(origin)]).toEqual([403, 403, 200])
})
test('who asks too often waits', async () => {
  model.script = ['x']
  const statuses: number[] = []
  // Meanwhile some of the minute comes back, more of it on a slow machine.
  while (statuses.at(-1) !== 429 && statuses.length < 10 * LIMITS.questions.perMinute) statuses.push((await ask('zebra')).status)
  expect(statuses.slice(0, LIMITS.questions.perMinute)).toEqual(Array.from({ length: LIMITS.questions.perMinute }, () => 200))
  expect(statuses.at(-1)).toBe(429)
})
test('without a model there are no answers, and the text says what there is instead', async () => {
  const plain = await openTestPlatform(server, { workers: 0 })
  writeSite(plain.config.docsFolder!)
  const { status, json } = await plain.call('POST', '/docs-ai/chat', { as: null, body: { messages: [message('cancel a task')] } })
  expect([status, json]).toEqual([404, ERROR_EXAMPLES.questionsOff.toJSON()])
  await plain.close()
})
