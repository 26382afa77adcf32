// People for whom an OpenID provider vouches that others wrote: by the code flow, with its own keys, claims and clients.
import { ERROR_EXAMPLES } from '@credence/contract'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { type IdentityProvider, openIdentityProvider } from '../testing/identity-provider.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let provider: IdentityProvider
let platform: TestPlatform
const keyCalled = async (kid: string, alg: string): Promise<JWK> => ({
  ...(await exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey)),
  kid,
  alg,
  use: 'sig',
})
beforeAll(async () => {
  provider = await openIdentityProvider(await keyCalled('first', 'RS256'))
  server = await openTestDatabase()
  const env = { CREDENCE_OIDC_ISSUER: provider.issuer, CREDENCE_OIDC_AUDIENCE: 'credence' }
  platform = await openTestPlatform(server, { env, workers: 0 })
})
afterAll(async () => {
  await platform?.close()
  await server?.close()
  await provider?.close()
})
const me = (token: string) => platform.call('GET', '/users/me', { as: null, headers: { authorization: `Bearer ${token}` } })
const refused = { status: 401, json: ERROR_EXAMPLES.unauthorized.toJSON() }

test('who signed in there is known here, under the address that the provider has verified', async () => {
  const token = await provider.signIn('ada', { email: 'ada@example.com', email_verified: true })
  const first = await me(token)
  expect([first.status, first.json.Username]).toEqual([200, 'ada@example.com'])
  const again = await me(await provider.signIn('ada', { email: 'ada@elsewhere.example', email_verified: true }))
  expect([again.json.UserID, again.json.Username]).toEqual([first.json.UserID, 'ada@example.com'])
  const unverified = await me(await provider.signIn('eve', { email: 'ada@example.com', email_verified: false }))
  expect(unverified.json.UserID).not.toBe(first.json.UserID)
  expect(unverified.json.Username).toMatch(/^[0-9a-f]{16}@127\.0\.0\.1$/)
})
test('a token that the provider gave to another client is none here', async () => {
  expect(await me(await provider.signIn('ada', {}, 'other'))).toMatchObject(refused)
})
test('a token that was changed is none', async () => {
  const [head, body = '', signature] = (await provider.signIn('ada')).split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url')
  expect(await me(`${head}.${forged}.${signature}`)).toMatchObject(refused)
})
test('an account that is deleted does not come back with a token from before', async () => {
  const token = await provider.signIn('grace', { email: 'grace@example.com', email_verified: true })
  const { json: before } = await me(token)
  const headers = { authorization: `Bearer ${token}` }
  expect((await platform.call('DELETE', '/users/me', { as: null, headers })).status).toBe(200)
  const after = await me(token)
  expect([after.status === 401 || after.json.UserID !== before.UserID, after.json.ResourceUsage?.TaskCount ?? 0]).toEqual([true, 0])
})
test('a key that the provider changes to is asked for, half a minute after the ones before', async () => {
  await provider.signWith(await keyCalled('second', 'ES256'))
  expect(await me(await provider.signIn('linus'))).toMatchObject(refused)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  try {
    expect((await me(await provider.signIn('linus'))).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})
