// What carries events: the frames of the websocket, and the deliveries to webhooks.
import { type Static, Type } from 'typebox'
import { CHANNELS, EVENTS, type EventData, type EventKind, PAYLOAD_VERSION, REALTIME_PATH, WEBHOOK_EVENTS } from './events.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'
import { exampleId } from './parameters.ts'
import { isoText, oneOf, ref } from './schema.ts'

/** Of the name that a client gives to a subscription. */
export const SUBSCRIPTION_ID_CHARACTERS = 128

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
export const EXAMPLE_PAYLOAD = {
  version: PAYLOAD_VERSION,
  eventType: 'task-status',
  userId: exampleId('user'),
  timestamp: '2026-01-02T03:04:05.678Z',
  data: { taskId: exampleId('task'), status: 'Completed', message: 'Task completed.', updatedAt: 1767323045678 },
} as const
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
    examples: [EXAMPLE_PAYLOAD],
  },
)

export const realtimeOperations = {
  connectRealtime: operation({
    method: 'GET',
    path: REALTIME_PATH,
    tag: 'Realtime',
    summary: 'Open the realtime channel',
    description:
      'A websocket that speaks the AWS AppSync Events protocol. The credential stands in a subprotocol, or in the headers of every request. Send `connection_init`, wait for `connection_ack`, then `subscribe` to channels such as `task-status/<user>`. Every event that is committed after `subscribe_success` is sent, those of one object in order.',
    replies: { 101: { description: 'The connection is a websocket now.' } },
    errors: ['upgradeRequired'],
    credential: 'any',
  }),
} as const

/** What an error frame says, for the clients that read `errors`; those that read `message` find the same text there. */
export interface RealtimeFault {
  readonly errorType: string
  readonly message: string
  readonly errorCode: number
}
const unauthorized = (message: string): RealtimeFault => ({ errorType: 'UnauthorizedException', message, errorCode: 401 })
const badRequest = (message: string): RealtimeFault => ({ errorType: 'BadRequestException', message, errorCode: 400 })
const tooMany = (message: string): RealtimeFault => ({ errorType: 'LimitExceededException', message, errorCode: 429 })
/** Each fault of the realtime channel, named for what went wrong. Clients compare texts: one that stands here does not change. */
export const REALTIME_FAULTS = {
  unauthorized: unauthorized('Not authorized request.'),
  foreignChannel: unauthorized('You are not authorized to access this channel.'),
  unknownChannel: unauthorized('Unknown channel.'),
  publish: unauthorized('Only the platform publishes events.'),
  noJson: badRequest('A frame is one JSON object, as text.'),
  unknownFrame: badRequest('Unknown frame type.'),
  notInitialised: badRequest('Send connection_init first.'),
  missingId: badRequest(`The 'id' of a frame is a text of 1 to ${SUBSCRIPTION_ID_CHARACTERS} characters.`),
  unknownSubscription: { errorType: 'UnknownOperationError', message: 'There is no subscription of this id.', errorCode: 404 },
  tooManySubscriptions: tooMany(`A connection has at most ${LIMITS.realtime.subscriptions} subscriptions.`),
  tooManyConnections: tooMany(`An account has at most ${LIMITS.realtime.connections} connections at a time.`),
  tooManyFrames: tooMany(`A connection sends at most ${LIMITS.realtime.framesPerMinute} frames a minute.`),
  internal: { errorType: 'InternalFailure', message: 'Internal error. Please contact support.', errorCode: 500 },
  away: { errorType: 'ServiceUnavailableException', message: 'The database does not answer at the moment. Please retry.', errorCode: 503 },
} as const satisfies Readonly<Record<string, RealtimeFault>>

/** Why the platform closes a websocket: codes below 4000 are those of RFC 6455 (7.4.1) and its registry. */
export const REALTIME_CLOSES = {
  stopping: { code: 1001, reason: 'The platform stops or restarts. Connect again.' },
  tooManyFrames: { code: 1008, reason: REALTIME_FAULTS.tooManyFrames.message },
  failed: { code: 1011, reason: REALTIME_FAULTS.internal.message },
  resync: { code: 1012, reason: 'Events may be missing. Connect again and ask for the status.' },
  slowReader: { code: 1013, reason: 'You read too slowly. Connect again and ask for the status.' },
  tooManyConnections: { code: 1013, reason: REALTIME_FAULTS.tooManyConnections.message },
  away: { code: 1013, reason: REALTIME_FAULTS.away.message },
  unauthorized: { code: 4401, reason: REALTIME_FAULTS.unauthorized.message },
  credentialOver: { code: 4401, reason: 'The credential has expired or was revoked.' },
  silent: { code: 4408, reason: 'No connection_init came in time.' },
} as const
export type RealtimeClose = (typeof REALTIME_CLOSES)[keyof typeof REALTIME_CLOSES]
