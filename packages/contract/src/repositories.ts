// Repositories: source code in git, connected once and built at will.
import { type Static, Type } from 'typebox'
import { dataSources, givenDataSources, traceVariables } from './data-sources.ts'
import { RECOMMENDED_CORE } from './default-cores.ts'
import { empty, json, operation } from './operation.ts'
import { continuationKey, count, exampleId, id, PageQuery } from './parameters.ts'
import { epochSeconds, oneOf, ref } from './schema.ts'

/** Names of branches and tags, as git has them (git check-ref-format), and commit ids. */
export const REFERENCE =
  '^(?![-/.])(?!.*(\\.\\.|//|@\\{|/\\.|\\.lock(/|$)))[^\\u0000-\\u0020\\u007f~^:?*\\[\\\\]*[^\\u0000-\\u0020\\u007f~^:?*\\[\\\\/.]$'
/** An address to clone from: https, and nothing that would be a secret or is not part of it. */
export const REMOTE_URL = '^https://[^\\s/@?#]+/[^\\s?#]+$'
/** A directory of a repository; `.` is its top. */
export const BUILD_DIRECTORY = '^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\u0000-\\u001f\\u007f\\\\]+$'
/** Characters of the fields above. */
export const REPOSITORY_LENGTHS = { RemoteURL: 2000, Commit: 255, Branch: 255, BuildDirectory: 1000 } as const
/** What `remove` of an update may name. */
export const REMOVABLE_FIELDS = ['DataSources', 'Core', 'TraceVariables'] as const

const requiredFields = {
  RemoteURL: Type.String({
    pattern: REMOTE_URL,
    maxLength: REPOSITORY_LENGTHS.RemoteURL,
    description: 'The address to clone from: https, without user name, password, query and fragment.',
    examples: ['https://github.com/owner/name'],
  }),
  Commit: Type.String({
    pattern: REFERENCE,
    maxLength: REPOSITORY_LENGTHS.Commit,
    description: 'A commit id, the name of a tag, or `HEAD` for the newest commit of the branch.',
    examples: ['HEAD'],
  }),
  Branch: Type.String({ pattern: REFERENCE, maxLength: REPOSITORY_LENGTHS.Branch, description: 'The branch.', examples: ['main'] }),
  BuildDirectory: Type.String({
    pattern: BUILD_DIRECTORY,
    maxLength: REPOSITORY_LENGTHS.BuildDirectory,
    description: 'The directory with the sources, usually `src`; `.` is the top of the repository.',
    examples: ['src'],
  }),
}
const optionalFields = {
  Arguments: Type.Optional(Type.String({ description: 'Default arguments of tasks.' })),
  Core: Type.Optional(Type.String({ description: 'The id of the core that its builds use; empty: that of the account, or the recommended one.' })),
  DataSources: Type.Optional(dataSources),
  TraceVariables: Type.Optional(traceVariables),
}
/** As a request gives them. */
const givenFields = { ...requiredFields, ...optionalFields, DataSources: Type.Optional(givenDataSources) }
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
export const RepositoryRequest = Type.Object(givenFields, {
  $id: 'RepositoryRequest',
  description: 'A repository to connect.',
  examples: [{ RemoteURL: example.RemoteURL, Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' }],
})
export type RepositoryUpdate = Static<typeof RepositoryUpdate>
export const RepositoryUpdate = Type.Partial(Type.Object(givenFields), {
  $id: 'RepositoryUpdate',
  description: 'The fields to change; at least one, unless `remove` names one.',
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
export type RepositoryFound = Static<typeof RepositoryFound>
export const RepositoryFound = Type.Object(
  { RepositoryID: id('repository', 'The id of the repository.') },
  { $id: 'RepositoryFound', description: 'A repository of yours with that address.', examples: [{ RepositoryID: exampleId('repository') }] },
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
    errors: ['emptyBody', 'malformedField', 'fieldTooLarge', 'notAvailable', 'coreNotFound', 'repositoryLimit'],
    credential: 'any',
  }),
  lookupRepository: operation({
    method: 'GET',
    path: '/repositories/lookup',
    tag: 'Repositories',
    summary: 'Find a repository',
    description:
      'The repository of yours that has this address, and this branch if one is named; the newest of several. A `.git` or a slash at the end of the address makes no difference.',
    query: Type.Object({
      remoteURL: Type.String({ minLength: 1, description: 'Its address.', examples: ['https://github.com/owner/name'] }),
      branch: Type.Optional(Type.String({ description: 'Its branch.' })),
    }),
    replies: { 200: json('The id.', RepositoryFound) },
    errors: ['malformedField', 'repositoryNotFound'],
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
    description:
      'Changes what later builds use. Builds made before keep what they were made with. With `remove` a field that may be absent is taken away; the body may then be left out.',
    query: Type.Object({ remove: Type.Optional(oneOf(REMOVABLE_FIELDS, { description: 'The field to take away.' })) }),
    body: RepositoryUpdate,
    bodyRequired: false,
    replies: { 200: json('The repository.', Repository) },
    errors: ['emptyBody', 'malformedField', 'fieldTooLarge', 'notAvailable', 'nothingToUpdate', 'repositoryNotFound', 'coreNotFound'],
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
