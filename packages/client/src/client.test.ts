import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Status } from '@credence/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError, type Client, createClient, NetworkError } from './index.ts'

const BUILD = `bld_${'0'.repeat(32)}`
const TASK = `tsk_${'0'.repeat(32)}`

interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
let received: Received[]
let answer: (request: Received, response: ServerResponse) => void
let server: Server
let client: Client
let host: string

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req-1' }).end(JSON.stringify(body))

beforeEach(async () => {
  received = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const each = { method: request.method!, url: request.url!, headers: request.headers, body }
    received.push(each)
    answer(each, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createClient({ host: `${host}/`, credential: 'scce_key' })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

describe('a request', () => {
  test('carries path, query, body and credential', async () => {
    answer = (_, response) => json(response, 202, { BuildID: BUILD })
    const created = await client.builds.create({ Code: 'int main(){}', Language: 'C' }, { DiscoverVariables: true })
    expect(created).toEqual({ BuildID: BUILD })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ method: 'POST', url: '/sourcecode/builds?DiscoverVariables=true' })
    expect(received[0]!.headers).toMatchObject({ authorization: 'scce_key', 'content-type': 'application/json' })
    expect(JSON.parse(received[0]!.body)).toEqual({ Code: 'int main(){}', Language: 'C' })
  })
  test('without a body sends none, and no content type', async () => {
    answer = (_, response) => json(response, 202, { TaskID: TASK })
    await client.tasks.create(BUILD)
    expect(received[0]).toMatchObject({ url: `/builds/${BUILD}/tasks`, body: '' })
    expect(received[0]!.headers['content-type']).toBeUndefined()
  })
  test('encodes what it puts in the path', async () => {
    answer = (_, response) => json(response, 404, { error: 'Not Found', message: 'Task not found' })
    await expect(client.tasks.get('a/b?c')).rejects.toThrow('Task not found')
    expect(received[0]!.url).toBe('/tasks/a%2Fb%3Fc')
  })
  test('without an id fails before it is sent', async () => {
    await expect(client.tasks.get('')).rejects.toThrow('the path /tasks/{TaskID} needs TaskID')
    expect(received).toHaveLength(0)
  })
  test('with a body on GET is refused, since fetch cannot send it', async () => {
    await expect(client.request('getSamples', { body: { payload: '1' } })).rejects.toThrow(TypeError)
  })
  test('repeats a query parameter that has several values', async () => {
    answer = (_, response) => json(response, 200, { UserID: 'usr_', Count: 0, Tasks: [] })
    for await (const _ of client.tasks.list({ status: ['Completed', 'Stopped'], from: '2026-01-02T00:00:00Z' })) expect.unreachable()
    expect(received[0]!.url).toBe('/tasks?status=Completed&status=Stopped&from=2026-01-02T00%3A00%3A00Z')
  })
})

describe('an answer', () => {
  test('without a body is undefined', async () => {
    answer = (_, response) => response.writeHead(204).end()
    expect(await client.builds.delete(BUILD)).toBeUndefined()
  })
  test('of text comes unchanged, also when it looks like JSON', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('{"a": 1}\n')
    expect(await client.tasks.output(TASK)).toBe('{"a": 1}\n')
  })
  test('of the output of a task says whether it is all', async () => {
    for (const [header, isComplete] of [
      ['false', false],
      ['true', true],
    ] as const) {
      answer = (_, response) => response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'credence-complete': header }).end('')
      expect(await client.tasks.outputSoFar(TASK)).toEqual({ text: '', isComplete })
    }
  })
  test('that redirects is followed', async () => {
    answer = (request, response) =>
      request.url.startsWith('/objects/')
        ? response.writeHead(200, { 'content-type': 'text/plain' }).end('large')
        : response.writeHead(302, { location: '/objects/large' }).end()
    expect(await client.tasks.output(TASK, 'Stderr')).toBe('large')
  })
  test('of an error has status, message and request id', async () => {
    answer = (_, response) => json(response, 409, { error: 'Conflict', message: 'The task has already terminated' })
    const error = await client.tasks.cancel(TASK).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 409, name: 'Conflict', message: 'The task has already terminated', requestId: 'req-1' })
  })
  test('of an error that is not ours is named by who gave it and its status', async () => {
    answer = (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    await expect(client.users.me()).rejects.toMatchObject({
      status: 502,
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ answers 502 Bad Gateway, and not as a Credence platform does$/),
    })
  })
})

describe('put off with 503 and Retry-After', () => {
  const putOff = (response: ServerResponse, seconds: number) =>
    response
      .writeHead(503, { 'content-type': 'application/json', 'retry-after': String(seconds) })
      .end('{"error":"Service Unavailable","message":"later"}')
  test('a GET is asked again after those seconds', async () => {
    answer = (_, response) => (received.length < 3 ? putOff(response, 0.05) : json(response, 200, { fine: true }))
    expect(await client.health.all()).toEqual({ fine: true })
    expect(received).toHaveLength(3)
  })
  test('a POST is not repeated, and a GET not for ever, nor after a long time', async () => {
    answer = (_, response) => putOff(response, 0.01)
    await expect(client.tasks.create(BUILD)).rejects.toMatchObject({ status: 503, message: 'later' })
    expect(received).toHaveLength(1)
    await expect(client.health.all()).rejects.toMatchObject({ status: 503 })
    expect(received).toHaveLength(7)
    answer = (_, response) => putOff(response, 3600)
    await expect(client.health.all()).rejects.toMatchObject({ status: 503 })
    expect(received).toHaveLength(8)
  })
})

describe('without an answer', () => {
  test('a GET is tried once more', async () => {
    answer = (request, response) => (received.length === 1 ? response.destroy() : json(response, 200, { url: request.url }))
    expect(await client.health.all()).toEqual({ url: '/health' })
    expect(received).toHaveLength(2)
  })
  test('a GET is tried only once more', async () => {
    answer = (_, response) => response.destroy()
    await expect(client.health.all()).rejects.toThrow(NetworkError)
    expect(received).toHaveLength(2)
  })
  test('a POST is not repeated', async () => {
    answer = (_, response) => response.destroy()
    await expect(client.tasks.create(BUILD)).rejects.toThrow(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached: /)
    expect(received).toHaveLength(1)
  })
  test('the error names host and limit', async () => {
    answer = () => {}
    const hasty = createClient({ host, requestMilliseconds: 50 })
    await expect(hasty.tasks.create(BUILD)).rejects.toThrow(`${host} did not answer within 0.05 s`)
  })
})

test('a list asks for the next page when the one before is used up', async () => {
  const sizes: Record<string, string[]> = { '/builds': ['a', 'b'], '/builds?startKey=b': ['c'] }
  answer = ({ url }, response) => {
    const Builds = sizes[url]!.map((BuildID) => ({ BuildID }))
    json(response, 200, { UserID: 'usr_', Builds, Count: Builds.length, ...(url === '/builds' && { ContinuationKey: 'b' }) })
  }
  const seen: string[] = []
  for await (const build of client.builds.list()) {
    seen.push(build.BuildID)
    if (seen.length === 2) expect(received).toHaveLength(1)
  }
  expect(seen).toEqual(['a', 'b', 'c'])
})

describe('waiting', () => {
  test('ends with the final status and tells each on the way once', async () => {
    const statuses: Status[] = ['Accepted', 'Accepted', 'In Progress', 'Stopped']
    answer = (_, response) => json(response, 200, { BuildID: BUILD, Status: statuses[received.length - 1] })
    const seen: Status[] = []
    const build = await client.builds.wait(BUILD, { onStatus: (status) => seen.push(status) })
    expect(build.Status).toBe('Stopped')
    expect(seen).toEqual(['Accepted', 'In Progress', 'Stopped'])
    expect(received).toHaveLength(4)
  })
  test('ends when its signal says so', async () => {
    const controller = new AbortController()
    answer = (_, response) => {
      json(response, 200, { TaskID: TASK, Status: 'In Progress' })
      setImmediate(() => controller.abort(new Error('enough')))
    }
    await expect(client.tasks.wait(TASK, { signal: controller.signal })).rejects.toThrow('enough')
  })
})

test('samples are numbers, also those that JSON has no number for', async () => {
  answer = (_, response) => json(response, 200, { Samples: [1.5, 'NaN', 'Infinity', '-Infinity'], Count: 4 })
  expect(await client.samples.draw('0.5Ux04', 4)).toEqual([1.5, Number.NaN, Infinity, -Infinity])
})
test('links are fetched without the credential', async () => {
  answer = ({ url }, response) =>
    url.startsWith('/plot')
      ? json(response, 201, { plotID: 'p', presignedURL: `${host}/objects/p.png?signature=s` })
      : response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50]))
  expect([...(await client.plots.png('0.5Ux04', { xAxisLabel: 'Rate' }))]).toEqual([0x89, 0x50])
  expect(received.map((each) => [each.method, each.url])).toEqual([
    ['POST', '/plot?xAxisLabel=Rate'],
    ['GET', '/objects/p.png?signature=s'],
  ])
  expect(received[1]!.headers.authorization).toBeUndefined()
})
