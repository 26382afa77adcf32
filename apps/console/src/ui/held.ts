// A list that grows at its top while somebody reads further down: what is new waits for a button, unless the top is in view.
import { useEffect, useMemo, useState } from 'react'

const TOP_PIXELS = 60

export interface Held<Item> {
  readonly shown: readonly Item[]
  /** How many wait. */
  readonly fresh: number
  readonly show: () => void
}
/** So many at the beginning are not known. Items that come behind known ones, as older pages do, wait for nothing. */
export function leadingNew<Item extends { readonly id: string }>(items: readonly Item[], known: ReadonlySet<string>): number {
  const first = items.findIndex(({ id }) => known.has(id))
  return Math.max(first, 0)
}

/** @param items  the same array for as long as they are the same. @param scope  another one is another list */
export function useHeld<Item extends { readonly id: string }>(items: readonly Item[], scope: string): Held<Item> {
  const [held, setHeld] = useState<{ readonly scope: string; readonly known: ReadonlySet<string> }>()
  const isAtTop = useAtTop()
  const fresh = held?.scope === scope && !isAtTop ? leadingNew(items, held.known) : 0
  const isStale = held?.scope !== scope || isAtTop
  useEffect(() => {
    if (isStale && items.length > 0) setHeld({ scope, known: new Set(items.map(({ id }) => id)) })
  }, [isStale, scope, items])
  return {
    shown: useMemo(() => (fresh > 0 ? items.slice(fresh) : items), [items, fresh]),
    fresh,
    show() {
      setHeld({ scope, known: new Set(items.map(({ id }) => id)) })
      scrollTo({ top: 0 })
      scroller()?.scrollTo({ top: 0 })
    },
  }
}

/** What scrolls the rows of a list that is too long to be drawn as a whole; a short one scrolls with its page. */
const scroller = (): Element | null => document.querySelector('[data-windowed]')
const isAtTopNow = (): boolean => Math.max(scrollY, scroller()?.scrollTop ?? 0) < TOP_PIXELS

function useAtTop(): boolean {
  const [isAtTop, setAtTop] = useState(isAtTopNow)
  useEffect(() => {
    const look = () => setAtTop(isAtTopNow())
    addEventListener('scroll', look, { passive: true, capture: true }) // what scrolls inside the page tells nobody above it
    return () => removeEventListener('scroll', look, { capture: true })
  }, [])
  return isAtTop
}
