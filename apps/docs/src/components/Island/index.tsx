// A part of a long page that is there as HTML, and whose code starts when somebody points at it, touches it or moves the keyboard into it.
// Until then it costs the reader no work. Reached by a navigation, where there is no HTML yet, it is drawn like everything else.
import useIsBrowser from '@docusaurus/useIsBrowser'
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'

/** Details open without being touched when the browser finds what it searches for inside of them. Keys and clicks may come without the rest. */
const TOUCHES = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click', 'toggle'] as const

interface Props {
  /** Starts the ids inside; one of its own for each island of a page. */
  readonly id: string
  /** Starts without being touched, because it is to show something else than the HTML does. */
  readonly awake: boolean
  readonly children: ReactElement
}

export default function Island(props: Props) {
  const isBrowser = useIsBrowser()
  const [wasInDocument] = useState(!isBrowser)
  return wasInDocument ? <Kept {...props} /> : props.children
}

function Kept({ id, awake, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const root = useRef<Root>(undefined)
  const start = () => {
    // The element inside, not the box: an event in an island that is still starting makes React finish the start first, and it looks for what
    // to finish at the element that it was given. The box belongs to the page, so React would find the page there, and stop the event for good.
    const [inside] = box.current?.children ?? []
    if (inside) root.current ??= hydrateRoot(inside, children, { identifierPrefix: id })
  }
  const latest = useRef(start)
  useLayoutEffect(() => {
    latest.current = start
  })
  useEffect(() => {
    if (awake) latest.current()
  }, [awake])
  useEffect(
    () => () => {
      const leaving = root.current
      root.current = undefined
      // Not while React is drawing the page that takes the place of this one.
      setTimeout(() => leaving?.unmount())
    },
    [],
  )
  // Started on the way down, the island hears the very event that touched it. Laid before anything is painted, as an event that React waited
  // for to take the page over comes right after.
  useLayoutEffect(() => {
    const touch = () => latest.current()
    for (const event of TOUCHES) box.current?.addEventListener(event, touch, { capture: true, once: true })
  }, [])
  // Taking a page over, React leaves alone what such an element holds; so the browser needs no copy of it.
  const html = typeof window === 'undefined' ? `<div>${renderToString(children, { identifierPrefix: id })}</div>` : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering
  return <div ref={box} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
