import { createPrivateKey, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ERROR_EXAMPLES, LIMITS } from '@credence/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlan, listPlans } from '../subscriptions/queries.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type Reply, type TestPlatform } from '../testing/platform.ts'
import { tokensWith } from './tokens.ts'

const PASSWORD = 'correct horse battery staple'
let server: TestDatabase
let platform: TestPlatform
let issuer: Server
let issuerOrigin: string
const pair = await generateKeyPair('ES256', { extractable: true })
beforeAll(async () => {
  issuer = createServer(async ({ url }, reply) => {
    const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' }]
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(url === '/jwks' ? { keys } : { issuer: issuerOrigin, jwks_uri: `${issuerOrigin}/jwks` }))
  })
  await new Promise<void>((done) => issuer.listen(0, '127.0.0.1', done))
  issuerOrigin = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  server = await openTestDatabase()
  const env = { CREDENCE_TRUSTED_PROXIES: '127.0.0.1', CREDENCE_OIDC_ISSUER: issuerOrigin, CREDENCE_OIDC_AUDIENCE: 'credence' }
  platform = await openTestPlatform(server, { env, workers: 0 })
})
afterAll(async () => {
  await platform.close()
  await server.close()
  issuer.close()
})

let people = 0
/** A person at an address of the machine, of whom nobody else's limits are felt. */
const local = () => `127.0.0.${++people % 250}`
const from = (address: string) => ({ 'x-forwarded-for': address })
const call = (method: string, url: string, { body, headers }: { body?: unknown; headers?: Record<string, string> } = {}): Promise<Reply> =>
  platform.call(method, url, { as: null, ...(body === undefined ? {} : { body }), headers: headers ?? {} })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
async function signedUp(): Promise<{ Username: string; UserID: string }> {
  const Username = `${randomUUID()}@example.com`
  const { status, json } = await call('POST', '/users', { body: { Username, Password: PASSWORD } })
  expect([status, json.Username]).toEqual([201, Username])
  return { Username, UserID: json.UserID }
}
const signIn = (Username: string, Password = PASSWORD, address = local()) =>
  call('POST', '/session', { body: { Username, Password, WithRefreshToken: true }, headers: from(address) })
const refused = (name: keyof typeof ERROR_EXAMPLES) => ({ status: ERROR_EXAMPLES[name].status, json: ERROR_EXAMPLES[name].toJSON() })

test('who signs up and in gets a token that acts for the account, says so in its claim, and is no key', async () => {
  const { Username, UserID } = await signedUp()
  const { status, json } = await signIn(Username.toUpperCase())
  expect({ status, json }).toMatchObject({ status: 201, json: { UserID, RefreshToken: expect.stringMatching(/^scrt_/) } })
  expect(json.ExpiresAt - Date.now() / 1000).toBeLessThanOrEqual(LIMITS.session.tokenSeconds)
  expect(JSON.parse(Buffer.from(json.Token.split('.')[1], 'base64url').toString())).toMatchObject({ sub: UserID, 'custom:user_id': UserID })
  expect((await call('GET', '/users/me', { headers: bearer(json.Token) })).json).toMatchObject({ UserID, Username })
  const { rows } = await platform.database.query<{ hash: string }>({
    text: 'select password_hash as hash from account where user_id = $1',
    values: [UserID],
  })
  expect(rows[0]!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
test('strangers cannot sign up: not from elsewhere, not through a proxy, not by a rebound name', async () => {
  const body = { Username: 'stranger@example.com', Password: PASSWORD }
  const ways: Record<string, string>[] = [from('203.0.113.7'), from('127.0.0.1'), { host: 'evil.example' }, { 'x-real-ip': '127.0.0.1' }]
  for (const headers of ways) expect(await call('POST', '/users', { body, headers })).toMatchObject(refused('signUpClosed'))
})
test('a name that is taken and a short password are refused', async () => {
  const { Username } = await signedUp()
  expect(await call('POST', '/users', { body: { Username: Username.toUpperCase(), Password: PASSWORD } })).toMatchObject(refused('usernameTaken'))
  for (const [field, body, limit = ''] of [
    ['Password', { Username: 'x@example.com', Password: 'short' }, ': at least 10 characters'],
    ['Username', { Username: 'nobody', Password: PASSWORD }],
  ] as const)
    expect(await call('POST', '/users', { body })).toMatchObject({ status: 400, json: { message: `Missing or malformed '${field}' field${limit}` } })
})
test('wrong passwords and unknown names are told alike, and after five of them one waits: that name at that network alone', async () => {
  const { Username } = await signedUp()
  const guesser = local()
  expect(await signIn('nobody@example.com')).toMatchObject(refused('signInFailed'))
  for (let i = 0; i < LIMITS.session.failures.free; i++) expect(await signIn(Username, 'wrong', guesser)).toMatchObject(refused('signInFailed'))
  const locked = await signIn(Username, PASSWORD, guesser)
  expect(locked).toMatchObject({ status: 429, json: ERROR_EXAMPLES.tooManyRequests.toJSON() })
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(10)
  expect((await signIn(Username)).status).toBe(201)
  expect((await signIn((await signedUp()).Username, PASSWORD, guesser)).status).toBe(201)
})
test('a session is renewed once by each token; a token used twice ends it for both', async () => {
  const { Username } = await signedUp()
  const first = (await signIn(Username)).json
  const renew = (RefreshToken: string) => call('POST', '/session/refresh', { body: { RefreshToken } })
  const second = (await renew(first.RefreshToken)).json
  expect(second.RefreshToken).not.toBe(first.RefreshToken)
  const repeated = await renew(first.RefreshToken) // another tab, at the same moment
  expect([repeated.status, repeated.json.RefreshToken]).toEqual([200, undefined])
  await platform.database.query({ text: 'update session set refreshed_at = refreshed_at - 61' })
  expect(await renew(first.RefreshToken)).toMatchObject(refused('sessionOver'))
  expect(await renew(second.RefreshToken)).toMatchObject(refused('sessionOver'))
  for (const { Token } of [first, second]) expect(await call('GET', '/users/me', { headers: bearer(Token) })).toMatchObject(refused('unauthorized'))
  for (const wrong of ['', 'scrt_', `scrt_${'0'.repeat(32)}_${'0'.repeat(64)}`]) expect(await renew(wrong)).toMatchObject(refused('sessionOver'))
})
test('browsers get the token that renews in a cookie that no script reads', async () => {
  const { Username } = await signedUp()
  const { json, headers } = await call('POST', '/session', { body: { Username, Password: PASSWORD } })
  expect(json.RefreshToken).toBeUndefined()
  const cookie = String(headers['set-cookie'])
  expect(cookie).toMatch(/^credence_refresh=scrt_\w+; Path=\/session; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  const renewed = await call('POST', '/session/refresh', { headers: { cookie: `a=b; ${cookie.split(';')[0]}` } })
  expect([renewed.status, renewed.json.RefreshToken]).toEqual([200, undefined])
  expect(String(renewed.headers['set-cookie'])).not.toBe(cookie)
  // The page went before that response came: the next one sends the cookie that it has, and gets one that lasts.
  const again = await call('POST', '/session/refresh', { headers: { cookie: cookie.split(';', 1).join() } })
  expect(again.status).toBe(200)
  await platform.database.query({ text: 'update session set refreshed_at = refreshed_at - 61' })
  const later = await call('POST', '/session/refresh', { headers: { cookie: String(again.headers['set-cookie']).split(';', 1).join() } })
  expect(later.status).toBe(200)
  const out = await call('DELETE', '/session', { headers: bearer(renewed.json.Token) })
  expect(String(out.headers['set-cookie'])).toMatch(/^credence_refresh=; .*Max-Age=0/)
  expect(await call('GET', '/users/me', { headers: bearer(renewed.json.Token) })).toMatchObject(refused('unauthorized'))
})
test('a session that a key began ends with the key', async () => {
  const { key } = await platform.account()
  expect(await call('POST', '/session', { body: { Key: 'scce_00' } })).toMatchObject(refused('signInFailed'))
  const { json } = await call('POST', '/session', { body: { Key: key, WithRefreshToken: true }, headers: from(local()) })
  const headers = bearer(json.Token)
  const { json: other } = await call('POST', '/keys', { body: { Name: 'other', ValidUntil: null }, headers })
  for (const HasPassword of [false, true]) {
    expect((await call('GET', '/users/me', { headers })).json).toMatchObject({ HasPassword })
    // The key could do it; so can what began with it, of an account without a password and of one whose password is forgotten.
    expect((await call('PATCH', '/users/me', { body: { Password: PASSWORD }, headers })).status).toBe(200)
  }
  const [{ KeyID }] = (await call('GET', '/keys', { headers })).json.Keys.filter((one: { KeyID: string }) => one.KeyID !== other.KeyID)
  expect((await call('DELETE', `/keys/${KeyID}`, { headers })).status).toBe(200)
  expect(await call('GET', '/users/me', { headers })).toMatchObject(refused('unauthorized'))
  expect(await call('POST', '/session/refresh', { body: { RefreshToken: json.RefreshToken } })).toMatchObject(refused('sessionOver'))
})
test('all sessions end at once, keys stay; a new password ends the others and needs the current one', async () => {
  const { Username } = await signedUp()
  const [one, two] = [(await signIn(Username)).json, (await signIn(Username)).json]
  const key = (await call('POST', '/keys', { body: { Name: 'k', ValidUntil: null }, headers: bearer(one.Token) })).json.Key
  const change = (body: object) => call('PATCH', '/users/me', { body, headers: bearer(one.Token) })
  const next = 'another long password'
  expect(await change({ Password: next })).toMatchObject(refused('wrongPassword'))
  expect(await change({ Password: next, CurrentPassword: 'wrong' })).toMatchObject(refused('wrongPassword'))
  expect((await change({ Password: next, CurrentPassword: PASSWORD })).status).toBe(200)
  expect((await call('GET', '/users/me', { headers: bearer(one.Token) })).status).toBe(200)
  expect(await call('GET', '/users/me', { headers: bearer(two.Token) })).toMatchObject(refused('unauthorized'))
  expect(await signIn(Username, PASSWORD)).toMatchObject(refused('signInFailed'))
  const three = (await signIn(Username, next)).json
  expect((await call('POST', '/users/me/logout-all-sessions', { headers: { authorization: key } })).json).toEqual({ message: 'OK' })
  for (const { Token } of [one, three]) expect(await call('GET', '/users/me', { headers: bearer(Token) })).toMatchObject(refused('unauthorized'))
  const { json: log } = await call('GET', '/users/me/logs', { headers: { authorization: key } })
  expect(log.logs.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
    'SessionsEnded',
    'SignIn',
    'SignIn',
    'PasswordChanged',
    'KeyCreated',
    'SignIn',
    'SignIn',
    'SignUp',
  ])
  expect(log.logs[2].eventResponse).toBe('Fail')
})
test('a token is refused that is over, forged, of a deleted account, or signed by nobody', async () => {
  const { Username, UserID } = await signedUp()
  const { json } = await signIn(Username)
  const { rows } = await platform.database.query<{ value: string; id: string }>({
    text: `select s.value, (select session_id from session where owner = $1) as id from secret s where s.name = 'session-key-1'`,
    values: [UserID],
  })
  const late = tokensWith(createPrivateKey(rows[0]!.value), () => Date.now() - LIMITS.session.tokenSeconds * 1000 - 1000)
  const over = (await late.issue(UserID, rows[0]!.id, Number.MAX_SAFE_INTEGER)).token
  const [head, body, signature] = json.Token.split('.')
  const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`
  for (const token of [over, none, `${head}.${body}.${signature.slice(0, -2)}AA`, `${head}.${body}`])
    expect(await call('GET', '/users/me', { headers: bearer(token) })).toMatchObject(refused('unauthorized'))
  expect((await call('DELETE', '/users/me', { headers: bearer(json.Token) })).status).toBe(200)
  expect(await call('GET', '/users/me', { headers: bearer(json.Token) })).toMatchObject(refused('unauthorized'))
  expect(await signIn(Username)).toMatchObject(refused('signInFailed'))
})
test('plans are for people who signed in: a key is refused, a wish is kept for the operator', async () => {
  const { Username } = await signedUp()
  const headers = bearer((await signIn(Username)).json.Token)
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { Plan: 'ProTier' }],
  ] as const)
    expect(await platform.call(method, '/subscriptions', { body })).toMatchObject(refused('tokenRequired'))
  expect((await call('GET', '/subscriptions', { headers })).json).toEqual({
    Tier: 'FreeTier',
    StartDate: expect.any(Number),
    FreeTrial: { TrialStart: null, TrialEnd: null },
  })
  const wish = (Plan: string) => call('PUT', '/subscriptions', { body: { Plan }, headers })
  expect((await wish('ProTier')).json.message).toMatch(/^Requested/)
  expect((await call('GET', '/subscriptions', { headers })).json.Tier).toBe('FreeTier')
  const [account] = await listPlans(platform.database, Username.toUpperCase())
  expect([account?.plan, account?.wish]).toEqual(['FreeTier', 'ProTier'])
  expect((await wish('FreeTier')).json).toEqual({ message: 'OK' })
  expect((await wish('Gold')).status).toBe(400)
  await changePlan(platform.database, account!.userId, 'AcademicTier')
  expect((await call('GET', '/subscriptions', { headers })).json.Tier).toBe('AcademicTier')
})
test('an external issuer vouches for people: its tokens make an account of their own and end when all sessions do', async () => {
  const { Username } = await signedUp()
  const token = (claims: object, audience = 'credence', key = pair.privateKey, at = Math.floor(Date.now() / 1000) - 30) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(issuerOrigin)
      .setAudience(audience)
      .setIssuedAt(at)
      .setExpirationTime(at + 600)
      .sign(key)
  const me = async (text: string) => call('GET', '/users/me', { headers: bearer(text) })
  const ada = await token({ sub: 'ada', email: 'ada@issuer.example', email_verified: true })
  const [first, again] = await Promise.all([me(ada), me(ada)])
  expect(first.json).toMatchObject({ Username: 'ada@issuer.example', UserID: again.json.UserID })
  const taken = await me(await token({ sub: 'eve', email: Username, email_verified: true }))
  expect(taken.json.Username).toMatch(/^[0-9a-f]{16}@127\.0\.0\.1$/)
  const stranger = await generateKeyPair('ES256')
  for (const bad of [
    await token({ sub: 'ada' }, 'other'),
    await token({ sub: 'ada' }, 'credence', stranger.privateKey),
    await token({}),
    await token({ sub: 'ada' }, 'credence', pair.privateKey, 1000),
  ])
    expect(await me(bad)).toMatchObject(refused('unauthorized'))
  expect((await call('GET', '/subscriptions', { headers: bearer(ada) })).status).toBe(200)
  expect((await call('POST', '/users/me/logout-all-sessions', { headers: bearer(ada) })).status).toBe(200)
  expect(await me(ada)).toMatchObject(refused('unauthorized'))
})
