// Spans from the lines of the log: a request is the line that answers it, an attempt is what lies between the line of its beginning and that of its end.
// All attempts at a build or task are one trace, whose id is the 32 digits of its own id; a request belongs to the trace that its `traceparent` names
// (W3C Trace Context), or begins one.
import { randomBytes } from 'node:crypto'
import { withoutPrefix } from '@credence/contract'
import type { Log, LogEvent } from '../log/log.ts'

export interface Span {
  readonly name: string
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly kind: 'server' | 'consumer'
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
  readonly isError: boolean
  readonly attributes: Readonly<Record<string, string | number>>
}

/** What is under way and never ended, as of a worker that was fenced without a word, is forgotten in the order in which it began. */
const MOST_OPEN = 1000

export function tracedLog(log: Log, onSpan: (span: Span) => void, now: () => number = Date.now): Log {
  const begun = new Map<string, number>()
  const newId = (): string => randomBytes(8).toString('hex')
  const read = (event: LogEvent): void => {
    if (event.event === 'http.answered') onSpan(requestSpan(event, now(), newId()))
    if (!/^attempt\.(begun|ended|fenced|failed)$/.test(event.event)) return
    const key = `${String(event['id'])} ${String(event['attempt'])}`
    if (event.event === 'attempt.begun') {
      begun.set(key, now())
      if (begun.size > MOST_OPEN) begun.delete(begun.keys().next().value!)
      return
    }
    const from = begun.get(key)
    begun.delete(key)
    if (from !== undefined) onSpan(attemptSpan(event, from, now(), newId()))
  }
  const reading =
    (level: keyof Log): Log[keyof Log] =>
    (event, sentence) => {
      read(event)
      log[level](event, sentence)
    }
  return { info: reading('info'), warn: reading('warn'), error: reading('error') }
}

function requestSpan({ method, route, status, milliseconds, requestId, traceparent, taskId, buildId }: LogEvent, to: number, spanId: string): Span {
  const caller = readTraceParent(traceparent)
  return {
    name: `${String(method)} ${String(route)}`,
    traceId: caller?.traceId ?? randomBytes(16).toString('hex'),
    spanId,
    ...(caller && { parentSpanId: caller.spanId }),
    kind: 'server',
    from: to - Number(milliseconds),
    to,
    isError: Number(status) >= 500,
    attributes: {
      'http.request.method': String(method),
      'http.route': String(route),
      'http.response.status_code': Number(status),
      'credence.request_id': String(requestId),
      ...(taskId !== undefined && { 'credence.task_id': String(taskId) }),
      ...(buildId !== undefined && { 'credence.build_id': String(buildId) }),
    },
  }
}

function attemptSpan({ event, kind, id, attempt, workerId, requestId }: LogEvent, from: number, to: number, spanId: string): Span {
  return {
    name: `${String(kind)} attempt`,
    traceId: withoutPrefix(String(id)),
    spanId,
    kind: 'consumer',
    from,
    to,
    isError: event !== 'attempt.ended',
    attributes: {
      [`credence.${String(kind)}_id`]: String(id),
      'credence.attempt': Number(attempt),
      'credence.worker_id': String(workerId),
      'credence.outcome': event.replace('attempt.', ''),
      ...(requestId !== undefined && { 'credence.request_id': String(requestId) }),
    },
  }
}

/** Version 00 (W3C Trace Context, 3.2); ids of zeros are none. */
export function readTraceParent(text: unknown): { traceId: string; spanId: string } | undefined {
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(typeof text === 'string' ? text : '') ?? []
  return traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId) ? undefined : { traceId, spanId }
}
