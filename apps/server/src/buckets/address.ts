// Where a bucket is reached, and the key that it is reached with.
import { SealBroken, type Sealing } from '../sealing/sealing.ts'
import type { BucketRow } from './queries.ts'

export interface AccessKey {
  readonly id: string
  readonly secret: string
}
export interface BucketAddress {
  /** `https://host[:port]` */
  readonly origin: string
  /** In front of every key: '/name' in path style, else ''. */
  readonly base: string
}

export const isPathStyle = ({ pathStyle, endpoint }: Pick<BucketRow, 'pathStyle' | 'endpoint'>): boolean => pathStyle ?? endpoint !== null
/** Amazon names each region. AWS General Reference, "Amazon Simple Storage Service endpoints". */
const amazonOf = (region: string): string => `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/** Undefined: the endpoint is no address, or the bucket cannot be a part of a host name there. */
export function addressOf(row: Pick<BucketRow, 'name' | 'region' | 'endpoint' | 'pathStyle'>): BucketAddress | undefined {
  const endpoint = (row.endpoint ?? amazonOf(row.region)).replace(/\/$/, '')
  if (isPathStyle(row)) {
    const url = URL.parse(endpoint) // its form allows ports and addresses that there are not
    return url === null ? undefined : { origin: url.origin, base: `/${row.name}` }
  }
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(row.name)) return undefined
  const url = URL.parse(endpoint.replace('://', `://${row.name}.`))
  return url === null ? undefined : { origin: url.origin, base: '' }
}

const placeOf = (bucketId: string): string => `bucket:${bucketId}`
export const sealKey = (sealing: Sealing, bucketId: string, { id, secret }: AccessKey): string => sealing.seal(`${id}\n${secret}`, placeOf(bucketId))
/** @returns undefined where there is none, or it cannot be opened any more */
export function unsealKey(sealing: Sealing, { bucketId, credentials }: Pick<BucketRow, 'bucketId' | 'credentials'>): AccessKey | undefined {
  if (credentials === null) return undefined
  try {
    const [id = '', secret = ''] = sealing.unseal(credentials, placeOf(bucketId)).split('\n')
    return { id, secret }
  } catch (cause) {
    if (cause instanceof SealBroken) return undefined
    throw cause
  }
}
