// Whether the window is as wide as a desktop. plugins/desktop-breakpoint puts this in the place of Docusaurus's hook, which starts a pixel later.
import { useEffect, useState } from 'react'

const DESKTOP = 996 // px

/** `ssr` until the page lives, so that what the browser draws first is what the static page says. */
export function useWindowSize({ desktopBreakpoint = DESKTOP } = {}): 'desktop' | 'mobile' | 'ssr' {
  const [size, setSize] = useState<'desktop' | 'mobile' | 'ssr'>('ssr')
  useEffect(() => {
    const measure = () => setSize(window.innerWidth >= desktopBreakpoint ? 'desktop' : 'mobile')
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [desktopBreakpoint])
  return size
}
