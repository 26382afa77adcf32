// The object store of this deployment and the key of its links, which all processes share through the database.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../database/pool.ts'
import { sharedSecret } from '../database/secrets.ts'
import { openFileStore } from './file-store.ts'
import type { SigningKey } from './signature.ts'
import type { ObjectStore } from './store.ts'

/** What a task that never ran has written. */
export const NOTHING_KEY = 'nothing'

export async function openObjects(config: Pick<Config, 'home'>, database: Database): Promise<{ objects: ObjectStore; key: SigningKey }> {
  const key = { id: 'credence-1', secret: await sharedSecret(database, 'link-key-1', () => randomBytes(32).toString('hex')) }
  const objects = await openFileStore(join(config.home, 'objects'), key)
  if (!(await objects.head(NOTHING_KEY))) await objects.put(NOTHING_KEY, new Uint8Array(), { contentType: 'text/plain; charset=utf-8' })
  return { objects, key }
}
