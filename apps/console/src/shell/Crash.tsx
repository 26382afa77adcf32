// What stands in the place of a part that threw, while the rest goes on.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { connection } from '../state/connection.ts'
import { isOutOfReach } from '../state/out-of-reach.ts'
import { useStore } from '../state/store.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'

export function Crash({ error, reset }: ErrorComponentProps) {
  const isOffline = useStore(connection) === 'offline'
  if (isOutOfReach(error))
    return (
      <section className="panel stack" role="alert">
        <h2>Not loaded</h2>
        <p>
          {isOffline
            ? 'The network went before this was loaded. The screens that you have seen are still there, and drafts are kept.'
            : 'A part of this screen did not come. Drafts are kept.'}
        </p>
        <p className="row">
          <ActionButton obstacle={isOffline ? 'There is no network yet.' : undefined} onAction={() => location.reload()}>
            Load it
          </ActionButton>
        </p>
      </section>
    )
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  const report = `${stack}\n${location.pathname}\n${navigator.userAgent}`
  return (
    <section className="panel stack" role="alert">
      <h2>This panel crashed</h2>
      <p>{message}</p>
      <p className="row">
        <button type="button" className="button" onClick={reset}>
          Try again
        </button>
        <CopyButton text={report} label="Copy report" />
      </p>
    </section>
  )
}
