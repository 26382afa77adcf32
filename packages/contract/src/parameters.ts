// Parameters that many operations share: those in paths, and the query of lists.
import { Type } from 'typebox'
import { RECOMMENDED_CORE } from './default-cores.ts'
import { STREAMS } from './enums.ts'
import { ID, type IdKind, idPattern } from './ids.ts'
import { oneOf } from './schema.ts'
import { STATUSES } from './status.ts'

const EXAMPLE_DIGITS = '00112233445566778899aabbccddeeff'
export const exampleId = (kind: IdKind): string => ID[kind] + EXAMPLE_DIGITS

export const id = (kind: IdKind, description: string) => Type.String({ description, pattern: idPattern(kind), examples: [exampleId(kind)] })

/** Every parameter that stands in a path, by its name. */
export const PATH_PARAMETERS = {
  BuildID: { description: 'The id of a build.', example: exampleId('build') },
  TaskID: { description: 'The id of a task.', example: exampleId('task') },
  ValueID: { description: 'The id of a value that a task traced.', example: exampleId('value') },
  CoreID: { description: 'The id of a core.', example: RECOMMENDED_CORE.CoreID },
  RepositoryID: { description: 'The id of a repository.', example: exampleId('repository') },
  BucketID: { description: 'The id of a bucket.', example: exampleId('bucket') },
  DriveID: { description: 'The id of a drive.', example: exampleId('drive') },
  ThingID: { description: 'The id of a thing.', example: exampleId('thing') },
  KeyID: { description: 'The KeyID of an API key.', example: EXAMPLE_DIGITS },
  UserID: { description: 'Your user id, or `me`.', example: 'me' },
  WebhookID: { description: 'The id of a webhook.', example: exampleId('webhook') },
  Stream: { description: 'Which output stream.', example: 'Stdout', words: STREAMS },
  path: { description: 'A path in your storage. It may contain slashes.', example: 'measurements/run1.csv' },
  service: { description: 'The name of a service.', example: 'database' },
} as const satisfies Record<string, { description: string; example: string; words?: readonly string[] }>
export type PathParameterName = keyof typeof PATH_PARAMETERS

export const startKey = Type.Optional(
  Type.String({
    description: 'The ContinuationKey of the page before, or the id of an object of this list: the page begins behind it. Absent: the first page.',
  }),
)
export const continuationKey = Type.Optional(
  Type.String({ description: 'Send it as `startKey` for the next page. Absent on the last page. Its content means nothing to clients.' }),
)
const moment = (side: string) =>
  Type.Optional(
    Type.String({
      description: `Only what was created ${side} this time, itself included. ISO 8601 text or milliseconds since the epoch.`,
      examples: ['2026-01-02T00:00:00Z'],
    }),
  )
export const timeRange = { from: moment('after'), to: moment('before') }
export const count = Type.Integer({ minimum: 0, description: 'How many are in this answer.' })
export const statusFilter = Type.Optional(
  Type.Array(oneOf(STATUSES), { description: 'Only these statuses. Repeat the parameter to name several.', examples: [['Completed']] }),
)
/** Query of a list of repositories, buckets and the like. */
export const PageQuery = Type.Object({ startKey })
/** Query of a list ordered by time. */
export const TimeQuery = Type.Object({ startKey, ...timeRange })
/** Query of builds and tasks. */
export const StatusQuery = Type.Object({ startKey, ...timeRange, status: statusFilter })
