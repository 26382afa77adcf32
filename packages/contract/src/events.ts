// What the platform says by itself: every event with what it carries and when it happens. The outbox, the realtime channels, the webhooks, the
// OpenAPI document and the pages are made from these rows.
import { type Static, type TSchema, Type } from 'typebox'
import { withoutPrefix } from './ids.ts'
import { exampleId } from './parameters.ts'
import { epochMilliseconds, oneOf } from './schema.ts'
import { FEED_STATUSES } from './status.ts'

const statusData = {
  status: oneOf(FEED_STATUSES, { description: 'As in REST, but Initializing with z, and Failed where the program or build failed by itself.' }),
  message: Type.String(),
  updatedAt: epochMilliseconds('When it changed.'),
}
export type TaskStatusData = Static<typeof TaskStatusData>
export const TaskStatusData = Type.Object(
  { taskId: Type.String(), ...statusData },
  {
    $id: 'TaskStatusData',
    description: 'Data of task-status.',
    examples: [{ taskId: exampleId('task'), status: 'Completed', message: 'Task completed.', updatedAt: 1767323045678 }],
  },
)
export type BuildStatusData = Static<typeof BuildStatusData>
export const BuildStatusData = Type.Object(
  { buildId: Type.String(), ...statusData },
  {
    $id: 'BuildStatusData',
    description: 'Data of build-status.',
    examples: [{ buildId: exampleId('build'), status: 'Initializing', message: 'Build initializing.', updatedAt: 1767323040123 }],
  },
)
export type UsageData = Static<typeof UsageData>
export const UsageData = Type.Object(
  {
    UserID: Type.String(),
    Object: oneOf(['Task', 'Build'], { description: 'What is counted.' }),
    ResourceUsage: Type.Object({
      IncrementCount: Type.Integer(),
      DecrementCount: Type.Integer(),
      TotalDynamicInstructions: Type.Optional(Type.Integer()),
      TotalExecutionTime: Type.Optional(Type.Integer({ description: 'Milliseconds.' })),
      TotalBuildSize: Type.Optional(Type.Integer({ description: 'Bytes.' })),
      TotalBuildTime: Type.Optional(Type.Integer({ description: 'Milliseconds.' })),
    }),
  },
  {
    $id: 'UsageData',
    description: 'Data of the stats and count events.',
    examples: [
      {
        UserID: exampleId('user'),
        Object: 'Task',
        ResourceUsage: { IncrementCount: 0, DecrementCount: 0, TotalDynamicInstructions: 75652, TotalExecutionTime: 957 },
      },
    ],
  },
)
export type UserMetadata = Static<typeof UserMetadata>
export const UserMetadata = Type.Object(
  { UserID: Type.String(), Object: Type.Literal('User'), Preferences: Type.Object({}, { additionalProperties: true }) },
  { $id: 'UserMetadata', description: 'Data of user-metadata.' },
)

interface EventRow {
  readonly data: TSchema
  /** For people. */
  readonly when: string
  /** Whether webhooks may ask for it; every event has a realtime channel of its name. */
  readonly webhooks: boolean
}
const STATUS_CHANGED = 'every change of status'
const ENDED = 'the figures, when one ends'
const COUNTED = 'one was made or deleted'
export const EVENTS = {
  'task-status': { data: TaskStatusData, when: STATUS_CHANGED, webhooks: true },
  'build-status': { data: BuildStatusData, when: STATUS_CHANGED, webhooks: true },
  'task-stats': { data: UsageData, when: ENDED, webhooks: true },
  'build-stats': { data: UsageData, when: ENDED, webhooks: true },
  'task-count': { data: UsageData, when: COUNTED, webhooks: true },
  'build-count': { data: UsageData, when: COUNTED, webhooks: true },
  'user-metadata': { data: UserMetadata, when: 'your profile changed', webhooks: false },
} as const satisfies Readonly<Record<string, EventRow>>
export type EventKind = keyof typeof EVENTS
export type EventData<Kind extends EventKind> = Static<(typeof EVENTS)[Kind]['data']>
/** An event as the outbox keeps it. */
export type PlatformEvent<Kind extends EventKind = EventKind> = {
  [Each in Kind]: { readonly kind: Each; readonly payload: EventData<Each> }
}[Kind]

/** Channels of a user. */
export const CHANNELS = Object.keys(EVENTS) as readonly EventKind[]
export type WebhookEvent = { [Kind in EventKind]: (typeof EVENTS)[Kind]['webhooks'] extends true ? Kind : never }[EventKind]
export const WEBHOOK_EVENTS = CHANNELS.filter((kind): kind is WebhookEvent => EVENTS[kind].webhooks)

export const PAYLOAD_VERSION = '1.0'
export const REALTIME_PROTOCOL = 'aws-appsync-event-ws'
export const REALTIME_PATH = '/event/realtime'

/** `task-status/0123…`: the user's id without its prefix. */
export const channelName = (kind: EventKind, userId: string): string => `${kind}/${withoutPrefix(userId)}`

/** The kind and the user of a channel name, which may have a leading slash and the prefix; undefined if it names no channel. */
export function readChannel(name: string): { kind: EventKind; userId: string } | undefined {
  const [, kind, digits] = /^\/?([a-z-]+)\/(?:usr_)?([a-z0-9]{32})$/.exec(name) ?? []
  if (!Object.hasOwn(EVENTS, kind ?? '')) return undefined
  return { kind: kind as EventKind, userId: `usr_${digits}` }
}
