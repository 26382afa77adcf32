// Buckets of users.
import type { Sql, Tx } from '../database/pool.ts'

export interface BucketRow {
  readonly bucketId: string
  readonly owner: string
  readonly name: string
  readonly account: string
  /** Without a slash at either end; '' is the whole bucket. */
  readonly mountPath: string
  readonly mayRead: boolean
  readonly mayWrite: boolean
  readonly region: string
  /** Null: Amazon S3 in the region. */
  readonly endpoint: string | null
  /** Null: as is usual there. */
  readonly pathStyle: boolean | null
  /** Sealed; null: none. */
  readonly credentials: string | null
  /** Epoch seconds. */
  readonly createdAt: number
  readonly updatedAt: number
}
const COLUMNS = `bucket_id as "bucketId", owner, name, account, mount_path as "mountPath", may_read as "mayRead", may_write as "mayWrite", region, endpoint,
  path_style as "pathStyle", credentials, created_at as "createdAt", updated_at as "updatedAt"`

export async function getBucket(sql: Sql, owner: string, bucketId: string): Promise<BucketRow | undefined> {
  const { rows } = await sql.query<BucketRow>({
    name: 'get_bucket',
    text: `select ${COLUMNS} from bucket where bucket_id = $2 and owner = $1`,
    values: [owner, bucketId],
  })
  return rows[0]
}

/** The newest first. */
export async function bucketIds(sql: Sql, owner: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'bucket_ids',
    text: 'select bucket_id as id from bucket where owner = $1 order by created_at desc, bucket_id desc',
    values: [owner],
  })
  return rows.map(({ id }) => id)
}

/** Made or changed. */
export async function putBucket(tx: Tx, row: BucketRow): Promise<void> {
  await tx.query({
    name: 'put_bucket',
    text: `insert into bucket (bucket_id, owner, name, account, mount_path, may_read, may_write, region, endpoint, path_style, credentials, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
           on conflict (bucket_id) do update set name = excluded.name, account = excluded.account, mount_path = excluded.mount_path,
             may_read = excluded.may_read, may_write = excluded.may_write, region = excluded.region, endpoint = excluded.endpoint,
             path_style = excluded.path_style, credentials = excluded.credentials, updated_at = excluded.updated_at`,
    values: [
      row.bucketId,
      row.owner,
      row.name,
      row.account,
      row.mountPath,
      row.mayRead,
      row.mayWrite,
      row.region,
      row.endpoint,
      row.pathStyle,
      row.credentials,
      row.createdAt,
      row.updatedAt,
    ],
  })
}

/** False: the owner has no such bucket. */
export async function deleteBucket(sql: Sql, owner: string, bucketId: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'delete_bucket',
    text: 'delete from bucket where bucket_id = $2 and owner = $1',
    values: [owner, bucketId],
  })
  return rowCount === 1
}
