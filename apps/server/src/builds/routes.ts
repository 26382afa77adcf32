// Builds of the caller.
import {
  type Build,
  type BuildCoreSpecs,
  type buildOperations,
  decodeSourceCode,
  errors,
  isHardwareClass,
  LANGUAGES,
  type Language,
  LIMITS,
  RECOMMENDED_CORE,
  type Repository,
  type RepositoryBuildRequest,
  type SourceCodeBuildRequest,
  specOf,
  spelling,
} from '@credence/contract'
import { getCore } from '../cores/queries.ts'
import { defaultCore, requireAllowed, requireOffered } from '../cores/routes.ts'
import type { User } from '../credentials/credentials.ts'
import { asJson, type Handlers } from '../http/handler.ts'
import { checkedArguments, checkedDataSources, checkedTraceVariables } from '../jobs/checks.ts'
import type { Row } from '../jobs/kinds.ts'
import { needsOfBuild } from '../jobs/needs.ts'
import { asCommonReply, type JobDeps, jobRequests } from '../jobs/requests.ts'
import { renameJob } from '../jobs/rows.ts'
import { fortranOfWorkers, type WorkerThere } from '../queue/fortran.ts'
import { getRepository } from '../repositories/queries.ts'
import { asRepository } from '../repositories/routes.ts'
import { getAccount } from '../users/queries.ts'
import { BINARY_NAME, binaryKeyBelow } from './binary.ts'
import { publishBuild } from './queries.ts'

export interface BuildDeps extends JobDeps {
  readonly workers: () => Promise<readonly WorkerThere[]>
}

export function buildRoutes(deps: BuildDeps): Handlers<typeof buildOperations> {
  const { database, objects, config } = deps
  const builds = jobRequests('build', deps, asBuild)
  const fortran = fortranOfWorkers(deps.workers)
  return {
    async createSourceCodeBuild(call) {
      const { user, body, query } = call
      const language = checkedLanguage(body.Language)
      if (language === 'Fortran' && (await fortran.inSources()) === 'none') throw errors.noCompiler(language)
      const code = decodeSourceCode(body.Code)
      if (code.includes('\0')) throw errors.malformedField('Code')
      if (Buffer.byteLength(code) > config.limits.sourceBytes) throw errors.fieldTooLarge('Code', config.limits.sourceBytes)
      const { configMkBytes } = LIMITS.request
      if (Buffer.byteLength(body.ConfigMk ?? '') > configMkBytes) throw errors.fieldTooLarge('ConfigMk', configMkBytes)
      const defaultArguments = checkedArguments(body.Arguments ?? '')
      const dataSources = checkedDataSources(body.DataSources ?? [], user.userId)
      const core = await coreOf(deps, user, body.CoreID)
      const source = { Object: 'SourceCode', Code: code, Language: language, Arguments: defaultArguments, ...configMk(body) } as const
      const given = {
        application: { Type: 'SourceCode', SourceCode: source } as const,
        repositoryId: null,
        defaultArguments,
        traceVariables: checkedTraceVariables(body.TraceVariables ?? []),
        discoverVariables: query.DiscoverVariables ?? false,
        core,
        isPublic: body.IsPublic ?? false,
      }
      return builds.submit(call, { name: body.Name, dataSources, given, needs: needsOfBuild(given.application, config.worker.isolation, false) })
    },
    async createRepositoryBuild(call) {
      const { user, path, body, query } = call
      const row = await getRepository(database, user.userId, path.RepositoryID)
      if (!row) throw errors.repositoryNotFound()
      const defaultArguments = body.Arguments === undefined ? (row.arguments ?? '') : checkedArguments(body.Arguments)
      const dataSources = checkedDataSources(body.DataSources ?? row.dataSources ?? [], user.userId)
      const core = await coreOf(deps, user, body.CoreID ?? row.core ?? undefined)
      const given = {
        application: { Type: 'Repository', Repository: { ...asRepository(row), ...thisOnce(row, body) } } as const,
        repositoryId: row.repositoryId,
        defaultArguments,
        traceVariables: checkedTraceVariables(body.TraceVariables ?? row.traceVariables ?? []),
        discoverVariables: query.DiscoverVariables ?? false,
        core,
        isPublic: body.IsPublic ?? false,
      }
      return builds.submit(call, {
        name: body.Name,
        dataSources,
        given,
        needs: needsOfBuild(given.application, config.worker.isolation, (await fortran.inRepositories()) === 'some'),
      })
    },
    async listRepositoryBuilds({ user, path: { RepositoryID }, query }) {
      if (!(await getRepository(database, user.userId, RepositoryID))) throw errors.repositoryNotFound()
      const { items, rest } = await builds.list(user, query, { column: 'repository_id', id: RepositoryID })
      return asJson({ RepositoryID, Builds: items, ...rest })
    },
    async listBuilds({ user, query }) {
      const { items, rest } = await builds.list(user, query)
      return asJson({ UserID: user.userId, Builds: items, ...rest })
    },
    getBuild: ({ user, path, headers }) => builds.show(user, path.BuildID, headers),
    async updateBuild({ user, path, body }) {
      await builds.find(user, path.BuildID)
      const { IsPublic, Name } = body
      if (IsPublic === undefined && Name === undefined) throw errors.nothingToUpdate()
      await database.transaction(async (tx) => {
        const isThere =
          (IsPublic === undefined || (await publishBuild(tx, user.userId, path.BuildID, IsPublic))) &&
          (Name === undefined || (await renameJob(tx, 'build', user.userId, path.BuildID, Name)))
        if (!isThere) throw errors.buildNotFound()
      })
      return asBuild(await builds.find(user, path.BuildID))
    },
    deleteBuild: ({ user, path }) => builds.delete(user, path.BuildID),
    cancelBuild: ({ user, path }) => builds.cancel(user, path.BuildID),
    async getBuildOutputs({ user, path, origin }) {
      const { outputKey } = await builds.find(user, path.BuildID)
      if (outputKey === null) throw errors.buildOutputNotFound()
      return { Build: objects.linkToGet({ key: outputKey, origin, lifetimeSeconds: LIMITS.links.outputSeconds }) }
    },
    async getBuildBinary({ user, path, origin }) {
      const { core, moduleKey } = await builds.find(user, path.BuildID)
      if (moduleKey === null || !core || !isHardwareClass(core.Class)) throw errors.binaryNotFound()
      const key = binaryKeyBelow(moduleKey.slice(0, moduleKey.lastIndexOf('/')))
      return { url: objects.linkToGet({ key, origin, lifetimeSeconds: LIMITS.links.outputSeconds, fileName: BINARY_NAME }) }
    },
  }
}

/** What a request names for itself; another branch is built at its newest commit: the commit of the repository is of its own branch. */
function thisOnce(
  row: { readonly branch: string },
  { Branch, Commit, BuildDirectory }: RepositoryBuildRequest,
): Partial<Pick<Repository, 'Branch' | 'Commit' | 'BuildDirectory'>> {
  return {
    ...(Branch && Branch !== row.branch && { Branch, Commit: 'HEAD' }),
    ...(Commit && { Commit }),
    ...(BuildDirectory && { BuildDirectory }),
  }
}

/** An empty one is none. */
const configMk = ({ ConfigMk }: SourceCodeBuildRequest): { ConfigMk?: string } => (ConfigMk ? { ConfigMk } : {})

function checkedLanguage(text: string): Language {
  const language = spelling(LANGUAGES, text)
  if (language === undefined) throw errors.malformedField('Language')
  return language
}

/** The core that a request names, else the account's default, else the recommended one. */
async function coreOf({ database, config }: JobDeps, { userId, plan }: User, coreId: string | undefined): Promise<BuildCoreSpecs> {
  const preferred = (await getAccount(database, userId))?.preferences['Execution_DefaultCore']
  const wanted = coreId ?? (typeof preferred === 'string' && preferred !== '' ? preferred : RECOMMENDED_CORE.CoreID)
  const core = defaultCore(wanted) ?? (await getCore(database, userId, wanted))
  if (!core) throw errors.coreNotFound()
  requireOffered(core)
  requireAllowed(core, config.plans[plan])
  return specOf(core)
}

const asBuild = (build: Row<'build'>): Build => ({
  BuildID: build.id,
  ...asCommonReply(build),
  Application: build.application,
  BuildCoreSpecs: build.core,
  DefaultArguments: build.defaultArguments,
  DefaultDataSources: build.dataSources,
  TraceVariables: [...build.traceVariables],
  BuildArtifactAvailable: build.moduleKey !== null,
  IsPublic: build.isPublic,
  ...(build.stats === null ? {} : { Stats: build.stats }),
})
