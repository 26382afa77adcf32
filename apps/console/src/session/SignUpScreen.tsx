import { LIMITS } from '@credence/contract'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { signUp } from '../state/session.ts'
import { useTitle } from '../state/title.ts'
import { messageOf } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Entrance } from './Entrance.tsx'
import { PasswordField } from './PasswordField.tsx'
import { passwordStrength } from './password-strength.ts'

const route = getRouteApi('/sign-up')
const { min, max } = LIMITS.session.passwordCharacters

export function SignUpScreen() {
  useTitle('Sign up')
  const { next } = route.useSearch()
  const router = useRouter()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    setBusy(true)
    setFault(undefined)
    try {
      await signUp(String(given.get('username')).trim(), String(given.get('password')))
      router.history.replace(router.options.basepath + (next ?? '/'))
    } catch (error) {
      setFault(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Entrance title="Sign up">
      <form className="stack" onSubmit={(event) => void send(event)}>
        <Field
          label="E-mail"
          autoFocus // the page is this form
          name="username"
          type="email"
          autoComplete="username"
          required
          maxLength={LIMITS.account.usernameCharacters}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          minLength={min}
          maxLength={max}
          hint={passwordStrength(password)}
          onInput={setPassword}
        />
        {fault && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {isBusy ? 'Signing up…' : 'Sign up'}
        </button>
      </form>
      <p className="muted small">
        Already here?{' '}
        <Link to="/sign-in" search={next === undefined ? {} : { next }}>
          Sign in
        </Link>
        . No e-mail is sent: the address is your name on this platform.
      </p>
    </Entrance>
  )
}
