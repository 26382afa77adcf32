import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/Icon.tsx'
import { causesOf } from './clone-causes.ts'
import './programs.css'

/** A repository that could not be fetched: what git said, word by word, and the usual causes. */
export function FetchFailure({ message }: { readonly message: string }) {
  return (
    <div className="note note-danger" role="alert">
      <Icon name="warning" />
      <div className="stack">
        <p>The repository could not be fetched. git says:</p>
        <pre className="said">{message}</pre>
        <div>
          <p>Usual causes, the likeliest first:</p>
          <ul className="causes">
            {causesOf(message).map(({ id, text }) => (
              <li key={id}>
                {text}
                {id === 'private' && (
                  <>
                    {' '}
                    <Link to="/settings" search={{ section: 'github' }}>
                      GitHub login
                    </Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}
