// Cores: default ones from the contract, custom ones from the database.
import {
  CORE_FIELD_NAMES,
  CORRELATION_TRACKING,
  type Core,
  type CoreRequest,
  type CoreValues,
  type coreOperations,
  DEFAULT_CORES,
  errors,
  isHardwareClass,
  isOffered,
  isTracking,
  LIMITS,
  limitWords,
  newId,
  type PlanLimits,
  planRefusal,
  spelling,
  valuesOf,
} from '@credence/contract'
import type { Config } from '../config.ts'
import type { Database } from '../database/pool.ts'
import type { Handlers } from '../http/handler.ts'
import { cutPage, type ListOf, readPage } from '../http/paging.ts'
import { type CoreRow, countCoresForUpdate, deleteCore, getCore, getCoreForUpdate, insertCore, listCores, updateCore } from './queries.ts'

export function coreRoutes({ database, config }: { database: Database; config: Config }): Handlers<typeof coreOperations> {
  const ownCores = (owner: string): ListOf => ({ kind: 'core', createdAt: async (id) => (await getCore(database, owner, id))?.CreatedAt })
  return {
    async listCores({ user, query }) {
      if (query.default) return { UserID: user.userId, Cores: [...DEFAULT_CORES], Count: DEFAULT_CORES.length }
      const { rows, key } = cutPage(await listCores(database, user.userId, await readPage(query, ownCores(user.userId))), (core) => ({
        createdAt: core.CreatedAt,
        id: core.CoreID,
      }))
      return { UserID: user.userId, Cores: rows.map(asCore), Count: rows.length, ...key }
    },
    async getCore({ user, path, query }) {
      const core = defaultCore(path.CoreID) ?? (query.default ? undefined : await getCore(database, user.userId, path.CoreID))
      if (!core) throw errors.coreNotFound()
      return asCore(core)
    },
    createCore: ({ user, body, keep }) =>
      database.transaction(async (tx) => {
        const wanted = checked(body)
        requireAllowed(wanted, config.plans[user.plan])
        if ((await countCoresForUpdate(tx, user.userId)) >= config.plans[user.plan].cores) throw planRefusal('cores')
        const at = Date.now()
        const now = Math.floor(at / 1000)
        const core: CoreRow = { CoreID: newId('core', at), Owner: user.userId, ...wanted, CreatedAt: now, UpdatedAt: now }
        await insertCore(tx, core)
        const made = asCore(core)
        keep(tx, made)
        return made
      }),
    updateCore: ({ user, path, body }) =>
      database.transaction(async (tx) => {
        if (defaultCore(path.CoreID)) throw errors.defaultCore()
        const core = await getCoreForUpdate(tx, user.userId, path.CoreID)
        if (!core) throw errors.coreNotFound()
        const wanted = checked({ ...core, ...body })
        requireAllowed(wanted, config.plans[user.plan])
        if (CORE_FIELD_NAMES.every((field) => wanted[field] === core[field])) throw errors.nothingToUpdate()
        await updateCore(tx, user.userId, path.CoreID, wanted)
        return { message: 'OK' }
      }),
    async deleteCore({ user, path }) {
      if (defaultCore(path.CoreID)) throw errors.defaultCore()
      if (!(await deleteCore(database, user.userId, path.CoreID))) throw errors.coreNotFound()
      return { message: 'OK' }
    },
  }
}

export const defaultCore = (coreId: string): Core | undefined => DEFAULT_CORES.find((core) => core.CoreID === coreId)

/** What the plan has no room for. @throws ApiError 403 */
export function requireAllowed({ MemorySize }: Pick<Core, 'MemorySize'>, { memorySize }: PlanLimits): void {
  if (MemorySize > memorySize) throw planRefusal('memorySize')
}

/** What builds would refuse as well. @throws ApiError 400 naming what is not available yet */
export function requireOffered({ Class, Microarchitecture }: Pick<Core, 'Class' | 'Microarchitecture'>): void {
  for (const word of [Microarchitecture, Class]) if (!isOffered(word)) throw errors.notAvailable(word)
}

/** What the schema cannot say: what is offered, the smaller Precision of tracking cores, and the listed spelling of CorrelationTracking. */
function checked(given: CoreRequest): CoreValues {
  const CorrelationTracking = spelling(CORRELATION_TRACKING, given.CorrelationTracking)
  if (CorrelationTracking === undefined) throw errors.malformedField('CorrelationTracking')
  requireOffered(given)
  if (isHardwareClass(given.Class) && given.Microarchitecture === 'Reference') throw errors.hardwareReference(given.Class)
  const { trackingMax } = LIMITS.core.precision
  if (isTracking(given.Microarchitecture) && given.Precision > trackingMax)
    throw errors.malformedField('Precision', `${limitWords('maximum', trackingMax)} on ${given.Microarchitecture}`)
  return valuesOf({ ...given, CorrelationTracking })
}

const asCore = (core: CoreRow): Core => ({ ...core, Object: 'Core' })
