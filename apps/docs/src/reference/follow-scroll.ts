// Where the reader of the long page is: links arrive at their section, and the sidebar follows.
import { useLocation } from '@docusaurus/router'
import { useEffect, useState } from 'react'

/** The line that the section at hand has passed, below the top bar. */
const READING_LINE = 160 // px
/** Sections above the target are laid out as they come into view, and may be higher than they were taken to be. */
const SETTLED = 4 // frames in a row
const LONGEST = 120 // frames

/** In the page, before its sections: who comes by a link sees the browser arrive at once, as everything is laid out, and stays so. */
export const ARRIVING = "if (location.hash) document.documentElement.dataset.arriving = ''"

/**
 * Sections that are not seen are not laid out (`content-visibility`), so what stands above a target grows while the page scrolls to it. The target is
 * brought to its place again until it stays there, unless the reader moves.
 */
export function useArrival(): void {
  const { hash, key } = useLocation()
  useEffect(() => () => void delete document.documentElement.dataset.arriving, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation arrives, also one to the address at hand
  useEffect(() => {
    let frame = 0
    const stop = () => cancelAnimationFrame(frame)
    const arrive = () => {
      stop()
      const target = document.getElementById(decodeURIComponent(hash.slice(1)))
      if (!target) return
      let still = 0
      let left = LONGEST
      let last = Number.NaN
      const settle = () => {
        target.scrollIntoView({ behavior: 'instant', block: 'start' })
        const { top } = target.getBoundingClientRect()
        still = top === last ? still + 1 : 0
        last = top
        left--
        if (still < SETTLED && left > 0) frame = requestAnimationFrame(settle)
      }
      settle()
    }
    arrive()
    // A second click on the link of the section that the address names already changes no address.
    const clicked = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
      if (link?.getAttribute('href') === hash) setTimeout(arrive)
    }
    document.addEventListener('click', clicked)
    for (const move of MOVES) window.addEventListener(move, stop, { passive: true })
    return () => {
      stop()
      document.removeEventListener('click', clicked)
      for (const move of MOVES) window.removeEventListener(move, stop)
    }
  }, [hash, key])
}
const MOVES = ['wheel', 'touchmove', 'keydown'] as const

/** The id of the section that is read; the sidebar keeps its link in view. */
export function useCurrentSection(): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      setCurrent(sectionAt(READING_LINE))
    }
    const ask = () => {
      frame ||= requestAnimationFrame(look)
    }
    ask()
    window.addEventListener('scroll', ask, { passive: true })
    window.addEventListener('resize', ask, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', ask)
      window.removeEventListener('resize', ask)
    }
  }, [])
  useEffect(() => {
    const link = current ? document.querySelector<HTMLElement>(`nav a[aria-current="location"]`) : null
    const box = link?.closest('nav')
    if (!link || !box) return
    // Not scrollIntoView: it would move the page as well.
    const above = link.getBoundingClientRect().top - box.getBoundingClientRect().top
    if (above < 0 || above > box.clientHeight - link.clientHeight) box.scrollTop += above - box.clientHeight / 3
  }, [current])
  return current
}

/** By bisection: the sections stand one below the other, and each question lays out at most what is seen. */
function sectionAt(line: number): string | undefined {
  const headings = document.querySelectorAll<HTMLElement>('main h3[id^="operation/"], main h2#realtime-channel, main h2#webhook-deliveries')
  let low = 0
  let high = headings.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((headings[middle] as HTMLElement).getBoundingClientRect().top <= line) low = middle + 1
    else high = middle
  }
  return low > 0 ? headings[low - 1]?.id : undefined
}
