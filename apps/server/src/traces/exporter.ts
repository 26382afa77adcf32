// Sends spans to a collector of OpenTelemetry, some at a time: OTLP over HTTP, as JSON. What cannot be sent is dropped: nothing waits for it.
import type { Log } from '../log/log.ts'
import type { Span } from './spans.ts'

const EVERY_MS = 2000
const MOST_WAITING = 5000
const SEND_MS = 5000
/** SpanKind and StatusCode of OTLP. */
const KINDS = { server: 2, consumer: 5 } as const
const ERROR = 2

export interface Exporter {
  add(span: Span): void
  /** Sends what waits. */
  close(): Promise<void>
}

/** @param endpoint  as OTEL_EXPORTER_OTLP_ENDPOINT has it: `/v1/traces` is put behind it. @param process  its name */
export function openExporter({ endpoint, process, log }: { endpoint: string; process: string; log: Log }): Exporter {
  const address = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  let waiting: Span[] = []
  let dropped = 0
  let failing = false
  let sending: Promise<void> = Promise.resolve()

  const send = async (): Promise<void> => {
    if (waiting.length === 0) return
    const spans = waiting
    waiting = []
    try {
      const body = JSON.stringify(asRequest(process, spans))
      const reply = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(SEND_MS),
      })
      await reply.body?.cancel()
      if (!reply.ok) throw new Error(`the collector answers ${reply.status}`)
      failing = false
    } catch (cause) {
      dropped += spans.length
      if (!failing) log.warn({ event: 'traces.dropped', dropped, cause }, 'spans could not be sent')
      failing = true
    }
  }
  const timer = setInterval(() => {
    sending = sending.then(send)
  }, EVERY_MS)
  timer.unref()
  return {
    add(span) {
      if (waiting.length < MOST_WAITING) waiting.push(span)
      else dropped++
    },
    async close() {
      clearInterval(timer)
      await sending
      await send()
    },
  }
}

/** ExportTraceServiceRequest, in the JSON of Protocol Buffers but for ids, which are hexadecimal (OTLP 1.x, JSON Protobuf Encoding). */
function asRequest(process: string, spans: readonly Span[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'credence', 'service.instance.id': process }) },
        scopeSpans: [{ scope: { name: 'credence' }, spans: spans.map(asOtlp) }],
      },
    ],
  }
}
const asOtlp = ({ name, traceId, spanId, parentSpanId, kind, from, to, isError, attributes }: Span): object => ({
  traceId,
  spanId,
  ...(parentSpanId !== undefined && { parentSpanId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanoseconds(from),
  endTimeUnixNano: nanoseconds(to),
  attributes: attributesOf(attributes),
  ...(isError && { status: { code: ERROR } }),
})
const nanoseconds = (milliseconds: number): string => String(BigInt(Math.round(milliseconds * 1000)) * 1000n)
const attributesOf = (attributes: Readonly<Record<string, string | number>>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }))
