import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LogEvent } from '../log/log.ts'
import { openExporter } from './exporter.ts'
import { readTraceParent, type Span, tracedLog } from './spans.ts'

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const PARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01` // the example of W3C Trace Context, 3.2

describe('lines of the log', () => {
  let spans: Span[]
  let lines: string[]
  let at: number
  const say = (event: LogEvent, level: 'info' | 'warn' | 'error' = 'info') => log()[level](event, '')
  let traced: ReturnType<typeof tracedLog>
  const log = () => traced
  beforeEach(() => {
    ;[spans, lines, at] = [[], [], 1000]
    const plain = { info: note, warn: note, error: note }
    function note({ event }: LogEvent) {
      lines.push(event)
    }
    traced = tracedLog(
      plain,
      (span) => spans.push(span),
      () => at,
    )
  })
  const answered = { event: 'http.answered', method: 'GET', route: '/tasks/:TaskID', status: 200, milliseconds: 12.5, requestId: 'r' }

  test('of a request are a span in the trace of who asked', () => {
    say({ ...answered, traceparent: PARENT, taskId: 'tsk_1' })
    expect(spans).toEqual([
      {
        name: 'GET /tasks/:TaskID',
        traceId: CALLER.traceId,
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
        parentSpanId: CALLER.spanId,
        kind: 'server',
        from: 987.5,
        to: 1000,
        isError: false,
        attributes: {
          'http.request.method': 'GET',
          'http.route': '/tasks/:TaskID',
          'http.response.status_code': 200,
          'credence.request_id': 'r',
          'credence.task_id': 'tsk_1',
        },
      },
    ])
    expect(lines).toEqual(['http.answered'])
  })
  test('of a request without a trace begin one, and 500 is an error', () => {
    say({ ...answered, status: 500 })
    say(answered)
    expect(spans.map(({ isError }) => isError)).toEqual([true, false])
    expect(spans[0]!.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(spans[0]!.traceId).not.toBe(spans[1]!.traceId)
    expect(spans[0]).not.toHaveProperty('parentSpanId')
  })
  test('of all attempts at a task are one trace', () => {
    const id = `tsk_${'ab'.repeat(16)}`
    const attempt = (number: number) => ({ workerId: 'w', kind: 'task', id, attempt: number })
    say({ event: 'attempt.begun', ...attempt(1) })
    at = 1500
    say({ event: 'attempt.fenced', ...attempt(1) }, 'warn')
    say({ event: 'attempt.begun', ...attempt(2) })
    at = 1800
    say({ event: 'attempt.ended', ...attempt(2) })
    say({ event: 'attempt.ended', ...attempt(3) }) // its beginning was not seen
    expect(
      spans.map(({ name, traceId, from, to, isError, attributes }) => [name, traceId, from, to, isError, attributes['credence.attempt']]),
    ).toEqual([
      ['task attempt', 'ab'.repeat(16), 1000, 1500, true, 1],
      ['task attempt', 'ab'.repeat(16), 1500, 1800, false, 2],
    ])
  })
})
test.each([undefined, '', 'x', PARENT.toUpperCase(), PARENT.replace('00-', '01-'), `00-${'0'.repeat(32)}-${CALLER.spanId}-01`, `${PARENT}-x`])(
  'a traceparent of %s names no trace',
  (text) => expect(readTraceParent(text)).toBeUndefined(),
)

describe('a collector', () => {
  let server: Server
  let status: number
  let received: { url: string; type: string; body: unknown }[]
  let warned: LogEvent[]
  const log = { info() {}, warn: (event: LogEvent) => void warned.push(event), error() {} }
  const span: Span = { name: 'n', ...CALLER, kind: 'consumer', from: 1, to: 2.5, isError: true, attributes: { text: 'a', number: 3 } }
  beforeEach(async () => {
    ;[status, received, warned] = [200, [], []]
    server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      received.push({ url: request.url!, type: request.headers['content-type']!, body: JSON.parse(text) })
      response.writeHead(status).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const open = () => openExporter({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, process: 'platform', log })

  test('is sent spans as OTLP has them', async () => {
    const exporter = open()
    exporter.add(span)
    await exporter.close()
    expect(received).toEqual([
      {
        url: '/v1/traces',
        type: 'application/json',
        body: {
          resourceSpans: [
            {
              resource: {
                attributes: [
                  { key: 'service.name', value: { stringValue: 'credence' } },
                  { key: 'service.instance.id', value: { stringValue: 'platform' } },
                ],
              },
              scopeSpans: [
                {
                  scope: { name: 'credence' },
                  spans: [
                    {
                      ...CALLER,
                      name: 'n',
                      kind: 5,
                      startTimeUnixNano: '1000000',
                      endTimeUnixNano: '2500000',
                      attributes: [
                        { key: 'text', value: { stringValue: 'a' } },
                        { key: 'number', value: { intValue: '3' } },
                      ],
                      status: { code: 2 },
                    },
                  ],
                },
              ],
            },
          ],
        },
      },
    ])
  })
  test('that fails is told of once, and loses what it was sent', async () => {
    status = 503
    const exporter = open()
    exporter.add(span)
    await exporter.close()
    exporter.add(span)
    await exporter.close()
    expect(warned.map(({ event, dropped }) => [event, dropped])).toEqual([['traces.dropped', 1]])
  })
})
