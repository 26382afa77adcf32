// Uploads in parts that this browser began, and of which file each is: the platform knows its path and size alone, and another file of that name and size
// is not to go on where this one stopped.
import { KEPT } from '../state/kept.ts'

const STORE = KEPT.uploads
type Begun = Readonly<Record<string, number>>

function read(): Begun {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Begun) : {}
  } catch {
    return {}
  }
}
function write(begun: Begun): void {
  try {
    if (Object.keys(begun).length === 0) localStorage.removeItem(STORE)
    else localStorage.setItem(STORE, JSON.stringify(begun))
  } catch {} // full or switched off: it begins anew another time
}

export const noteBegun = (uploadId: string, file: File): void => write({ ...read(), [uploadId]: file.lastModified })
export const forgetBegun = (uploadId: string): void => write(Object.fromEntries(Object.entries(read()).filter(([id]) => id !== uploadId)))
/** Whether this browser began it with this file, as it is now. */
export const isBegunWith = (uploadId: string, file: File): boolean => read()[uploadId] === file.lastModified
