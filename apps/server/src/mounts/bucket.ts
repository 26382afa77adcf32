// A bucket, or the part of it that its MountPath names, as a data source.
import { LIMITS } from '@credence/contract'
import { addressOf, unsealKey } from '../buckets/address.ts'
import { type BucketRow, getBucket } from '../buckets/queries.ts'
import { openBucketStore } from '../buckets/store.ts'
import type { Sql } from '../database/pool.ts'
import { checkedPath } from '../files/paths.ts'
import type { OutsideSettings } from '../outside/request.ts'
import type { ListedObject } from '../s3/xml.ts'
import type { Sealing } from '../sealing/sealing.ts'
import { MountFault, type Source } from './source.ts'

/** What ends the fetching, and what the storing. */
export interface Ends {
  readonly coming: AbortSignal
  readonly going: AbortSignal
}
export interface BucketSettings extends OutsideSettings {
  readonly sealing: Sealing
}

/** @throws MountFault, BucketFault */
export async function bucketSource(sql: Sql, settings: BucketSettings, owner: string, bucketId: string, { coming, going }: Ends): Promise<Source> {
  const row = await getBucket(sql, owner, bucketId)
  if (!row) throw new MountFault('Bucket not found')
  const connection = connectionOf(row, settings.sealing)
  const store = openBucketStore(settings, connection, coming)
  const within = row.mountPath === '' ? '' : `${row.mountPath}/`
  const write: Source['write'] = (path, file) => openBucketStore(settings, connection, going).write(within + path, file.read, file.size)
  if (!row.mayRead) return { files: [], ...(row.mayWrite && { write }) }
  const objects = new Map<string, ListedObject>()
  const folders: string[] = []
  const strange: string[] = []
  for await (const object of store.list(within)) {
    const path = object.key.slice(within.length)
    if (!object.key.startsWith(within)) throw new MountFault('its store lists what was not asked for')
    if (objects.size + folders.length + strange.length >= LIMITS.dataSources.files)
      throw new MountFault(`it has more than ${LIMITS.dataSources.files} objects${within === '' ? '' : ` below '${row.mountPath}'`}`)
    if (path === '') continue
    if (!isPath(path)) strange.push(path)
    else if (path.endsWith('/')) folders.push(path.slice(0, -1))
    else objects.set(path, object)
  }
  return {
    files: [...objects].map(([path, object]) => ({ path, size: object.size, read: () => store.read(object) })),
    folders,
    ...(row.mayWrite && { write }),
    ...(strange.length > 0 && { note: noteOf(strange) }),
  }
}

/** @throws MountFault */
function connectionOf(row: BucketRow, sealing: Sealing) {
  const address = addressOf(row)
  if (!address) throw new MountFault(`'${row.name}' cannot be a part of a host name; set PathStyle`)
  const key = unsealKey(sealing, row)
  if (!key) {
    const reason = row.credentials === null ? 'it has no access key' : 'its access key cannot be read any more'
    throw new MountFault(`${reason}; give it AccessKeyID and SecretAccessKey`)
  }
  const isOwned = row.endpoint === null && /^\d{12}$/.test(row.account)
  return { ...address, region: row.region, key, ...(isOwned && { expectedOwner: row.account }) }
}

/** Keys are any text; files have names. */
function isPath(key: string): boolean {
  try {
    return !key.startsWith('/') && checkedPath(key) !== ''
  } catch {
    return false
  }
}
function noteOf(strange: readonly string[]): string {
  const [first = ''] = strange
  const others = strange.length === 1 ? '' : ` and ${strange.length - 1} more`
  return `the key ${JSON.stringify(first.slice(0, 100))}${others} cannot be a path of a file and is left out`
}
