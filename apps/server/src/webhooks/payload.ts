// The body of a delivery. PostgreSQL keeps the data of an event without its order; it is given that of its schema again, so that every attempt
// sends the same bytes.
import { EVENTS, PAYLOAD_VERSION, type WebhookEvent, type WebhookPayload } from '@credence/contract'

export interface DeliveredEvent {
  readonly event: WebhookEvent
  readonly owner: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly data: WebhookPayload['data']
}

export const payloadOf = ({ event, owner, createdAt, data }: DeliveredEvent): WebhookPayload => ({
  version: PAYLOAD_VERSION,
  eventType: event,
  userId: owner,
  timestamp: new Date(createdAt).toISOString(),
  data: inOrder(data, EVENTS[event].data) as WebhookPayload['data'],
})

/** @param schema  of JSON Schema; one without properties says nothing about order */
function inOrder(value: unknown, schema: object): unknown {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, object>> }
  if (properties === undefined || typeof value !== 'object' || value === null) return value
  const given = value as Readonly<Record<string, unknown>>
  const names = [...Object.keys(properties), ...Object.keys(given)].filter((name, at, all) => name in given && all.indexOf(name) === at)
  return Object.fromEntries(names.map((name) => [name, inOrder(given[name], properties[name] ?? {})]))
}
