// Every failure as an error of the catalogue: the contract's own pass, validation names its field, the rest tells the client nothing.
import { METHODS } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, errors, LIMITS, limitWords, type NumberSchema, type Operation, operations, wantedNumber } from '@credence/contract'
import type { FastifyRequest } from 'fastify'
import { DatabaseAway } from '../database/outage.ts'
import { isDiskFull } from '../disk/full.ts'
import { isUploading, rawAnswer } from './connections.ts'

interface Failure {
  readonly code?: string
  readonly statusCode?: number
  readonly severity?: string
  readonly validationContext?: string
  readonly validation?: readonly { readonly keyword: string; readonly instancePath: string; readonly params: Readonly<Record<string, unknown>> }[]
}

export function asApiError(cause: unknown, request: FastifyRequest): ApiError {
  if (cause instanceof ApiError) return cause
  if (cause instanceof DatabaseAway) return errors.databaseAway(cause)
  const failure = (typeof cause === 'object' && cause !== null ? cause : {}) as Failure
  if (failure.validation) return ofValidation(failure, request)
  const known = failure.code === undefined ? undefined : FRAMEWORK_ERRORS[failure.code]
  if (known) return known(request)
  if (failure.severity !== undefined) return errors.databaseFailed(cause) // what PostgreSQL refuses has one
  if (failure.statusCode !== undefined && failure.statusCode >= 400 && failure.statusCode < 500) return errors.malformedField('request')
  if (isDiskFull(cause)) return errors.objectsAway(cause)
  return errors.internal(cause)
}

function ofValidation({ validation = [], validationContext }: Failure, { body, routeOptions }: FastifyRequest): ApiError {
  if (validationContext === 'body' && (body === null || body === undefined)) return errors.emptyBody()
  const [fault] = validation
  const missing = fault?.keyword === 'required' ? fault.params['missingProperty'] : undefined
  const field = typeof missing === 'string' ? missing : innermost(fault?.instancePath ?? '')
  const own = validationContext === 'body' && field ? ownError(routeOptions.config.operation, field, body) : undefined
  if (own) return own
  if (validationContext !== 'querystring') return errors.malformedField(field || 'body', fault && limitWords(fault.keyword, fault.params['limit']))
  return field ? malformedParameter(routeOptions.config.operation, field) : errors.malformedField('query')
}

/** Of a query: a number's limits are named with it. */
export function malformedParameter(id: keyof typeof operations | undefined, name: string): ApiError {
  const query = id && (operations[id] as Operation).query
  const { properties = {} } = (query ?? {}) as { properties?: Readonly<Record<string, NumberSchema>> }
  return errors.malformedField(name, properties[name] && wantedNumber(properties[name]))
}

/** Of a field that is missing or empty, where the operation has an error for that. */
function ownError(id: keyof typeof operations | undefined, field: string, body: unknown): ApiError | undefined {
  const operation: Operation | undefined = id && operations[id]
  const name = operation?.missing?.[field]
  const value: unknown = (body as Readonly<Record<string, unknown>>)[field]
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return name && isEmpty ? errors[name]() : undefined
}

/** The name in a JSON pointer that is nearest to the fault: `LineNumber` of `/TraceVariables/0/LineNumber`, `status` of `/status/1`. */
function innermost(pointer: string): string | undefined {
  return pointer.split('/').findLast((name) => name !== '' && !/^\d+$/.test(name))
}

const FRAMEWORK_ERRORS: Readonly<Record<string, (request: FastifyRequest) => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (request) => errors.bodyTooLarge(request.routeOptions.bodyLimit ?? LIMITS.request.bodyBytes),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: errors.unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: errors.malformedJson,
  FST_ERR_BAD_URL: () => errors.malformedField('path'),
  FST_ERR_MAX_PARAM_LENGTH: errors.routeNotFound,
}

/**
 * What is not a whole HTTP request gets an answer of the same shape as everything else, and the connection ends.
 * @param methodsAt  the methods that a path has
 */
export function answerUnreadable(
  { code, rawPacket }: NodeJS.ErrnoException & { readonly rawPacket?: unknown },
  socket: Socket,
  methodsAt: (path: string) => string[],
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const unknown = code === 'HPE_INVALID_METHOD' && Buffer.isBuffer(rawPacket) ? ofUnknownMethod(rawPacket, methodsAt) : undefined
  socket.write(rawAnswer(unknown ?? UNREADABLE[code ?? '']?.(socket) ?? errors.malformedHttp()))
  socket.destroySoon() // the client may not be listening
}
/** Of a request whose method Node's parser does not have: what other methods are answered on its path. Undefined: no such line begins it. */
function ofUnknownMethod(packet: Buffer, methodsAt: (path: string) => string[]): ApiError | undefined {
  const [line = ''] = packet.toString('latin1').split('\n', 1)
  const [method = '', target = '', version = '', ...more] = line.replace(/\r$/, '').split(' ') // a pattern of the whole line would try each way to part it
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(method) || METHODS.includes(method)) return undefined
  if (!target.startsWith('/') || !/^HTTP\/1\.[01]$/.test(version) || more.length > 0) return undefined
  const [path = ''] = target.split('?', 1)
  if (!isReadable(path)) return errors.malformedField('path')
  const allowed = methodsAt(path.replace(/^\/{2,}/, '/'))
  return allowed.length > 0 ? errors.methodNotAllowed(allowed) : errors.routeNotFound()
}
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
const UNREADABLE: Readonly<Record<string, (socket: Socket) => ApiError>> = {
  HPE_HEADER_OVERFLOW: () => errors.headersTooLarge(LIMITS.request.headerBytes),
  ERR_HTTP_REQUEST_TIMEOUT: (socket) =>
    errors.requestTooSlow((isUploading(socket) ? LIMITS.request.milliseconds : LIMITS.request.headersMilliseconds) / 1000),
}
