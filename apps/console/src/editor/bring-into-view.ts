// Brings what has come below the fold into view while it grows, no further than it takes to see it. Whoever scrolls, types or presses goes on where they are.

/** Of it, px: a short table and its plot. */
const WANTED = 448
/** What lies over the top of the window, px. */
const BAR = 64
const GROWS_MS = 1500
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

export function bringIntoView(element: HTMLElement): void {
  const observer = new ResizeObserver(() => {
    const { top, bottom } = element.getBoundingClientRect()
    const missing = Math.min(bottom, top + WANTED) - innerHeight
    if (missing > 0) scrollBy(0, Math.min(missing, top - BAR))
  })
  observer.observe(element)
  const end = () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const hand of HANDS) removeEventListener(hand, end, true)
  }
  const timer = setTimeout(end, GROWS_MS)
  for (const hand of HANDS) addEventListener(hand, end, { capture: true, passive: true })
}
