// GitHub: the connection of an account, and the proxy through which clients look at repositories.
import { type Static, Type } from 'typebox'
import { empty, json, operation } from './operation.ts'
import { exampleId, id } from './parameters.ts'
import { epochSeconds, Message } from './schema.ts'

export type GitHubIntegration = Static<typeof GitHubIntegration>
export const GitHubIntegration = Type.Object(
  {
    Object: Type.Literal('GitHubIntegration'),
    UserID: id('user', 'Whose connection this is.'),
    GithubUsername: Type.String(),
    ConnectedAt: epochSeconds('When it was made.'),
    UpdatedAt: epochSeconds('When it last changed.'),
  },
  {
    $id: 'GitHubIntegration',
    description: 'The connection of your account to GitHub.',
    examples: [{ Object: 'GitHubIntegration', UserID: exampleId('user'), GithubUsername: 'octocat', ConnectedAt: 1767323045, UpdatedAt: 1767323045 }],
  },
)
export type GitHubRequest = Static<typeof GitHubRequest>
export const GitHubRequest = Type.Object(
  {
    GithubUsername: Type.Optional(Type.String({ description: 'With GithubToken.' })),
    GithubToken: Type.Optional(Type.String({ description: 'A token of yours; it is stored encrypted and never shown.' })),
    GithubAuthCode: Type.Optional(Type.String({ description: 'The code that GitHub gave after you agreed.' })),
  },
  {
    $id: 'GitHubRequest',
    description: 'A user name with a token, or an authorisation code.',
    examples: [{ GithubUsername: 'octocat', GithubToken: 'github_pat_…' }],
  },
)

export type GitHubBody = Static<typeof GitHubBody>
export const GitHubBody = Type.Unknown({ $id: 'GitHubBody', description: 'The body for GitHub, as it is.', examples: [{ title: 'An issue' }] })

const proxied = json('What GitHub answered, unchanged. Its errors come through too.', Type.Unknown())
const proxy = <const M extends 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>(method: M) =>
  operation({
    method,
    path: '/proxy/github/{path}',
    tag: 'GitHub',
    summary: `Call GitHub (${method})`,
    description:
      'Passes path, query and body to the REST API of GitHub, with your GitHub token when you connected one, and its response back. Your credential of this platform is not passed on.',
    replies: { 200: proxied, 201: proxied, 202: proxied, 204: empty('GitHub did it, and has nothing to say.') },
    errors: ['malformedField', 'githubUnavailable'],
    credential: 'any',
  })

const withBody = { body: GitHubBody, bodyRequired: false } as const

export const githubOperations = {
  getGitHub: operation({
    method: 'GET',
    path: '/users/{UserID}/integrations/github',
    tag: 'GitHub',
    summary: 'Get the GitHub connection',
    description: 'As whom your account is connected.',
    replies: { 200: json('The connection.', GitHubIntegration) },
    errors: ['userNotFound', 'githubNotFound'],
    credential: 'any',
  }),
  connectGitHub: operation({
    method: 'PUT',
    path: '/users/{UserID}/integrations/github',
    tag: 'GitHub',
    summary: 'Connect GitHub',
    description: 'Connects your account, with a token or an authorisation code.',
    body: GitHubRequest,
    bodyRequired: true,
    replies: { 200: json('The connection.', GitHubIntegration) },
    errors: ['emptyBody', 'malformedField', 'githubAuthCodeMissing', 'userNotFound', 'githubUnavailable'],
    credential: 'any',
  }),
  disconnectGitHub: operation({
    method: 'DELETE',
    path: '/users/{UserID}/integrations/github',
    tag: 'GitHub',
    summary: 'Disconnect GitHub',
    description: 'Forgets the connection and its token.',
    replies: { 200: json('Disconnected.', Message) },
    errors: ['userNotFound', 'githubNotFound'],
    credential: 'any',
  }),
  proxyGitHubGet: proxy('GET'),
  proxyGitHubPost: { ...proxy('POST'), ...withBody },
  proxyGitHubPut: { ...proxy('PUT'), ...withBody },
  proxyGitHubPatch: { ...proxy('PATCH'), ...withBody },
  proxyGitHubDelete: { ...proxy('DELETE'), ...withBody },
} as const
