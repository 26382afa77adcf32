// Docusaurus fetches the code of a page ahead when a link to it comes into sight. A sidebar brings a dozen into sight at once, in one task that
// holds up a phone's first touches; here they wait until the browser has nothing else to do, one page at a time.
import { useEffect } from 'react'

/** Browsers without idle callbacks. */
const A_MOMENT_MS = 200

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else setTimeout(work, A_MOMENT_MS)
}

export function useIdlePrefetch(): void {
  useEffect(() => {
    const { docusaurus } = window
    const waiting: (() => void)[] = []
    const next = () => {
      waiting.shift()?.()
      if (waiting.length > 0) whenIdle(next)
    }
    window.docusaurus = {
      ...docusaurus,
      prefetch: (path) =>
        new Promise((resolve, reject) => {
          waiting.push(() => Promise.resolve(docusaurus.prefetch(path) || []).then(resolve, reject))
          if (waiting.length === 1) whenIdle(next)
        }),
    }
    return () => {
      window.docusaurus = docusaurus
    }
  }, [])
}
