import { Link } from '@tanstack/react-router'
import { trouble } from '../api/trouble.ts'
import { useStore } from '../state/store.ts'

/** The platform refused to answer three times and more; Health may say which part of it. */
export function TroubleBanner() {
  const error = useStore(trouble)
  if (!error) return null
  return (
    <p className="banner" role="status">
      The platform has trouble answering: {error.message}{' '}
      <Link to="/settings" search={{ section: 'health' }}>
        Health
      </Link>
    </p>
  )
}
