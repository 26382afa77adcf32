// Realtime and webhook payloads: the frames of the websocket, and the events that both carry.
import { type Static, Type } from 'typebox'
import { CHANNELS, PAYLOAD_VERSION, REALTIME_PATH, WEBHOOK_EVENTS } from './events.ts'
import { operation } from './operation.ts'
import { exampleId } from './parameters.ts'
import { epochMilliseconds, isoText, oneOf, ref } from './schema.ts'
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
const data = Type.Union([ref(TaskStatusData), ref(BuildStatusData), ref(UsageData), ref(UserMetadata)])

/** What the `event` text of a realtime data frame holds. */
export type RealtimeEvent = Static<typeof RealtimeEvent>
export const RealtimeEvent = Type.Object(
  {
    version: Type.Literal(PAYLOAD_VERSION),
    id: Type.String({ description: 'The id of the event.' }),
    event: oneOf(CHANNELS, { description: 'The kind of channel.' }),
    created: isoText('When it happened.'),
    data,
  },
  { $id: 'RealtimeEvent', description: 'An event of a realtime channel.' },
)
/** The body of a webhook delivery. */
export type WebhookPayload = Static<typeof WebhookPayload>
export const WebhookPayload = Type.Object(
  {
    version: Type.Literal(PAYLOAD_VERSION),
    eventType: oneOf(WEBHOOK_EVENTS),
    userId: Type.String(),
    timestamp: isoText('When it happened.'),
    data: Type.Union([ref(TaskStatusData), ref(BuildStatusData), ref(UsageData)]),
  },
  {
    $id: 'WebhookPayload',
    description: 'The body of a webhook delivery.',
    examples: [
      {
        version: PAYLOAD_VERSION,
        eventType: 'task-status',
        userId: exampleId('user'),
        timestamp: '2026-01-02T03:04:05.678Z',
        data: { taskId: exampleId('task'), status: 'Completed', message: 'Task completed.', updatedAt: 1767323045678 },
      },
    ],
  },
)

export const realtimeOperations = {
  connectRealtime: operation({
    method: 'GET',
    path: REALTIME_PATH,
    tag: 'Realtime',
    summary: 'Open the realtime channel',
    description:
      'A websocket that speaks the AWS AppSync Events protocol. The credential stands in a subprotocol. Send `connection_init`, wait for `connection_ack`, then `subscribe` to channels such as `task-status/<user>`.',
    replies: { 101: { description: 'The connection is a websocket now.' } },
    errors: [],
    credential: 'any',
  }),
} as const
