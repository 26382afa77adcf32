// What the schema of a request cannot say about arguments and data sources.
import {
  type DataSource,
  DEFAULT_LOCATION,
  errors,
  gatewayOf,
  isOffered,
  isOwnStorage,
  LIMITS,
  parseArguments,
  storagePathOf,
  type TraceVariable,
} from '@credence/contract'

/** @throws ApiError 400: an open quote, a null character, or more than the limit */
export function checkedArguments(text: string): string {
  if (text.includes('\0')) throw errors.malformedField('Arguments')
  if (Buffer.byteLength(text) > LIMITS.request.argumentsBytes) throw errors.fieldTooLarge('Arguments', LIMITS.request.argumentsBytes)
  try {
    parseArguments(text)
  } catch {
    throw errors.malformedField('Arguments')
  }
  return text
}

/** With the Location that own storage may leave out. @throws ApiError 400 naming the field */
export function checkedDataSources(sources: readonly DataSource[], userId: string): DataSource[] {
  const checked = sources.map((source): DataSource => {
    const own = isOwnStorage(source.ResourceType)
    const location = source.Location ?? (own ? DEFAULT_LOCATION : undefined)
    if (location === undefined || !isFolderName(location)) throw errors.malformedField('Location')
    if (own && storagePathOf(source.ResourceID, userId) === undefined) throw errors.malformedField('ResourceID')
    if (source.ResourceType === 'Gateway' && !gatewayOf(source.ResourceID)) throw errors.malformedField('ResourceID')
    if (!isOffered(source.ResourceType)) throw errors.notAvailable(`The ResourceType ${source.ResourceType}`)
    return { Object: 'DataSource', ResourceID: source.ResourceID, ResourceType: source.ResourceType, Location: location }
  })
  if (new Set(checked.map((source) => source.Location)).size < checked.length) throw errors.malformedField('Location')
  return checked
}

/** With the fields of the contract only. @throws ApiError 400: a character that no source has */
export function checkedTraceVariables(variables: readonly TraceVariable[]): TraceVariable[] {
  return variables.map(({ File, LineNumber, Expression }) => {
    for (const [field, text] of Object.entries({ File, Expression })) if (/[\0\r\n]/.test(text)) throw errors.malformedField(field)
    return { File, LineNumber, Expression }
  })
}

const isFolderName = (text: string): boolean =>
  text.length <= 255 && text.split('/').every((part) => /^[^\0\\]+$/.test(part) && part !== '.' && part !== '..')
