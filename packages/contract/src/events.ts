// What the platform says by itself: the six webhook events, the realtime channels, and the version of their payload.
import { withoutPrefix } from './ids.ts'

export const WEBHOOK_EVENTS = ['task-status', 'build-status', 'task-stats', 'build-stats', 'task-count', 'build-count'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Channels of a user; every webhook event has one of its name. */
export const CHANNELS = ['build-status', 'task-status', 'build-stats', 'task-stats', 'build-count', 'task-count', 'user-metadata'] as const
export type ChannelKind = (typeof CHANNELS)[number]

export const PAYLOAD_VERSION = '1.0'
export const REALTIME_PROTOCOL = 'aws-appsync-event-ws'
export const REALTIME_PATH = '/event/realtime'

/** `task-status/0123…`: the user's id without its prefix. */
export const channelName = (kind: ChannelKind, userId: string): string => `${kind}/${withoutPrefix(userId)}`

/** The kind and the user of a channel name, which may have a leading slash and the prefix; undefined if it names no channel. */
export function readChannel(name: string): { kind: ChannelKind; userId: string } | undefined {
  const [, kind, digits] = /^\/?([a-z-]+)\/(?:usr_)?([a-z0-9]{32})$/.exec(name) ?? []
  if (!(CHANNELS as readonly (string | undefined)[]).includes(kind)) return undefined
  return { kind: kind as ChannelKind, userId: `usr_${digits}` }
}
