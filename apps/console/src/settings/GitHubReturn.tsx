// Where GitHub sends people who agreed, or did not: the code becomes the connection of the account.
import { ApiError } from '@credence/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { client } from '../api/client.ts'
import { type GitHubReturn as Returned, takeReturn } from '../state/github-login.ts'
import { useTitle } from '../state/title.ts'
import { toast } from '../state/toasts.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Waiting } from '../ui/Waiting.tsx'

/** Taken once, also where React mounts twice. */
let taking: { readonly returned: Returned | undefined } | undefined

export function GitHubReturn() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [fault, setFault] = useState<unknown>()
  useTitle('GitHub', 'Settings')
  useEffect(() => {
    if (taking) return
    taking = { returned: takeReturn() }
    const { returned } = taking
    if (returned === undefined) return setFault('GitHub sent nothing that this tab asked for. Begin again.')
    if ('refused' in returned) return setFault(`GitHub did not connect the account: ${returned.refused}`)
    client.github.connect({ GithubAuthCode: returned.code }).then(async () => {
      toast('Connected to GitHub')
      await Promise.all(['getGitHub', 'github'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
      await navigate({ to: '/settings', search: { section: 'github' }, replace: true })
    }, setFault)
  }, [navigate, queries])
  return (
    <>
      <h1>GitHub</h1>
      {fault === undefined ? (
        <Waiting rows={3} />
      ) : (
        <section className="panel stack">
          {typeof fault === 'string' ? (
            <p className="fault" role="alert">
              {fault}
            </p>
          ) : fault instanceof ApiError && fault.status === 400 ? (
            <p className="fault" role="alert">
              GitHub does not take the code: it was used before, or is too old. Begin again.
            </p>
          ) : (
            <ErrorNote error={fault} />
          )}
          <Link to="/settings" search={{ section: 'github' }} className="button">
            Back to the settings
          </Link>
        </section>
      )}
    </>
  )
}
