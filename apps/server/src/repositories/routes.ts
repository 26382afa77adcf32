// Repositories of the caller: where their code is, and how builds of it are made.
import { isDeepStrictEqual } from 'node:util'
import { errors, newId, type OperationId, planRefusal, type Repository, type RepositoryUpdate, type repositoryOperations } from '@credence/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { getCore } from '../cores/queries.ts'
import { defaultCore } from '../cores/routes.ts'
import type { Database, Sql } from '../database/pool.ts'
import { prefersHtml } from '../http/accept.ts'
import type { Handlers } from '../http/handler.ts'
import { cutPage, type ListOf, readPage } from '../http/paging.ts'
import { checkedArguments, checkedDataSources } from '../jobs/checks.ts'
import {
  countRepositoriesForUpdate,
  deleteRepository,
  findRepository,
  getRepository,
  getRepositoryForUpdate,
  insertRepository,
  listRepositories,
  type RepositoryRow,
  updateRepository,
} from './queries.ts'

export interface RepositoryDeps {
  readonly database: Database
  readonly config: Config
}

/** Of a button that adds a repository to the platform. */
export function connectLink(operation: OperationId, { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): string | undefined {
  const { connect } = (query ?? {}) as { readonly connect?: unknown }
  if (operation !== 'listRepositories' || typeof connect !== 'string' || !prefersHtml(headers.accept)) return undefined
  return `/console/repositories?connect=${encodeURIComponent(connect)}`
}

export function repositoryRoutes({ database, config }: RepositoryDeps): Handlers<typeof repositoryOperations> {
  const ofOwner = (owner: string): ListOf => ({ kind: 'repository', createdAt: async (id) => (await getRepository(database, owner, id))?.createdAt })
  return {
    async listRepositories({ user, query }) {
      const { rows, key } = cutPage(await listRepositories(database, user.userId, await readPage(query, ofOwner(user.userId))), (row) => ({
        createdAt: row.createdAt,
        id: row.repositoryId,
      }))
      return { UserID: user.userId, Repositories: rows.map(asRepository), Count: rows.length, ...key }
    },
    createRepository: ({ user, body, keep }) =>
      database.transaction(async (tx) => {
        const at = Date.now()
        const now = Math.floor(at / 1000)
        const own = { repositoryId: newId('repository', at), owner: user.userId, createdAt: now, updatedAt: now }
        const fields = {
          remoteUrl: body.RemoteURL,
          commit: body.Commit,
          branch: body.Branch,
          buildDirectory: body.BuildDirectory,
        }
        const row: RepositoryRow = { ...ABSENT, ...fields, ...(await checked(tx, user.userId, body)), ...own }
        if ((await countRepositoriesForUpdate(tx, user.userId)) >= config.plans[user.plan].repositories) throw planRefusal('repositories')
        await insertRepository(tx, row)
        const made = asRepository(row)
        keep(tx, made)
        return made
      }),
    async lookupRepository({ user, query }) {
      const RepositoryID = await findRepository(database, user.userId, query.remoteURL, query.branch)
      if (RepositoryID === undefined) throw errors.repositoryNotFound()
      return { RepositoryID }
    },
    async getRepository({ user, path }) {
      const row = await getRepository(database, user.userId, path.RepositoryID)
      if (!row) throw errors.repositoryNotFound()
      return asRepository(row)
    },
    updateRepository: ({ user, path, query, body, headers }) =>
      database.transaction(async (tx) => {
        const isEmpty = Object.keys(body).length === 0 && ['0', undefined].includes(headers['content-length'])
        if (query.remove === undefined && isEmpty && headers['transfer-encoding'] === undefined) throw errors.emptyBody()
        const row = await getRepositoryForUpdate(tx, user.userId, path.RepositoryID)
        if (!row) throw errors.repositoryNotFound()
        const removed = query.remove === undefined ? {} : { [REMOVABLE[query.remove]]: null }
        const wanted: RepositoryRow = { ...row, ...(await checked(tx, user.userId, body)), ...removed }
        if (isDeepStrictEqual(wanted, row)) throw errors.nothingToUpdate()
        const changed = { ...wanted, updatedAt: Math.floor(Date.now() / 1000) }
        await updateRepository(tx, changed)
        return asRepository(changed)
      }),
    async deleteRepository({ user, path }) {
      if (!(await deleteRepository(database, user.userId, path.RepositoryID))) throw errors.repositoryNotFound()
      return undefined
    },
  }
}

const ABSENT = { arguments: null, core: null, dataSources: null, traceVariables: null } as const
const REMOVABLE = { DataSources: 'dataSources', Core: 'core', TraceVariables: 'traceVariables' } as const

/** What was given, after what a schema cannot say. An empty Core is none, as an empty list is. @throws ApiError 400, or 404 for a core */
async function checked(sql: Sql, owner: string, given: RepositoryUpdate): Promise<Partial<RepositoryRow>> {
  if (given.RemoteURL !== undefined && !isRemote(given.RemoteURL)) throw errors.malformedField('RemoteURL')
  if (given.Core && !defaultCore(given.Core) && !(await getCore(sql, owner, given.Core))) throw errors.coreNotFound()
  return {
    ...(given.RemoteURL !== undefined && { remoteUrl: given.RemoteURL }),
    ...(given.Commit !== undefined && { commit: given.Commit }),
    ...(given.Branch !== undefined && { branch: given.Branch }),
    ...(given.BuildDirectory !== undefined && { buildDirectory: given.BuildDirectory }),
    ...(given.Arguments !== undefined && { arguments: checkedArguments(given.Arguments) }),
    ...(given.Core !== undefined && { core: given.Core || null }),
    ...(given.DataSources !== undefined && { dataSources: orNone(checkedDataSources(given.DataSources, owner)) }),
    ...(given.TraceVariables !== undefined && { traceVariables: orNone(given.TraceVariables) }),
  }
}

const orNone = <Item>(list: readonly Item[]): readonly Item[] | null => (list.length === 0 ? null : list)

/** Where names lead is asked when it is fetched: they lead elsewhere tomorrow. */
function isRemote(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && url.pathname !== '/' && !/[\u0000-\u0020\u007f\\]/.test(text)
}

/** What is not set is empty: clients read lists without asking whether there is one, and what they send back means the same. */
export const asRepository = (row: RepositoryRow): Repository => ({
  Object: 'Repository',
  RepositoryID: row.repositoryId,
  Owner: row.owner,
  RemoteURL: row.remoteUrl,
  Commit: row.commit,
  Branch: row.branch,
  BuildDirectory: row.buildDirectory,
  Arguments: row.arguments ?? '',
  Core: row.core ?? '',
  DataSources: [...(row.dataSources ?? [])],
  TraceVariables: [...(row.traceVariables ?? [])],
  CreatedAt: row.createdAt,
  UpdatedAt: row.updatedAt,
})
