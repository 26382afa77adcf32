// What an account of a plan may have: what each number limits and what exceeding it is answered, and the numbers of each plan, which an operator may
// change. The checks of the server, `Limits` of a User and the tables of the pages are all made from these rows.
import type { Plan } from './enums.ts'
import { type ApiError, type ErrorName, errors } from './errors.ts'

interface LimitRow {
  /** Of `Limits`. */
  readonly field: string
  /** Of its column in tables. */
  readonly heading: string
  readonly description: string
  /** Absent: nothing is refused; what is too much waits. */
  readonly refusal?: ErrorName
}
export const PLAN_LIMITS = {
  cores: { field: 'CoreCount', heading: 'Custom cores', description: 'Custom cores.', refusal: 'coreLimit' },
  memorySize: { field: 'MemorySize', heading: 'Memory of a core', description: 'Bytes of the largest core.', refusal: 'tierLimit' },
  keys: { field: 'KeyCount', heading: 'Keys', description: 'API keys.', refusal: 'tierLimit' },
  repositories: { field: 'RepositoryCount', heading: 'Repositories', description: 'Repositories.', refusal: 'repositoryLimit' },
  buckets: { field: 'BucketCount', heading: 'Buckets', description: 'Buckets.', refusal: 'tierLimit' },
  drives: { field: 'DataDriveCount', heading: 'Drives', description: 'Drives.', refusal: 'tierLimit' },
  things: { field: 'GatewayCount', heading: 'Things', description: 'Things.', refusal: 'tierLimit' },
  webhooks: { field: 'WebhookCount', heading: 'Webhooks', description: 'Webhooks.', refusal: 'tierLimit' },
  storageBytes: { field: 'CloudStorageBytes', heading: 'Bytes of files', description: 'Bytes of files.', refusal: 'storageLimit' },
  running: {
    field: 'RunningCount',
    heading: 'Run at a time',
    description: 'Builds, and tasks, that run at the same time while others wait; a burst on an idle platform may exceed it.',
  },
  unfinished: {
    field: 'UnfinishedCount',
    heading: 'Unfinished at a time',
    description: 'Builds and tasks that wait or run, together.',
    refusal: 'tierLimit',
  },
  requestsPerMinute: {
    field: 'RequestsPerMinute',
    heading: 'Requests per minute',
    description: "Calls of the API; in a burst a minute's worth at once.",
    refusal: 'tooManyRequests',
  },
} as const satisfies Readonly<Record<string, LimitRow>>
export type PlanLimit = keyof typeof PLAN_LIMITS
export type PlanLimits = Readonly<Record<PlanLimit, number>>
export const PLAN_LIMIT_NAMES = Object.keys(PLAN_LIMITS) as readonly PlanLimit[]

/** The error of one more than the plan allows; requests have one of their own, which says how long to wait. */
export const planRefusal = (limit: { [Name in PlanLimit]: (typeof PLAN_LIMITS)[Name] extends CountedRow ? Name : never }[PlanLimit]): ApiError =>
  errors[PLAN_LIMITS[limit].refusal]()
type CountedRow = { readonly refusal: 'coreLimit' | 'tierLimit' | 'repositoryLimit' | 'storageLimit' }

const developer: PlanLimits = {
  cores: 20,
  memorySize: 1_000_000_000,
  keys: 20,
  repositories: 50,
  buckets: 20,
  drives: 20,
  webhooks: 20,
  things: 20,
  storageBytes: 20e9,
  running: 2,
  unfinished: 1000,
  requestsPerMinute: 3000,
}
const enterprise: PlanLimits = {
  cores: 1000,
  memorySize: 4_000_000_000,
  keys: 200,
  repositories: 5000,
  buckets: 1000,
  drives: 1000,
  webhooks: 200,
  things: 1000,
  storageBytes: 1e12,
  running: 64,
  unfinished: 100_000,
  requestsPerMinute: 60_000,
}
/** Unless an operator changes them. */
export const PLAN_DEFAULTS: Readonly<Record<Plan, PlanLimits>> = {
  FreeTier: {
    cores: 3,
    memorySize: 512_000_000,
    keys: 10,
    repositories: 3,
    buckets: 3,
    drives: 3,
    webhooks: 5,
    things: 3,
    storageBytes: 1e9,
    running: 1,
    unfinished: 100,
    requestsPerMinute: 600,
  },
  DeveloperTier: developer,
  AcademicTier: { ...developer, running: 4 },
  ProTier: {
    cores: 100,
    memorySize: 2_000_000_000,
    keys: 50,
    repositories: 200,
    buckets: 100,
    drives: 100,
    webhooks: 50,
    things: 100,
    storageBytes: 100e9,
    running: 8,
    unfinished: 10_000,
    requestsPerMinute: 12_000,
  },
  EnterpriseTier: enterprise,
  EnterpriseTierL: enterprise,
  EnterpriseTierM: {
    cores: 500,
    memorySize: 4_000_000_000,
    keys: 100,
    repositories: 1000,
    buckets: 500,
    drives: 500,
    webhooks: 100,
    things: 500,
    storageBytes: 500e9,
    running: 32,
    unfinished: 50_000,
    requestsPerMinute: 30_000,
  },
  EnterpriseTierS: {
    cores: 200,
    memorySize: 4_000_000_000,
    keys: 100,
    repositories: 500,
    buckets: 200,
    drives: 200,
    webhooks: 50,
    things: 200,
    storageBytes: 200e9,
    running: 16,
    unfinished: 20_000,
    requestsPerMinute: 12_000,
  },
}

/** A plan's numbers by the names of `Limits`. */
export type ResourceLimitNumbers = { -readonly [Name in PlanLimit as (typeof PLAN_LIMITS)[Name]['field']]: number }
export const asResourceLimits = (limits: PlanLimits): ResourceLimitNumbers =>
  Object.fromEntries(PLAN_LIMIT_NAMES.map((name) => [PLAN_LIMITS[name].field, limits[name]])) as ResourceLimitNumbers
