// Over the page whose session ended: the page, its forms and drafts stay as they are, and go on when the password is given again.

import type { User } from '@credence/contract'
import { useQueryClient } from '@tanstack/react-query'
import { operationQuery } from '../api/queries.ts'
import { signOut } from '../state/session.ts'
import { Modal } from '../ui/Modal.tsx'
import { SignInForm } from './SignInForm.tsx'

export function RenewDialog() {
  const queries = useQueryClient()
  const user = queries.getQueryData<User>(operationQuery('getUser', { path: { UserID: 'me' } }).queryKey)
  return (
    <Modal title="Your session has ended">
      <p>Sign in again to go on. This page stays as it is, with everything you typed.</p>
      <SignInForm username={user?.Username} onDone={() => void queries.refetchQueries({ type: 'active' })} />
      <p className="small">
        <button type="button" className="link" onClick={() => void signOut()}>
          Sign out instead
        </button>
      </p>
    </Modal>
  )
}
