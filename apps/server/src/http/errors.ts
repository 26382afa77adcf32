// Every failure as an error of the catalogue: the contract's own pass, validation names its field, the rest tells the client nothing.
import { METHODS } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  ApiError,
  choiceWords,
  errors,
  LIMITS,
  limitWords,
  type NumberSchema,
  type Operation,
  METHODS as OWN_METHODS,
  operations,
  wantedNumber,
  wordsOf,
} from '@credence/contract'
import type { FastifyRequest } from 'fastify'
import { DatabaseAway } from '../database/outage.ts'
import { isDiskFull } from '../disk/full.ts'
import { isUploading, rawAnswer } from './connections.ts'

interface Failure {
  readonly code?: string
  readonly statusCode?: number
  readonly severity?: string
  readonly validationContext?: string
  readonly validation?: readonly Fault[]
}
/** What a validator found. */
interface Fault {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
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
  if (validationContext !== 'querystring') return errors.malformedField(field || 'body', field && fault && wanted(field, fault))
  return field ? malformedParameter(routeOptions.config.operation, field) : errors.malformedField('query')
}

/** The text of these ends with the field: clients know it so. */
const BARE: readonly string[] = ['Class', 'Microarchitecture']

/** The limit, or the words to choose from. */
function wanted(field: string, { keyword, params }: Fault): string | undefined {
  if (BARE.includes(field)) return undefined
  if (keyword === 'enum') return choiceWords(params['allowedValues'] as readonly string[])
  const words = keyword === 'pattern' ? wordsOf(params['pattern'] as string) : undefined
  return words ? choiceWords(words) : limitWords(keyword, params['limit'])
}

interface ParameterSchema extends NumberSchema {
  readonly enum?: readonly string[]
  readonly items?: ParameterSchema
}
/** Of a query: what it takes is named with it. */
export function malformedParameter(id: keyof typeof operations | undefined, name: string): ApiError {
  const query = id && (operations[id] as Operation).query
  const { properties = {} } = (query ?? {}) as { properties?: Readonly<Record<string, ParameterSchema>> }
  return errors.malformedField(name, properties[name] && wantedParameter(properties[name]))
}
function wantedParameter(schema: ParameterSchema): string | undefined {
  const words = schema.enum ?? schema.items?.enum
  if (words) return choiceWords(words)
  return schema.type === 'boolean' ? 'true or false' : wantedNumber(schema)
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

/**
 * This is no proxy: a request for a tunnel (RFC 9110, 9.3.6) is told what there is instead.
 * @param target  `host:port`, or a path, which is answered like other methods that it does not have
 */
export function refuseTunnel(target: string, socket: Duplex, methodsAt: (path: string) => string[]): void {
  socket.on('error', () => {}) // of a client that is gone; Node has let go of the connection
  socket.resume() // what is left unread would turn the end into a reset, which takes the answer away
  const error = target.startsWith('/') ? refusalAt(target, methodsAt) : errors.methodNotAllowed(OWN_METHODS)
  socket.end(rawAnswer(error), () => socket.destroy())
}

/** Of a request whose method Node's parser does not have: what other methods are answered on its path. Undefined: no such line begins it. */
function ofUnknownMethod(packet: Buffer, methodsAt: (path: string) => string[]): ApiError | undefined {
  const [line = ''] = packet.toString('latin1').split('\n', 1)
  const [method = '', target = '', version = '', ...more] = line.replace(/\r$/, '').split(' ') // a pattern of the whole line would try each way to part it
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(method) || METHODS.includes(method)) return undefined
  if (!target.startsWith('/') || !/^HTTP\/1\.[01]$/.test(version) || more.length > 0) return undefined
  return refusalAt(target, methodsAt)
}
/** What other methods the path has. */
function refusalAt(target: string, methodsAt: (path: string) => string[]): ApiError {
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
