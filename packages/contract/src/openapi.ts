// The OpenAPI 3.1 document, made from the operations and the named schemas.
import type { TSchema } from 'typebox'
import { isAvailable } from './availability.ts'
import { COMPONENTS } from './components.ts'
import { type ApiError, COMMON_ERRORS, ERROR_EXAMPLES, type ErrorName, errors, STATUS_NAMES } from './errors.ts'
import { WEBHOOK_EVENTS } from './events.ts'
import { isOffered, LATER_FEATURES } from './features.ts'
import { LIMITS } from './limits.ts'
import { LOCAL_ORIGIN } from './local-origin.ts'
import { isRepeatable, METHODS, type Method, type Operation, pathParameters, type Reply, TAGS } from './operation.ts'
import { OPERATION_IDS, operations } from './operations.ts'
import { PATH_PARAMETERS, type PathParameterName } from './parameters.ts'
import { WebhookPayload } from './realtime.ts'
import { narrowed } from './schema.ts'

export const API_VERSION = '1.0.0'

export interface OpenApiOptions {
  /** The origin of the platform, as `https://host`. Absent: a server variable that the reader fills in. */
  readonly host?: string
  /** Also the operations that come later. */
  readonly all?: boolean
}
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** The document as plain JSON. Only what is available now is in `paths`, unless `all` is asked for. */
export function openapi({ host, all = false }: OpenApiOptions = {}): JsonObject {
  const shown = OPERATION_IDS.filter((id) => all || isAvailable('operations', id))
  const rows = shown.map((id) => [id, operations[id] as Operation] as const)
  const tags = (Object.keys(TAGS) as (keyof typeof TAGS)[]).filter((tag) => rows.some(([, row]) => row.tag === tag))
  const paths: { [path: string]: JsonObject } = {}
  for (const [id, row] of rows) paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationObject(id, row) }
  const hooks = shown.includes('createWebhook') ? deliveries() : undefined
  return {
    openapi: '3.1.0',
    info: {
      title: 'Credence API',
      version: API_VERSION,
      summary: 'Build and run programs whose numbers carry probability distributions.',
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [host ? { url: host } : { url: '{host}', variables: { host: { default: LOCAL_ORIGIN, description: 'The origin of the platform.' } } }],
    security: [{ ApiKey: [] }, { Bearer: [] }, { ApiKeyHeader: [] }],
    tags: tags.map((name) => ({ name, description: TAGS[name] })),
    paths,
    ...(hooks && { webhooks: hooks }),
    components: {
      schemas: usedSchemas({ paths, ...(hooks && { hooks }) }),
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An API key by itself, without a scheme word.' },
        Bearer: { type: 'http', scheme: 'bearer', description: 'The token of a signed-in user, or an API key.' },
        ThingKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The key of a device, which does nothing but post its samples.',
        },
        ApiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
      },
    },
  }
}

const ABOUT = `Submit C, C++ or Fortran with \`POST /sourcecode/builds\`, run it with \`POST /builds/{BuildID}/tasks\`, read what it printed with \`GET /tasks/{TaskID}/output/Stdout\`.
Agents find the documentation, this API and runs of its examples at \`/mcp\` (Model Context Protocol).
Numbers of the output that carry a distribution end in a Ux string, which \`GET /samples\` and \`POST /plot\` take.

Bodies are JSON. Every error has the body \`{"error": "…", "message": "…"}\`, and every response an \`x-request-id\`.
Calls with a credential are told how many more the plan allows in \`RateLimit\` and \`RateLimit-Policy\`, and when to come back in \`Retry-After\`. Fields that this document does not name are ignored.`

function operationObject(id: string, row: Operation): JsonObject {
  const parameters = [...pathParameters(row.path).map(pathParameter), ...queryParameters(row.query), ...(isRepeatable(row) ? [IDEMPOTENCY_KEY] : [])]
  return {
    operationId: id,
    tags: [row.tag],
    summary: row.summary,
    description: row.description,
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && { requestBody: { required: row.bodyRequired ?? false, content: content('application/json', row.body) } }),
    responses: { ...successes(row.replies), ...failures(row) },
    ...(!isAvailable('operations', id) && { 'x-available': false }),
    ...(row.credential === 'none' && { security: [] }),
    ...(row.credential === 'token' && { security: [{ Bearer: [] }] }),
    ...(row.credential === 'thing' && { security: [{ ThingKey: [] }] }),
  }
}

const IDEMPOTENCY_KEY_NAME = 'Idempotency-Key'
const IDEMPOTENCY_KEY: JsonObject = {
  name: IDEMPOTENCY_KEY_NAME,
  in: 'header',
  required: false,
  description: `A text of your choice: repeated with it within ${LIMITS.request.idempotencySeconds / 3600} h, the request does its work once and is answered alike.`,
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.request.idempotencyCharacters },
}

/** What the platform sends to webhooks, one entry per event. */
function deliveries(): JsonObject {
  const entries = WEBHOOK_EVENTS.map((event): [string, Json] => [
    event,
    {
      post: {
        operationId: `deliver-${event}`,
        tags: ['Webhooks'],
        summary: `Delivery of ${event}`,
        description: 'Signed as Standard Webhooks says: check `webhook-signature` over `webhook-id`, `webhook-timestamp` and the raw body.',
        security: [],
        requestBody: { required: true, content: content('application/json', WebhookPayload) },
        responses: {
          '2XX': { description: `Received. Anything else, or no response within ${LIMITS.webhooks.timeoutMilliseconds / 1000} s, is tried again.` },
        },
      },
    },
  ])
  return Object.fromEntries(entries)
}

function pathParameter(name: string): JsonObject {
  const row: { description: string; example: string; words?: readonly string[] } = PATH_PARAMETERS[name as PathParameterName]
  const schema: JsonObject = row.words ? { type: 'string', enum: [...row.words] } : { type: 'string' }
  return { name, in: 'path', required: true, description: row.description, schema, example: row.example }
}

function queryParameters(query: TSchema | undefined): JsonObject[] {
  const { properties = {}, required = [] } = (query ?? {}) as { properties?: Record<string, TSchema>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = rewritten(schema) as JsonObject
    return { name, in: 'query', required: required.includes(name), ...(description && { description }), schema: rest }
  })
}

function successes(replies: Readonly<Record<number, Reply>>): JsonObject {
  const entries = Object.entries(replies).map(([status, { description, schema, contentType, headers }]): [string, Json] => [
    status,
    {
      description,
      ...(headers && {
        headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }])),
      }),
      ...(schema && { content: content(contentType ?? 'application/json', schema) }),
    },
  ])
  return Object.fromEntries(entries)
}

/** One reply per status, with every error text of that status as an example under its name. */
function failures(row: Operation): JsonObject {
  const names = [...row.errors, ...commonErrors(row)].filter((name) => name !== 'notAvailable' || takesLater(row))
  const byStatus = Object.groupBy(names, (name) => ERROR_EXAMPLES[name].status)
  const entries = Object.entries(byStatus).map(([status, group = []]): [string, Json] => [
    status,
    {
      description: STATUS_NAMES[Number(status) as keyof typeof STATUS_NAMES],
      ...errorHeaders(group),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(
            group.map((name): [string, Json] => {
              const error = errorOf(row, name)
              return [name, { summary: error.message, value: { ...error.toJSON() } }]
            }),
          ),
        },
      },
    },
  ])
  return Object.fromEntries(entries)
}

/** Whether a field of the body has words that come later; such a field says so (`laterNote`). */
const takesLater = ({ body }: Operation): boolean => LATER_FEATURES.some((word) => JSON.stringify(body ?? {}).includes(word))

const ERROR_HEADERS: Readonly<Record<string, string>> = {
  'accept-encoding': 'How a body may be encoded.',
  allow: 'The methods that the path has.',
  'retry-after': 'Seconds until it is worth another try.',
  'www-authenticate': 'The scheme that is wanted.',
}
function errorHeaders(group: readonly ErrorName[]): { headers?: JsonObject } {
  const names = [...new Set(group.flatMap((name) => Object.keys(ERROR_EXAMPLES[name].headers)))]
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, { description: ERROR_HEADERS[name] ?? name, schema: { type: 'string' } }])) }
}

/** The error as this operation gives it: where its text names a field or a parameter, it is one of the operation's own. */
function errorOf(row: Operation, name: ErrorName): ApiError {
  if (name === 'malformedField') return errors.malformedField(namedField(row))
  if (name === 'methodNotAllowed') return errors.methodNotAllowed(METHODS.filter((method) => isMethodOf(row.path, method)))
  if (name === 'missingPathParameter') return errors.missingPathParameter(pathParameters(row.path)[0] ?? '')
  return ERROR_EXAMPLES[name]
}

const isMethodOf = (path: string, method: Method): boolean =>
  OPERATION_IDS.some(
    (id) => operations[id].path === path && operations[id].method === method && (isAvailable('operations', id) || methodsOf(path).length === 0),
  )

/** A field that a request can get wrong: one that the body requires, otherwise the first of body, query, path and headers. */
function namedField({ body, query, path }: Operation): string {
  const [required] = (body as { required?: readonly string[] } | undefined)?.required ?? []
  const names = [body, query].flatMap((schema) => Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}))
  return required ?? names[0] ?? pathParameters(path)[0] ?? IDEMPOTENCY_KEY_NAME
}

const OF_BODIES = [
  'malformedJson',
  'jsonTooDeep',
  'repeatedField',
  'bodyTooLarge',
  'unsupportedMediaType',
  'encodedBody',
] as const satisfies readonly ErrorName[]
/** The common errors that this operation can give: those of a credential, of a body, of path parameters or of a key for repeats only where it has them. */
function commonErrors(row: Operation): ErrorName[] {
  const inapplicable = new Set<ErrorName>()
  if (row.credential === 'none') for (const name of ['unauthorized', 'tooManyRequests'] as const) inapplicable.add(name)
  if (row.tag === 'Health') for (const name of ['databaseFailed', 'databaseAway'] as const) inapplicable.add(name) // it is what reports them
  if (!isRepeatable(row)) for (const name of ['idempotencyMismatch', 'idempotencyInFlight'] as const) inapplicable.add(name)
  if (!row.path.includes('{')) inapplicable.add('missingPathParameter')
  if (!row.path.includes('{') && !isRepeatable(row)) inapplicable.add('malformedField')
  if (!row.body) for (const name of OF_BODIES) inapplicable.add(name)
  return COMMON_ERRORS.filter((name) => !inapplicable.has(name) && !row.errors.includes(name))
}

function content(type: string, schema: TSchema): JsonObject {
  const id = (schema as { $id?: string }).$id
  return { [type.split(';')[0]!]: { schema: id ? { $ref: `#/components/schemas/${id}` } : rewritten(schema) } }
}

/** A schema as a document carries it: references point into the components, the `$id` is the component's name. */
function rewritten(schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map(rewritten)
  if (typeof schema !== 'object' || schema === null) return schema as Json
  const { $id: _, $ref, ...rest } = schema as { $id?: string; $ref?: string }
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, rewritten(value)]))
  return $ref === undefined ? plain : { ...plain, $ref: `#/components/schemas/${$ref.replace(/#$/, '')}` }
}

const BODIES = new Set(OPERATION_IDS.flatMap((id) => (operations[id] as Operation & { body?: { $id?: string } }).body?.$id ?? []))
/** The schema of a body with only those words of its closed lists that are accepted now; the others get an error that says so. */
function offered(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(offered)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, Json] => {
      if (key === 'enum' && Array.isArray(value)) return [key, value.filter((word) => typeof word !== 'string' || isOffered(word))]
      return [key, key === 'pattern' && typeof value === 'string' ? narrowed(value, isOffered) : offered(value)]
    }),
  )
}

/** The components that the paths reach, directly or through other components. */
function usedSchemas(paths: JsonObject): JsonObject {
  const used: JsonObject = {}
  const visit = (value: Json): void => {
    for (const [, id] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (id === undefined || id in used) continue
      const schema = COMPONENTS.get(id)
      if (!schema) throw new TypeError(`no schema is called ${id}`)
      used[id] = BODIES.has(id) ? offered(rewritten(schema)) : rewritten(schema)
      visit(used[id]!)
    }
  }
  visit(paths)
  return Object.fromEntries(Object.entries(used).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Methods that a path (with `{parameters}`) answers now, for `Allow`. */
export function methodsOf(path: string): Method[] {
  const available = OPERATION_IDS.filter((id) => isAvailable('operations', id))
  return METHODS.filter((method) => available.some((id) => operations[id].path === path && operations[id].method === method))
}
