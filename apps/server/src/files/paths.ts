// Names in the storage of a user: any Unicode, and no way out of it.
import { errors, LIMITS } from '@credence/contract'

/** Without a slash at either end; '' is the top. @param field  in which it was given. @throws ApiError 400 */
export function checkedPath(given: string, field = 'path'): string {
  const path = given.replace(/^\/|\/$/g, '')
  if (path === '') return ''
  const segments = path.split('/')
  const { pathBytes, nameBytes, depth } = LIMITS.files
  const isWrong =
    Buffer.byteLength(path) > pathBytes ||
    segments.length > depth ||
    !path.isWellFormed() ||
    /[\u0000-\u001f\u007f]/.test(path) ||
    segments.some((name) => name === '' || name === '.' || name === '..' || Buffer.byteLength(name) > nameBytes)
  if (isWrong) throw errors.malformedField(field)
  return path
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The directories above a path, the highest first; not the top. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
