// A value among the text of an output or in a table: its number, its spark, and its card on hover, focus and tap. P pins the card, Enter opens the page of
// the value. The card stands over the page, since what it is in may scroll.
import { parseUx, type ValuePiece } from '@credence/distribution'
import { Sparkline } from '@credence/plot/sparkline'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'

const loadCard = () => import('@credence/plot/value-card')
const ValueCard = lazy(async () => ({ default: (await loadCard()).ValueCard }))
/** Of rest before the pointer opens a card. */
const REST_MS = 150
const MARGIN = 8

export function ValueInText({ piece, text = piece.stated }: { readonly piece: ValuePiece; readonly text?: string }) {
  const id = useId()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [isPinned, setPinned] = useState(false)
  const holder = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (piece.ux === '') return <>{piece.decimal}</>
  const openSoon = () => {
    void loadCard().catch(() => {}) // while the pointer rests
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), REST_MS)
  }
  const close = () => {
    clearTimeout(timer.current)
    if (!isPinned) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is interactive; the pointer may rest on its card too
    <span
      ref={holder}
      className="ux-value-holder"
      onPointerEnter={(event) => event.pointerType === 'mouse' && openSoon()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && close()}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          event.stopPropagation()
          setPinned(false)
          setOpen(false)
        }
        if (event.key === 'p') setPinned(!isPinned)
      }}
    >
      <button
        type="button"
        className="ux-value"
        aria-expanded={isOpen}
        aria-controls={id}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onClick={(event) => (event.detail === 0 ? void navigate({ to: '/value', hash: piece.ux }) : setOpen(true))}
      >
        {text}
      </button>
      {piece.spark === undefined ? null : <Sparkline path={piece.spark} />}
      {isOpen && <Card id={id} holder={holder} piece={piece} isPinned={isPinned} />}
    </span>
  )
}

interface CardProps {
  readonly id: string
  readonly holder: RefObject<HTMLSpanElement | null>
  readonly piece: ValuePiece
  readonly isPinned: boolean
}
/** Below the line that is read, or above it where there is no room. */
function Card({ id, holder, piece, isPinned }: CardProps) {
  const card = useRef<HTMLSpanElement>(null)
  const value = useMemo(() => parseUx(piece.ux), [piece.ux])
  useLayoutEffect(() => {
    const [element, anchor] = [card.current, holder.current]
    if (!element || !anchor) return
    const place = () => {
      const at = anchor.getBoundingClientRect()
      const { width, height } = element.getBoundingClientRect()
      const left = Math.max(MARGIN, Math.min(at.left, document.documentElement.clientWidth - width - MARGIN))
      const below = at.bottom + 2
      element.style.left = `${left}px`
      element.style.top = `${below + height + MARGIN <= innerHeight ? below : Math.max(MARGIN, at.top - height - 2)}px`
    }
    place()
    const resized = new ResizeObserver(place)
    resized.observe(element)
    return () => resized.disconnect()
  }, [holder])
  return (
    <span ref={card} id={id} className="ux-card value-card" data-pinned={isPinned}>
      <Suspense fallback={<span className="value-card-room" />}>
        <ValueCard value={value} />
      </Suspense>
    </span>
  )
}
