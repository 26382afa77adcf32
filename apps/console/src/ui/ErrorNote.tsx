// What the platform answered, as it said it, with the id of the request for whoever helps, and another try where that is safe.
import { ApiError } from '@credence/contract'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'

export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className="note note-danger" role="alert">
      <Icon name="warning" />
      <div>
        <p>{messageOf(error)}</p>
        {(onRetry || requestId) && (
          <p className="row">
            {onRetry && (
              <button type="button" className="button button-small" onClick={onRetry}>
                Try again
              </button>
            )}
            {requestId && (
              <span className="muted small">
                Request <code>{requestId}</code> <CopyButton isQuiet text={requestId} label="Copy the id of the request" />
              </span>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
