// The client of the API, with the token of the session. A refused token is renewed once and the request repeated once.
import { createClient } from '@credence/client'
import { freshToken, renewedToken } from '../state/session.ts'

const authorized: typeof fetch = async (input, init = {}) => {
  if (init.credentials === 'omit') return fetch(input, init) // signed links carry their own right
  const send = (token: string | undefined) => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  }
  const token = await freshToken()
  const answer = await send(token)
  if (answer.status !== 401) return answer
  const another = await renewedToken(token)
  return another === undefined ? answer : send(another)
}

export const client = createClient({ host: location.origin, fetch: authorized })
