import { LIMITS } from '@credence/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { operationQuery } from '../api/queries.ts'
import { PasswordField } from '../session/PasswordField.tsx'
import { passwordStrength } from '../session/password-strength.ts'
import { signOut } from '../state/session.ts'
import { toast } from '../state/toasts.ts'
import { useUnsaved } from '../state/unsaved.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Waiting } from '../ui/Waiting.tsx'

const { min, max } = LIMITS.session.passwordCharacters

export function Profile() {
  const { data: user, error, refetch } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const [isDeleting, setDeleting] = useState(false)
  const everywhere = useMutation({ mutationFn: () => client.users.logoutAll(), onSuccess: () => signOut() })
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!user) return <Waiting rows={5} />
  return (
    <>
      <section className="panel stack" aria-label="Account">
        <dl className="facts">
          <dt>Account</dt>
          <dd className="id">
            <code>{user.UserID}</code>
            <CopyButton isQuiet text={user.UserID} label="Copy the id of the account" />
          </dd>
          <dt>Created</dt>
          <dd>{new Date(user.CreatedAt * 1000).toLocaleString()}</dd>
        </dl>
        <NameForm key={user.Username} username={user.Username} />
      </section>
      <PasswordForm username={user.Username} hasPassword={user.HasPassword !== false} />
      <section className="panel stack" aria-labelledby="leave">
        <h2 id="leave">Sessions and account</h2>
        {everywhere.error && <ErrorNote error={everywhere.error} />}
        <div className="row">
          <button type="button" className="button" disabled={everywhere.isPending} onClick={() => everywhere.mutate()}>
            End all sessions
          </button>
          <span className="hint">On every device, this one too. API keys stay.</span>
        </div>
        <div className="row">
          <button type="button" className="button button-danger" onClick={() => setDeleting(true)}>
            Delete the account
          </button>
        </div>
      </section>
      {isDeleting && <DeleteAccount username={user.Username} onClose={() => setDeleting(false)} />}
    </>
  )
}

function NameForm({ username }: { readonly username: string }) {
  const queries = useQueryClient()
  const [name, setName] = useState(username)
  useUnsaved('the e-mail address', name !== username)
  const save = useMutation({
    mutationFn: () => client.users.update({ Username: name.trim() }),
    onSuccess: () => {
      toast('E-mail address saved')
      return queries.invalidateQueries({ queryKey: ['getUser'] })
    },
  })
  return (
    <form
      className="stack narrow"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (name !== username) save.mutate()
      }}
    >
      <Field
        label="E-mail"
        type="email"
        required
        maxLength={LIMITS.account.usernameCharacters}
        value={name}
        onChange={(event) => setName(event.target.value)}
        hint="Your name on this platform; nothing is sent to it."
      />
      {save.error && <ErrorNote error={save.error} />}
      <div className="row">
        <ActionButton type="submit" look="primary" obstacle={name === username ? 'Nothing is changed yet.' : undefined} onAction={() => {}}>
          {save.isPending ? 'Saving…' : 'Save'}
        </ActionButton>
        {name !== username && (
          <button type="button" className="button" onClick={() => setName(username)}>
            Discard
          </button>
        )}
      </div>
    </form>
  )
}

function PasswordForm({ username, hasPassword }: { readonly username: string; readonly hasPassword: boolean }) {
  const queries = useQueryClient()
  const [next, setNext] = useState('')
  const [round, setRound] = useState(0)
  const save = useMutation({
    mutationFn: (body: { Password: string; CurrentPassword?: string }) => client.users.update(body),
    onSuccess: () => {
      toast(hasPassword ? 'Password changed' : 'Password set')
      setNext('')
      setRound(round + 1)
      return queries.invalidateQueries({ queryKey: ['getUser'] })
    },
  })
  useUnsaved('the new password', next !== '')
  return (
    <section className="panel stack" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <form
        key={round}
        className="stack narrow"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          save.mutate({ Password: next, ...(hasPassword && { CurrentPassword: String(given.get('current') ?? '') }) })
        }}
      >
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {hasPassword ? (
          <PasswordField
            label="Current password"
            name="current"
            autoComplete="current-password"
            isOptional
            hint="Not needed if you signed in with an API key."
          />
        ) : (
          <p className="hint">You have none yet, and sign in with an API key.</p>
        )}
        <PasswordField
          label={hasPassword ? 'New password' : 'Password'}
          name="next"
          autoComplete="new-password"
          minLength={min}
          maxLength={max}
          hint={passwordStrength(next)}
          onInput={setNext}
        />
        {save.error && <ErrorNote error={save.error} />}
        <div className="row">
          <button type="submit" className="button button-primary" disabled={save.isPending}>
            {save.isPending ? 'Saving…' : hasPassword ? 'Change the password' : 'Set the password'}
          </button>
          <span className="hint">It ends all sessions but this one.</span>
        </div>
      </form>
    </section>
  )
}

function DeleteAccount({ username, onClose }: { readonly username: string; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const remove = useMutation({ mutationFn: () => client.users.delete(), onSuccess: () => signOut() })
  return (
    <Modal title="Delete the account?" isAlert onClose={onClose}>
      <p>At once and for good: keys, cores, repositories, builds, tasks with their outputs, plots, files, webhooks. What runs is cancelled.</p>
      <Field label={`Type ${username}`} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      {remove.error && <ErrorNote error={remove.error} />}
      <div className="row">
        <ActionButton look="danger" obstacle={typed === username ? undefined : 'Type the e-mail address first.'} onAction={() => remove.mutate()}>
          {remove.isPending ? 'Deleting…' : 'Delete for good'}
        </ActionButton>
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Modal>
  )
}
