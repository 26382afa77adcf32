// `credence webhooks …`: addresses that get events, and what was sent to them.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@credence/client'
import {
  DELIVERY_FAULTS,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryAttempt,
  LIMITS,
  spelling,
  WEBHOOK_EVENTS,
  WEBHOOK_STATUSES,
  type Webhook,
  type WebhookEvent,
  type WebhookUpdate,
} from '@credence/contract'
import { command, UsageError, wholeNumber } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json, table, time } from '../table.ts'
import { listCommand } from './list-command.ts'
import { limitOf, take } from './shared.ts'

const EXAMPLE = 'whk_00112233445566778899aabbccddeeff'
const WEBHOOK = { name: 'WEBHOOK', about: 'the id of a webhook, as `credence webhooks list` shows it' } as const
const EVENTS_OPTION = { type: 'string', value: 'EVENTS', about: `which events, with commas: ${WEBHOOK_EVENTS.join(', ')}` } as const
const ONCE = 'This secret is shown only now.\n'

/** @throws UsageError */
function eventsOf(text: string): WebhookEvent[] {
  return text.split(',').map((name) => eventOf(name.trim()))
}
function eventOf(name: string): WebhookEvent {
  const found = spelling(WEBHOOK_EVENTS, name)
  if (!found) throw new UsageError(`'${name}' is no event; they are ${WEBHOOK_EVENTS.join(', ')}`)
  return found
}
function word<const Word extends string>(option: string, words: readonly Word[], text: string): Word {
  const found = spelling(words, text)
  if (!found) throw new UsageError(`--${option} is ${words.join(' or ')}, not '${text}'`)
  return found
}

const create = command({
  name: 'webhooks create',
  summary: 'send events to an address',
  description: 'Makes a webhook and prints its id and its secret, the latter once: receivers check the signature of each delivery with it.',
  positionals: [{ name: 'URL', about: 'an http or https address that can be reached from the platform' }],
  options: {
    events: { ...EVENTS_OPTION, about: `${EVENTS_OPTION.about}; task-status unless given` },
    description: { type: 'string', value: 'TEXT', about: 'a note of yours' },
    ...PLATFORM_OPTIONS,
  },
  examples: [
    { line: 'credence webhooks create https://example.com/hook --events task-status,build-status', about: 'what becomes of builds and tasks' },
  ],
  async run({ values, positionals: [url] }, { terminal, env }) {
    const events = eventsOf(values.events ?? 'task-status')
    const { description } = values
    const made = await (await openClient(values, env)).webhooks.create({ url: url!, events, ...(description !== undefined && { description }) })
    terminal.out(values.json ? json(made) : `${made.webhookId}\n${made.secret}\n`)
    terminal.error(ONCE)
    return 0
  },
})

const list = listCommand({
  name: 'webhooks list',
  summary: 'list webhooks',
  description: 'Lists your webhooks and how their last delivery went. Secrets are not shown again.',
  options: {},
  examples: [{ line: 'credence webhooks list', about: 'which webhooks there are' }],
  columns: {
    webhook: (webhook: Webhook) => webhook.WebhookID,
    status: (webhook) => webhook.Status,
    events: (webhook) => webhook.Events.join(','),
    failures: (webhook) => String(webhook.FailureCount),
    'last delivery': lastDelivery,
    url: (webhook) => webhook.URL,
  },
  items: (client) => client.webhooks.list(),
  none: 'You have no webhooks.',
})

const get = command({
  name: 'webhooks get',
  summary: 'show a webhook',
  description: 'Shows one webhook.',
  positionals: [WEBHOOK],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence webhooks get ${EXAMPLE}`, about: 'whether it is active' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const webhook = await (await openClient(values, env)).webhooks.get(id!)
    terminal.out(values.json ? json(webhook) : shown(webhook))
    return 0
  },
})

const update = command({
  name: 'webhooks update',
  summary: 'change a webhook',
  description: 'Changes a webhook. Making it active begins anew: its failures are forgotten.',
  positionals: [WEBHOOK],
  options: {
    url: { type: 'string', value: 'URL', about: 'another address' },
    events: EVENTS_OPTION,
    description: { type: 'string', value: 'TEXT', about: 'a note of yours' },
    status: { type: 'string', value: 'STATUS', about: WEBHOOK_STATUSES.join(' or ') },
    ...PLATFORM_OPTIONS,
  },
  examples: [{ line: `credence webhooks update ${EXAMPLE} --status active`, about: 'after its receiver was mended' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const { url, description } = values
    const body: WebhookUpdate = {
      ...(url !== undefined && { url }),
      ...(values.events !== undefined && { events: eventsOf(values.events) }),
      ...(description !== undefined && { description }),
      ...(values.status !== undefined && { status: word('status', WEBHOOK_STATUSES, values.status) }),
    }
    const webhook = await (await openClient(values, env)).webhooks.update(id!, body)
    terminal.out(values.json ? json(webhook) : shown(webhook))
    return 0
  },
})

const remove = command({
  name: 'webhooks delete',
  summary: 'delete a webhook',
  description: 'Deletes a webhook. Nothing more is sent to its address.',
  positionals: [WEBHOOK],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence webhooks delete ${EXAMPLE}`, about: 'delete it' }],
  async run({ values, positionals: [id] }, { env }) {
    await (await openClient(values, env)).webhooks.delete(id!)
    return 0
  },
})

const rotate = command({
  name: 'webhooks rotate-secret',
  summary: 'change the secret of a webhook',
  description: 'Makes a new secret and prints it, once. For a while deliveries carry a signature of the old one, too.',
  positionals: [WEBHOOK],
  options: {
    'old-seconds': {
      type: 'string',
      value: 'N',
      about: `how long the old one still signs; ${LIMITS.webhooks.oldSecretSeconds.default} unless given`,
    },
    ...PLATFORM_OPTIONS,
  },
  examples: [{ line: `credence webhooks rotate-secret ${EXAMPLE} --old-seconds 0`, about: 'the old one became known' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const seconds = wholeNumber('old-seconds', values['old-seconds'], { min: 0, max: LIMITS.webhooks.oldSecretSeconds.max })
    const rotated = await (await openClient(values, env)).webhooks.rotateSecret(id!, seconds)
    terminal.out(values.json ? json(rotated) : `${rotated.secret}\n`)
    terminal.error(ONCE)
    return 0
  },
})

const deliveries = command({
  name: 'webhooks deliveries',
  summary: 'list what was sent to a webhook',
  description: 'Lists deliveries of a webhook, newest first, with what their last attempt brought.',
  positionals: [WEBHOOK],
  options: {
    limit: { type: 'string', short: 'n', value: 'N', about: 'how many at most; 25 unless given' },
    status: { type: 'string', value: 'STATUS', about: `only ${DELIVERY_STATES.join(', ')}` },
    ...PLATFORM_OPTIONS,
  },
  examples: [{ line: `credence webhooks deliveries ${EXAMPLE} --status failed`, about: 'what did not arrive' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const status = values.status === undefined ? undefined : word('status', DELIVERY_STATES, values.status)
    const limit = limitOf(values)
    const client = await openClient(values, env)
    const found = await take(client.webhooks.deliveries(id!, status && { status }), limit)
    if (values.json) terminal.out(json(found))
    else terminal.out(table(['delivery', 'event', 'created', 'status', 'attempts', 'last'], found.map(rowOf)))
    return 0
  },
})

const redeliver = command({
  name: 'webhooks redeliver',
  summary: 'send a delivery again',
  description: 'Sends a delivery of a webhook again, under the same webhook-id.',
  positionals: [WEBHOOK, { name: 'DELIVERY', about: 'the id of a delivery, as `credence webhooks deliveries` shows it' }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence webhooks redeliver whk_00…ff msg_00…ff', about: 'once its receiver was mended' }],
  async run({ values, positionals: [id, delivery] }, { terminal, env }) {
    const sent = await (await openClient(values, env)).webhooks.redeliver(id!, delivery!)
    if (values.json) terminal.out(json(sent))
    return 0
  },
})

const trial = command({
  name: 'webhooks test',
  summary: 'send a test event',
  description: 'Sends an event that did not happen and says what the receiver answered. Ends with 1 when the first attempt did not succeed.',
  positionals: [WEBHOOK],
  options: { event: { type: 'string', value: 'EVENT', about: 'which event; the first of the webhook unless given' }, ...PLATFORM_OPTIONS },
  examples: [{ line: `credence webhooks test ${EXAMPLE}`, about: 'does it arrive?' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const event = values.event === undefined ? undefined : eventOf(values.event)
    const client = await openClient(values, env)
    const sent = await client.webhooks.test(id!, event)
    const delivery = (await firstAttempt(client, id!, sent.DeliveryID)) ?? sent
    const [attempt] = delivery.Attempts
    terminal.out(values.json ? json(delivery) : `${attempt ? whatOf(attempt) : 'it waits for other deliveries of this webhook'}\n`)
    return delivery.Status === 'success' ? 0 : 1
  },
})

const LOOK_MS = 200
/** The delivery once an attempt was made at it, as long as one may take. */
async function firstAttempt(client: Client, webhookId: string, deliveryId: string): Promise<Delivery | undefined> {
  for (const end = Date.now() + 2 * LIMITS.webhooks.timeoutMilliseconds; Date.now() < end; await sleep(LOOK_MS))
    for (const delivery of await take(client.webhooks.deliveries(webhookId), LIMITS.pageSize))
      if (delivery.DeliveryID === deliveryId && delivery.Attempts.length > 0) return delivery
  return undefined
}

export const webhookCommands = [create, list, get, update, remove, rotate, trial, deliveries, redeliver]

function lastDelivery({ LastDeliveryStatus, LastDeliveryTime }: Webhook): string {
  if (LastDeliveryTime === null) return 'none'
  return `${LastDeliveryStatus ?? 'failed'} at ${time(Date.parse(LastDeliveryTime))}`
}
const shown = (webhook: Webhook): string =>
  fields([
    ['webhook', webhook.WebhookID],
    ['url', webhook.URL],
    ['events', webhook.Events.join(',')],
    ['description', webhook.Description],
    ['status', webhook.Status],
    ['failures', webhook.FailureCount],
    ['last delivery', lastDelivery(webhook)],
  ])

const whatOf = ({ HTTPStatus, Fault, Milliseconds }: DeliveryAttempt): string =>
  `${HTTPStatus === null ? DELIVERY_FAULTS[Fault ?? 'connection'] : `answered ${HTTPStatus}`} (${Milliseconds} ms)`
function rowOf({ DeliveryID, Payload, CreatedAt, Status, Attempts }: Delivery): string[] {
  const last = Attempts.at(-1)
  return [DeliveryID, Payload.eventType, time(Date.parse(CreatedAt)), Status, String(Attempts.length), last ? whatOf(last) : '']
}
