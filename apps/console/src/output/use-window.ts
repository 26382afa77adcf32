// Which rows of a long list are near the view: rows of one height, counted from the place where their container is scrolled to.
import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Window {
  readonly from: number
  readonly to: number
}
/** Rows beside the view that are drawn, too, so that scrolling meets no gap. */
const BESIDE = 12
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
  const [place, setPlace] = useState({ top: 0, view: 600 })
  // The container may come later than who looks at it, as with a list that is empty at first.
  const [element, setElement] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (scroller.current !== element) setElement(scroller.current)
  })
  useLayoutEffect(() => {
    if (!element) return
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setPlace({ top: element.scrollTop, view: element.clientHeight }))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [element])
  const height = roomFor(count, rowHeight)
  const visible = Math.ceil(place.view / rowHeight)
  const reach = Math.max(1, height - place.view)
  const first =
    count * rowHeight <= MOST_PIXELS ? Math.floor(place.top / rowHeight) : Math.floor(Math.min(1, place.top / reach) * Math.max(0, count - visible))
  const from = Math.max(0, first - BESIDE)
  const to = Math.min(count, first + visible + BESIDE)
  const top = count * rowHeight <= MOST_PIXELS ? from * rowHeight : Math.max(0, place.top - (first - from) * rowHeight)
  return { from, to, height, top }
}
