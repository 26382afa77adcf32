// Buckets of the caller.
import { isDeepStrictEqual } from 'node:util'
import {
  type Bucket,
  type BucketRequest,
  type BucketUpdate,
  type bucketOperations,
  DEFAULT_REGION,
  errors,
  newId,
  planRefusal,
} from '@credence/contract'
import type { Config } from '../config.ts'
import { lockAccount } from '../database/lock-account.ts'
import type { Database } from '../database/pool.ts'
import { checkedPath } from '../files/paths.ts'
import type { Handlers } from '../http/handler.ts'
import { indexBehind } from '../http/paging.ts'
import { openGuard } from '../outside/guard.ts'
import type { Sealing } from '../sealing/sealing.ts'
import { type AccessKey, addressOf, isPathStyle, sealKey, unsealKey } from './address.ts'
import { type BucketRow, bucketIds, deleteBucket, getBucket, putBucket } from './queries.ts'

export interface BucketDeps {
  readonly database: Database
  readonly config: Config
  readonly sealing: Sealing
}

export function bucketRoutes({ database, config, sealing }: BucketDeps): Handlers<typeof bucketOperations> {
  const guard = openGuard(config.outside.allowedHosts)
  /** Refuses what a task could not use anyway. @throws ApiError 400 */
  const requireReachable = (row: BucketRow): void => {
    const address = addressOf(row)
    if (!address) throw errors.malformedField(isPathStyle(row) ? 'Endpoint' : 'Name')
    const { protocol, hostname, port } = new URL(address.origin)
    const dialled = Number(port || (protocol === 'https:' ? 443 : 80))
    const may = protocol === 'https:' ? guard.mayDial(hostname, dialled) : guard.isAllowed(hostname, dialled)
    if (!may) throw errors.malformedField('Endpoint')
  }
  return {
    async listBuckets({ user, query }) {
      const ids = await bucketIds(database, user.userId)
      const start = indexBehind(query.startKey, ids)
      return { user_id: user.userId, bucket_ids: ids.slice(start), bucket_count: ids.length - start }
    },
    createBucket: ({ user, body, keep }) =>
      database.transaction(async (tx) => {
        const at = Date.now()
        const now = Math.floor(at / 1000)
        const bucketId = newId('bucket', at)
        const key = keyOf(body)
        const row: BucketRow = {
          bucketId,
          owner: user.userId,
          name: body.Name,
          account: body.Account,
          mountPath: body.MountPath === undefined ? '' : checkedPath(body.MountPath, 'MountPath'),
          mayRead: body.Read ?? true,
          mayWrite: body.Write ?? false,
          region: body.Region ?? DEFAULT_REGION,
          endpoint: body.Endpoint ?? null,
          pathStyle: body.PathStyle ?? null,
          credentials: key ? sealKey(sealing, bucketId, key) : null,
          createdAt: now,
          updatedAt: now,
        }
        requireReachable(row)
        await lockAccount(tx, user.userId)
        if ((await bucketIds(tx, user.userId)).length >= config.plans[user.plan].buckets) throw planRefusal('buckets')
        await putBucket(tx, row)
        const made = asBucket(row)
        keep(tx, made)
        return made
      }),
    async getBucket({ user, path }) {
      const row = await getBucket(database, user.userId, path.BucketID)
      if (!row) throw errors.bucketNotFound()
      return asBucket(row)
    },
    updateBucket: ({ user, path, body }) =>
      database.transaction(async (tx) => {
        const key = keyOf(body)
        await lockAccount(tx, user.userId)
        const row = await getBucket(tx, user.userId, path.BucketID)
        if (!row) throw errors.bucketNotFound()
        const isNewKey = key !== undefined && !isDeepStrictEqual(key, unsealKey(sealing, row))
        const wanted: BucketRow = { ...row, ...changes(body), ...(isNewKey && { credentials: sealKey(sealing, row.bucketId, key) }) }
        if (isDeepStrictEqual(wanted, row)) throw errors.nothingToUpdate()
        requireReachable(wanted)
        await putBucket(tx, { ...wanted, updatedAt: Math.floor(Date.now() / 1000) })
        return { message: 'OK' }
      }),
    async deleteBucket({ user, path }) {
      if (!(await deleteBucket(database, user.userId, path.BucketID))) throw errors.bucketNotFound()
      return { message: 'OK' }
    },
  }
}

/** Both or none. @throws ApiError 400 */
function keyOf({ AccessKeyID: id, SecretAccessKey: secret }: BucketRequest | BucketUpdate): AccessKey | undefined {
  if (id === undefined && secret === undefined) return undefined
  if (id === undefined) throw errors.malformedField('AccessKeyID')
  if (secret === undefined) throw errors.malformedField('SecretAccessKey')
  return { id, secret }
}

function changes({ Name, Account, MountPath, Read, Write, Region, Endpoint, PathStyle }: BucketUpdate): Partial<BucketRow> {
  return {
    ...(Name !== undefined && { name: Name }),
    ...(Account !== undefined && { account: Account }),
    ...(MountPath !== undefined && { mountPath: checkedPath(MountPath, 'MountPath') }),
    ...(Read !== undefined && { mayRead: Read }),
    ...(Write !== undefined && { mayWrite: Write }),
    ...(Region !== undefined && { region: Region }),
    ...(Endpoint !== undefined && { endpoint: Endpoint }),
    ...(PathStyle !== undefined && { pathStyle: PathStyle }),
  }
}

const asBucket = (row: BucketRow): Bucket => ({
  Object: 'Bucket',
  BucketID: row.bucketId,
  Owner: row.owner,
  CreatedAt: row.createdAt,
  UpdatedAt: row.updatedAt,
  Name: row.name,
  Account: row.account,
  MountPath: row.mountPath,
  Read: row.mayRead,
  Write: row.mayWrite,
  Region: row.region,
  ...(row.endpoint !== null && { Endpoint: row.endpoint }),
  PathStyle: isPathStyle(row),
  HasCredentials: row.credentials !== null,
})
