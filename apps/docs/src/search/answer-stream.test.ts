import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnswerSource } from '@credence/contract'
import { afterEach, expect, test } from 'vitest'
import { partOf, streamAnswer } from './answer-stream.ts'

let server: Server | undefined
afterEach(() => void server?.close())
const serve = async (chunks: readonly string[], status = 200): Promise<{ url: string; bodies: unknown[] }> => {
  const bodies: unknown[] = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(JSON.parse(body))
    response.writeHead(status, { 'content-type': 'text/event-stream' })
    for (const chunk of chunks) response.write(chunk)
    response.end()
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs-ai/chat`, bodies }
}
const readAnswer = async (url: string) => {
  const read = { text: '', sources: [] as AnswerSource[] }
  await streamAnswer(url, 'why?', new AbortController().signal, {
    onText: (piece) => {
      read.text += piece
    },
    onSource: ({ sourceId, url, title }) => void read.sources.push({ sourceId, url, title }),
  })
  return read
}
const answerOf = async (url: string) => (await readAnswer(url)).text

test('the pieces of text arrive in order, wherever the stream is cut', async () => {
  const { url, bodies } = await serve([
    'data: {"type":"start"}\n\nda',
    'ta: {"type":"text-delta","id":"1","delta":"Numb"}\n',
    '\ndata: {"type":"text-delta","id":"1","delta":"ers"}\r\n\r\n: comment\n\ndata: [DONE]\n\n',
  ])
  expect(await answerOf(url)).toBe('Numbers')
  expect(bodies).toEqual([
    expect.objectContaining({
      trigger: 'submit-message',
      messages: [expect.objectContaining({ role: 'user', parts: [{ type: 'text', text: 'why?' }] })],
    }),
  ])
})
test('sources arrive with their number, address and title', async () => {
  const source = { sourceId: '1', url: '/docs/#a', title: 'Docs' }
  const { url } = await serve([`data: ${JSON.stringify({ type: 'source-url', ...source })}\n\n`])
  expect((await readAnswer(url)).sources).toEqual([source])
})
test('an error in the stream is an error', async () => {
  const { url } = await serve(['data: {"type":"error","errorText":"the model is away"}\n\n'])
  await expect(answerOf(url)).rejects.toThrow('the model is away')
})
test('a refusal is an error', async () => {
  const { url } = await serve([], 503)
  await expect(answerOf(url)).rejects.toThrow('503')
})
test('comments, the end mark and broken JSON are no parts', () => {
  expect([partOf(': hello'), partOf('data: [DONE]'), partOf('data: {broken')]).toEqual([undefined, undefined, undefined])
})
