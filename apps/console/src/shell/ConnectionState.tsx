import { useEffect } from 'react'
import { CONNECTION_WORDS, connection } from '../state/connection.ts'
import { announce } from '../state/live-region.ts'
import { useStore } from '../state/store.ts'

/** Live, Reconnecting, Polling or Offline, as a word. */
export function ConnectionState() {
  const state = useStore(connection)
  const { label, about } = CONNECTION_WORDS[state]
  useEffect(() => {
    if (state === 'offline' || state === 'polling') announce(`${label}. ${about}`)
  }, [state, label, about])
  return (
    <span className="connection" data-state={state} title={about}>
      {label}
    </span>
  )
}

export function OfflineBanner() {
  const state = useStore(connection)
  return state === 'offline' ? (
    <p className="banner" role="status">
      {CONNECTION_WORDS.offline.about}
    </p>
  ) : null
}
