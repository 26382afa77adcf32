// Which rows of a long list are near the view: rows of one height, counted from the place where their container is scrolled to.
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { afterRest } from '../state/after-rest.ts'

export interface Window {
  readonly from: number
  readonly to: number
}
/** Rows beside the view that are drawn, too, so that scrolling meets no gap. */
const BESIDE = 12
/** While each frame shows other rows than the one before, none of them will be met again: they come with rest. */
const BESIDE_IN_LEAPS = 1
/** Browsers draw nothing beyond about 2^25 pixels. */
export const MOST_PIXELS = 16_000_000

/** Of all rows together, in pixels. */
export const roomFor = (count: number, rowHeight: number): number => Math.min(count * rowHeight, MOST_PIXELS)

/** @param count  of all rows; beyond `MOST_PIXELS` the places of rows are squeezed in proportion */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): Window & { readonly height: number; readonly top: number } {
  const [place, setPlace] = useState({ top: 0, view: 600, beside: BESIDE })
  // The container may come later than who looks at it: one around it always, and that of a list that is empty at first.
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (scroller.current !== element) setElement(scroller.current)
  })
  useLayoutEffect(() => {
    if (!element) return
    let frame = 0
    let before = element.scrollTop
    const rested = afterRest(() => setPlace((now) => ({ ...now, beside: BESIDE })))
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const { scrollTop: top, clientHeight: view } = element
        const leaps = Math.abs(top - before) > view
        before = top
        setPlace({ top, view, beside: leaps ? BESIDE_IN_LEAPS : BESIDE })
        if (leaps) rested()
      })
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      rested.cancel()
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [element])
  const height = roomFor(count, rowHeight)
  const visible = Math.ceil(place.view / rowHeight)
  const reach = Math.max(1, height - place.view)
  const first =
    count * rowHeight <= MOST_PIXELS ? Math.floor(place.top / rowHeight) : Math.floor(Math.min(1, place.top / reach) * Math.max(0, count - visible))
  const from = Math.max(0, first - place.beside)
  const to = Math.min(count, first + visible + place.beside)
  const top = count * rowHeight <= MOST_PIXELS ? from * rowHeight : Math.max(0, place.top - (first - from) * rowHeight)
  return { from, to, height, top }
}
