import { useEffect } from 'react'
import { titleMark } from './endings.ts'
import { useStore } from './store.ts'

/** The title of the page: what is shown, then its screen. */
export function useTitle(...parts: readonly string[]): void {
  const mark = useStore({ ...titleMark, set: () => {} })
  const title = mark + [...parts, 'Credence'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
