// The own storage of a user, or a directory of it, as a data source.
import { storagePathOf } from '@credence/contract'
import type { Database } from '../database/pool.ts'
import { listBelow } from '../files/queries.ts'
import { openStorage } from '../files/storage.ts'
import type { ObjectStore } from '../objects/store.ts'
import { MountFault, type Source } from './source.ts'

/** @param mostBytes  that the account may have */
export async function ownStorage(
  { database, objects, mostBytes }: { database: Database; objects: ObjectStore; mostBytes: number },
  owner: string,
  resourceId: string,
): Promise<Source> {
  const folder = storagePathOf(resourceId, owner)
  if (folder === undefined) throw new MountFault(`'${resourceId}' is not your storage`)
  const storage = openStorage(database, objects)
  await storage.settle(owner)
  const found = await listBelow(database, owner, folder)
  const within = folder === '' ? '' : `${folder}/`
  return {
    files: found
      .filter(({ isDirectory }) => !isDirectory)
      .map(({ path, size, objectKey }) => ({
        path: path.slice(within.length),
        size,
        async *read() {
          const object = objectKey === null ? undefined : await objects.get(objectKey)
          if (!object) throw new MountFault(`'${path}' is gone`)
          yield* object.body
        },
      })),
    folders: found.filter(({ isDirectory }) => isDirectory).map(({ path }) => path.slice(within.length)),
    write: (path, file) => storage.store(owner, within + path, file, mostBytes),
  }
}
