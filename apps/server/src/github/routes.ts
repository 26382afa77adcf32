// The connection of an account to GitHub, and the proxy to its REST API.
import { errors, type GitHubIntegration, type githubOperations } from '@credence/contract'
import type { User } from '../credentials/credentials.ts'
import type { Database } from '../database/pool.ts'
import { logEvent } from '../history/account-log.ts'
import { Answer, type Handlers } from '../http/handler.ts'
import type { Sealing } from '../sealing/sealing.ts'
import { ownId } from '../users/own-id.ts'
import { type Connection, deleteConnection, getConnection, githubToken, storeConnection } from './queries.ts'
import type { Upstream } from './upstream.ts'

export interface GitHubDeps {
  readonly database: Database
  readonly sealing: Sealing
  readonly upstream: Upstream
}
/** Of a caller's headers those that GitHub is to see; a credential of this platform is none of them. */
const SENT = ['accept', 'content-type', 'if-none-match', 'if-modified-since', 'x-github-api-version'] as const
/** Of GitHub's headers those that a caller is to see. */
const GIVEN = [
  ...['content-type', 'etag', 'last-modified', 'location', 'retry-after', 'x-github-media-type', 'x-github-request-id'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-resource', 'x-ratelimit-used'],
]

interface ProxyCall {
  readonly user: User
  readonly path: { readonly path: string }
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export function githubRoutes({ database, sealing, upstream }: GitHubDeps): Handlers<typeof githubOperations> {
  const proxy =
    (method: string) =>
    async ({ user, path: { path }, query, body, headers }: ProxyCall) => {
      if (/[\0-\x1f\\]/.test(path) || path.split('/').some((part) => part === '..' || part === '.')) throw errors.malformedField('path')
      const hasBody = method !== 'GET' && ![undefined, '0'].includes(headers['content-length'] as string | undefined)
      const sent = SENT.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []))
      const answer = await upstream.pass({
        method,
        path,
        query,
        headers: Object.fromEntries(sent),
        body: hasBody ? JSON.stringify(body) : undefined,
        token: await githubToken(database, sealing, user.userId),
      })
      const given = GIVEN.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value]]
      })
      return new Answer(answer.status, { 'cache-control': 'private, no-cache', ...Object.fromEntries(given) }, answer.body)
    }
  return {
    async getGitHub({ path, user }) {
      const owner = ownId(path, user)
      const found = await getConnection(database, owner)
      if (!found) throw errors.githubNotFound()
      return asReply(owner, found)
    },
    async connectGitHub({ path, user, body, ...client }) {
      const owner = ownId(path, user)
      const { GithubAuthCode, GithubUsername } = body
      if (!body.GithubToken && !GithubAuthCode) throw errors.githubAuthCodeMissing()
      const token = body.GithubToken || (await upstream.exchange(GithubAuthCode ?? ''))
      if (!token) throw errors.malformedField('GithubAuthCode')
      const username = await upstream.loginOf(token)
      if (username === undefined) throw errors.malformedField(body.GithubToken ? 'GithubToken' : 'GithubAuthCode')
      if (GithubUsername && GithubUsername.toLowerCase() !== username.toLowerCase()) throw errors.malformedField('GithubUsername')
      return database.transaction(async (tx) => {
        const stored = await storeConnection(tx, sealing, owner, { username, token })
        await logEvent(tx, owner, 'GitHubConnected', client)
        return asReply(owner, stored)
      })
    },
    async disconnectGitHub({ path, user, ...client }) {
      const owner = ownId(path, user)
      if (!(await deleteConnection(database, owner))) throw errors.githubNotFound()
      await logEvent(database, owner, 'GitHubDisconnected', client)
      return { message: 'OK' }
    },
    proxyGitHubGet: proxy('GET'),
    proxyGitHubPost: proxy('POST'),
    proxyGitHubPut: proxy('PUT'),
    proxyGitHubPatch: proxy('PATCH'),
    proxyGitHubDelete: proxy('DELETE'),
  }
}

const asReply = (UserID: string, { username, connectedAt, updatedAt }: Connection): GitHubIntegration => ({
  Object: 'GitHubIntegration',
  UserID,
  GithubUsername: username,
  ConnectedAt: connectedAt,
  UpdatedAt: updatedAt,
})
