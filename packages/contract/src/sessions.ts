// Sessions: signing up, in and out with an e-mail address and a password.
import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { exampleId, id } from './parameters.ts'
import { epochSeconds, Message } from './schema.ts'
import { newPassword, User, username } from './users.ts'

const { max } = LIMITS.session.passwordCharacters
const exampleToken = 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9…'
const exampleRefresh = 'scrt_00112233445566778899aabbccddeeff_…'
const withRefreshToken = Type.Optional(
  Type.Boolean({ description: 'True: RefreshToken stands in the response, for clients without cookies. Otherwise it is set as a cookie.' }),
)

export type SessionRequest = Static<typeof SessionRequest>
export const SessionRequest = Type.Object(
  {
    Username: Type.Optional(
      Type.String({ minLength: 1, maxLength: LIMITS.account.usernameCharacters, description: 'Your e-mail address, in any case.' }),
    ),
    Password: Type.Optional(Type.String({ minLength: 1, maxLength: max, description: 'With Username.' })),
    Key: Type.Optional(Type.String({ description: 'An API key instead of both. The session ends with the key.' })),
    WithRefreshToken: withRefreshToken,
  },
  {
    $id: 'SessionRequest',
    description: 'Username and Password, or Key.',
    examples: [{ Username: 'ada@example.com', Password: 'correct horse battery staple' }],
  },
)
export type RefreshRequest = Static<typeof RefreshRequest>
export const RefreshRequest = Type.Object(
  {
    RefreshToken: Type.Optional(Type.String({ description: 'The token that renews the session. Absent: the cookie.' })),
    WithRefreshToken: withRefreshToken,
  },
  {
    $id: 'RefreshRequest',
    description: 'The token of a client without cookies.',
    examples: [{ RefreshToken: exampleRefresh, WithRefreshToken: true }],
  },
)
export type Session = Static<typeof Session>
export const Session = Type.Object(
  {
    Token: Type.String({ description: 'Send it as `Authorization: Bearer <Token>`. A JSON Web Token; its claim `custom:user_id` is your id.' }),
    ExpiresAt: epochSeconds('When the token ends; renew it with POST /session/refresh.'),
    UserID: id('user', 'Whose session this is.'),
    RefreshToken: Type.Optional(Type.String({ description: 'Renews the session once, and comes with its successor.' })),
  },
  {
    $id: 'Session',
    description: 'A session of somebody who signed in.',
    examples: [{ Token: exampleToken, ExpiresAt: 1767326645, UserID: exampleId('user') }],
  },
)
export type SignUpRequest = Static<typeof SignUpRequest>
export const SignUpRequest = Type.Object(
  { Username: username('Your e-mail address.'), Password: newPassword('A password.') },
  { $id: 'SignUpRequest', description: 'A new account.', examples: [{ Username: 'ada@example.com', Password: 'correct horse battery staple' }] },
)

export const sessionOperations = {
  createUser: operation({
    method: 'POST',
    path: '/users',
    tag: 'Users',
    summary: 'Sign up',
    description: 'Makes an account, where the operator allows it: by default only to people on the machine itself. Sign in after it.',
    body: SignUpRequest,
    bodyRequired: true,
    replies: { 201: json('The new account.', User) },
    errors: ['emptyBody', 'malformedField', 'signUpClosed', 'usernameTaken', 'tooManyRequests'],
    credential: 'none',
  }),
  createSession: operation({
    method: 'POST',
    path: '/session',
    tag: 'Users',
    summary: 'Sign in',
    description: `Begins a session. Its token lives ${LIMITS.session.tokenSeconds / 60} minutes and can be renewed for ${LIMITS.session.refreshSeconds / 86_400} days, each time anew.`,
    body: SessionRequest,
    bodyRequired: true,
    replies: { 201: json('The session.', Session) },
    errors: ['emptyBody', 'malformedField', 'signInFailed', 'tooManyRequests'],
    credential: 'none',
  }),
  refreshSession: operation({
    method: 'POST',
    path: '/session/refresh',
    tag: 'Users',
    summary: 'Renew a session',
    description:
      'Gives another token. The token that renews changes each time; one that was used before ends the session for everybody, since somebody has a copy.',
    body: RefreshRequest,
    bodyRequired: false,
    replies: { 200: json('The session, with a new token.', Session) },
    errors: ['malformedField', 'sessionOver'],
    credential: 'none',
  }),
  deleteSession: operation({
    method: 'DELETE',
    path: '/session',
    tag: 'Users',
    summary: 'Sign out',
    description: 'Ends the session of the token that is sent. Its tokens end at once.',
    replies: { 200: json('Signed out.', Message) },
    errors: ['tokenRequired'],
    credential: 'token',
  }),
} as const
