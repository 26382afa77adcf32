// The id below `/users/`: the caller's own, by itself or as `me`.
import { errors } from '@credence/contract'
import type { User } from '../credentials/credentials.ts'

/** @throws ApiError 404 for another's id, as for one that is nobody's */
export function ownId({ UserID }: { readonly UserID: string }, { userId }: User): string {
  if (UserID !== 'me' && UserID !== userId) throw errors.userNotFound()
  return userId
}
