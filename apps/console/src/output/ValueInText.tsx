// A value among the text of an output or in a table: its number, its spark, and its card on hover, focus and tap. P pins the card, Enter opens the page of
// the value. The card stands over the page, since what it is in may scroll.
import { parseUx, type ValuePiece } from '@credence/distribution'
import { Sparkline } from '@credence/plot/sparkline'
import { digits } from '@credence/ui/program/digits.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type RefObject, startTransition, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterRest } from '../state/after-rest.ts'

const loadCard = () => import('@credence/plot/value-card')
let isPrepared = false
/** Where values are shown, a card will be wanted: what draws it comes while nothing else is to be done. */
function prepareCard(): void {
  if (isPrepared) return
  isPrepared = true
  setTimeout(() => loadCard().catch(() => (isPrepared = false)), PREPARE_MS)
}
const PREPARE_MS = 1000
const MARGIN = 8

export function ValueInText({ piece, text = piece.stated }: { readonly piece: ValuePiece; readonly text?: string }) {
  const id = useId()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [isPinned, setPinned] = useState(false)
  const holder = useRef<HTMLSpanElement>(null)
  // A pointer that passes by opens nothing.
  const [openSoon] = useState(() => afterRest(() => flushSync(() => setOpen(true))))
  useEffect(() => {
    prepareCard()
    return openSoon.cancel
  }, [openSoon])
  if (piece.ux === '') return <>{piece.decimal}</>
  const enter = (since: number) => {
    void loadCard().catch(() => {}) // while the pointer rests
    openSoon(since)
  }
  const close = () => {
    openSoon.cancel()
    if (!isPinned) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is interactive; the pointer may rest on its card too
    <span
      ref={holder}
      className="ux-value-holder"
      onPointerEnter={(event) => event.pointerType === 'mouse' && enter(event.timeStamp)}
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
/**
 * Below the line that is read, or above it where there is no room. What is known of the value is there with the next frame; the figure, which takes longer than a
 * reader should wait, takes its place after it.
 */
function Card({ id, holder, piece, isPinned }: CardProps) {
  const card = useRef<HTMLSpanElement>(null)
  const [drawn, setDrawn] = useState<ReactNode>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const draw = () =>
      loadCard().then(
        ({ ValueCard }) => isOver || startTransition(() => setDrawn(<ValueCard value={parseUx(piece.ux)} />)),
        () => {},
      )
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(draw)
    })
    return () => {
      isOver = true
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [piece.ux])
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
      {drawn ?? <Sketch piece={piece} />}
    </span>
  )
}

/** What a card says, from what is known without the distribution; as large as what follows. */
function Sketch({ piece: { stated, spark, deviation, quantiles } }: { readonly piece: ValuePiece }) {
  return (
    <span className="ux-card-body">
      <strong className="ux-card-head">{stated}</strong>
      <span className="value-card-sketch">{spark !== undefined && <Sparkline path={spark} />}</span>
      {deviation > 0 && (
        <span className="ux-card-facts">
          <span>
            median <b>{digits(quantiles[1], deviation)}</b>
          </span>
          <span>
            standard deviation <b>{Number(deviation.toPrecision(3))}</b>
          </span>
        </span>
      )}
    </span>
  )
}
