// The object store of this deployment, files or an S3 server, and the key of links to files, which all processes share through the database.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../database/pool.ts'
import { sharedSecret } from '../database/secrets.ts'
import type { SigningKey } from '../s3/signature.ts'
import { openFileStore } from './file-store.ts'
import { openS3Store } from './s3-store.ts'
import type { ObjectStore } from './store.ts'

/** What a task that never ran has written. */
export const NOTHING_KEY = 'nothing'

/** @throws Error  the store cannot be used */
export async function openObjects(config: Pick<Config, 'home' | 's3'>, database: Database): Promise<{ objects: ObjectStore; key: SigningKey }> {
  const key = { id: 'credence-1', secret: await sharedSecret(database, 'link-key-1', () => randomBytes(32).toString('hex')) }
  const objects = config.s3 ? openS3Store(config.s3) : await openFileStore(join(config.home, 'objects'), key)
  try {
    if (!(await objects.head(NOTHING_KEY))) await objects.put(NOTHING_KEY, new Uint8Array(), { contentType: 'text/plain; charset=utf-8' })
  } catch (cause) {
    if (!config.s3) throw cause
    throw new Error(
      `the bucket '${config.s3.bucket}' at ${config.s3.endpoint} (CREDENCE_S3_…) cannot be used: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
  return { objects, key }
}
