// Parameters that many operations share: those in paths, and the query of lists.
import { Type } from 'typebox'
import { RECOMMENDED_CORE } from './default-cores.ts'
import { STREAMS } from './enums.ts'
import { ID, type IdKind, idPattern } from './ids.ts'
import { LIMITS } from './limits.ts'
import { oneOf } from './schema.ts'
import { STATUSES } from './status.ts'

const EXAMPLE_DIGITS = '00112233445566778899aabbccddeeff'
export const exampleId = (kind: IdKind): string => ID[kind] + EXAMPLE_DIGITS

export const id = (kind: IdKind, description: string) => Type.String({ description, pattern: idPattern(kind), examples: [exampleId(kind)] })

interface PathParameter {
  readonly description: string
  readonly example: string
  readonly words?: readonly string[]
}
/** Kinds of things whose id never stands in a path, or in a form of its own. */
const NO_PARAMETER = ['pipeline', 'user'] as const
type NamedKind = Exclude<IdKind, (typeof NO_PARAMETER)[number]>
type IdParameter = `${Capitalize<NamedKind>}ID`
/** `NoteID` of the kind `note`, and so on. */
function idParameters(): Readonly<Record<IdParameter, PathParameter>> {
  const kinds = (Object.keys(ID) as IdKind[]).filter((kind) => !(NO_PARAMETER as readonly string[]).includes(kind))
  const rows = kinds.map((kind) => [`${kind[0]!.toUpperCase()}${kind.slice(1)}ID`, { description: `The id of a ${kind}.`, example: exampleId(kind) }])
  return Object.fromEntries(rows)
}

/** Every parameter that stands in a path, by its name. */
export const PATH_PARAMETERS = {
  ...idParameters(),
  ValueID: { description: 'The id of a value that a task traced.', example: exampleId('value') },
  CoreID: { description: 'The id of a core.', example: RECOMMENDED_CORE.CoreID },
  KeyID: { description: 'The KeyID of an API key.', example: EXAMPLE_DIGITS },
  UserID: { description: 'Your user id, or `me`.', example: 'me' },
  Stream: { description: 'Which output stream.', example: 'Stdout', words: STREAMS },
  path: { description: 'A path: in your storage, or of GitHub. It may contain slashes.', example: 'measurements/run1.csv' },
  Topic: { description: 'The name of a topic of a device.', example: 'temperature' },
  service: { description: 'The name of a service.', example: 'database' },
} as const satisfies Readonly<Record<string, PathParameter>>
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
const size = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.summaryPageSize,
      description: `At most so many on this page: up to ${LIMITS.pageSize}, with \`noexpand\` up to ${LIMITS.summaryPageSize}. Absent: ${LIMITS.pageSize}.`,
    }),
  ),
  noexpand: Type.Optional(Type.Boolean({ description: 'True: only id, owner and time of each.' })),
}
export const count = Type.Integer({ minimum: 0, description: 'How many are in this response.' })
export const statusFilter = Type.Optional(
  Type.Array(oneOf(STATUSES), { description: 'Only these statuses. Repeat the parameter to name several.', examples: [['Completed']] }),
)
/** Query of a list of repositories, buckets and the like. */
export const PageQuery = Type.Object({ startKey })
/** Query of a list ordered by time. */
export const TimeQuery = Type.Object({ startKey, ...timeRange, ...size })
/** Query of builds and tasks. */
export const StatusQuery = Type.Object({ startKey, ...timeRange, ...size, status: statusFilter })
