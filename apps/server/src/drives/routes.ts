// Drives of the caller.
import { isDeepStrictEqual } from 'node:util'
import { choiceWords, type DataSource, type Drive, type driveOperations, errors, newId, planRefusal, RESOURCE_TYPES } from '@credence/contract'
import type { Config } from '../config.ts'
import { lockAccount } from '../database/lock-account.ts'
import type { Database } from '../database/pool.ts'
import type { Handlers } from '../http/handler.ts'
import { indexBehind } from '../http/paging.ts'
import { checkedDataSources } from '../jobs/checks.ts'
import { type DriveRow, deleteDrive, driveIds, getDrive, putDrive } from './queries.ts'

export function driveRoutes({ database, config }: { database: Database; config: Config }): Handlers<typeof driveOperations> {
  return {
    async listDrives({ user, query }) {
      const ids = await driveIds(database, user.userId)
      const start = indexBehind(query.startKey, ids)
      return { user_id: user.userId, drive_ids: ids.slice(start), drive_count: ids.length - start }
    },
    createDrive: ({ user, body, keep }) =>
      database.transaction(async (tx) => {
        const dataSources = checked(body.DataSources, user.userId)
        await lockAccount(tx, user.userId)
        if ((await driveIds(tx, user.userId)).length >= config.plans[user.plan].drives) throw planRefusal('drives')
        const at = Date.now()
        const now = Math.floor(at / 1000)
        const row: DriveRow = { driveId: newId('drive', at), owner: user.userId, name: body.Name, dataSources, createdAt: now, updatedAt: now }
        await putDrive(tx, row)
        const made = asDrive(row)
        keep(tx, made)
        return made
      }),
    async getDrive({ user, path }) {
      const row = await getDrive(database, user.userId, path.DriveID)
      if (!row) throw errors.driveNotFound()
      return asDrive(row)
    },
    updateDrive: ({ user, path, body }) =>
      database.transaction(async (tx) => {
        await lockAccount(tx, user.userId)
        const row = await getDrive(tx, user.userId, path.DriveID)
        if (!row) throw errors.driveNotFound()
        const dataSources = body.DataSources === undefined ? row.dataSources : checked(body.DataSources, user.userId)
        const wanted = { ...row, name: body.Name ?? row.name, dataSources }
        if (isDeepStrictEqual(wanted, row)) throw errors.nothingToUpdate()
        await putDrive(tx, { ...wanted, updatedAt: Math.floor(Date.now() / 1000) })
        return { message: 'OK' }
      }),
    async deleteDrive({ user, path }) {
      if (!(await deleteDrive(database, user.userId, path.DriveID))) throw errors.driveNotFound()
      return { message: 'OK' }
    },
  }
}

/** A drive holds no drives. @throws ApiError 400 */
function checked(sources: readonly DataSource[], owner: string): DataSource[] {
  if (sources.some(({ ResourceType }) => ResourceType === 'Drive'))
    throw errors.malformedField('ResourceType', choiceWords(RESOURCE_TYPES.filter((type) => type !== 'Drive')))
  return checkedDataSources(sources, owner)
}

const asDrive = (row: DriveRow): Drive => ({
  Object: 'Drive',
  DriveID: row.driveId,
  Owner: row.owner,
  CreatedAt: row.createdAt,
  UpdatedAt: row.updatedAt,
  Name: row.name,
  DataSources: [...row.dataSources],
})
