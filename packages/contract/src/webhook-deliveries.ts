// What was sent to a webhook, and what is still to be: to look at, to send again, and to try.
import { type Static, Type } from 'typebox'
import { DELIVERY_FAULTS, DELIVERY_STATES, type DeliveryFault } from './enums.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from './events.ts'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { continuationKey, count, exampleId, startKey } from './parameters.ts'
import { EXAMPLE_PAYLOAD, WebhookPayload } from './realtime.ts'
import { isoText, nullable, oneOf, ref } from './schema.ts'

const FAULTS = Object.keys(DELIVERY_FAULTS) as DeliveryFault[]
const faultTexts = FAULTS.map((fault) => `\`${fault}\`: ${DELIVERY_FAULTS[fault]}`).join('; ')
const milliseconds = Type.Integer({ minimum: 0, description: 'How long it took.' })

export type DeliveryAttempt = Static<typeof DeliveryAttempt>
export const DeliveryAttempt = Type.Object(
  {
    Time: isoText('When it was made.'),
    HTTPStatus: nullable(Type.Integer({ description: 'What the receiver answered; null: nothing.' })),
    Fault: nullable(oneOf(FAULTS, { description: `Why there is no response. ${faultTexts}.` })),
    Milliseconds: milliseconds,
  },
  {
    $id: 'DeliveryAttempt',
    description: 'One attempt at a delivery.',
    examples: [{ Time: '2026-01-02T03:04:05.900Z', HTTPStatus: 500, Fault: null, Milliseconds: 84 }],
  },
)
const example = {
  Object: 'Delivery' as const,
  DeliveryID: exampleId('delivery'),
  WebhookID: exampleId('webhook'),
  Status: 'pending' as const,
  Test: false,
  CreatedAt: '2026-01-02T03:04:05.678Z',
  NextAttemptAt: '2026-01-02T03:04:11.200Z',
  Attempts: [{ Time: '2026-01-02T03:04:05.900Z', HTTPStatus: 500, Fault: null, Milliseconds: 84 }],
  Payload: EXAMPLE_PAYLOAD,
}
export type Delivery = Static<typeof Delivery>
export const Delivery = Type.Object(
  {
    Object: Type.Literal('Delivery'),
    DeliveryID: Type.String({ description: 'The `webhook-id` of its attempts.', examples: [exampleId('delivery')] }),
    WebhookID: Type.String({ examples: [exampleId('webhook')] }),
    Status: oneOf(DELIVERY_STATES, {
      description: '`pending`: it waits for its first or next attempt. `failed` and `failed-429`: it was given up.',
    }),
    Test: Type.Boolean({ description: 'Whether it was made by POST …/test.' }),
    CreatedAt: isoText('When the event happened.'),
    NextAttemptAt: nullable(isoText('When the next attempt is due; null: there is none, or one is being made.')),
    Attempts: Type.Array(ref(DeliveryAttempt), { description: `The last ${LIMITS.webhooks.attemptsKept}, oldest first.` }),
    Payload: ref(WebhookPayload),
  },
  { $id: 'Delivery', description: 'An event on its way to a webhook.', examples: [example] },
)
export type DeliveryList = Static<typeof DeliveryList>
export const DeliveryList = Type.Object(
  { WebhookID: Type.String(), Deliveries: Type.Array(ref(Delivery)), Count: count, ContinuationKey: continuationKey },
  { $id: 'DeliveryList', description: 'Deliveries of a webhook.', examples: [{ WebhookID: exampleId('webhook'), Deliveries: [example], Count: 1 }] },
)
export type WebhookTest = Static<typeof WebhookTest>
export const WebhookTest = Type.Object(
  {
    event: Type.Optional(
      Type.Unsafe<WebhookEvent>({ ...oneOf(WEBHOOK_EVENTS), description: 'Which event to send; the first of the webhook unless given.' }),
    ),
  },
  { $id: 'WebhookTest', description: 'What to send.', examples: [{ event: 'task-status' as const }] },
)

export const deliveryOperations = {
  listWebhookDeliveries: operation({
    method: 'GET',
    path: '/webhooks/{WebhookID}/deliveries',
    tag: 'Webhooks',
    summary: 'List the deliveries of a webhook',
    description: `What was sent and what waits, newest first. Those that ended are kept for ${LIMITS.webhooks.keptSeconds / 86_400} days, the newest ${LIMITS.webhooks.kept} of them.`,
    query: Type.Object({ startKey, status: Type.Optional(oneOf(DELIVERY_STATES, { description: 'Only these.' })) }),
    replies: { 200: json('The deliveries.', DeliveryList) },
    errors: ['malformedField', 'webhookNotFound'],
    credential: 'any',
  }),
  redeliverWebhookDelivery: operation({
    method: 'POST',
    path: '/webhooks/{WebhookID}/deliveries/{DeliveryID}/redeliver',
    tag: 'Webhooks',
    summary: 'Send a delivery again',
    description: 'Sends it at once, whether it succeeded, failed or waits, with all its retries before it. Its `webhook-id` stays.',
    replies: { 202: json('The delivery.', Delivery) },
    errors: ['webhookNotFound', 'deliveryNotFound', 'webhookDisabled'],
    credential: 'any',
  }),
  testWebhook: operation({
    method: 'POST',
    path: '/webhooks/{WebhookID}/test',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends an event that did not happen, about a task or build whose id is all zeros, signed and repeated like any other. Its delivery says how it went.',
    body: WebhookTest,
    replies: { 202: json('The delivery.', Delivery) },
    errors: ['malformedField', 'webhookNotFound', 'webhookDisabled'],
    credential: 'any',
  }),
} as const
