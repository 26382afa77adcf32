// Which names of a folder are taken, by listings: an answer that nothing is there would be an error in the browser's console. One listing of a folder serves the
// files of a batch; it is not believed for long, as others write as well.
import { client } from '../api/client.ts'
import { folderOf, isFolder } from './names.ts'

const BELIEVED_MS = 30_000

interface Listing {
  readonly at: number
  /** Paths; those of folders without their slash. */
  readonly all: Set<string>
  readonly folders: Set<string>
}
const listings = new Map<string, Promise<Listing>>()

/** A file or folder of that path. @throws ApiError, NetworkError */
export async function isTaken(path: string): Promise<boolean> {
  const folder = folderOf(path)
  return (await isFolderThere(folder)) && (await listed(folder)).all.has(path)
}
/** This tab wrote it, and the folders that it lies in. */
export async function noteTaken(path: string): Promise<void> {
  for (let name = path; name !== ''; name = folderOf(name)) {
    const known = await listings.get(folderOf(name))?.catch(() => undefined)
    known?.all.add(name)
    if (name !== path) known?.folders.add(name)
  }
}
/** After a batch: what people do with files meanwhile is not told to this. */
export const forgetTaken = (): void => listings.clear()

async function isFolderThere(folder: string): Promise<boolean> {
  if (folder === '') return true
  const above = folderOf(folder)
  return (await isFolderThere(above)) && (await listed(above)).folders.has(folder)
}
async function listed(folder: string): Promise<Listing> {
  const known = await listings.get(folder)?.catch(() => undefined)
  if (known && Date.now() - known.at < BELIEVED_MS) return known
  const asked = list(folder)
  listings.set(folder, asked)
  return asked
}
async function list(folder: string): Promise<Listing> {
  const at = Date.now()
  const [all, folders] = [new Set<string>(), new Set<string>()]
  for await (const { path } of client.files.list(folder)) {
    const plain = path.replace(/\/$/, '')
    all.add(plain)
    if (isFolder(path)) folders.add(plain)
  }
  return { at, all, folders }
}
