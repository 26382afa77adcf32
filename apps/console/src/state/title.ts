import { useEffect } from 'react'

/** The title of the page: what is shown, then its screen. */
export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, 'Credence'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
