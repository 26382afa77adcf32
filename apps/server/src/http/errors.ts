// Every failure as an error of the catalogue: the contract's own pass, validation names its field, the rest tells the client nothing.
import { ApiError, errors } from '@credence/contract'

interface Failure {
  readonly code?: string
  readonly statusCode?: number
  readonly severity?: string
  readonly validationContext?: string
  readonly validation?: readonly { readonly keyword: string; readonly instancePath: string; readonly params: Readonly<Record<string, unknown>> }[]
}

export function asApiError(cause: unknown, body: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const failure = (typeof cause === 'object' && cause !== null ? cause : {}) as Failure
  if (failure.validation) return ofValidation(failure, body)
  const known = failure.code === undefined ? undefined : FRAMEWORK_ERRORS[failure.code]
  if (known) return known()
  if (isDatabaseFailure(failure)) return errors.databaseFailed(cause)
  if (failure.statusCode !== undefined && failure.statusCode >= 400 && failure.statusCode < 500) return errors.malformedField('request')
  return errors.internal(cause)
}

function ofValidation({ validation = [], validationContext }: Failure, body: unknown): ApiError {
  if (validationContext === 'body' && (body === null || body === undefined)) return errors.emptyBody()
  const [fault] = validation
  const missing = fault?.keyword === 'required' ? fault.params['missingProperty'] : undefined
  const field = typeof missing === 'string' ? missing : fault?.instancePath.split('/')[1]
  return errors.malformedField(field || (validationContext === 'querystring' ? 'query' : 'body'))
}

const FRAMEWORK_ERRORS: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: errors.bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: errors.unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: errors.malformedJson,
  FST_ERR_BAD_URL: () => errors.malformedField('path'),
  FST_ERR_MAX_PARAM_LENGTH_EXCEEDED: errors.routeNotFound,
}

/** SQLSTATE of the server, or a connection that could not be made or was lost. */
function isDatabaseFailure({ code, severity }: Failure): boolean {
  if (severity !== undefined) return true
  return ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P03'].includes(code ?? '')
}
