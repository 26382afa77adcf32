// The HTTP application: one route per operation of the contract that has a handler, the signed links, the sites, and what all answers share.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { COMPLETE_HEADER, COMPONENTS, errors, LIMITS, type OperationId, openapi, operations, type Reply } from '@credence/contract'
import AjvCompiler from '@fastify/ajv-compiler'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifySchemaCompiler } from 'fastify'
import { type AgentDeps, agentRoutes } from '../agents/routes.ts'
import { fetchWithin } from '../agents/within.ts'
import { authenticate } from '../credentials/credentials.ts'
import type { KnownKeys } from '../keys/known-keys.ts'
import type { Log } from '../log/log.ts'
import { OBJECTS_PATH } from '../objects/file-store.ts'
import { type LinkTarget, linkRoutes } from '../objects/routes.ts'
import { type QuestionDeps, questionRoutes } from '../questions/routes.ts'
import type { Sites } from '../sites/sites.ts'
import type { AccessCounter } from '../users/accesses.ts'
import type { User } from '../users/queries.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'
import { answerUnreadable, asApiError } from './errors.ts'
import { Answer, type Call, type Handler } from './handler.ts'
import { readJson } from './json-body.ts'
import { originOf } from './origin.ts'
import { missingParameter, notFound } from './paths.ts'

export interface AppOptions {
  readonly keys: Pick<KnownKeys, 'userOf'>
  readonly log: Log
  readonly handlers: Partial<Record<OperationId, unknown>>
  readonly links: LinkTarget
  readonly sites: Sites
  readonly accesses: AccessCounter
  readonly agents: Pick<AgentDeps, 'database' | 'objects' | 'contents' | 'preparing'>
  readonly questions: Pick<QuestionDeps, 'contents' | 'model'>
  /** Absent: the host that the request names. */
  readonly origin: string | undefined
  readonly connections: Pick<ConnectionLimits, 'total' | 'perAddress'>
  /** Addresses and networks whose X-Forwarded-… headers are believed. */
  readonly trustedProxies: readonly string[]
}

/** How often Node looks for requests that are too slow; by itself every 30 s. */
const TIMEOUTS_CHECKED_MS = 2000

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `x-request-id, etag, retry-after, location, content-range, ${COMPLETE_HEADER.toLowerCase()}`,
}
/** Of every answer that says nothing else: it is data, and no document of this address. */
const GUARDS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, X-API-Key, If-None-Match, Range, X-Request-Id, Mcp-Protocol-Version',
  'access-control-max-age': '86400',
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { log } = options
  const app: FastifyInstance = Fastify({
    bodyLimit: LIMITS.request.bodyBytes,
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && /^[\w\-=]{1,255}$/.test(given) ? given : randomUUID()
    },
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/{2,}/, '/'),
    routerOptions: { maxParamLength: 4096 },
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: buildValidator as never } },
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    requestTimeout: LIMITS.request.milliseconds,
    connectionTimeout: LIMITS.request.silenceMilliseconds,
    http: {
      maxHeaderSize: LIMITS.request.headerBytes,
      headersTimeout: LIMITS.request.headersMilliseconds,
      connectionsCheckingInterval: TIMEOUTS_CHECKED_MS,
    },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, log),
  })
  limitConnections(app.server, {
    ...options.connections,
    bodyMilliseconds: LIMITS.request.bodyMilliseconds,
    trustedProxies: options.trustedProxies,
    isUpload: ({ method, url }) => method === 'PUT' && url?.startsWith(OBJECTS_PATH) === true,
  })
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true }) // GET /samples has a body
  for (const schema of COMPONENTS.values()) app.addSchema(schema)
  addBodyParsers(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, ...CORS, ...GUARDS })
    if (request.method === 'OPTIONS') return reply.code(204).headers(PREFLIGHT).send()
    const parameter = missingParameter(request.method, request.url)
    if (parameter !== undefined) throw errors.missingPathParameter(parameter)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, id: requestId, routeOptions } = request
    log.info(
      {
        event: 'http.answered',
        requestId,
        method,
        route: routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered a request',
    )
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, log))
  app.setNotFoundHandler((request, reply) => notFound(request, reply, options.sites))
  for (const [id, handler] of Object.entries(options.handlers))
    addOperation(app, id as OperationId, handler as Handler<(typeof operations)[OperationId]>, options)
  app.get('/openapi.json', async (request, reply) => {
    if (options.origin === undefined) reply.header('vary', 'host')
    return openapi({ host: originOf(request, options.origin) })
  })
  await app.register(linkRoutes, options.links)
  await app.register(agentRoutes, { ...options.agents, keys: options.keys, log, origin: options.origin, fetch: fetchWithin(app) })
  await app.register(questionRoutes, { ...options.questions, log, origin: options.origin })
  await app.ready()
  return app
}

function addOperation(
  app: FastifyInstance,
  id: OperationId,
  handler: Handler<(typeof operations)[OperationId]>,
  { keys, origin, accesses }: AppOptions,
): void {
  const operation = operations[id]
  const [success = '200'] = Object.keys(operation.replies)
  const query = 'query' in operation ? { querystring: operation.query } : {}
  const body = 'body' in operation ? { body: operation.body } : {}
  const users = new WeakMap<FastifyRequest, User>()
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: !('body' in operation), // a HEAD has none
    schema: { ...query, ...body, response: jsonReplies(operation.replies as Readonly<Record<number, Reply>>) },
    config: { operation: id },
    onRequest: async (request) => {
      if (operation.credential === 'none') return
      const user = await authenticate(keys, request.headers)
      users.set(request, user)
      accesses.count(user.userId)
    },
    preValidation: async (request) => {
      if ('body' in operation && !operation.bodyRequired) request.body ??= {}
    },
    handler: async (request, reply) => {
      const call = {
        path: readPathParameters(request.params as Record<string, string>),
        query: request.query,
        body: request.body,
        user: users.get(request),
        headers: request.headers,
        origin: originOf(request, origin),
      } as unknown as Call<(typeof operations)[OperationId]>
      const result = await handler(call)
      if (!(result instanceof Answer)) return reply.code(Number(success)).send(result)
      return sendAnswer(reply, result)
    },
  })
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status).headers(headers)
  // A serializer that hands the text on: the answer is JSON already, or no JSON at all.
  reply.serializer((payload: unknown) => payload as string)
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return reply.send(body ?? '')
  return reply.send(Readable.from(body, { objectMode: false }))
}

const jsonReplies = (replies: Readonly<Record<number, Reply>>) =>
  Object.fromEntries(Object.entries(replies).flatMap(([status, { schema, contentType }]) => (schema && !contentType ? [[status, schema]] : [])))

/** @throws ApiError 400: PostgreSQL stores no null characters, so no id has one */
function readPathParameters(parameters: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(parameters)) if (value.includes('\0')) throw errors.malformedField(name)
  return parameters
}

/** Strict bodies, coerced queries: `?count=5` is a number, `"Precision":"64"` is not. */
function buildValidator(schemas: unknown, options: { customOptions?: object } | undefined): FastifySchemaCompiler<unknown> {
  const compiler = AjvCompiler() as unknown as (schemas: unknown, options: object) => FastifySchemaCompiler<unknown>
  const make = (coerceTypes: boolean | 'array') =>
    compiler(schemas, {
      ...options,
      customOptions: { ...options?.customOptions, coerceTypes, removeAdditional: false, useDefaults: true, allErrors: false },
    })
  const strict = make(false)
  const loose = make('array')
  return (definition) => (definition.httpPart === 'body' ? strict : loose)(definition)
}

function addBodyParsers(app: FastifyInstance): void {
  const wantsBody = (request: FastifyRequest): boolean => {
    const id = (request.routeOptions.config as { operation?: OperationId }).operation
    return id !== undefined && 'body' in operations[id]
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, wantsBody(request) ? readJson(bytes as Buffer) : undefined)
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    const refused = wantsBody(request) && (text as string).trim() !== ''
    done(refused ? errors.unsupportedMediaType() : null, undefined)
  })
}

function sendError(cause: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const error = asApiError(cause, request)
  if (error.status >= 500) {
    const event = { event: 'http.failed', requestId: request.id, route: request.routeOptions?.url ?? 'none', cause: error.cause ?? cause }
    if (error.status === 503) log.warn(event, 'a request was put off')
    else log.error(event, 'a request failed')
  }
  return reply
    .code(error.status)
    .headers({ 'x-request-id': request.id, ...CORS, ...GUARDS, ...error.headers })
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(JSON.stringify(error))
}
