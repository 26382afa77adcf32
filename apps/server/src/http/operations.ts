// One route for each operation of the contract that is served: its schemas, its credential, and its handler as the feature that owns it wrote it.
import { Readable } from 'node:stream'
import {
  type BodyOf,
  errors,
  isAvailable,
  isRepeatable,
  isSpelled,
  LIMITS,
  type NumberSchema,
  OPERATION_IDS,
  type Operation,
  type OperationId,
  type Operations,
  operations,
  type Reply,
} from '@credence/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, type Credentials, type User } from '../credentials/credentials.ts'
import type { KeptAnswer, Repeats } from '../repeats/repeats.ts'
import { malformedParameter } from './errors.ts'
import { type AllHandlers, Answer, asJson, type Call, type ServedOperation, type UserOf } from './handler.ts'
import { readJson, requireIdentity } from './json-body.ts'
import { originOf } from './origin.ts'
import { rateLimitHeaders, type Taken } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that serves one. */
    readonly operation?: OperationId
  }
}

export interface OperationRules {
  readonly credentials: Credentials
  /** Keys of devices, for operations that take nothing else. */
  readonly things: Credentials
  /** Absent: the host that the request names. */
  readonly origin: string | undefined
  /** Where a browser goes that follows a link. */
  readonly linkOf: (operation: OperationId, request: FastifyRequest) => string | undefined
  readonly onUser: (user: User) => void
  /** Counts a request of this account. */
  readonly ask: (user: User) => Taken
  /** Of a submission that begins, once there is a place for it; what it gives is called at its end. @throws ApiError 503 */
  readonly admit: () => Promise<() => void>
  /** For requests with an Idempotency-Key. */
  readonly repeats: Repeats
}

export function addOperations(app: FastifyInstance, handlers: AllHandlers, rules: OperationRules): void {
  addBodyParsers(app)
  for (const id of OPERATION_IDS) if (isServed(id)) addOperation(app, id, handlers, rules)
}

const isServed = (id: OperationId): id is ServedOperation => isAvailable('operations', id)

function addOperation<Id extends ServedOperation>(app: FastifyInstance, id: Id, handlers: AllHandlers, rules: OperationRules): void {
  type Op = Operations[Id]
  const { method, path, query, body, bodyRequired, replies, credential, errors: own }: Operation = operations[id]
  const [success = '200'] = Object.keys(replies)
  const handler = handlers[id]
  const users = new WeakMap<FastifyRequest, User>()
  const readQuery = queryReader(id, query)
  app.route({
    method,
    url: routeOf(path),
    exposeHeadRoute: body === undefined, // a HEAD has none
    schema: { ...(query && { querystring: query }), ...(body && { body }), response: jsonReplies(replies) },
    config: { operation: id },
    onRequest: async (request, reply) => {
      if (!body) passOver(request)
      requireParameters(request)
      if (own.includes('overloaded')) {
        const leave = await rules.admit()
        reply.raw.once('close', leave)
        if (reply.raw.closed) leave() // whoever asked went away while it waited
      }
      if (credential === 'none') return
      const place = rules.linkOf(id, request)
      if (place !== undefined) return reply.code(302).header('location', place).send()
      reply.headers(OF_ONE_USER)
      const user = await authenticate(credential === 'thing' ? rules.things : rules.credentials, request.headers)
      if (credential === 'token' && user.session === undefined) throw errors.tokenRequired()
      const taken = rules.ask(user)
      reply.headers(rateLimitHeaders(taken))
      if (taken.waitSeconds > 0) throw errors.tooManyRequests(taken.waitSeconds)
      users.set(request, user)
      rules.onUser(user)
    },
    preValidation: async (request) => {
      request.query = readQuery(request.query as RawQuery)
      if (body && !bodyRequired) request.body ??= {}
    },
    handler: async (request, reply) => {
      // What the validator has let through has these types: it was made from the schemas that they follow from.
      const call: Call<Op> = {
        path: readPathParameters(request.params) as Call<Op>['path'],
        query: checkedQuery(id, request.query) as Call<Op>['query'],
        body: request.body as BodyOf<Op>,
        user: users.get(request) as UserOf<Op>,
        headers: request.headers,
        address: request.ip,
        origin: originOf(request, rules.origin),
        requestId: request.id,
        keep: () => {},
      }
      const key = request.headers['idempotency-key']
      const user = users.get(request)
      if (key !== undefined && user && isRepeatable(operations[id])) {
        const kept = await rules.repeats.once(user.userId, checkedKey(key), [id, call.path, call.query, call.body], async (keep) =>
          asKept(Number(success), await handler({ ...call, keep: (tx, made) => keep(tx, asKept(Number(success), made)) })),
        )
        return sendAnswer(reply, new Answer(kept.status, kept.headers, kept.body))
      }
      const result = await handler(call)
      if (!(result instanceof Answer)) return reply.code(Number(success)).send(result)
      return sendAnswer(reply, result)
    },
  })
}

/** What is answered to a key is nobody else's; caches know that of `Authorization`, and not of `X-API-Key` (RFC 9111, 3.5). Links in it name the host that was asked. */
const OF_ONE_USER = { 'cache-control': 'private, no-cache' }

/** @throws ApiError 400 */
function checkedKey(given: string | string[]): string {
  if (typeof given !== 'string' || given.length > LIMITS.request.idempotencyCharacters || !/^[\x21-\x7e]+$/.test(given))
    throw errors.malformedField('Idempotency-Key', `at most ${LIMITS.request.idempotencyCharacters} visible ASCII characters`)
  return given
}
function asKept(success: number, result: unknown): KeptAnswer {
  const { status, headers, body = '' } = result instanceof Answer ? result : asJson(result, success)
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw new TypeError('an answer that makes something is no stream')
  return { status, headers, body: typeof body === 'string' ? body : Buffer.from(body).toString() }
}

/** As the router writes it: `/tasks/:TaskID`; a `path` may hold slashes. */
export const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'path' ? '*' : `:${name}`))

function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status).headers(headers)
  // A serializer that hands the text on: the answer is JSON already, or no JSON at all.
  reply.serializer((payload: unknown) => payload as string)
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return reply.send(body ?? '')
  return reply.send(Readable.from(body, { objectMode: false }))
}

const jsonReplies = (replies: Readonly<Record<number, Reply>>) =>
  Object.fromEntries(Object.entries(replies).flatMap(([status, { schema, contentType }]) => (schema && !contentType ? [[status, schema]] : [])))

const parametersOf = (params: unknown): [string, string][] =>
  Object.entries(params as Readonly<Record<string, string>>).map(([name, value]) => [name === '*' ? 'path' : name, value])

/** @throws ApiError 400 naming the parameter that an empty segment leaves out, as in `/cores/` or `/builds//tasks` */
function requireParameters({ params }: FastifyRequest): void {
  for (const [name, value] of parametersOf(params)) if (value === '') throw errors.missingPathParameter(name)
}

/** @throws ApiError 400: PostgreSQL stores no null characters, so no id has one */
function readPathParameters(params: unknown): unknown {
  for (const [name, value] of parametersOf(params)) if (value.includes('\0')) throw errors.malformedField(name)
  return Object.fromEntries(parametersOf(params))
}

type RawQuery = Readonly<Record<string, unknown>>
/**
 * Parameters that an operation does not know are left out before anybody reads them: a list without `status` shares its code with lists that have one. A
 * boolean is read in any case, as clients write the words of their language; a number is spelled as `isSpelled` says, whatever the validator would take for one.
 * @throws ApiError 400, when a query is read
 */
function queryReader(id: OperationId, schema: Operation['query']): (given: RawQuery) => RawQuery {
  if (!schema) return (given) => given
  const { properties = {} } = schema as { properties?: Readonly<Record<string, NumberSchema>> }
  const read = (name: string, value: unknown): unknown => {
    if (isWord(name, value)) return value.toLowerCase()
    if (typeof value === 'string' && !isSpelled(properties[name]!, value)) throw malformedParameter(id, name)
    return value
  }
  const isWord = (name: string, value: unknown): value is string =>
    properties[name]?.type === 'boolean' && typeof value === 'string' && /^(true|false)$/i.test(value)
  return (given) =>
    Object.fromEntries(
      Object.entries(given)
        .filter(([name]) => Object.hasOwn(properties, name))
        .map(([name, value]) => [name, read(name, value)]),
    )
}

/** @throws ApiError 400: a null character, as in paths, or a number that is none any more, as `1e400`, which the validator takes for infinite and within bounds */
function checkedQuery(id: OperationId, query: unknown): unknown {
  for (const [name, given] of Object.entries((query ?? {}) as Readonly<Record<string, unknown>>))
    for (const value of [given].flat())
      if ((typeof value === 'string' && value.includes('\0')) || (typeof value === 'number' && !Number.isFinite(value)))
        throw malformedParameter(id, name)
  return query
}

/** What is sent to an operation that has no body is not read, so nothing is wrong with it; its time is bounded like that of any (`limitConnections`). */
function passOver(request: FastifyRequest): void {
  const { headers } = request
  if (BODY_HEADERS.every((name) => headers[name] === undefined)) return
  request.headers = { ...headers, ...Object.fromEntries(BODY_HEADERS.map((name) => [name, undefined])) }
}
/** By which the framework knows that there is a body. */
const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'] as const

/** Bodies are read for operations that have one; what other paths are sent is passed over. */
function addBodyParsers(app: FastifyInstance): void {
  const wantsBody = ({ routeOptions }: FastifyRequest): boolean => {
    const { operation } = routeOptions.config
    return operation !== undefined && 'body' in operations[operation]
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    if (!wantsBody(request)) return
    requireIdentity(request.headers)
    return readJson(bytes)
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    if (wantsBody(request) && text.trim() !== '') throw errors.unsupportedMediaType()
  })
}
