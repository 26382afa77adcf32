// One websocket for this tab: what happens in the account is written into the cache as it is told, then fetched. No event is repeated by the platform, so
// after each gap everything in view is fetched again; while there is no channel it is fetched every few seconds.
import { openRealtime, type Realtime } from '@credence/client'
import { CHANNELS, channelName, isTerminal, type Status } from '@credence/contract'
import { type ConnectionState, connection } from '../state/connection.ts'
import { renewedToken, session, tokenStore } from '../state/session.ts'
import { hear } from './hear.ts'
import { queryClient } from './queries.ts'

/** Without a channel for so long, the page says that it asks. */
const PATIENCE_MS = 10_000
const ASK_MS = { inView: 2000, rest: 10_000, beside: 10_000 } as const
const HIDDEN_MS = 10 * 60_000
/** Between two ticks of `rest`. */
const SLEPT_MS = 60_000

/** How often an object that is in view is asked for. Use it as `refetchInterval`. */
export const whileActive = (status: Status | undefined): number | false =>
  status === undefined || isTerminal(status) ? false : connection.get() === 'live' ? ASK_MS.beside : ASK_MS.inView

let realtime: Realtime | undefined
let patience: ReturnType<typeof setTimeout> | undefined
let wasReady = false

function say(state: ConnectionState): void {
  clearTimeout(patience)
  connection.set(navigator.onLine ? state : 'offline')
  if (state === 'reconnecting') patience = setTimeout(() => connection.set('polling'), PATIENCE_MS)
}

function open(): void {
  close()
  const state = session.get()
  const token = tokenStore.get()
  if (state.kind !== 'open' || token === undefined || document.hidden) return
  const opened = openRealtime({ host: location.origin, credential: `Bearer ${token}` })
  realtime = opened
  for (const channel of CHANNELS)
    opened.subscribe(channelName(channel, state.userId), {
      onEvent: hear,
      onReady() {
        if (channel !== CHANNELS[0] || realtime !== opened) return
        say('live')
        if (wasReady) void queryClient.invalidateQueries({ refetchType: 'active' })
        wasReady = true
      },
      onAway: () => realtime === opened && connection.get() === 'live' && say('reconnecting'),
      onRefused() {
        if (channel !== CHANNELS[0] || realtime !== opened) return
        say('polling')
        void renewedToken(token) // the channel is the first to hear that a session is over
      },
    })
}
function close(): void {
  realtime?.close()
  realtime = undefined
}

let hiding: ReturnType<typeof setTimeout> | undefined
/** From now on, for as long as the page lives. */
export function startListening(): void {
  open()
  tokenStore.subscribe(open) // a connection ends with its token: the next one opens with the next
  window.addEventListener('online', () => {
    say('reconnecting')
    open()
    void queryClient.invalidateQueries({ refetchType: 'active' })
  })
  window.addEventListener('offline', () => say('offline'))
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding)
    // A hidden tab still says in its title what has ended; one that nobody came back to is not worth a connection.
    if (document.hidden) hiding = setTimeout(close, HIDDEN_MS)
    else if (realtime === undefined) open()
  })
  let last = Date.now()
  setInterval(() => {
    const state = connection.get()
    const hasSlept = Date.now() - last > SLEPT_MS
    last = Date.now()
    // A machine that slept has a connection that nobody holds at the other end any more.
    if (hasSlept && !document.hidden) {
      open()
      void queryClient.invalidateQueries({ refetchType: 'active' })
    } else if ((state === 'polling' || state === 'reconnecting') && !document.hidden) void queryClient.invalidateQueries({ refetchType: 'active' })
  }, ASK_MS.rest)
}
