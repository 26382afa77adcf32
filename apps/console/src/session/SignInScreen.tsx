import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../state/session.ts'
import { useStore } from '../state/store.ts'
import { useTitle } from '../state/title.ts'
import { Entrance } from './Entrance.tsx'
import { SignInForm } from './SignInForm.tsx'

const route = getRouteApi('/sign-in')

export function SignInScreen() {
  useTitle('Sign in')
  const { next } = route.useSearch()
  const router = useRouter()
  const state = useStore(session)
  // Also when another tab signed in, and for who is signed in already.
  useEffect(() => {
    if (state.kind === 'open') router.history.replace(router.options.basepath + (next ?? '/'))
  }, [state.kind, next, router])
  return (
    <Entrance title="Sign in">
      <SignInForm onDone={() => {}} />
      <p className="muted small">
        No account?{' '}
        <Link to="/sign-up" search={next === undefined ? {} : { next }}>
          Sign up
        </Link>
        , where the operator of this platform allows it. A forgotten password: create an API key with <code>npm start -- --new-key</code> on the
        machine of the platform, sign in with it, and set another one under Settings.
      </p>
    </Entrance>
  )
}
