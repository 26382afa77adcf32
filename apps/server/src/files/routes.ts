// Files of the caller.
import { errors, type FileItem, type FileList, type fileOperations, LIMITS } from '@credence/contract'
import type { Config } from '../config.ts'
import type { Database } from '../database/pool.ts'
import type { Handlers } from '../http/handler.ts'
import type { ObjectStore } from '../objects/store.ts'
import { checkedPath } from './paths.ts'
import { type FileRow, getFile, isEmptyFolder, listFolder } from './queries.ts'
import { openStorage } from './storage.ts'

export interface FileDeps {
  readonly database: Database
  readonly objects: ObjectStore
  readonly config: Config
}

export function fileRoutes({ database, objects, config }: FileDeps): Handlers<typeof fileOperations> {
  const storage = openStorage(database, objects)
  const listing = async (owner: string, folder: string, after = ''): Promise<FileList> => {
    if (folder !== '' && !(await getFile(database, owner, folder))?.isDirectory) throw errors.fileNotFound()
    const found = await listFolder(database, owner, folder, after)
    const items = found.slice(0, LIMITS.files.pageSize)
    const more = found.length > items.length ? { nextContinuationToken: items.at(-1)!.path } : {}
    return { count: items.length, items: items.map(asItem), ...more }
  }
  return {
    async listFiles({ user, query }) {
      await storage.settle(user.userId)
      return listing(user.userId, checkedPath(query.path ?? ''), query.startKey)
    },
    async getFile({ user, path, query, origin }) {
      const name = checkedPath(path.path)
      await storage.settle(user.userId)
      const file = name === '' ? ROOT : await getFile(database, user.userId, name)
      if (!file) throw errors.fileNotFound()
      if (file.isDirectory) {
        if (query.download) throw errors.fileNotFound()
        return listing(user.userId, name)
      }
      if (!query.download) return asItem(file)
      const object = await objects.head(file.objectKey!)
      if (!object) throw errors.fileNotFound()
      const fileName = name.slice(name.lastIndexOf('/') + 1)
      const download_url = objects.linkToGet({ key: object.key, origin, lifetimeSeconds: LIMITS.links.outputSeconds, fileName })
      return { download_url, etag: file.etag, last_modified: file.modifiedAt, size: file.size, content_type: object.contentType, owner: user.userId }
    },
    async putFile({ user, path, query, origin }) {
      const name = checkedPath(path.path)
      if (name === '') throw errors.malformedField('path')
      await storage.settle(user.userId)
      if (query.directory) {
        await storage.makeFolder(user.userId, name)
        return { message: 'OK' }
      }
      if (query.size === undefined) throw errors.malformedField('size')
      if (query.size > LIMITS.uploads.onceBytes) throw errors.fileNeedsParts(LIMITS.uploads.onceBytes)
      const key = await storage.announce(user.userId, name, query.size, config.plans[user.plan].storageBytes)
      return { message: 'OK', upload_url: objects.linkToPut({ key, origin, lifetimeSeconds: LIMITS.links.outputSeconds, size: query.size }) }
    },
    async deleteFile({ user, path, query }) {
      const name = checkedPath(path.path)
      if (name === '') throw errors.malformedField('path')
      await storage.settle(user.userId)
      const file = await getFile(database, user.userId, name)
      if (file && !file.isDirectory && query.recursive) throw errors.recursiveNeedsDirectory()
      if (!file || (query.directory && !file.isDirectory)) throw errors.fileNotFound()
      if (file.isDirectory && !query.recursive && !(await isEmptyFolder(database, user.userId, name))) throw errors.directoryNotEmpty()
      await storage.remove(user.userId, name)
      return { message: 'OK' }
    },
  }
}

const ROOT: FileRow = { path: '', isDirectory: true, size: 0, etag: '', objectKey: null, modifiedAt: 0 }

export const asItem = ({ path, isDirectory, size, etag, modifiedAt }: FileRow): FileItem => ({
  path: isDirectory ? `${path}/` : path,
  last_modified: modifiedAt,
  size,
  etag,
})
