// Whether objects can be stored and read again.
import { randomUUID } from 'node:crypto'
import type { Finding } from '../health/finding.ts'
import { type ObjectStore, readAll } from './store.ts'

export async function checkObjects(objects: ObjectStore): Promise<Finding> {
  const key = `health/${randomUUID()}`
  const bytes = new TextEncoder().encode(key)
  await objects.put(key, bytes, { contentType: 'text/plain' })
  const read = await objects.get(key)
  const same = read !== undefined && (await readAll(read)).equals(bytes)
  await objects.delete(key)
  return same ? { status: 'healthy' } : { status: 'unhealthy', more: { error: 'an object did not read back as written' } }
}
