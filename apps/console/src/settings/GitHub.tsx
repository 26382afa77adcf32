// The login to GitHub: as whom the account is connected there, and since when. Its token is stored by the platform and never shown again.
import { ApiError } from '@credence/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { integrationQuery, isAway } from '../api/github.ts'
import { githubLogin, goToGitHub } from '../state/github-login.ts'
import { toast } from '../state/toasts.ts'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'

const TOKENS = 'https://github.com/settings/personal-access-tokens'

export function GitHub() {
  const { data, error, refetch } = useQuery(integrationQuery)
  const [isLeaving, setLeaving] = useState(false)
  const login = githubLogin()
  const [isChanging, setChanging] = useState(false)
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Waiting rows={3} />
  return (
    <section className="panel stack" aria-label="GitHub">
      {data ? (
        <>
          <dl className="facts">
            <dt>Connected as</dt>
            <dd>
              <bdi>{data.GithubUsername}</bdi>
            </dd>
            <dt>Since</dt>
            <dd>
              <When at={data.ConnectedAt * 1000} />
            </dd>
            <dt>Token</dt>
            <dd>stored encrypted, and shown to nobody</dd>
          </dl>
          <div className="row">
            <button type="button" className="button" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
              Use another token
            </button>
            <button type="button" className="button button-danger" onClick={() => setLeaving(true)}>
              Disconnect
            </button>
          </div>
        </>
      ) : (
        <p>
          Your account is not connected to GitHub. Public repositories need no login; with one, the platform reaches private repositories and their
          submodules, at GitHub and nowhere else.
        </p>
      )}
      {!data && login !== undefined && (
        <>
          <div className="row">
            <button type="button" className="button button-primary" onClick={() => goToGitHub(login)}>
              Log in with GitHub
            </button>
          </div>
          <p className="muted">You agree there, and come back here. Or connect by a token, which can be for fewer repositories:</p>
        </>
      )}
      {(!data || isChanging) && <TokenForm onDone={() => setChanging(false)} />}
      {isLeaving && (
        <DeleteDialog
          what="the login to GitHub"
          done="Disconnected from GitHub"
          remove={() => client.github.disconnect()}
          changed={['getGitHub', 'github']}
          onClose={() => setLeaving(false)}
        >
          <p>
            The platform forgets the token. Connected repositories stay; private ones can no longer be fetched. At GitHub the token stays until you
            revoke it there.
          </p>
        </DeleteDialog>
      )}
    </section>
  )
}

function TokenForm({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient()
  const [token, setToken] = useState('')
  const [name, setName] = useState('')
  const connect = useMutation({
    mutationFn: () => client.github.connect({ GithubToken: token.trim(), ...(name.trim() !== '' && { GithubUsername: name.trim() }) }),
    onSuccess: async () => {
      setToken('')
      toast('Connected to GitHub')
      await Promise.all(['getGitHub', 'github'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
      onDone()
    },
  })
  const refused = connect.error instanceof ApiError && connect.error.status === 400 ? connect.error.message : undefined
  const isOfName = refused?.includes('GithubUsername') === true
  return (
    <form
      className="stack narrow"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (token.trim() !== '' && !connect.isPending) connect.mutate()
      }}
    >
      <Field
        label="Token"
        type="password"
        value={token}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setToken(event.target.value)}
        fault={refused && !isOfName ? `GitHub does not take this token. ${refused}` : undefined}
        hint={
          <>
            A{' '}
            <a href={TOKENS} target="_blank" rel="noreferrer">
              token of yours
            </a>{' '}
            that may read the contents of the repositories.
          </>
        }
      />
      <Field
        label="User name (optional)"
        value={name}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
        fault={isOfName ? `The token is of somebody else. ${refused}` : undefined}
        hint="Checked against the token, so that a mistaken one is not stored."
      />
      {connect.error && isAway(connect.error) && (
        <p className="fault" role="alert">
          GitHub cannot be reached; public repositories can still be connected.
        </p>
      )}
      {connect.error && !refused && !isAway(connect.error) && <ErrorNote error={connect.error} />}
      <div className="row">
        <button type="submit" className="button button-primary" aria-disabled={token.trim() === '' || connect.isPending}>
          {connect.isPending ? 'Connecting…' : 'Connect'}
        </button>
      </div>
    </form>
  )
}
