// In place of an object that the platform does not have, or could not be asked for.
import { ApiError } from '@credence/contract'
import { Link } from '@tanstack/react-router'
import { ErrorNote } from './ErrorNote.tsx'

interface MissingProps {
  readonly what: 'Task' | 'Build' | 'Repository'
  readonly list: '/tasks' | '/repositories'
  readonly error: unknown
  readonly onRetry: () => void
}
export function Missing({ what, list, error, onRetry }: MissingProps) {
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <>
      <h1>{isGone ? `${what} not found` : what}</h1>
      {isGone ? (
        <p>It was deleted, or is of another account. To look for something else, press Ctrl+K and paste an id or type a name.</p>
      ) : (
        <ErrorNote error={error} onRetry={onRetry} />
      )}
      <p>
        <Link to={list} className="button">
          {list === '/tasks' ? 'To the task manager' : 'To the repositories'}
        </Link>
      </p>
    </>
  )
}
