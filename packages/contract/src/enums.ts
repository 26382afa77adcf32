// The closed lists of words that fields of the API may hold.
import { LIMITS } from './limits.ts'

export const CLASSES = ['C0', 'C0Pro', 'C0-microSD', 'C0-microSD-plus'] as const
export type Class = (typeof CLASSES)[number]

/** Classes whose builds give a binary for separate hardware and cannot run as tasks. */
export const HARDWARE_CLASSES = ['C0-microSD', 'C0-microSD-plus'] as const satisfies readonly Class[]
export const isHardwareClass = (name: string): boolean => (HARDWARE_CLASSES as readonly string[]).includes(name)

export const MICROARCHITECTURES = ['Zurich', 'Athens', 'Bypass', 'Reference'] as const
export type Microarchitecture = (typeof MICROARCHITECTURES)[number]

/** Microarchitectures that carry distributions through a run. */
export const TRACKING_MICROARCHITECTURES = ['Zurich', 'Athens'] as const satisfies readonly Microarchitecture[]
export const isTracking = (name: string): boolean => (TRACKING_MICROARCHITECTURES as readonly string[]).includes(name)

export const CORRELATION_TRACKING = ['Autocorrelation', 'Disable'] as const
export type CorrelationTracking = (typeof CORRELATION_TRACKING)[number]

export const LANGUAGES = ['C', 'C++', 'Fortran'] as const
export type Language = (typeof LANGUAGES)[number]

export const APPLICATION_TYPES = ['SourceCode', 'Repository'] as const
export type ApplicationType = (typeof APPLICATION_TYPES)[number]

export const VARIABLE_TYPES = ['Variable', 'FormalParameter'] as const
export type VariableType = (typeof VARIABLE_TYPES)[number]

export const STREAMS = ['Stdout', 'Stderr'] as const
export type Stream = (typeof STREAMS)[number]

/** The platform's own storage; any name that ends in `CloudStorage` means the same. */
export const OWN_STORAGE = 'CredenceCloudStorage'
export const RESOURCE_TYPES = ['Gateway', 'Bucket', 'Drive', OWN_STORAGE] as const
export type ResourceType = (typeof RESOURCE_TYPES)[number]
export const isOwnStorage = (resourceType: string): boolean => resourceType.endsWith('CloudStorage')
/** The directory that a ResourceID of a user's own storage names: '' for all of it; undefined: it is not theirs. */
export function storagePathOf(resourceId: string, userId: string): string | undefined {
  const [, first, rest = ''] = /^[a-z-]*cloud-storage:\/([^/]+)(\/.*)?$/s.exec(resourceId) ?? []
  const path = rest.replace(/^\/+|\/+$/g, '')
  return first === userId && !path.split('/').some((name) => name === '.' || name === '..') ? path : undefined
}
/** The thing, and the topic of it if one is named, that a ResourceID of a Gateway names; undefined: it is none. */
export function gatewayOf(resourceId: string): { readonly thingId: string; readonly topic?: string } | undefined {
  const [, thingId, topic] = /^(thg_[a-z0-9]{32})(?:\/([^/]+))?$/.exec(resourceId) ?? []
  if (thingId === undefined || (topic !== undefined && !isTopic(topic))) return undefined
  return { thingId, ...(topic !== undefined && { topic }) }
}
/** A topic is the name of a file as well. */
export const TOPIC_PATTERN = `^[A-Za-z0-9][A-Za-z0-9._-]{0,${LIMITS.things.topicCharacters - 1}}$`
export const isTopic = (text: string): boolean => new RegExp(TOPIC_PATTERN).test(text)
/** Where own storage appears in a run when a data source names no Location. */
export const DEFAULT_LOCATION = 'sd0'

export const HEALTH_STATUSES = ['healthy', 'unhealthy', 'degraded'] as const
export type HealthStatus = (typeof HEALTH_STATUSES)[number]
export const SERVICES = ['database', 'queue', 'objects', 'compiler', 'runner', 'git'] as const
export type Service = (typeof SERVICES)[number]

export const WEBHOOK_STATUSES = ['active', 'disabled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]
export const DELIVERY_STATUSES = ['success', 'failed-429'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
/** Of one delivery: `pending` until an attempt succeeds or the last one failed. */
export const DELIVERY_STATES = ['pending', ...DELIVERY_STATUSES, 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
/** Why an attempt at a delivery brought no answer. */
export const DELIVERY_FAULTS = {
  address: 'the address is not a public one',
  name: 'the host name was not found',
  connection: 'no connection, or it broke',
  tls: 'no encrypted connection, often because of the certificate',
  timeout: 'no answer in time',
  answer: 'what was answered is not HTTP',
} as const
export type DeliveryFault = keyof typeof DELIVERY_FAULTS

export const PLANS = [
  'FreeTier',
  'DeveloperTier',
  'AcademicTier',
  'ProTier',
  'EnterpriseTier',
  'EnterpriseTierL',
  'EnterpriseTierM',
  'EnterpriseTierS',
] as const
export type Plan = (typeof PLANS)[number]

/** The listed spelling of a word given in any case, or undefined. */
export function spelling<const Word extends string>(words: readonly Word[], given: string): Word | undefined {
  return words.find((word) => word.toLowerCase() === given.toLowerCase())
}
