// What carries events: the frames of the websocket, and the deliveries to webhooks.
import { type Static, Type } from 'typebox'
import { CHANNELS, EVENTS, type EventData, type EventKind, PAYLOAD_VERSION, REALTIME_PATH, WEBHOOK_EVENTS } from './events.ts'
import { operation } from './operation.ts'
import { exampleId } from './parameters.ts'
import { isoText, oneOf, ref } from './schema.ts'

/** The data of any of these events. */
function dataOf<Kind extends EventKind>(kinds: readonly Kind[]) {
  const schemas = new Set(kinds.map((kind) => EVENTS[kind].data))
  return Type.Unsafe<EventData<Kind>>(Type.Union([...schemas].map((schema) => ref(schema))))
}

/** What the `event` text of a realtime data frame holds. */
export type RealtimeEvent = Static<typeof RealtimeEvent>
export const RealtimeEvent = Type.Object(
  {
    version: Type.Literal(PAYLOAD_VERSION),
    id: Type.String({ description: 'The id of the event.' }),
    event: oneOf(CHANNELS, { description: 'The kind of channel.' }),
    created: isoText('When it happened.'),
    data: dataOf(CHANNELS),
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
    data: dataOf(WEBHOOK_EVENTS),
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
