// Input files of a build as objects below its prefix, with a list of them: tasks of the build find them in their working directory.
import { type ObjectStore, readAll } from '../objects/store.ts'

export interface InputFile {
  /** In the working directory. */
  readonly path: string
  readonly size: number
  /** Of the object. */
  readonly key: string
}

const AT_ONCE = 8

/** @returns the key of the list; null where there is no file */
export async function storeInputs(objects: ObjectStore, prefix: string, files: ReadonlyMap<string, Uint8Array>): Promise<string | null> {
  if (files.size === 0) return null
  const list: InputFile[] = [...files].map(([path, { length }], index) => ({ path, size: length, key: `${prefix}/inputs/${index}` }))
  const waiting = list.values()
  const store = async () => {
    for (const { path, key } of waiting) await objects.put(key, files.get(path)!, { contentType: 'application/octet-stream' })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, store))
  const key = `${prefix}/inputs.json`
  await objects.put(key, new TextEncoder().encode(JSON.stringify(list)), { contentType: 'application/json' })
  return key
}

/** Undefined: they are gone with their build. */
export async function listInputs(objects: ObjectStore, key: string): Promise<InputFile[] | undefined> {
  const list = await objects.get(key)
  return list && (JSON.parse((await readAll(list)).toString()) as InputFile[])
}
