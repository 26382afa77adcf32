// GitHub's protocol, as its documentation has it, spoken by a server of this test.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ERROR_EXAMPLES } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let platform: TestPlatform
let github: Server
let elsewhere: Server
let dialled = 0
let last: { method: string; url: string; headers: IncomingMessage['headers']; body: string }
const TOKEN = 'ghp_octocat'
const listening = async (one: Server): Promise<string> => {
  await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
}
beforeAll(async () => {
  elsewhere = createServer((_, reply) => {
    dialled++
    reply.end('secret')
  })
  const other = await listening(elsewhere)
  github = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += part
    const { method = '', url = '', headers } = request
    last = { method, url, headers, body }
    const json = (status: number, value: unknown, more = {}) =>
      reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...more }).end(JSON.stringify(value))
    const path = url.replace(/^\/api\/v3/, '')
    if (path === '/login/oauth/access_token')
      return json(200, new URLSearchParams(body).get('code') === 'good' ? { access_token: TOKEN } : { error: 'bad_verification_code' })
    if (path === '/user')
      return headers.authorization === `Bearer ${TOKEN}` ? json(200, { login: 'octocat' }) : json(401, { message: 'Bad credentials' })
    if (path === '/repos/a/old') return reply.writeHead(301, { location: '/api/v3/repos/a/new' }).end()
    if (path === '/repos/a/zip') return reply.writeHead(302, { location: `${other}/zip` }).end()
    if (path.startsWith('/repos/a/huge')) return reply.writeHead(200).end(Buffer.alloc(21_000_000))
    if (path.startsWith('/repos/'))
      return json(200, [{ name: 'src', type: 'dir' }], { etag: '"e"', 'set-cookie': 'a=b', 'x-ratelimit-remaining': '59' })
    json(404, { message: 'Not Found' })
  })
  const base = await listening(github)
  server = await openTestDatabase()
  const env = {
    CREDENCE_GITHUB_URL: `${base}/api/v3`,
    CREDENCE_GITHUB_LOGIN_URL: base,
    CREDENCE_GITHUB_CLIENT_ID: 'id',
    CREDENCE_GITHUB_CLIENT_SECRET: 'hush',
  }
  platform = await openTestPlatform(server, { env, workers: 0 })
})
afterAll(async () => {
  await platform.close()
  await server.close()
  for (const one of [github, elsewhere]) one.close()
})
const PLACE = '/users/me/integrations/github'
const refused = (name: keyof typeof ERROR_EXAMPLES) => ({ status: ERROR_EXAMPLES[name].status, json: ERROR_EXAMPLES[name].toJSON() })

test('an account is connected by a token or by a code, its token is stored sealed, and forgotten again', async () => {
  const as = await platform.account()
  const put = (body: unknown) => platform.call('PUT', PLACE, { as, body })
  expect(await platform.call('GET', PLACE, { as })).toMatchObject(refused('githubNotFound'))
  expect(await put({})).toMatchObject(refused('githubAuthCodeMissing'))
  for (const [field, body] of [
    ['GithubToken', { GithubUsername: 'octocat', GithubToken: 'wrong' }],
    ['GithubUsername', { GithubUsername: 'somebody', GithubToken: TOKEN }],
    ['GithubAuthCode', { GithubAuthCode: 'bad' }],
  ] as const)
    expect(await put(body)).toMatchObject({ status: 400, json: { message: `Missing or malformed '${field}' field` } })
  const connection = {
    Object: 'GitHubIntegration',
    UserID: as.userId,
    GithubUsername: 'octocat',
    ConnectedAt: expect.any(Number),
    UpdatedAt: expect.any(Number),
  }
  for (const body of [{ GithubUsername: 'Octocat', GithubToken: TOKEN }, { GithubAuthCode: 'good' }])
    expect(await put(body)).toMatchObject({ status: 200, json: connection })
  expect((await platform.call('GET', PLACE, { as })).json).toEqual(connection)
  const { rows } = await platform.database.query<{ all: string }>({
    text: 'select string_agg(g::text, $1) as all from github_integration g',
    values: [''],
  })
  expect(rows[0]!.all).not.toContain(TOKEN)
  expect((await platform.call('DELETE', PLACE, { as })).json).toEqual({ message: 'OK' })
  expect(await platform.call('DELETE', PLACE, { as })).toMatchObject(refused('githubNotFound'))
})
test('the proxy passes path, query and body on, with the token of GitHub and never the credential of this platform', async () => {
  const as = await platform.account()
  const get = (path: string) => platform.call('GET', `/proxy/github/${path}`, { as })
  const { status, json, headers } = await get('repos/a/b%20c/contents?ref=main&x=1&x=2')
  expect([status, json]).toEqual([200, [{ name: 'src', type: 'dir' }]])
  expect(last).toMatchObject({ method: 'GET', url: '/api/v3/repos/a/b%20c/contents?ref=main&x=1&x=2', body: '' })
  expect(last.headers.authorization).toBeUndefined()
  expect([headers['x-ratelimit-remaining'], headers['etag'], headers['set-cookie']]).toEqual(['59', '"e"', undefined])
  await platform.call('PUT', PLACE, { as, body: { GithubToken: TOKEN } })
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    await platform.call(method, '/proxy/github/repos/a/b/issues', { as, body: { title: 't' }, headers: { 'x-api-key': as.key } })
    expect(last).toMatchObject({ method, body: '{"title":"t"}' })
    expect(last.headers.authorization).toBe(`Bearer ${TOKEN}`)
    expect(JSON.stringify(last)).not.toContain(as.key)
  }
  await platform.call('PUT', '/proxy/github/user/starred/a/b', { as })
  expect(last.body).toBe('')
  expect(await get('nothing')).toMatchObject({ status: 404, json: { message: 'Not Found' } })
  expect(await platform.call('GET', '/proxy/github/user', { as: null })).toMatchObject(refused('unauthorized'))
})
test('the proxy leads nowhere else: dots are refused, redirects to other hosts are handed on, and an answer has an end', async () => {
  const get = (path: string) => platform.call('GET', `/proxy/github/${path}`)
  for (const path of ['repos/..%2f..%2flogin', '..%2fuser', 'repos%2f.%2fuser', '..%5cuser', 'a%00b']) expect((await get(path)).status).toBe(400)
  expect(await get('')).toMatchObject({ status: 400, json: { message: "Missing path parameter 'path'" } })
  await get('http%3A%2F%2F169.254.169.254/latest')
  expect(last.url.startsWith('/api/v3/http%3A')).toBe(true)
  expect((await get('repos/a/old')).json).toEqual([{ name: 'src', type: 'dir' }])
  const zip = await get('repos/a/zip')
  expect([zip.status, zip.headers['location'], dialled]).toEqual([302, expect.stringContaining('/zip'), 0])
  expect(await get('repos/a/huge')).toMatchObject(refused('githubUnavailable'))
})
