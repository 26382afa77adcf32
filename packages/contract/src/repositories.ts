// Repositories: source code in git, connected once and built at will.
import { type Static, Type } from 'typebox'
import { dataSources, traceVariables } from './data-sources.ts'
import { RECOMMENDED_CORE } from './default-cores.ts'
import { empty, json, operation } from './operation.ts'
import { continuationKey, count, exampleId, id, PageQuery } from './parameters.ts'
import { epochSeconds, ref } from './schema.ts'

const requiredFields = {
  RemoteURL: Type.String({
    pattern: '^https?://[^\\s/]+/\\S+$',
    description: 'The address to clone from.',
    examples: ['https://github.com/owner/name'],
  }),
  Commit: Type.String({ minLength: 1, description: 'A commit id, or `HEAD` for the newest of the branch.' }),
  Branch: Type.String({ minLength: 1, description: 'The branch.' }),
  BuildDirectory: Type.String({ minLength: 1, description: 'The directory with the sources, usually `src`.' }),
}
const optionalFields = {
  Arguments: Type.Optional(Type.String({ description: 'Default arguments of tasks.' })),
  Core: Type.Optional(Type.String({ description: 'The id of the core that its builds use.' })),
  DataSources: Type.Optional(dataSources),
  TraceVariables: Type.Optional(traceVariables),
}
const example = {
  RemoteURL: 'https://github.com/owner/name',
  Commit: 'HEAD',
  Branch: 'main',
  BuildDirectory: 'src',
  Arguments: '',
  Core: RECOMMENDED_CORE.CoreID,
  DataSources: [],
  TraceVariables: [],
}

const repositoryExample = {
  Object: 'Repository' as const,
  RepositoryID: exampleId('repository'),
  Owner: exampleId('user'),
  ...example,
  CreatedAt: 1767323045,
  UpdatedAt: 1767323045,
}
export type Repository = Static<typeof Repository>
export const Repository = Type.Object(
  {
    Object: Type.Literal('Repository'),
    RepositoryID: id('repository', 'The id of the repository.'),
    Owner: id('user', 'Who connected it.'),
    ...requiredFields,
    ...optionalFields,
    CreatedAt: epochSeconds('When it was connected.'),
    UpdatedAt: epochSeconds('When it was last changed.'),
  },
  {
    $id: 'Repository',
    description: 'A connected repository.',
    examples: [repositoryExample],
  },
)
export type RepositoryRequest = Static<typeof RepositoryRequest>
export const RepositoryRequest = Type.Object(
  { ...requiredFields, ...optionalFields },
  {
    $id: 'RepositoryRequest',
    description: 'A repository to connect.',
    examples: [{ RemoteURL: example.RemoteURL, Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' }],
  },
)
export type RepositoryUpdate = Static<typeof RepositoryUpdate>
export const RepositoryUpdate = Type.Partial(Type.Object({ ...requiredFields, ...optionalFields }), {
  $id: 'RepositoryUpdate',
  description: 'The fields to change; at least one.',
  examples: [{ Branch: 'develop' }],
})
export type RepositoryList = Static<typeof RepositoryList>
export const RepositoryList = Type.Object(
  { UserID: id('user', 'Whose list this is.'), Repositories: Type.Array(ref(Repository)), Count: count, ContinuationKey: continuationKey },
  {
    $id: 'RepositoryList',
    description: 'A page of repositories, newest first.',
    examples: [{ UserID: exampleId('user'), Repositories: [repositoryExample], Count: 1 }],
  },
)

export const repositoryOperations = {
  listRepositories: operation({
    method: 'GET',
    path: '/repositories',
    tag: 'Repositories',
    summary: 'List repositories',
    description:
      'Your connected repositories, newest first. A browser that follows an "add to platform" button (`?connect=…`) is sent to the console.',
    query: Type.Object({
      ...PageQuery.properties,
      connect: Type.Optional(Type.String({ description: 'The address of a repository to connect. For browsers.' })),
    }),
    replies: {
      200: json('A page of repositories.', RepositoryList),
      302: { description: 'For browsers with `connect`: the console.', headers: { Location: 'The page of the console that connects it.' } },
    },
    errors: ['malformedField'],
    credential: 'any',
  }),
  createRepository: operation({
    method: 'POST',
    path: '/repositories',
    tag: 'Repositories',
    summary: 'Connect a repository',
    description: 'Connects a repository. It is not fetched before its first build. Their number is limited by the plan of your account.',
    body: RepositoryRequest,
    bodyRequired: true,
    replies: { 201: json('The repository.', Repository) },
    errors: ['emptyBody', 'malformedField', 'coreNotFound', 'repositoryLimit'],
    credential: 'any',
  }),
  getRepository: operation({
    method: 'GET',
    path: '/repositories/{RepositoryID}',
    tag: 'Repositories',
    summary: 'Get a repository',
    description: 'One connected repository.',
    replies: { 200: json('The repository.', Repository) },
    errors: ['repositoryNotFound'],
    credential: 'any',
  }),
  updateRepository: operation({
    method: 'PATCH',
    path: '/repositories/{RepositoryID}',
    tag: 'Repositories',
    summary: 'Update a repository',
    description: 'Changes what later builds use. Builds made before keep what they were made with.',
    body: RepositoryUpdate,
    bodyRequired: true,
    replies: { 200: json('The repository.', Repository) },
    errors: ['emptyBody', 'malformedField', 'nothingToUpdate', 'repositoryNotFound', 'coreNotFound'],
    credential: 'any',
  }),
  deleteRepository: operation({
    method: 'DELETE',
    path: '/repositories/{RepositoryID}',
    tag: 'Repositories',
    summary: 'Disconnect a repository',
    description: 'Forgets the repository. Its builds and tasks stay.',
    replies: { 204: empty('Disconnected.') },
    errors: ['repositoryNotFound'],
    credential: 'any',
  }),
} as const
