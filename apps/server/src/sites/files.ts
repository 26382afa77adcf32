// Files of a site by their path in an address.
import { stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'

export interface SiteFile {
  readonly path: string
  readonly size: number
  readonly etag: string
}
/** The file at a path of a site, never one outside of its folder; `/a/` is `/a/index.html`. */
export async function fileOf(folder: string, urlPath: string): Promise<SiteFile | undefined> {
  const decoded = decodedPath(urlPath)
  if (decoded === undefined || decoded.includes('\0')) return undefined
  const path = resolve(folder, `.${decoded}`, ...(decoded.endsWith('/') ? ['index.html'] : []))
  if (!path.startsWith(folder + sep)) return undefined
  const info = await stat(path).catch(() => undefined)
  return info?.isFile() ? { path, size: info.size, etag: `${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}` } : undefined
}
function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
