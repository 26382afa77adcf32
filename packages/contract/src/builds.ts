// Builds: a program, compiled for a core.
import { type Static, Type } from 'typebox'
import { specSchemas } from './cores.ts'
import { dataSources, givenDataSources, traceVariables } from './data-sources.ts'
import { RECOMMENDED_CORE, RECOMMENDED_SPEC } from './default-cores.ts'
import { APPLICATION_TYPES, LANGUAGES } from './enums.ts'
import { isOffered, laterNote } from './features.ts'
import { exampleHistory, givenName, jobName, jobOperations, status, statusTransitions } from './jobs.ts'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { continuationKey, count, exampleId, id, TimeQuery } from './parameters.ts'
import { BUILD_DIRECTORY, REFERENCE, REPOSITORY_LENGTHS, Repository } from './repositories.ts'
import { epochMilliseconds, oneOf, oneOfAnyCase, orBrief, ref } from './schema.ts'

export { StatusTransition } from './jobs.ts'

const PROGRAM =
  '#include <stdio.h>\n#include <uxhw.h>\n\nint main(void) {\n\tdouble rate = UxHwDoubleUniformDist(0.05, 0.07);\n\tprintf("%f\\n", 100000.0 * (1 + rate));\n}\n'

const commandLine = (description: string) =>
  Type.String({
    description: `${description} Split like a shell command line, with quotes, without variables or globbing.`,
    examples: ['-S 0 "two words"'],
  })

export type SourceCode = Static<typeof SourceCode>
export const SourceCode = Type.Object(
  {
    Object: Type.Optional(Type.Literal('SourceCode')),
    Code: Type.String({ description: 'The program text.' }),
    Language: oneOf(LANGUAGES, { description: 'The language of the program.' }),
    Arguments: Type.String({ description: 'Default command-line arguments.' }),
    ConfigMk: Type.Optional(Type.String({ description: 'The text of the `config.mk` that it was built with, when there was one.' })),
  },
  { $id: 'SourceCode', description: 'A program of one file.', examples: [{ Object: 'SourceCode', Code: PROGRAM, Language: 'C', Arguments: '' }] },
)

const buildExample = {
  BuildID: exampleId('build'),
  Owner: exampleId('user'),
  Status: 'Completed' as const,
  StatusTransitions: exampleHistory('Build', exampleId('build'), [1767323045678, 1767323045702, 1767323045731, 1767323046601]),
  Application: { Type: 'SourceCode' as const, SourceCode: { Object: 'SourceCode' as const, Code: PROGRAM, Language: 'C' as const, Arguments: '' } },
  BuildCoreSpecs: RECOMMENDED_SPEC,
  DefaultArguments: '',
  DefaultDataSources: [],
  TraceVariables: [],
  BuildArtifactAvailable: true,
  CreatedAt: 1767323045678,
  UpdatedAt: 1767323046601,
  StartedAt: 1767323045702,
  FinishedAt: 1767323046601,
  Stats: { BuildTimeInMilliseconds: 812, BuildSizeInBytes: 18432, CreatedAt: 1767323046601 },
}

export type Application = Static<typeof Application>
export const Application = Type.Object(
  {
    Type: oneOf(APPLICATION_TYPES, { description: 'Which of the two fields below says what was built.' }),
    SourceCode: Type.Optional(ref(SourceCode)),
    Repository: Type.Optional(ref(Repository, { description: 'The repository as it was when the build was made.' })),
  },
  { $id: 'Application', description: 'What was built.', examples: [buildExample.Application] },
)

export type BuildCoreSpecs = Static<typeof BuildCoreSpecs>
export const BuildCoreSpecs = Type.Object(specSchemas, {
  $id: 'BuildCoreSpecs',
  description: 'The core as it was when the build was made. Tasks of the build run on it.',
  examples: [RECOMMENDED_SPEC],
})

export type BuildStats = Static<typeof BuildStats>
export const BuildStats = Type.Object(
  {
    BuildTimeInMilliseconds: Type.Integer({ description: 'Time spent compiling and linking.' }),
    BuildSizeInBytes: Type.Integer({ description: 'Size of the program.' }),
    CreatedAt: epochMilliseconds('When these figures were taken.'),
  },
  {
    $id: 'BuildStats',
    description: 'Figures of a finished build.',
    examples: [{ BuildTimeInMilliseconds: 812, BuildSizeInBytes: 18432, CreatedAt: 1767323046601 }],
  },
)

export type Build = Static<typeof Build>
export const Build = Type.Object(
  {
    BuildID: id('build', 'The id of the build.'),
    Owner: id('user', 'Who made it.'),
    Name: jobName,
    Status: status,
    StatusTransitions: Type.Optional(statusTransitions),
    Application: ref(Application),
    BuildCoreSpecs: Type.Optional(ref(BuildCoreSpecs)),
    DefaultArguments: Type.Optional(Type.String({ description: 'Arguments of tasks that name none.' })),
    DefaultDataSources: Type.Optional(dataSources),
    TraceVariables: Type.Optional(traceVariables),
    BuildArtifactAvailable: Type.Optional(Type.Boolean({ description: 'True once the program can run.' })),
    CreatedAt: Type.Optional(epochMilliseconds('When it was accepted.')),
    UpdatedAt: Type.Optional(epochMilliseconds('When its status, its name or whether it is public last changed.')),
    StartedAt: Type.Optional(epochMilliseconds('When work on it began.')),
    FinishedAt: Type.Optional(epochMilliseconds('When it ended.')),
    Stats: Type.Optional(ref(BuildStats)),
    IsPublic: Type.Optional(Type.Boolean({ description: 'True: others may run it, through the public calls.' })),
  },
  { $id: 'Build', description: 'A program, compiled for a core. Run it as often as you like.', examples: [buildExample] },
)

export type BuildSummary = Static<typeof BuildSummary>
export const BuildSummary = Type.Object(
  { BuildID: id('build', 'The id of the build.'), Owner: id('user', 'Who made it.'), CreatedAt: epochMilliseconds('When it was accepted.') },
  {
    $id: 'BuildSummary',
    description: 'A build on a list with `noexpand=true`.',
    examples: [{ BuildID: exampleId('build'), Owner: exampleId('user'), CreatedAt: 1767323045678 }],
  },
)
const briefPage = { Builds: Type.Array(ref(BuildSummary)), Count: count, ContinuationKey: continuationKey }
export const BuildSummaryList = Type.Object(
  { UserID: id('user', 'Whose list this is.'), ...briefPage },
  {
    $id: 'BuildSummaryList',
    description: 'A page of builds with `noexpand=true`.',
    examples: [
      { UserID: exampleId('user'), Builds: [{ BuildID: exampleId('build'), Owner: exampleId('user'), CreatedAt: 1767323045678 }], Count: 1 },
    ],
  },
)
export const RepositoryBuildSummaryList = Type.Object(
  { RepositoryID: id('repository', 'Whose list this is.'), ...briefPage },
  {
    $id: 'RepositoryBuildSummaryList',
    description: 'A page of builds of one repository with `noexpand=true`.',
    examples: [
      {
        RepositoryID: exampleId('repository'),
        Builds: [{ BuildID: exampleId('build'), Owner: exampleId('user'), CreatedAt: 1767323045678 }],
        Count: 1,
      },
    ],
  },
)
export type BuildList = Static<typeof BuildList>
export const BuildList = Type.Object(
  { UserID: id('user', 'Whose list this is.'), Builds: Type.Array(ref(Build)), Count: count, ContinuationKey: continuationKey },
  { $id: 'BuildList', description: 'A page of builds, newest first.', examples: [{ UserID: exampleId('user'), Builds: [buildExample], Count: 1 }] },
)
export type RepositoryBuildList = Static<typeof RepositoryBuildList>
export const RepositoryBuildList = Type.Object(
  { RepositoryID: id('repository', 'Whose builds these are.'), Builds: Type.Array(ref(Build)), Count: count, ContinuationKey: continuationKey },
  {
    $id: 'RepositoryBuildList',
    description: 'A page of builds of one repository, newest first.',
    examples: [{ RepositoryID: exampleId('repository'), Builds: [buildExample], Count: 1 }],
  },
)

const buildRequest = {
  CoreID: Type.Optional(
    Type.String({
      description: 'The core to build for. Absent: the default of the repository, then of your account, then C0-S+.',
      examples: [RECOMMENDED_CORE.CoreID],
    }),
  ),
  TraceVariables: Type.Optional(traceVariables),
  DataSources: Type.Optional(givenDataSources),
  Name: givenName,
  Arguments: Type.Optional(commandLine('Default arguments of tasks.')),
  IsPublic: Type.Optional(Type.Boolean({ description: 'True: others may run it. Absent: they may not.' })),
}

export type SourceCodeBuildRequest = Static<typeof SourceCodeBuildRequest>
export const SourceCodeBuildRequest = Type.Object(
  {
    Code: Type.String({ minLength: 1, description: 'The program, plain or in Base64.' }),
    Language: oneOfAnyCase(LANGUAGES, {
      description: `${LANGUAGES.filter(isOffered).join(', ')}, in any case.${laterNote(LANGUAGES)} Fortran needs a compiler of the machine: where no worker has it, the request is refused, and \`GET /health/compiler\` says how its operator gets one.`,
      examples: ['C'],
    }),
    ConfigMk: Type.Optional(Type.String({ description: 'The text of a `config.mk` beside the program: compiler flags, libraries and the like.' })),
    ...buildRequest,
  },
  {
    $id: 'SourceCodeBuildRequest',
    description: 'A program of one file to build.',
    examples: [{ Code: PROGRAM, Language: 'C', CoreID: RECOMMENDED_CORE.CoreID }],
  },
)

export type RepositoryBuildRequest = Static<typeof RepositoryBuildRequest>
export const RepositoryBuildRequest = Type.Object(
  {
    ...buildRequest,
    Branch: Type.Optional(
      Type.String({
        pattern: `(${REFERENCE})|^$`,
        maxLength: REPOSITORY_LENGTHS.Branch,
        description:
          'Another branch than the repository names, for this build: its newest commit is built, unless `Commit` names one. Empty: that of the repository.',
      }),
    ),
    Commit: Type.Optional(
      Type.String({
        pattern: `(${REFERENCE})|^$`,
        maxLength: REPOSITORY_LENGTHS.Commit,
        description: 'Another commit id or tag, or `HEAD`, for this build. Empty: that of the repository.',
      }),
    ),
    BuildDirectory: Type.Optional(
      Type.String({
        pattern: `(${BUILD_DIRECTORY})|^$`,
        maxLength: REPOSITORY_LENGTHS.BuildDirectory,
        description: 'Another directory with sources, for this build. Empty: that of the repository.',
      }),
    ),
  },
  {
    $id: 'RepositoryBuildRequest',
    description: 'What to change for this build; what is absent comes from the repository.',
    examples: [{ Arguments: '-S 0' }],
  },
)

export type BuildUpdate = Static<typeof BuildUpdate>
export const BuildUpdate = Type.Object(
  { IsPublic: Type.Optional(Type.Boolean({ description: 'True: others may run it.' })), Name: givenName },
  { $id: 'BuildUpdate', description: 'What to change.', examples: [{ IsPublic: true }] },
)
export type BuildCreated = Static<typeof BuildCreated>
export const BuildCreated = Type.Object(
  { BuildID: id('build', 'The id of the new build.') },
  { $id: 'BuildCreated', description: 'The build was accepted.', examples: [{ BuildID: exampleId('build') }] },
)

export type BuildOutputs = Static<typeof BuildOutputs>
export const BuildOutputs = Type.Object(
  {
    Build: Type.String({
      description: `Link to what the compiler printed, as text. Works for ${LIMITS.links.outputSeconds} s, without a credential.`,
    }),
  },
  {
    $id: 'BuildOutputs',
    description: 'Where to read the output of a build.',
    examples: [{ Build: 'https://host/objects/builds/…/output?X-Amz-Signature=…' }],
  },
)
export type BuildBinary = Static<typeof BuildBinary>
export const BuildBinary = Type.Object(
  { url: Type.String({ description: `Link to \`buildArtifacts.tar.gz\`. Works for ${LIMITS.links.outputSeconds} s, without a credential.` }) },
  {
    $id: 'BuildBinary',
    description: 'Where to fetch the binary of a build.',
    examples: [{ url: 'https://host/objects/builds/…/buildArtifacts.tar.gz?X-Amz-Signature=…' }],
  },
)

const discover = Type.Object({
  DiscoverVariables: Type.Optional(
    Type.Boolean({
      description: 'True: also list the variables of the program, for GET /builds/{BuildID}/variables.',
    }),
  ),
})

const ofBuilds = jobOperations({
  noun: 'Build',
  many: '/builds',
  one: '/builds/{BuildID}',
  item: Build,
  list: BuildList,
  briefList: BuildSummaryList,
  shows: 'its status and history, what was built, and for which core',
  deleting: 'Deletes a build with its outputs. An active one must be cancelled first; its tasks stay.',
  errors: { unknown: 'buildNotFound', active: 'buildActive', terminated: 'buildTerminated' },
})
export const buildOperations = {
  createSourceCodeBuild: operation({
    method: 'POST',
    path: '/sourcecode/builds',
    tag: 'Builds',
    summary: 'Build source code',
    description:
      'Compiles a program of one file for a core. The response comes at once and names the build; ask for it until its Status is final, then run it with POST /builds/{BuildID}/tasks.',
    query: discover,
    body: SourceCodeBuildRequest,
    bodyRequired: true,
    replies: { 202: json('Accepted.', BuildCreated) },
    errors: ['emptyBody', 'malformedField', 'fieldTooLarge', 'notAvailable', 'noCompiler', 'coreNotFound', 'tierLimit', 'overloaded'],
    credential: 'any',
  }),
  createRepositoryBuild: operation({
    method: 'POST',
    path: '/repositories/{RepositoryID}/builds',
    tag: 'Builds',
    summary: 'Build a repository',
    description:
      'Fetches a connected repository and compiles its build directory. What the body leaves out comes from the repository; it may be left out whole.',
    query: discover,
    body: RepositoryBuildRequest,
    bodyRequired: false,
    replies: { 202: json('Accepted.', BuildCreated) },
    errors: ['malformedField', 'fieldTooLarge', 'notAvailable', 'repositoryNotFound', 'coreNotFound', 'tierLimit', 'overloaded'],
    credential: 'any',
  }),
  listRepositoryBuilds: operation({
    method: 'GET',
    path: '/repositories/{RepositoryID}/builds',
    tag: 'Builds',
    summary: 'List builds of a repository',
    description: 'The builds of one repository, newest first.',
    query: TimeQuery,
    replies: { 200: json('A page of builds.', orBrief(RepositoryBuildList, RepositoryBuildSummaryList)) },
    errors: ['malformedField', 'repositoryNotFound'],
    credential: 'any',
  }),
  listBuilds: ofBuilds.list,
  getBuild: ofBuilds.get,
  deleteBuild: ofBuilds.delete,
  cancelBuild: ofBuilds.cancel,
  updateBuild: operation({
    method: 'PATCH',
    path: '/builds/{BuildID}',
    tag: 'Builds',
    summary: 'Update a build',
    description: 'Lets others run a build, or no longer, or names it. Tasks that others started stay theirs.',
    body: BuildUpdate,
    bodyRequired: true,
    replies: { 200: json('The build.', Build) },
    errors: ['emptyBody', 'malformedField', 'nothingToUpdate', 'buildNotFound'],
    credential: 'any',
  }),
  getBuildOutputs: operation({
    method: 'GET',
    path: '/builds/{BuildID}/outputs',
    tag: 'Builds',
    summary: 'Get the output of a build',
    description: 'A link to what compiler and linker printed.',
    replies: { 200: json('The link.', BuildOutputs) },
    errors: ['buildNotFound', 'buildOutputNotFound'],
    credential: 'any',
  }),
  getBuildBinary: operation({
    method: 'GET',
    path: '/builds/{BuildID}/binary',
    tag: 'Builds',
    summary: 'Get the binary of a build',
    description:
      'A link to the binary of a build for hardware, a gzip-compressed tar: a WebAssembly module that holds all it needs and runs under any WASI runtime that knows WebAssembly 3.0, and how to run it. Builds of other classes have none, and neither has one that is not Completed.',
    replies: { 200: json('The link.', BuildBinary) },
    errors: ['buildNotFound', 'binaryNotFound'],
    credential: 'any',
  }),
} as const
