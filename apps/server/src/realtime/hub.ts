// Who listens to which channel, and the hand-over of events to them.
import { channelName, type EventKind } from '@credence/contract'
import { eventText, type OutboxRow } from './event-text.ts'

export interface Listener {
  /** @param quoted  the text of the event, as JSON writes a text */
  hear(quoted: string): void
}
export interface Hub {
  readonly listeners: number
  add(kind: EventKind, userId: string, listener: Listener): { remove(): void }
  tell(rows: readonly OutboxRow[]): void
}

/** @param onSilence  the last listener left */
export function openHub(onSilence: () => void): Hub {
  const channels = new Map<string, Set<Listener>>()
  let listeners = 0
  return {
    get listeners() {
      return listeners
    },
    add(kind, userId, listener) {
      const name = channelName(kind, userId)
      const channel = channels.get(name) ?? new Set()
      channels.set(name, channel)
      channel.add(listener)
      listeners++
      return {
        remove() {
          if (!channel.delete(listener)) return
          if (channel.size === 0) channels.delete(name)
          listeners--
          if (listeners === 0) onSilence()
        },
      }
    },
    tell(rows) {
      for (const row of rows) {
        const channel = channels.get(channelName(row.kind, row.owner))
        if (!channel) continue
        const quoted = JSON.stringify(eventText(row))
        for (const listener of channel) listener.hear(quoted)
      }
    },
  }
}
