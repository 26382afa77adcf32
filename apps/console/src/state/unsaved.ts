// What would be lost by leaving: forms and drafts say so, by a name for people.
import { useEffect } from 'react'

const names = new Map<symbol, string>()
export const unsavedNames = (): readonly string[] => [...names.values()]

/** For as long as it is true, leaving the page asks first, and so does signing out. */
export function useUnsaved(name: string, isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const key = Symbol(name)
    names.set(key, name)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      names.delete(key)
      window.removeEventListener('beforeunload', ask)
    }
  }, [name, isUnsaved])
}
