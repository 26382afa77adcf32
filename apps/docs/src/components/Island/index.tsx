// A part of a long page that is there as HTML, and whose code starts when somebody points at it, touches it or moves the keyboard into it.
// Until then it costs the reader no work. Reached by a navigation, where there is no HTML yet, it is drawn like everything else.
import useIsBrowser from '@docusaurus/useIsBrowser'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'

/** Details open without being touched when the browser finds what it searches for inside of them. */
const TOUCHES = ['pointerover', 'pointerdown', 'focusin', 'toggle'] as const

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
  const [touched, setTouched] = useState(false)
  const starts = awake || touched
  useEffect(() => {
    if (starts && box.current) root.current ??= hydrateRoot(box.current, children, { identifierPrefix: id })
  }, [starts, children, id])
  useEffect(
    () => () => {
      const leaving = root.current
      root.current = undefined
      // Not while React is drawing the page that takes the place of this one.
      setTimeout(() => leaving?.unmount())
    },
    [],
  )
  useEffect(() => {
    const touch = () => setTouched(true)
    for (const event of TOUCHES) box.current?.addEventListener(event, touch, { capture: true, once: true })
  }, [])
  // Taking a page over, React leaves alone what such an element holds; so the browser needs no copy of it.
  const html = typeof window === 'undefined' ? renderToString(children, { identifierPrefix: id }) : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering
  return <div ref={box} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
