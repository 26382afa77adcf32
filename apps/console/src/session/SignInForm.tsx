// E-mail and password, or an API key. The same form stands on the sign-in page and in the dialog that renews a session.
import { ApiError } from '@credence/contract'
import { type FormEvent, useState } from 'react'
import { signIn } from '../state/session.ts'
import { messageOf } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordField } from './PasswordField.tsx'

/** @param username  whose session is renewed; it cannot be another's then */
export function SignInForm({ username, onDone }: { readonly username?: string | undefined; readonly onDone: () => void }) {
  const [how, setHow] = useState<'password' | 'key'>('password')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    setBusy(true)
    setFault(undefined)
    try {
      await signIn(how === 'key' ? { Key: text('key') } : { Username: username ?? text('username'), Password: String(given.get('password') ?? '') })
      onDone()
    } catch (error) {
      setFault(signInFault(error))
      setBusy(false)
    }
  }
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      {how === 'password' ? (
        <>
          <Field
            label="E-mail"
            autoFocus={username === undefined} // the page is this form
            name="username"
            type="email"
            autoComplete="username"
            required
            defaultValue={username}
            readOnly={username !== undefined}
          />
          <PasswordField label="Password" autoComplete="current-password" autoFocus={username !== undefined} />
        </>
      ) : (
        <>
          <input type="text" autoComplete="username" value="API key" readOnly hidden />
          <Field
            label="API key"
            autoFocus // who chose it is about to paste it
            name="key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
            placeholder="scce_…"
            hint="The server printed the first one when it started. The session ends with the key."
          />
        </>
      )}
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <div className="row">
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
        <button
          type="button"
          className="link"
          onClick={() => {
            setFault(undefined)
            setHow(how === 'key' ? 'password' : 'key')
          }}
        >
          {how === 'key' ? 'Use a password' : 'Use an API key'}
        </button>
      </div>
    </form>
  )
}

/** What the platform said; of a limit also when to try again. */
function signInFault(error: unknown): string {
  const seconds = error instanceof ApiError && error.status === 429 ? Number(error.headers['retry-after']) : 0
  if (!(seconds > 0)) return messageOf(error)
  const at = new Date(Date.now() + seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
  return `${messageOf(error)} The next try is possible at ${at}.`
}
