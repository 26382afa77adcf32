// A number that knows how sure it is, in a line of text: its spark beside it, and its card on hover, focus and tap. The card is loaded when somebody first wants one.
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Sparkline } from './sparkline.tsx'

export interface UncertainValueProps {
  readonly text: string
  /** `sparkPath` of the value. */
  readonly spark?: string
  /** Marks the number, which the text with this id explains. */
  readonly noteId?: string
  /** What the card shows. */
  readonly load: () => Promise<ReactNode>
}

const MARGIN = 8 // pixels between a card and the edge of the window

export function UncertainValue({ text, spark, noteId, load }: UncertainValueProps): ReactNode {
  const id = useId()
  const [isWanted, setWanted] = useState(false)
  const [content, setContent] = useState<ReactNode>()
  const holder = useRef<HTMLSpanElement>(null)
  const card = useRef<HTMLSpanElement>(null)
  const isShown = isWanted && content !== undefined
  const show = () => {
    setWanted(true)
    if (content === undefined) void load().then(setContent)
  }
  const hide = () => setWanted(false)
  useEffect(() => {
    if (!isShown) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setWanted(false)
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isShown])
  // Below the line, or above it where there is no room: never on the line that is being read. Cards of values far right move into the window.
  useLayoutEffect(() => {
    if (!isShown) return
    const placeCard = () => holder.current && card.current && place(card.current, holder.current.getBoundingClientRect())
    placeCard()
    window.addEventListener('resize', placeCard) // a phone that is turned
    return () => window.removeEventListener('resize', placeCard)
  }, [isShown])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is interactive; the pointer may rest on its card too
    <span
      ref={holder}
      className="ux-value-holder"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hide()}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || hide()}
    >
      <button
        type="button"
        className="ux-value"
        data-apart={noteId === undefined ? undefined : true}
        aria-expanded={isShown}
        aria-controls={id}
        aria-describedby={noteId}
        onClick={show}
        onFocus={show}
      >
        {text}
      </button>
      {spark === undefined ? null : <Sparkline path={spark} />}
      <span ref={card} id={id} className="ux-card" hidden={!isShown}>
        {isShown ? content : null}
      </span>
    </span>
  )
}

function place(card: HTMLElement, line: DOMRect): void {
  card.style.translate = ''
  card.classList.remove('ux-card-above')
  const { left, right, height } = card.getBoundingClientRect()
  const below = document.documentElement.clientHeight - line.bottom
  card.classList.toggle('ux-card-above', below < height + MARGIN && line.top > below)
  const over = Math.max(0, right - (document.documentElement.clientWidth - MARGIN))
  card.style.translate = `${-Math.min(over, left - MARGIN)}px`
}
