// The storage of a user: rows name files, objects hold their bytes. An upload is announced, its bytes go to an object of their own by a signed link,
// and once they are there, whoever looks next makes them the file: so it is old or new and never half, in any object store.
import { randomUUID } from 'node:crypto'
import { ApiError, errors, LIMITS, planRefusal } from '@credence/contract'
import type { StoredFile } from '@credence/engine'
import { lockAccount } from '../database/lock-account.ts'
import type { Database, Sql, Tx } from '../database/pool.ts'
import type { ObjectInfo, ObjectStore } from '../objects/store.ts'
import * as rows from './queries.ts'

/** Behind the link's own end: an upload that began in time may take as long as uploads may. */
const UPLOAD_MS = 1000 * LIMITS.links.outputSeconds + LIMITS.request.milliseconds

/** Of all accounts. */
export const STORAGE_PREFIX = 'files/'
export const storagePrefix = (owner: string): string => `${STORAGE_PREFIX}${owner}/`

export interface Storage {
  /** Takes in uploads whose bytes have come. */
  settle(owner: string): Promise<void>
  /** @returns the object that the bytes go to. @throws ApiError 403, 409 */
  announce(owner: string, path: string, size: number, mostBytes: number): Promise<string>
  /** What a program wrote. @throws ApiError 403, 409 */
  store(owner: string, path: string, file: StoredFile, mostBytes: number): Promise<void>
  /** An object that nothing has the key of. */
  newKey(owner: string): string
  /** Whether a file of that size may come. @throws ApiError 403 */
  requireRoom(sql: Sql, owner: string, path: string, size: number, mostBytes: number): Promise<void>
  /** The same, for the transaction that notes that it comes; makes the directories above. @throws ApiError 403, 409 */
  reserve(tx: Tx, owner: string, path: string, size: number, mostBytes: number): Promise<void>
  /** Makes an object the file of that path. @param isOurs  false: it stays what it is. @throws ApiError 409 */
  take(owner: string, path: string, object: ObjectInfo, isOurs: (tx: Tx, file: rows.FileRow) => Promise<boolean>): Promise<void>
  /** @throws ApiError 409 */
  makeFolder(owner: string, path: string): Promise<void>
  remove(owner: string, path: string): Promise<void>
}

export function openStorage(database: Database, objects: ObjectStore): Storage {
  const newKey = (owner: string) => storagePrefix(owner) + randomUUID()
  const forget = async (keys: readonly (string | null)[]) => {
    for (const key of keys) if (key !== null) await objects.delete(key)
  }
  /** Makes the directories above. @returns the file that is there */
  const requirePlace = async (tx: Tx, owner: string, path: string): Promise<rows.FileRow | undefined> => {
    const there = await rows.getFile(tx, owner, path)
    if (there?.isDirectory || !(await rows.makeFoldersAbove(tx, owner, path))) throw errors.fileExists()
    return there
  }
  const requireRoom = async (sql: Sql, owner: string, path: string, size: number, mostBytes: number): Promise<void> => {
    if ((await rows.storedBytes(sql, owner, path)) + size > mostBytes) throw planRefusal('storageBytes')
  }
  const reserve: Storage['reserve'] = async (tx, owner, path, size, mostBytes) => {
    await lockAccount(tx, owner)
    await requireRoom(tx, owner, path, size, mostBytes)
    await requirePlace(tx, owner, path)
  }
  const take: Storage['take'] = async (owner, path, { key, size, etag }, isOurs) => {
    const replaced = await database.transaction(async (tx) => {
      await lockAccount(tx, owner)
      const file = { path, isDirectory: false, size, etag: `"${etag}"`, objectKey: key, modifiedAt: rows.now() }
      if (!(await isOurs(tx, file))) return null
      const replaced = await requirePlace(tx, owner, path)
      await rows.putFile(tx, owner, file)
      return replaced?.objectKey ?? null
    })
    await forget([replaced])
  }
  return {
    async settle(owner) {
      for (const { objectKey, path, until } of await rows.listAnnounced(database, owner)) {
        const object = await objects.head(objectKey)
        if (object) {
          await take(owner, path, object, (tx) => rows.takeUpload(tx, owner, objectKey)).catch(async (cause: unknown) => {
            if ((cause as { status?: unknown }).status !== 409) throw cause // the bytes wait for the next look
            // A directory took the name meanwhile: the bytes have no place.
            await database.transaction((tx) => rows.takeUpload(tx, owner, objectKey))
            await forget([objectKey])
          })
        } else if (until < Date.now()) await database.transaction((tx) => rows.takeUpload(tx, owner, objectKey))
      }
    },
    announce: (owner, path, size, mostBytes) =>
      database.transaction(async (tx) => {
        await reserve(tx, owner, path, size, mostBytes)
        const objectKey = newKey(owner)
        await rows.announceUpload(tx, owner, { objectKey, path, size, until: Date.now() + UPLOAD_MS })
        return objectKey
      }),
    async store(owner, path, file, mostBytes) {
      await requireRoom(database, owner, path, file.size, mostBytes)
      const object = await objects.put(newKey(owner), file.read(), { contentType: 'application/octet-stream' })
      await take(owner, path, object, async (tx) => {
        await requireRoom(tx, owner, path, file.size, mostBytes) // of several at once
        return true
      }).catch(async (cause: unknown) => {
        if (cause instanceof ApiError) await forget([object.key]) // it has no place
        throw cause
      })
    },
    newKey,
    requireRoom,
    reserve,
    take,
    async makeFolder(owner, path) {
      await database.transaction(async (tx) => {
        await lockAccount(tx, owner)
        if (!(await rows.makeFoldersAbove(tx, owner, path)) || !(await rows.makeFolder(tx, owner, path))) throw errors.fileExists()
      })
    },
    async remove(owner, path) {
      const keys = await database.transaction(async (tx) => {
        await lockAccount(tx, owner)
        return rows.removeFiles(tx, owner, path)
      })
      await forget(keys)
    },
  }
}
