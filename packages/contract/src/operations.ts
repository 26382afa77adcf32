// Every operation of the API by its id. Each resource lists its own; here they meet.
import { bucketOperations } from './buckets.ts'
import { buildOperations } from './builds.ts'
import { coreOperations } from './cores.ts'
import { driveOperations } from './drives.ts'
import { fileOperations } from './files.ts'
import { githubOperations } from './github.ts'
import { healthOperations } from './health.ts'
import { keyOperations } from './keys.ts'
import type { BodyOf, PathOf, QueryOf, ReplyOf } from './operation.ts'
import { plotOperations } from './plots.ts'
import { realtimeOperations } from './realtime.ts'
import { repositoryOperations } from './repositories.ts'
import { sampleOperations } from './samples.ts'
import { sessionOperations } from './sessions.ts'
import { subscriptionOperations } from './subscriptions.ts'
import { taskOperations } from './tasks.ts'
import { thingOperations } from './things.ts'
import { uploadOperations } from './uploads.ts'
import { userOperations } from './users.ts'
import { valueOperations } from './values.ts'
import { variableOperations } from './variables.ts'
import { webhookOperations } from './webhooks.ts'

export const operations = {
  ...buildOperations,
  ...variableOperations,
  ...taskOperations,
  ...sampleOperations,
  ...plotOperations,
  ...valueOperations,
  ...coreOperations,
  ...repositoryOperations,
  ...fileOperations,
  ...uploadOperations,
  ...bucketOperations,
  ...driveOperations,
  ...keyOperations,
  ...thingOperations,
  ...userOperations,
  ...sessionOperations,
  ...githubOperations,
  ...webhookOperations,
  ...realtimeOperations,
  ...subscriptionOperations,
  ...healthOperations,
} as const
export type Operations = typeof operations
export type OperationId = keyof Operations
export const OPERATION_IDS = Object.keys(operations) as readonly OperationId[]

/** Parameters in the path of an operation; values are texts, not encoded. */
export type OperationPath<Id extends OperationId> = PathOf<Operations[Id]>
/** The query as the server reads it, after its defaults. */
export type OperationQuery<Id extends OperationId> = QueryOf<Operations[Id]>
export type OperationBody<Id extends OperationId> = BodyOf<Operations[Id]>
/** What a success answers; undefined for an answer without a body. */
export type OperationReply<Id extends OperationId> = ReplyOf<Operations[Id]>
