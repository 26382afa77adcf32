// How this page hears of changes: by the realtime channel, by asking, or not at all.
import { createStore } from './store.ts'

export const CONNECTION_WORDS = {
  live: { label: 'Live', about: 'Changes appear as they happen.' },
  reconnecting: { label: 'Reconnecting', about: 'The realtime channel was lost and is being opened again.' },
  polling: { label: 'Polling', about: 'There is no realtime channel: the page asks every few seconds.' },
  offline: { label: 'Offline', about: 'No network. What was loaded stays readable; nothing can be submitted.' },
} as const
export type ConnectionState = keyof typeof CONNECTION_WORDS

export const connection = createStore<ConnectionState>(navigator.onLine ? 'reconnecting' : 'offline')

/** Why nothing can be submitted now; undefined: it can. */
export const submitObstacle = (state: ConnectionState): string | undefined => (state === 'offline' ? CONNECTION_WORDS.offline.about : undefined)
