// For tests only: an OpenID provider that others wrote, and a person with a browser who signs in to it by the code flow.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWK } from 'jose'
import Provider from 'oidc-provider'

export interface Claims {
  readonly email?: string
  readonly email_verified?: boolean
}
export interface IdentityProvider {
  readonly issuer: string
  /** The ID token of a person for one of the clients, `credence` or `other`. */
  signIn(person: string, claims?: Claims, client?: string): Promise<string>
  /** From now on signs with this key alone. */
  signWith(key: JWK): Promise<void>
  close(): Promise<void>
}

const REDIRECT = 'https://credence.example/back'
const SECRET = 'a secret of the client that is long enough'
const LONGEST_WAY = 12

/** @param key  private, with `kid`, `alg` and `use` */
export async function openIdentityProvider(key: JWK): Promise<IdentityProvider> {
  const people = new Map<string, Claims>()
  let person = ''
  let provider: Provider
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) void agree(request, response)
    else provider.callback()(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signingWith = (signing: JWK): Provider =>
    new Provider(issuer, {
      clients: ['credence', 'other'].map((client_id) => ({
        client_id,
        client_secret: SECRET,
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: signing.alg,
      })),
      jwks: { keys: [signing] },
      cookies: { keys: ['a key for cookies'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false, // what the scope names stands in the ID token
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      ttl: { Interaction: 60, Grant: 600, Session: 600, IdToken: 600, AccessToken: 600 },
      findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId, ...people.get(accountId) }) }),
    })
  const agree = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId: person, clientId: params['client_id']! })
    grant.addOIDCScope('openid email')
    await provider.interactionFinished(request, response, { login: { accountId: person }, consent: { grantId: await grant.save() } })
  }
  provider = signingWith(key)
  return {
    issuer,
    async signIn(name, claims = {}, client = 'credence') {
      people.set(name, claims)
      person = name
      const verifier = randomBytes(32).toString('base64url')
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const asked = { client_id: client, response_type: 'code', redirect_uri: REDIRECT, scope: 'openid email', state: 's' }
      const code = await codeAt(`${issuer}/auth?${new URLSearchParams({ ...asked, code_challenge: challenge, code_challenge_method: 'S256' })}`)
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client}:${encodeURIComponent(SECRET)}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier }),
      })
      const { id_token } = (await answer.json()) as { id_token?: string }
      if (id_token === undefined) throw new Error(`the provider gave no ID token: ${answer.status}`)
      return id_token
    },
    async signWith(next) {
      provider = signingWith(next)
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** What a browser is sent back with, once it followed all redirects with its cookies. */
async function codeAt(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let step = 0; step < LONGEST_WAY; step++) {
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const next = new URL(answer.headers.get('location') ?? url, url)
    if (next.href.startsWith(REDIRECT)) {
      const code = next.searchParams.get('code')
      if (code === null) throw new Error(`the provider sent back ${next.search}`)
      return code
    }
    if (next.href === url) throw new Error(`the provider stays at ${url}: ${answer.status} ${await answer.text()}`)
    url = next.href
  }
  throw new Error('the provider redirects without end')
}
