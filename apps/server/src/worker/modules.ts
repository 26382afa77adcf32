// Modules of builds, the last ones in memory: hundreds of tasks of one build read its module once. A published module never changes.
import { type ObjectStore, readAll } from '../objects/store.ts'

/** A usual module has 80 kB. */
const KEPT_BYTES = 32 * 2 ** 20

/** Gives the module of a key; undefined when it is gone. */
export type ReadModule = (key: string) => Promise<Uint8Array | undefined>

export function openModules(objects: Pick<ObjectStore, 'get'>): ReadModule {
  const kept = new Map<string, Uint8Array>() // the longest unused first
  let bytes = 0
  return async (key) => {
    const known = kept.get(key)
    const object = known ? undefined : await objects.get(key)
    const module = known ?? (object && (await readAll(object)))
    if (!module || module.length > KEPT_BYTES) return module
    if (kept.delete(key)) bytes -= module.length
    kept.set(key, module)
    bytes += module.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= KEPT_BYTES) break
      kept.delete(oldest)
      bytes -= length
    }
    return module
  }
}
