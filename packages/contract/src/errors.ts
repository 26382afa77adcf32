// Every error the API answers, as a function named for what went wrong. Whoever throws picks a name, never a text or a status.
// Clients compare texts: one that stands here does not change.

import { LIMITS } from './limits.ts'

/** Names of the statuses, the `error` field of an error body. */
export const STATUS_NAMES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const
export type ErrorStatus = keyof typeof STATUS_NAMES

export interface ApiErrorOptions {
  readonly cause?: unknown
  /** Headers that belong to the error, as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The `x-request-id` of the answer, where a client received the error. */
  readonly requestId?: string
}

/** An error answer: on a server before it is sent, in a client after it arrived. `name` is the `error` of the body. */
export class ApiError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly requestId: string | undefined

  constructor(status: number, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = statusName(status)
    this.status = status
    this.headers = options.headers ?? {}
    this.requestId = options.requestId
  }

  /** The body that goes over the wire. */
  toJSON(): { error: string; message: string } {
    return { error: this.name, message: this.message }
  }
}

export function statusName(status: number): string {
  if (Object.hasOwn(STATUS_NAMES, status)) return STATUS_NAMES[status as ErrorStatus]
  return status >= 500 ? STATUS_NAMES[500] : `HTTP ${status}`
}

const badRequest = (message: string) => new ApiError(400, message)
const forbidden = (message: string) => new ApiError(403, message)
const notFound = (message: string) => new ApiError(404, message)
const conflict = (message: string) => new ApiError(409, message)

export const errors = {
  // 400: what was sent is malformed
  emptyBody: () => badRequest('Empty request body'),
  malformedJson: () => badRequest('Malformed JSON in request body'),
  jsonTooDeep: (levels: number) => badRequest(`The request body is nested more than ${levels} levels deep`),
  repeatedField: (field: string) => badRequest(`The '${field}' field stands twice in one object of the request body`),
  missingPathParameter: (parameter: string) => badRequest(`Missing path parameter '${parameter}'`),
  /** @param wanted  what the field takes, where that is said: of numbers in queries, and of what is beyond a limit in bodies */
  malformedField: (field: string, wanted?: string) => badRequest(`Missing or malformed '${field}' field${wanted === undefined ? '' : `: ${wanted}`}`),
  fieldTooLarge: (field: string, bytes: number) => badRequest(`The '${field}' field is larger than ${bytes} bytes`),
  nothingToUpdate: () => badRequest('Nothing to update'),
  webhookUrlAndEvents: () => badRequest('URL and at least one event are required'),
  webhookTarget: (host: string) => badRequest(`This platform sends nothing to ${host}`),
  githubAuthCodeMissing: () => badRequest('GitHub auth code not provided'),
  fileNeedsParts: (bytes: number) => badRequest(`A file of more than ${bytes} bytes is sent in parts: POST /uploads`),
  recursiveNeedsDirectory: () => badRequest("'recursive' is valid only for directories"),
  hardwareOnly: (coreClass: string) => badRequest(`Builds of class ${coreClass} are for hardware and cannot run as tasks`),
  hardwareReference: (coreClass: string) =>
    badRequest(`Cores of class ${coreClass} have no Reference microarchitecture: their binaries run once, without the platform`),
  notAvailable: (feature: string) => badRequest(`${feature} is not available yet`),
  noCompiler: (language: string) => badRequest(`This platform has no ${language} compiler; GET /health/compiler says how to get one`),
  idempotencyMismatch: () => badRequest('This Idempotency-Key was used for another request'),
  malformedHttp: () => badRequest('Malformed HTTP request'),

  // 401, 403: who asks, and how much
  unauthorized: () => new ApiError(401, 'Not authorized request.', { headers: { 'www-authenticate': 'Bearer' } }),
  signInFailed: () => new ApiError(401, 'User name, password or key is wrong'),
  sessionOver: () => new ApiError(401, 'The session is over. Please sign in again.'),
  signUpClosed: () => forbidden('This platform does not let you sign up. Ask its operator for an account.'),
  wrongPassword: () => forbidden('The current password is wrong'),
  tokenRequired: () => forbidden('API keys are not accepted here. Please sign in.'),
  coreLimit: () => forbidden('Custom Core limit reached. Please upgrade your account to create more cores.'),
  repositoryLimit: () => forbidden('Repositories limit reached. Please upgrade your account to create more repositories.'),
  tierLimit: () => forbidden('Requested resources exceed your current tier limits'),
  storageLimit: () => forbidden('Storage limit exceeded. Please upgrade your account to store more.'),
  questionsElsewhere: () => forbidden('Questions are answered for pages of this platform only'),
  defaultCore: () => forbidden('Default cores cannot be changed or deleted'),

  // 404, 405: there is no such thing
  userNotFound: () => notFound('User not found'),
  coreNotFound: () => notFound('Core not found'),
  repositoryNotFound: () => notFound('Repository not found'),
  buildNotFound: () => notFound('Build not found'),
  buildOutputNotFound: () => notFound('Build output not found'),
  binaryNotFound: () => notFound('Binary not found'),
  taskNotFound: () => notFound('Task not found'),
  taskOutputNotFound: () => notFound('Task output not found'),
  taskOutputDeleted: () => notFound('The outputs of this task were deleted: the platform keeps them for a limited time'),
  valueNotFound: () => notFound('Value not found'),
  bucketNotFound: () => notFound('Bucket not found'),
  driveNotFound: () => notFound('Drive not found'),
  keyNotFound: () => notFound('Key not found'),
  thingNotFound: () => notFound('Thing not found'),
  topicNotFound: () => notFound('Topic not found'),
  uploadNotFound: () => notFound('Upload not found'),
  fileNotFound: () => notFound('File not found'),
  webhookNotFound: () => notFound('Webhook not found'),
  deliveryNotFound: () => notFound('Delivery not found'),
  serviceNotFound: () => notFound('Service not found'),
  customizationNotFound: () => notFound('Customization not found'),
  githubNotFound: () => notFound('No GitHub integration found'),
  /** @param isUpload  the number of bytes is then a part of what the link is for */
  linkNotFound: ({ isUpload = false } = {}) =>
    notFound(`The link is wrong or has expired${isUpload ? ', or is for another number of bytes than are sent' : ''}`),
  routeNotFound: () => notFound('No such path'),
  /** `operation`: its method and path. */
  operationLater: (operation: string) => notFound(`${operation} is not available yet`),
  questionsOff: () => notFound('This platform has no model for questions; the site answers with passages'),
  /** HEAD stands in the header only: who may read knows it. */
  methodNotAllowed: (allowed: readonly string[]) =>
    new ApiError(405, `Use ${allowed.filter((method) => method !== 'HEAD').join(' or ')} on this path`, { headers: { allow: allowed.join(', ') } }),

  // 409: not in this status
  buildActive: () => conflict('An active build cannot be deleted. Cancel it first.'),
  buildTerminated: () => conflict('The build has already terminated'),
  buildNotCompleted: (status: string) => conflict(`Tasks need a Completed build; this one is ${status}`),
  taskActive: () => conflict('An active task cannot be deleted. Cancel it first.'),
  taskTerminated: () => conflict('The task has already terminated'),
  usernameTaken: () => conflict('An account of that name exists'),
  lastKey: () => conflict('This is the only key of the account that is still valid: deleting it would lock you out. Create another one first.'),
  webhookDisabled: () => conflict('The webhook is disabled. Set its status to active first.'),
  idempotencyInFlight: () => conflict('A request with this Idempotency-Key is still being answered'),
  directoryNotEmpty: () => conflict('The directory is not empty. Delete it with recursive=true.'),
  partMissing: (number: number) => conflict(`Part ${number} of the upload has not arrived`),
  fileExists: () => conflict('A file or directory of that name exists'),

  // 408, 413, 415, 426, 429, 431: not in this form, or not now
  requestTooSlow: (seconds: number) => new ApiError(408, `The request was not complete after ${seconds} seconds`),
  bodyTooLarge: (bytes: number) => new ApiError(413, `The request body is larger than ${bytes} bytes`),
  unsupportedMediaType: () => new ApiError(415, 'Send the body as application/json'),
  /** The header says so to programs (RFC 9110, 15.5.16). */
  encodedBody: () =>
    new ApiError(415, 'Send the body as it is: the only Content-Encoding that is read is identity', { headers: { 'accept-encoding': 'identity' } }),
  upgradeRequired: () => new ApiError(426, 'Open this path as a websocket', { headers: { upgrade: 'websocket', connection: 'upgrade' } }),
  headersTooLarge: (bytes: number) => new ApiError(431, `Address and headers are larger than ${bytes} bytes. Send what is long in the body.`),
  tooManyRequests: (retryAfterSeconds: number) =>
    new ApiError(429, 'Too many requests. Please retry later.', { headers: { 'retry-after': String(retryAfterSeconds) } }),

  // 5xx: our fault
  internal: (cause?: unknown) => new ApiError(500, 'Internal error. Please contact support.', { cause }),
  databaseFailed: (cause?: unknown) => new ApiError(500, 'Database error. Please contact support.', { cause }),
  databaseAway: (cause?: unknown) =>
    new ApiError(503, 'The database does not answer at the moment. Nothing was changed that was not confirmed; please retry.', {
      cause,
      headers: { 'retry-after': String(LIMITS.request.retryAfterSeconds) },
    }),
  objectsAway: (cause?: unknown) =>
    new ApiError(503, 'The object store does not answer at the moment. Please retry.', {
      cause,
      headers: { 'retry-after': String(LIMITS.request.retryAfterSeconds) },
    }),
  overloaded: () =>
    new ApiError(503, 'The platform has more work than it can take at the moment. Nothing was submitted; please retry later.', {
      headers: { 'retry-after': String(LIMITS.request.overloadedSeconds) },
    }),
  tooManyConnections: () =>
    new ApiError(503, 'Too many connections are open. Close those that you do not use, or retry later.', { headers: { 'retry-after': '1' } }),
  modelUnavailable: (cause?: unknown) => new ApiError(503, 'The model that answers questions is not reachable', { cause }),
  githubUnavailable: (cause?: unknown) => new ApiError(503, 'GitHub is not reachable from this platform', { cause }),
} as const
export type ErrorName = keyof typeof errors

/** Errors that any operation may answer; operations list only what is their own. */
export const COMMON_ERRORS = [
  'unauthorized',
  'missingPathParameter',
  'malformedField',
  'malformedJson',
  'jsonTooDeep',
  'repeatedField',
  'methodNotAllowed',
  'bodyTooLarge',
  'unsupportedMediaType',
  'encodedBody',
  'idempotencyMismatch',
  'idempotencyInFlight',
  'tooManyRequests',
  'internal',
  'databaseFailed',
  'databaseAway',
] as const satisfies readonly ErrorName[]

/** Errors of paths that belong to no operation, or not with this method, of signed links, and of what is not a whole HTTP request. */
export const PATH_ERRORS = [
  'routeNotFound',
  'operationLater',
  'linkNotFound',
  'malformedHttp',
  'requestTooSlow',
  'headersTooLarge',
  'tooManyConnections',
] as const satisfies readonly ErrorName[]

/** Errors of the question mode of the documentation and of the agents' endpoint, which are no operations of the API. */
export const DOCUMENTATION_ERRORS = [
  'questionsOff',
  'questionsElsewhere',
  'modelUnavailable',
  'tooManyRequests',
] as const satisfies readonly ErrorName[]

/** One instance of every error with example arguments: its status and text for documents and tests. */
export const ERROR_EXAMPLES: Readonly<Record<ErrorName, ApiError>> = Object.freeze(examples())

/** Errors whose text names something of the request: each has an example below. */
type NamingError = { [Name in ErrorName]: [] extends Parameters<(typeof errors)[Name]> ? never : Name }[ErrorName]

function examples(): Record<ErrorName, ApiError> {
  const naming: Readonly<Record<NamingError, ApiError>> = {
    missingPathParameter: errors.missingPathParameter('TaskID'),
    malformedField: errors.malformedField('Name'),
    jsonTooDeep: errors.jsonTooDeep(LIMITS.request.jsonDepth),
    repeatedField: errors.repeatedField('Name'),
    operationLater: errors.operationLater('GET /repositories'),
    fieldTooLarge: errors.fieldTooLarge('Arguments', LIMITS.request.argumentsBytes),
    bodyTooLarge: errors.bodyTooLarge(LIMITS.request.bodyBytes),
    requestTooSlow: errors.requestTooSlow(LIMITS.request.headersMilliseconds / 1000),
    headersTooLarge: errors.headersTooLarge(LIMITS.request.headerBytes),
    hardwareOnly: errors.hardwareOnly('C0-microSD'),
    hardwareReference: errors.hardwareReference('C0-microSD'),
    notAvailable: errors.notAvailable('It'),
    noCompiler: errors.noCompiler('Fortran'),
    webhookTarget: errors.webhookTarget('localhost:9000'),
    methodNotAllowed: errors.methodNotAllowed(['GET', 'POST']),
    buildNotCompleted: errors.buildNotCompleted('Stopped'),
    partMissing: errors.partMissing(2),
    fileNeedsParts: errors.fileNeedsParts(LIMITS.uploads.onceBytes),
    tooManyRequests: errors.tooManyRequests(30),
  }
  const entries = Object.entries(errors).map(([name, make]) => [name, name in naming ? naming[name as NamingError] : (make as () => ApiError)()])
  return Object.fromEntries(entries) as Record<ErrorName, ApiError>
}
