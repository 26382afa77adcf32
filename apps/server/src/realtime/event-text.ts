// An event as its row of the outbox tells it to readers of a channel.
import { createHash } from 'node:crypto'
import { type EventKind, PAYLOAD_VERSION, type RealtimeEvent } from '@credence/contract'

export interface OutboxRow {
  /** Drawn when the event was written; of one object, in the order in which they happened. */
  readonly id: number
  readonly owner: string
  readonly kind: EventKind
  readonly payload: RealtimeEvent['data']
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** The JSON of the event: what the `event` text of a data frame holds. */
export function eventText(row: OutboxRow): string {
  const event: RealtimeEvent = {
    version: PAYLOAD_VERSION,
    id: eventId(row),
    event: row.kind,
    created: new Date(row.createdAt).toISOString(),
    data: row.payload,
  }
  return JSON.stringify(event)
}

/**
 * A UUID that is the same in every process and for every reader. Version 8 (RFC 9562, 5.8), of a hash: users are 128 random bits, so no other platform
 * has the same.
 */
export function eventId({ id, owner, createdAt }: Pick<OutboxRow, 'id' | 'owner' | 'createdAt'>): string {
  const hash = createHash('sha256').update(`${owner} ${id} ${createdAt}`).digest('hex')
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
