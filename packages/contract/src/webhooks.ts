// Webhooks: events sent to an address of yours, signed as Standard Webhooks says.
import { type Static, Type } from 'typebox'
import { DELIVERY_STATUSES, WEBHOOK_STATUSES } from './enums.ts'
import { WEBHOOK_EVENTS } from './events.ts'
import { empty, json, operation } from './operation.ts'
import { exampleId } from './parameters.ts'
import { isoText, nullable, oneOf, ref } from './schema.ts'

const events = Type.Array(oneOf(WEBHOOK_EVENTS), { minItems: 1, description: 'Which events to send; at least one.' })
const url = Type.String({
  pattern: '^https?://[^\\s/]+',
  description: 'An absolute http or https address. Private addresses are refused unless the operator allows them.',
})
const example = { url: 'https://example.com/hook', events: ['task-status' as const], description: 'results' }
const times = { CreatedAt: isoText('When it was made.'), UpdatedAt: isoText('When it was last changed.') }

const stored = {
  Object: 'Webhook' as const,
  WebhookID: exampleId('webhook'),
  URL: example.url,
  Events: example.events,
  Description: example.description,
  Status: 'active' as const,
  CreatedAt: '2026-01-02T03:04:05.678Z',
  UpdatedAt: '2026-01-02T03:04:05.678Z',
  FailureCount: 0,
  LastDeliveryStatus: null,
  LastDeliveryTime: null,
}
export type Webhook = Static<typeof Webhook>
export const Webhook = Type.Object(
  {
    Object: Type.Literal('Webhook'),
    WebhookID: Type.String({ description: 'The id of the webhook.', examples: [exampleId('webhook')] }),
    URL: url,
    Events: events,
    Description: Type.String({ description: 'Your note; empty when there is none.' }),
    Status: oneOf(WEBHOOK_STATUSES, { description: 'A disabled one gets nothing; its events are not kept.' }),
    ...times,
    FailureCount: Type.Integer({ minimum: 0, description: 'Attempts that failed since the last success.' }),
    LastDeliveryStatus: nullable(oneOf(DELIVERY_STATUSES, { description: '`failed-429`: held back by a rate limit.' })),
    LastDeliveryTime: nullable(isoText('When the last attempt was made.')),
  },
  { $id: 'Webhook', description: 'An address that gets events.', examples: [stored] },
)
export type WebhookRequest = Static<typeof WebhookRequest>
export const WebhookRequest = Type.Object(
  { url, events, description: Type.Optional(Type.String()) },
  { $id: 'WebhookRequest', description: 'A new webhook.', examples: [example] },
)
export type WebhookUpdate = Static<typeof WebhookUpdate>
export const WebhookUpdate = Type.Partial(Type.Object({ url, events, description: Type.String(), status: oneOf(WEBHOOK_STATUSES) }), {
  $id: 'WebhookUpdate',
  description: 'The fields to change; at least one.',
  examples: [{ status: 'active' }],
})
export type WebhookCreated = Static<typeof WebhookCreated>
export const WebhookCreated = Type.Object(
  {
    webhookId: Type.String(),
    url,
    events,
    description: Type.Optional(Type.String()),
    secret: Type.String({ description: 'The signing secret, `whsec_…`. It is shown here and never again.' }),
    status: oneOf(WEBHOOK_STATUSES),
    createdAt: isoText('When it was made.'),
  },
  {
    $id: 'WebhookCreated',
    description: 'The new webhook with its secret.',
    examples: [
      {
        webhookId: exampleId('webhook'),
        ...example,
        secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
        status: 'active',
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    ],
  },
)
export type WebhookList = Static<typeof WebhookList>
export const WebhookList = Type.Object(
  { webhooks: Type.Array(ref(Webhook)), count: Type.Integer({ minimum: 0 }) },
  { $id: 'WebhookList', description: 'Your webhooks.', examples: [{ webhooks: [stored], count: 1 }] },
)

export const webhookOperations = {
  listWebhooks: operation({
    method: 'GET',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Your webhooks, without their secrets.',
    replies: { 200: json('The webhooks.', WebhookList) },
    errors: [],
    credential: 'any',
  }),
  createWebhook: operation({
    method: 'POST',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description: 'Events are sent from now on. Check the signature of each with the secret of this answer.',
    body: WebhookRequest,
    bodyRequired: true,
    replies: { 201: json('The webhook, with its secret.', WebhookCreated) },
    errors: ['emptyBody', 'malformedField', 'webhookUrlAndEvents', 'tierLimit'],
    credential: 'any',
  }),
  getWebhook: operation({
    method: 'GET',
    path: '/webhooks/{WebhookID}',
    tag: 'Webhooks',
    summary: 'Get a webhook',
    description: 'One webhook and how its last delivery went.',
    replies: { 200: json('The webhook.', Webhook) },
    errors: ['webhookNotFound'],
    credential: 'any',
  }),
  updateWebhook: operation({
    method: 'PUT',
    path: '/webhooks/{WebhookID}',
    tag: 'Webhooks',
    summary: 'Update a webhook',
    description: 'Changes a webhook. Setting `active` clears its FailureCount.',
    body: WebhookUpdate,
    bodyRequired: true,
    replies: { 200: json('The webhook.', Webhook) },
    errors: ['emptyBody', 'malformedField', 'nothingToUpdate', 'webhookNotFound'],
    credential: 'any',
  }),
  deleteWebhook: operation({
    method: 'DELETE',
    path: '/webhooks/{WebhookID}',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to it.',
    replies: { 204: empty('Deleted.') },
    errors: ['webhookNotFound'],
    credential: 'any',
  }),
} as const
