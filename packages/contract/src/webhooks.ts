// Webhooks: events sent to an address of yours, signed as Standard Webhooks says.
import { type Static, Type } from 'typebox'
import { DELIVERY_STATUSES, WEBHOOK_STATUSES } from './enums.ts'
import { WEBHOOK_EVENTS } from './events.ts'
import { LIMITS } from './limits.ts'
import { empty, json, operation } from './operation.ts'
import { exampleId } from './parameters.ts'
import { isoText, nullable, oneOf, ref } from './schema.ts'
import { deliveryOperations } from './webhook-deliveries.ts'

const { webhooks } = LIMITS
const events = Type.Array(oneOf(WEBHOOK_EVENTS), { minItems: 1, description: 'Which events to send; at least one.' })
const url = Type.String({
  pattern: '^https?://[^\\s/]+',
  maxLength: webhooks.urlCharacters,
  description: 'An absolute http or https address, port 80, 443 or 8443. Private addresses are refused unless the operator allows them.',
})
const description = Type.String({ maxLength: webhooks.descriptionCharacters, description: 'Your note; empty when there is none.' })
const example = { url: 'https://example.com/hook', events: ['task-status' as const], description: 'results' }
const times = { CreatedAt: isoText('When it was made.'), UpdatedAt: isoText('When it was last changed.') }
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const createdAt = '2026-01-02T03:04:05.678Z'

const stored = {
  Object: 'Webhook' as const,
  WebhookID: exampleId('webhook'),
  URL: example.url,
  Events: example.events,
  Description: example.description,
  Status: 'active' as const,
  CreatedAt: createdAt,
  UpdatedAt: createdAt,
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
    Description: description,
    Status: oneOf(WEBHOOK_STATUSES, { description: 'A disabled one gets nothing; its events are not kept.' }),
    ...times,
    FailureCount: Type.Integer({ minimum: 0, description: 'Attempts that failed since the last success.' }),
    LastDeliveryStatus: nullable(
      oneOf(DELIVERY_STATUSES, {
        description: '`failed-429`: held back by a rate limit, of the receiver or of this platform. Null: none yet, or it failed in another way.',
      }),
    ),
    LastDeliveryTime: nullable(isoText('When the last attempt was made.')),
  },
  { $id: 'Webhook', description: 'An address that gets events.', examples: [stored] },
)
export type WebhookRequest = Static<typeof WebhookRequest>
export const WebhookRequest = Type.Object(
  { url, events, description: Type.Optional(description) },
  { $id: 'WebhookRequest', description: 'A new webhook.', examples: [example] },
)
export type WebhookUpdate = Static<typeof WebhookUpdate>
export const WebhookUpdate = Type.Partial(Type.Object({ url, events, description, status: oneOf(WEBHOOK_STATUSES) }), {
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
    description: Type.Optional(description),
    secret: Type.String({ description: 'The signing secret, `whsec_…`. It is shown here and never again.' }),
    status: oneOf(WEBHOOK_STATUSES),
    createdAt: isoText('When it was made.'),
  },
  {
    $id: 'WebhookCreated',
    description: 'The new webhook with its secret.',
    examples: [{ webhookId: exampleId('webhook'), ...example, secret, status: 'active', createdAt }],
  },
)
export type WebhookList = Static<typeof WebhookList>
export const WebhookList = Type.Object(
  { webhooks: Type.Array(ref(Webhook)), count: Type.Integer({ minimum: 0 }) },
  { $id: 'WebhookList', description: 'Your webhooks.', examples: [{ webhooks: [stored], count: 1 }] },
)
export type SecretRotation = Static<typeof SecretRotation>
export const SecretRotation = Type.Object(
  {
    oldSecretSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: webhooks.oldSecretSeconds.max,
        default: webhooks.oldSecretSeconds.default,
        description: 'How long deliveries carry a signature of the old secret as well. 0 ends it at once.',
      }),
    ),
  },
  { $id: 'SecretRotation', description: 'How to change the secret.', examples: [{ oldSecretSeconds: 3600 }] },
)
export type SecretRotated = Static<typeof SecretRotated>
export const SecretRotated = Type.Object(
  {
    webhookId: Type.String(),
    secret: Type.String({ description: 'The new signing secret. It is shown here and never again.' }),
    oldSecretUntil: isoText('Until then deliveries are signed with the old secret, too.'),
  },
  { $id: 'SecretRotated', description: 'A new secret.', examples: [{ webhookId: exampleId('webhook'), secret, oldSecretUntil: createdAt }] },
)

export const webhookOperations = {
  listWebhooks: operation({
    method: 'GET',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Your webhooks, newest first, without their secrets.',
    replies: { 200: json('The webhooks.', WebhookList) },
    errors: [],
    credential: 'any',
  }),
  createWebhook: operation({
    method: 'POST',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description: 'Events are sent from now on. Check the signature of each with the secret of this response.',
    body: WebhookRequest,
    bodyRequired: true,
    missing: { url: 'webhookUrlAndEvents', events: 'webhookUrlAndEvents' },
    replies: { 201: json('The webhook, with its secret.', WebhookCreated) },
    errors: ['emptyBody', 'malformedField', 'webhookUrlAndEvents', 'webhookTarget', 'tierLimit'],
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
    description: 'Changes a webhook. Setting `active` clears its FailureCount; setting `disabled` drops what waits for it.',
    body: WebhookUpdate,
    bodyRequired: true,
    replies: { 200: json('The webhook.', Webhook) },
    errors: ['emptyBody', 'malformedField', 'webhookTarget', 'nothingToUpdate', 'webhookNotFound'],
    credential: 'any',
  }),
  deleteWebhook: operation({
    method: 'DELETE',
    path: '/webhooks/{WebhookID}',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to it, and its deliveries are forgotten.',
    replies: { 204: empty('Deleted.') },
    errors: ['webhookNotFound'],
    credential: 'any',
  }),
  rotateWebhookSecret: operation({
    method: 'POST',
    path: '/webhooks/{WebhookID}/rotate-secret',
    tag: 'Webhooks',
    summary: 'Change the secret of a webhook',
    description: 'Makes a new secret. For a while deliveries carry a signature of each, so that the receiver can change over when it likes.',
    body: SecretRotation,
    replies: { 200: json('The new secret.', SecretRotated) },
    errors: ['malformedField', 'webhookNotFound'],
    credential: 'any',
  }),
  ...deliveryOperations,
} as const
