// How each error is brought about: by its name where that says enough, otherwise for the operation. What is not here, and in none of the other lists, has
// no case, and the inventory says so.
import { LIMITS } from '@credence/contract'
import { type Operation, type Parameter, resolved } from '../properties/document.ts'
import { CORE, plainRequests } from './plain.ts'
import type { Given, World } from './world.ts'

const NOWHERE = '0'.repeat(32)
const UNKNOWN: Readonly<Record<string, Given>> = {
  buildNotFound: { path: { BuildID: `bld_${NOWHERE}` } },
  taskNotFound: { path: { TaskID: `tsk_${NOWHERE}` } },
  valueNotFound: { path: { ValueID: `val_${NOWHERE}` } },
  coreNotFound: { path: { CoreID: `cor_${NOWHERE}` } },
  repositoryNotFound: { path: { RepositoryID: `rep_${NOWHERE}` } },
  bucketNotFound: { path: { BucketID: `bkt_${NOWHERE}` } },
  driveNotFound: { path: { DriveID: `drv_${NOWHERE}` } },
  thingNotFound: { path: { ThingID: `thg_${NOWHERE}` } },
  topicNotFound: { path: { Topic: 'nowhere' } },
  webhookNotFound: { path: { WebhookID: `whk_${NOWHERE}` } },
  deliveryNotFound: { path: { DeliveryID: `dlv_${NOWHERE}` } },
  keyNotFound: { path: { KeyID: NOWHERE } },
  uploadNotFound: { path: { UploadID: `upl_${NOWHERE}` } },
  fileNotFound: { path: { path: 'nowhere.csv' }, query: {} },
  userNotFound: { path: { UserID: `usr_${NOWHERE}` } },
  serviceNotFound: { path: { service: 'nothing' } },
}

/** Undefined: there is none here. */
export function faultOf(world: World, operation: Operation, error: string, message: string): Given | undefined {
  return own(world)[`${operation.id} ${error}`] ?? byName(world, operation, error, message)
}

function byName(world: World, operation: Operation, error: string, message: string): Given | undefined {
  const plain = plainRequests(world)[operation.id] ?? {}
  const parameter = operation.path.match(/\{(\w+)\}/)?.[1] ?? ''
  const unknown = UNKNOWN[error]
  if (unknown && Object.keys(unknown.path ?? {}).every((name) => operation.path.includes(`{${name}}`))) return unknown
  switch (error) {
    case 'unauthorized':
      return { credential: `scce_${NOWHERE}_${'0'.repeat(64)}_00000000` }
    case 'missingPathParameter':
      return { path: { [parameter]: '' } }
    case 'malformedField':
      return malformed(world, operation, plain, /'(.+)'/.exec(message)?.[1] ?? '')
    case 'malformedJson':
      return { raw: '{"a":' }
    case 'jsonTooDeep':
      return { raw: `{"a":${'['.repeat(LIMITS.request.jsonDepth + 1)}${']'.repeat(LIMITS.request.jsonDepth + 1)}}` }
    case 'repeatedField':
      return { raw: '{"Name":1,"Name":2}' }
    case 'bodyTooLarge':
      return { raw: JSON.stringify({ a: 'x'.repeat(LIMITS.request.bodyBytes) }) }
    case 'unsupportedMediaType':
      return { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    case 'encodedBody':
      return { raw: '{}', headers: { 'content-encoding': 'gzip' } }
    case 'methodNotAllowed':
      return { method: otherMethod(world, operation) }
    case 'emptyBody':
      return { body: undefined, raw: undefined }
    case 'nothingToUpdate':
      return { body: {} }
    case 'fieldTooLarge':
      return { body: { ...(plain.body as object), Arguments: 'x'.repeat(LIMITS.request.argumentsBytes + 1) } }
    case 'coreNotFound':
      return { body: { ...(plain.body as object), [/^create\w*Build$/.test(operation.id) ? 'CoreID' : 'Core']: `cor_${NOWHERE}` } }
    case 'hardwareOnly':
      return { path: { BuildID: world.fixed.HardwareBuildID! } }
    case 'buildNotCompleted':
      return { path: { BuildID: world.fixed.BrokenID! } }
    case 'defaultCore':
      return { path: { CoreID: world.fixed.DefaultCoreID! } }
    case 'upgradeRequired':
      return {}
    case 'webhookTarget':
      return { body: { url: 'http://127.0.0.1:1/hook', events: ['task-status'] } }
    case 'tokenRequired':
      return { credential: 'key' }
    case 'githubUnavailable':
      return world.hasStandIn ? { path: { path: 'unreachable' } } : {}
    default:
      return undefined
  }
}

/** Of one operation, and in a state that `openWorld` has made. */
const own = ({ fixed }: World): Readonly<Record<string, Given>> => ({
  'createCore hardwareReference': { body: { ...CORE, Class: 'C0-microSD', Microarchitecture: 'Reference' } },
  'updateCore hardwareReference': { body: { Class: 'C0-microSD', Microarchitecture: 'Reference' } },
  'deleteTask taskActive': { path: { TaskID: fixed.RunningID! } },
  'cancelTask taskTerminated': {},
  'cancelBuild buildTerminated': {},
  'getBuildBinary binaryNotFound': { path: { BuildID: fixed.BuildID! } },
  'lookupRepository repositoryNotFound': { query: { remoteURL: ['https://127.0.0.1/owner/nowhere'] } },
  'updateRepository coreNotFound': { body: { Core: `cor_${NOWHERE}` } },
  'listFiles fileNotFound': { query: { path: ['nowhere'] } },
  'deleteFile fileNotFound': { path: { path: 'nowhere.csv' } },
  'createUpload fileExists': { body: { Path: 'fixed', Size: 5 } },
  'completeUpload partMissing': {},
  'completeUpload fileExists': { path: { UploadID: fixed.DisplacedID! } },
  'putFile fileNeedsParts': { query: { size: [String(LIMITS.uploads.onceBytes + 1)] } },
  'putFile fileExists': { path: { path: 'fixed' } },
  'deleteFile recursiveNeedsDirectory': { query: { recursive: ['true'] } },
  'deleteFile directoryNotEmpty': { path: { path: 'fixed' }, query: { directory: ['true'] } },
  'updateUser fieldTooLarge': { body: { Preferences: { Mine: 'x'.repeat(LIMITS.account.preferencesBytes) } } },
  'createSession signInFailed': { body: { Key: `scce_${NOWHERE}_${'0'.repeat(64)}_00000000` } },
  'refreshSession sessionOver': { body: { RefreshToken: 'none' } },
  'getUserCustomization customizationNotFound': {},
  'getGitHub githubNotFound': {},
  'disconnectGitHub githubNotFound': {},
  'connectGitHub githubAuthCodeMissing': { body: { GithubUsername: 'octocat' } },
  'connectGitHub githubUnavailable': { body: { GithubToken: 'unreachable' } },
  'createWebhook webhookUrlAndEvents': { body: { url: 'https://receiver.example' } },
  'updateWebhook webhookTarget': { body: { url: 'http://127.0.0.1:1/hook' } },
  'updateCore defaultCore': { path: { CoreID: fixed.DefaultCoreID! }, body: { Name: CORE.Name } },
})

const METHODS = ['PATCH', 'PUT', 'DELETE', 'POST', 'GET', 'TRACE']
const otherMethod = ({ document }: World, { path }: Operation): string => {
  const place = path.replace(/\{\w+\}/g, '[^/]+')
  const taken = Object.entries(document.paths).flatMap(([other, methods]) => {
    const isPlace = other === path || new RegExp(`^${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(place.replaceAll('[^/]+', 'x'))
    return isPlace ? Object.keys(methods).map((method) => method.toUpperCase()) : []
  })
  return METHODS.find((method) => !taken.includes(method)) ?? 'TRACE'
}

/** The field that the text names, with what it does not take. */
function malformed({ document }: World, operation: Operation, plain: Given, field: string): Given | undefined {
  const parameter = operation.parameters.find(({ name }) => name === field)
  const asked = operation.parameters.find(({ name, in: where }) => name === field && where === 'query')
  // A name may be in the query and in the path, or the body.
  const schema = operation.body && resolved(document, operation.body.schema)
  if (schema?.properties?.[field] || schema?.anyOf)
    return { body: { ...(plain.body as object), [field]: field === 'payload' ? 'Uxnonsense' : [null] } }
  const given = asked ?? parameter
  if (given?.in === 'header') return { headers: { [field.toLowerCase()]: 'two words' } }
  if (given?.in === 'path') return { path: { [field]: given.schema.enum ? 'Nonsense' : 'x\0' } }
  if (given) return { query: { ...plain.query, [field]: [wrongWord(given)] } }
  return undefined
}
const wrongWord = ({ schema: { type } }: Parameter): string => (type === 'string' ? 'x\0' : 'Nonsense')
