// What a new account does first. Steps tick themselves from what is there, and the panel can be sent away for good.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { listQuery, operationQuery } from '../api/queries.ts'
import { AREAS } from '../areas.ts'
import { remembered } from '../state/remembered.ts'
import { Icon } from '../ui/Icon.tsx'

const CreateKeyDialog = lazy(async () => ({ default: (await import('../keys/CreateKeyDialog.tsx')).CreateKeyDialog }))
const sent = remembered('credence.first-hour', 'shown')
const has = (path: string): boolean => AREAS.some((area) => area.path === path)

export function FirstHour() {
  const [isAway, setAway] = useState(() => sent.read() !== 'shown')
  const [isCreating, setCreating] = useState(false)
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const tasks = useInfiniteQuery(listQuery('listTasks', { query: {} }))
  const needsPassword = user?.HasPassword === false // the operator made the account, with a key for some days
  const isKnown = user !== undefined && tasks.data !== undefined
  const ran = tasks.data?.pages.some((page) => page.Tasks.length > 0) ?? false
  const { KeyCount, RepositoryCount } = user?.ResourceUsage ?? { KeyCount: 0, RepositoryCount: 0 }
  const steps = [
    ...(has('/editor')
      ? [
          {
            title: 'Run a program',
            hint: 'An example is ready; its distribution is there after a moment.',
            isDone: ran,
            what: (
              <Link className={`button button-small ${ran ? '' : 'button-primary'}`} to={'/editor' as '/'}>
                Open the editor with an example
              </Link>
            ),
          },
        ]
      : []),
    {
      title: 'Get an API key',
      // In its line, as one of its own would move what stands below once the account is known.
      hint: needsPassword ? (
        <>
          Yours may end:{' '}
          <Link to={'/settings' as '/'} search={{ section: 'profile' } as never} hash="password">
            set a password
          </Link>
          , too.
        </>
      ) : (
        'For the command line and your own programs.'
      ),
      isDone: KeyCount > 0 && !needsPassword,
      what: (
        <button type="button" className="button button-small" onClick={() => setCreating(true)}>
          {KeyCount > 0 ? 'Create another one' : 'Create a key'}
        </button>
      ),
    },
    ...(has('/repositories')
      ? [
          {
            title: 'Connect a repository',
            hint: 'Of any git host; it then runs on every branch and core.',
            isDone: RepositoryCount > 0,
            what: (
              <Link className="button button-small" to={'/repositories' as '/'}>
                Connect one
              </Link>
            ),
          },
        ]
      : []),
  ]
  const isOver = isKnown && steps.every(({ isDone }) => isDone)
  useEffect(() => {
    if (isOver) sent.write('over')
  }, [isOver])
  if (isAway || (isOver && !isCreating)) return null
  return (
    // Until it is known what was done it holds its place: what stands below must not move once it is read.
    <section className="panel" aria-labelledby="first-hour" data-known={isKnown}>
      <div className="row spread steps-head">
        <h2 id="first-hour">First steps</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Dismiss the first steps"
          onClick={() => {
            sent.write('away')
            setAway(true)
          }}
        >
          <Icon name="close" />
        </button>
      </div>
      <ol className="steps">
        {steps.map(({ title, hint, isDone, what }, index) => (
          <li key={title} data-done={isDone || undefined}>
            <span className="step-mark" aria-hidden="true">
              {isDone ? <Icon name="check" size={16} /> : index + 1}
            </span>
            <span className="step-words">
              <strong>{title}</strong>
              <span className="visually-hidden">{isDone ? 'done' : 'to do'}</span>
              <span className="hint">{hint}</span>
            </span>
            {what}
          </li>
        ))}
      </ol>
      {isCreating && (
        <Suspense>
          <CreateKeyDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </section>
  )
}
