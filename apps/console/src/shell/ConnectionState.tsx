import { useEffect } from 'react'
import { queryClient } from '../api/queries.ts'
import { CONNECTION_WORDS, connection } from '../state/connection.ts'
import { announce } from '../state/live-region.ts'
import { hasNewVersion } from '../state/new-version.ts'
import { useStore } from '../state/store.ts'
import { When } from '../ui/When.tsx'

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

/** What is worth a line over every screen: there is no network, or a new version of the console. */
export function ConnectionBanners() {
  const state = useStore(connection)
  const isNew = useStore(hasNewVersion)
  return (
    <>
      {state === 'offline' && (
        <p className="banner" role="status">
          {CONNECTION_WORDS.offline.about} <Age />
        </p>
      )}
      {isNew && (
        <p className="banner" role="status">
          A new version of the console is there.{' '}
          <button type="button" className="link" onClick={() => location.reload()}>
            Reload
          </button>
        </p>
      )}
    </>
  )
}

/** Of what this screen shows. */
function Age() {
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined })
  const oldest = Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
  return Number.isFinite(oldest) ? (
    <>
      What is shown here is of <When at={oldest} />.
    </>
  ) : null
}
