// Files of the caller that come in parts: the parts go to the object store by links of their own, and become the file in one step.
import { errors, LIMITS, newId, type Upload, type UploadPart, type uploadOperations } from '@credence/contract'
import type { Database, Tx } from '../database/pool.ts'
import type { Handlers } from '../http/handler.ts'
import { cutPage, isAbsent, readPage } from '../http/paging.ts'
import type { Log } from '../log/log.ts'
import { type ObjectInfo, type ObjectStore, PartsGone, type PartsOf } from '../objects/store.ts'
import { checkedPath } from './paths.ts'
import { getFile, now } from './queries.ts'
import { asItem, type FileDeps } from './routes.ts'
import { openStorage, STORAGE_PREFIX } from './storage.ts'
import {
  deleteUpload,
  getUpload,
  getUploadForUpdate,
  idleUploads,
  insertUpload,
  knownParts,
  listUploads,
  touchUpload,
  type UploadRow,
} from './upload-queries.ts'

const CONTENT = { contentType: 'application/octet-stream' }
/** Sizes of parts that are larger than usual are rounded up to these. */
const MIB = 2 ** 20

export function uploadRoutes({ database, objects, config }: FileDeps): Handlers<typeof uploadOperations> {
  const storage = openStorage(database, objects)
  const found = <Row>(row: Row | undefined): Row => {
    if (row === undefined) throw errors.uploadNotFound()
    return row
  }
  return {
    async listUploads({ user: { userId }, query }) {
      const page = await readPage(query, { kind: 'upload', createdAt: async (id) => (await getUpload(database, userId, id))?.createdAt })
      const { rows, key } = cutPage(await listUploads(database, userId, page), ({ createdAt, uploadId }) => ({ createdAt, id: uploadId }))
      return { UserID: userId, Uploads: rows.map(asUpload), Count: rows.length, ...key }
    },
    async createUpload({ user, body: { Path, Size }, keep }) {
      const path = checkedPath(Path, 'Path')
      if (path === '') throw errors.malformedField('Path')
      await storage.settle(user.userId)
      const mostBytes = config.plans[user.plan].storageBytes
      await storage.requireRoom(database, user.userId, path, Size, mostBytes)
      const key = storage.newKey(user.userId)
      const partsId = await objects.beginParts(key, CONTENT)
      return database
        .transaction(async (tx) => {
          await storage.reserve(tx, user.userId, path, Size, mostBytes)
          const instant = Date.now()
          const at = Math.floor(instant / 1000)
          const partSize = partSizeOf(Size, config.partBytes)
          const own = {
            uploadId: newId('upload', instant),
            owner: user.userId,
            path,
            size: Size,
            partSize,
            objectKey: key,
            partsId,
            createdAt: at,
            updatedAt: at,
          }
          await insertUpload(tx, own)
          const made = asUpload(own)
          keep(tx, made)
          return made
        })
        .catch(async (cause: unknown) => {
          await objects.dropParts({ key, id: partsId }).catch(() => {}) // nothing came, and nothing will
          throw cause
        })
    },
    getUpload: async ({ user, path }) => asUpload(found(await getUpload(database, user.userId, path.UploadID))),
    async listUploadParts({ user, path: { UploadID }, query, origin }) {
      const behind = partNumberOf(query.startKey)
      const row = found(await touchUpload(database, user.userId, UploadID, now()))
      const stored = new Set((await storedParts(objects, row)).map(({ number }) => number))
      const numbers = partNumbers(row).slice(behind, behind + LIMITS.uploads.pageSize)
      const last = numbers.at(-1) ?? 0
      const Parts = numbers.map((number): UploadPart => {
        const size = sizeOf(row, number)
        const IsStored = stored.has(number)
        const request = { ...partsOf(row), number, size, origin, lifetimeSeconds: LIMITS.links.outputSeconds }
        return {
          PartNumber: number,
          Offset: (number - 1) * row.partSize,
          Size: size,
          IsStored,
          ...(!IsStored && { UploadURL: objects.linkToPutPart(request) }),
        }
      })
      return { UploadID, Parts, Count: Parts.length, ...(last > 0 && last < countOf(row) && { ContinuationKey: String(last) }) }
    },
    async completeUpload({ user: { userId }, path: { UploadID }, keep }) {
      const row = found(await touchUpload(database, userId, UploadID, now()))
      const object = await joined(objects, row)
      await storage.take(userId, row.path, object, async (tx, file) => {
        if (!(await deleteUpload(tx, userId, UploadID))) return false
        keep(tx, asItem(file))
        return true
      })
      const file = await getFile(database, userId, row.path)
      if (file?.objectKey !== object.key) throw errors.uploadNotFound() // somebody gave it up meanwhile
      return asItem(file)
    },
    async deleteUpload({ user: { userId }, path: { UploadID } }) {
      await database.transaction(async (tx) => drop(tx, objects, found(await getUploadForUpdate(tx, userId, UploadID))))
      return { message: 'OK' }
    },
  }
}

/** @throws ApiError 404, 409 */
async function joined(objects: ObjectStore, row: UploadRow): Promise<ObjectInfo> {
  try {
    const stored = await objects.listParts(partsOf(row))
    const sizes = new Map(stored.map(({ number, size }) => [number, size]))
    const missing = partNumbers(row).find((number) => sizes.get(number) !== sizeOf(row, number))
    if (missing !== undefined) throw errors.partMissing(missing)
    return await objects.joinParts(partsOf(row), stored, CONTENT)
  } catch (cause) {
    if (!(cause instanceof PartsGone)) throw cause
    const object = await objects.head(row.objectKey) // joined by a process that died before it could say so
    if (object?.size !== row.size) throw errors.uploadNotFound()
    return object
  }
}

/** None, where the upload has just become the file. */
const storedParts = (objects: ObjectStore, row: UploadRow) =>
  objects.listParts(partsOf(row)).catch((cause: unknown) => {
    throw cause instanceof PartsGone ? errors.uploadNotFound() : cause
  })

/** The row is locked: whoever would complete it waits, and finds nothing. A process that dies here leaves it to the next look. */
async function drop(tx: Tx, objects: ObjectStore, row: UploadRow): Promise<void> {
  await objects.dropParts(partsOf(row))
  await objects.delete(row.objectKey)
  await deleteUpload(tx, row.owner, row.uploadId)
}

const LOOK_MS = 60_000
const LOOKS_PER_STRAYS = 60
/** Longer than any file takes to be written. */
const STRAY_SECONDS = 86_400
/** Their rows are locked while their parts go. */
const BATCH = 20

/** Gives up uploads that nobody asked for in a long time. @param before  epoch seconds. @returns how many */
export async function giveUpIdle(database: Database, objects: ObjectStore, before: number): Promise<number> {
  for (let total = 0; ; ) {
    const count = await database.transaction(async (tx) => {
      const rows = await idleUploads(tx, before, BATCH)
      for (const row of rows) await drop(tx, objects, row)
      return rows.length
    })
    total += count
    if (count < BATCH) return total
  }
}

/**
 * Drops parts that no upload has: of a process that died between their beginning and the row, or while it wrote a file that a program left.
 * @param before  epoch seconds. @returns how many
 */
export async function dropStray(database: Database, objects: ObjectStore, before: number): Promise<number> {
  const old = () => objects.oldParts(STORAGE_PREFIX, before * 1000)
  const ids = (await old()).map(({ id }) => id)
  if (ids.length === 0) return 0
  const known = await knownParts(database, ids)
  const unknown = new Set(ids.filter((id) => !known.has(id)))
  if (unknown.size === 0) return 0
  // Once more: what has become a file since the first look has no row either.
  const stray = (await old()).filter(({ id }) => unknown.has(id))
  for (const upload of stray) await objects.dropParts(upload)
  return stray.length
}

/** Looks once a minute, and for strays once an hour; any number of processes may do so at once. */
export function keepUploads({ database, objects, log }: { database: Database; objects: ObjectStore; log: Log }): { close(): Promise<void> } {
  let current: Promise<unknown> | undefined
  let looks = 0
  const look = async (): Promise<number> => {
    const idle = await giveUpIdle(database, objects, now() - LIMITS.uploads.idleSeconds)
    return idle + (looks++ % LOOKS_PER_STRAYS === 0 ? await dropStray(database, objects, now() - STRAY_SECONDS) : 0)
  }
  const timer = setInterval(() => {
    current ??= look()
      .then((count) => {
        if (count > 0) log.info({ event: 'uploads.given_up', count }, 'gave up uploads that nobody asked for any more')
      })
      .catch((cause: unknown) => log.warn({ event: 'uploads.kept', cause }, 'parts of idle uploads could not be deleted'))
      .finally(() => {
        current = undefined
      })
  }, LOOK_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await current
    },
  }
}

/** As usual, or as large as the most parts need. */
function partSizeOf(size: number, usual: number): number {
  const least = Math.ceil(size / LIMITS.uploads.parts)
  return least <= usual ? usual : Math.ceil(least / MIB) * MIB
}
const partsOf = ({ objectKey, partsId }: UploadRow): PartsOf => ({ key: objectKey, id: partsId })
const countOf = ({ size, partSize }: UploadRow): number => Math.ceil(size / partSize)
const sizeOf = ({ size, partSize }: UploadRow, number: number): number => Math.min(partSize, size - (number - 1) * partSize)
const partNumbers = (row: UploadRow): number[] => Array.from({ length: countOf(row) }, (_, index) => index + 1)

function partNumberOf(startKey: string | undefined): number {
  if (isAbsent(startKey)) return 0
  if (!/^[1-9]\d{0,4}$/.test(startKey)) throw errors.malformedField('startKey')
  return Number(startKey)
}

const asUpload = (row: UploadRow): Upload => ({
  Object: 'Upload',
  UploadID: row.uploadId,
  Owner: row.owner,
  CreatedAt: row.createdAt,
  UpdatedAt: row.updatedAt,
  Path: row.path,
  Size: row.size,
  PartSize: row.partSize,
  PartCount: countOf(row),
  ExpiresAt: row.updatedAt + LIMITS.uploads.idleSeconds,
})
