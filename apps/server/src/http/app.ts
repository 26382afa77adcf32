// The HTTP application: what all answers share, the operations and other routes of the features, and what stands where there is no route.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { COMPONENTS, errors, isId, LIMITS } from '@credence/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Credentials, User } from '../credentials/credentials.ts'
import type { Log } from '../log/log.ts'
import type { Repeats } from '../repeats/repeats.ts'
import { readTraceParent } from '../traces/spans.ts'
import { buildSerializer, buildValidator } from './compilers.ts'
import { compressAnswers } from './compression.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'
import { answerUnreadable, asApiError, refuseTunnel } from './errors.ts'
import type { Features } from './feature.ts'
import { commonHeaders, PREFLIGHT } from './headers.ts'
import { addOperations } from './operations.ts'
import { methodsAt, notFound } from './paths.ts'
import type { Taken } from './rate-limit.ts'

export interface AppOptions {
  readonly features: Features
  readonly credentials: Credentials
  /** Keys of devices. */
  readonly things: Credentials
  readonly log: Log
  /** Counts a request of an account. */
  readonly ask: (user: User) => Taken
  /** Of a submission that begins, once there is a place for it; what it gives is called at its end. @throws ApiError 503 */
  readonly admit: () => Promise<() => void>
  readonly repeats: Repeats
  /** Absent: the host that the request names. */
  readonly origin: string | undefined
  readonly connections: Pick<ConnectionLimits, 'total' | 'perAddress'>
  /** Addresses and networks whose X-Forwarded-… headers are believed. */
  readonly trustedProxies: readonly string[]
}

/** How often Node looks for requests that are too slow; by itself every 30 s. */
const TIMEOUTS_CHECKED_MS = 2000

export async function buildApp({ features, ...options }: AppOptions): Promise<FastifyInstance> {
  const app = openFramework(options, (request) => features.list.some(({ upgrades }) => upgrades?.(request)))
  const uploads = features.list.flatMap((feature) => feature.uploads ?? [])
  limitConnections(app.server, {
    ...options.connections,
    bodyMilliseconds: LIMITS.request.bodyMilliseconds,
    restMilliseconds: LIMITS.request.restMilliseconds,
    trustedProxies: options.trustedProxies,
    isUpload: ({ method, url = '' }) => method === 'PUT' && uploads.some((path) => url.startsWith(path)),
  })
  const listeners = features.list.flatMap(({ onUser }) => onUser ?? [])
  const links = features.list.flatMap((feature) => feature.links ?? [])
  addOperations(app, features.handlers, {
    ...options,
    linkOf: (operation, request) => links.map((link) => link(operation, request)).find((place) => place !== undefined),
    onUser: (user) => {
      for (const told of listeners) told(user)
    },
  })
  for (const { routes } of features.list) if (routes) await app.register(routes)
  const pages = features.list.find((feature) => feature.pages)?.pages
  app.setNotFoundHandler((request, reply) => notFound(app, request, reply, pages))
  for (const { close } of features.list) if (close) app.server.on('close', () => void close())
  await app.ready()
  return app
}

/** Fastify with our limits, identifiers, errors and log, and no route yet. */
function openFramework(
  { log, trustedProxies }: Pick<AppOptions, 'log' | 'trustedProxies'>,
  upgrades: (request: IncomingMessage) => boolean,
): FastifyInstance {
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
    schemaController: { compilersFactory: { buildSerializer, buildValidator } },
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    requestTimeout: LIMITS.request.milliseconds,
    connectionTimeout: LIMITS.request.silenceMilliseconds,
    http: {
      requireHostHeader: false, // of Node, which refuses without a word: see `namesOneHost`
      maxHeaderSize: LIMITS.request.headerBytes,
      headersTimeout: LIMITS.request.headersMilliseconds,
      connectionsCheckingInterval: TIMEOUTS_CHECKED_MS,
      shouldUpgradeCallback: upgrades,
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, (path) => methodsAt(app, path)),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, log),
  })
  app.server.on('connect', ({ url = '' }, socket) => refuseTunnel(url, socket, (path) => methodsAt(app, path)))
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true }) // GET /samples has a body
  app.addHttpMethod('QUERY', { overrideExisting: true }) // no path has it, whatever it is sent with
  for (const schema of COMPONENTS.values()) app.addSchema(schema)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request.id))
    if (!namesOneHost(request.raw)) throw errors.malformedHttp()
    if (request.method === 'OPTIONS') return reply.code(204).headers(PREFLIGHT).send()
  })
  compressAnswers(app)
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
        ...idsOf(request),
      },
      'answered a request',
    )
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, log))
  return app
}

/** As HTTP/1.1 wants (RFC 9112, 3.2): a proxy may have read another of two than we do. */
function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** What a line of the log may say of a request: ids that it names, and the trace that it belongs to; nothing else that a client wrote. */
function idsOf({ params, headers }: FastifyRequest): { taskId?: string; buildId?: string; traceparent?: string } {
  const { TaskID: taskId = '', BuildID: buildId = '' } = (params ?? {}) as Readonly<Record<string, string | undefined>>
  const { traceparent } = headers
  return {
    ...(isId('task', taskId) && { taskId }),
    ...(isId('build', buildId) && { buildId }),
    ...(typeof traceparent === 'string' && readTraceParent(traceparent) && { traceparent }),
  }
}

function sendError(cause: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const error = asApiError(cause, request)
  if (error.status >= 500) {
    const event = {
      event: 'http.failed',
      requestId: request.id,
      route: request.routeOptions?.url ?? 'none',
      ...idsOf(request),
      cause: error.cause ?? cause,
    }
    if (error.status === 503) log.warn(event, 'a request was put off')
    else log.error(event, 'a request failed')
  }
  // Of Fastify, when it refuses a body: a connection that closes while the client sends resets, and the answer is lost. `limitConnections` ends it later.
  reply.removeHeader('connection')
  return reply
    .code(error.status)
    .headers({ ...commonHeaders(request.id), ...error.headers })
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(JSON.stringify(error))
}
