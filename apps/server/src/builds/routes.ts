// Builds of the caller.
import {
  type Application,
  type Build,
  type BuildCoreSpecs,
  type buildOperations,
  CANCEL_MESSAGE,
  decodeSourceCode,
  errors,
  isActive,
  isAvailable,
  LANGUAGES,
  type Language,
  LIMITS,
  newId,
  spelling,
} from '@credence/contract'
import type { Config } from '../config.ts'
import { getCore } from '../cores/queries.ts'
import { defaultCore, requireOffered } from '../cores/routes.ts'
import type { Database } from '../database/pool.ts'
import { type Handlers, tagged } from '../http/handler.ts'
import { cutPage, readPage } from '../http/paging.ts'
import { openAcceptance } from '../lifecycle/acceptance.ts'
import { cancel } from '../lifecycle/attempts.ts'
import { announceDeleted, countEnded } from '../lifecycle/moves.ts'
import type { ObjectStore } from '../objects/store.ts'
import type { TaskQueue } from '../queue/task-queue.ts'
import { checkedArguments, checkedDataSources } from '../tasks/request.ts'
import { getAccount } from '../users/queries.ts'
import { type BuildRow, deleteBuild, getBuild, listBuilds, statusForUpdate } from './queries.ts'

/** C0-S+, when neither the request nor the account names a core. */
const FALLBACK_CORE = 'cor_b21e4de9927158c1a5b603c2affb8a09'

export interface BuildDeps {
  readonly database: Database
  readonly queue: TaskQueue
  readonly objects: ObjectStore
  readonly config: Config
}
type Implemented = 'createSourceCodeBuild' | 'listBuilds' | 'getBuild' | 'deleteBuild' | 'cancelBuild' | 'getBuildOutputs'

export function buildRoutes({ database, queue, objects, config }: BuildDeps): Handlers<Pick<typeof buildOperations, Implemented>> {
  const acceptance = openAcceptance(database, queue)
  return {
    async createSourceCodeBuild({ user, body, query }) {
      const language = checkedLanguage(body.Language)
      const code = decodeSourceCode(body.Code)
      if (code.includes('\0')) throw errors.malformedField('Code')
      if (Buffer.byteLength(code) > config.limits.sourceBytes) throw errors.fieldTooLarge('Code', config.limits.sourceBytes)
      const sourceArguments = checkedArguments(body.Arguments ?? '')
      const dataSources = checkedDataSources(body.DataSources ?? [], user.userId)
      const core = await coreOf(database, user.userId, body.CoreID)
      const application = {
        Type: 'SourceCode',
        SourceCode: { Object: 'SourceCode', Code: code, Language: language, Arguments: sourceArguments },
      } satisfies Application
      const columns = {
        application,
        default_arguments: sourceArguments,
        data_sources: dataSources,
        trace_variables: body.TraceVariables ?? [],
        discover_variables: query.DiscoverVariables ?? false,
        core,
      }
      const id = newId('build')
      const { unfinished } = config.plans[user.plan]
      if (!(await acceptance.accept({ kind: 'build', id, owner: user.userId, plan: user.plan, allowed: unfinished, columns })))
        throw errors.tierLimit()
      return { BuildID: id }
    },
    async listBuilds({ user, query }) {
      const createdAt = async (id: string) => (await getBuild(database, user.userId, id))?.createdAt
      const page = await readPage(query, { kind: 'build', createdAt })
      const { rows, key } = cutPage(await listBuilds(database, user.userId, page), (build) => ({ createdAt: build.createdAt, id: build.buildId }))
      return { UserID: user.userId, Builds: rows.map(asBuild), Count: rows.length, ...key }
    },
    async getBuild({ user, path, headers }) {
      const build = await getBuild(database, user.userId, path.BuildID)
      if (!build) throw errors.buildNotFound()
      return tagged(headers, `${build.updatedAt}-${build.transitions.length}`, asBuild(build))
    },
    async deleteBuild({ user, path }) {
      await database.transaction(async (tx) => {
        const status = await statusForUpdate(tx, user.userId, path.BuildID)
        if (status === undefined) throw errors.buildNotFound()
        if (isActive(status)) throw errors.buildActive()
        await deleteBuild(tx, user.userId, path.BuildID)
        await announceDeleted(tx, { kind: 'build', id: path.BuildID, owner: user.userId })
        if (status !== 'Accepted') return
        await queue.cancel(tx, 'build', path.BuildID)
        countEnded(tx, 'build', user.userId)
      })
      await objects.deleteAll(`builds/${path.BuildID}/`)
      return undefined
    },
    async cancelBuild({ user, path }) {
      const verdict = await cancel(database, queue, 'build', user.userId, path.BuildID)
      if (verdict === 'unknown') throw errors.buildNotFound()
      if (verdict === 'terminated') throw errors.buildTerminated()
      return { message: CANCEL_MESSAGE.Build }
    },
    async getBuildOutputs({ user, path, origin }) {
      const build = await getBuild(database, user.userId, path.BuildID)
      if (!build) throw errors.buildNotFound()
      if (build.outputKey === null) throw errors.buildOutputNotFound()
      return { Build: objects.linkToGet({ key: build.outputKey, origin, lifetimeSeconds: LIMITS.links.outputSeconds }) }
    },
  }
}

function checkedLanguage(text: string): Language {
  const language = spelling(LANGUAGES, text)
  if (language === undefined) throw errors.malformedField('Language')
  if (!isAvailable('features', language)) throw errors.notAvailable(language)
  return language
}

/** The core that a request names, else the account's default, else C0-S+. */
async function coreOf(database: Database, userId: string, coreId: string | undefined): Promise<BuildCoreSpecs> {
  const preferred = (await getAccount(database, userId))?.preferences['Execution_DefaultCore']
  const wanted = coreId ?? (typeof preferred === 'string' && preferred !== '' ? preferred : FALLBACK_CORE)
  const core = defaultCore(wanted) ?? (await getCore(database, userId, wanted))
  if (!core) throw errors.coreNotFound()
  requireOffered(core)
  const { Class, Precision, MemorySize, Microarchitecture, CorrelationTracking } = core
  return { Class, Precision, MemorySize, Microarchitecture, CorrelationTracking }
}

const asBuild = (build: BuildRow): Build => ({
  BuildID: build.buildId,
  Owner: build.owner,
  Status: build.status,
  StatusTransitions: build.transitions,
  Application: build.application,
  BuildCoreSpecs: build.core,
  DefaultArguments: build.defaultArguments,
  DefaultDataSources: build.dataSources,
  TraceVariables: build.traceVariables,
  BuildArtifactAvailable: build.moduleKey !== null,
  CreatedAt: build.createdAt,
  UpdatedAt: build.updatedAt,
  ...(build.startedAt === null ? {} : { StartedAt: build.startedAt }),
  ...(build.finishedAt === null ? {} : { FinishedAt: build.finishedAt }),
  ...(build.stats === null ? {} : { Stats: build.stats }),
})
