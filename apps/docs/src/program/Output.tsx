// What a program printed. A value shows its decimal, underlined; its statistics and plot appear on hover, focus and tap.

import type { Piece, ValuePiece } from '@credence/distribution'
import { type ComponentType, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './program.module.css'

export interface OutputProps {
  readonly pieces: readonly Piece[]
  readonly errors?: string
  readonly label?: string
}

export default function Output({ pieces, errors = '', label = 'Output' }: OutputProps) {
  return (
    <section className={styles.output} aria-label={label}>
      <pre>
        <code>
          {pieces.map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
            <span key={index}>{typeof piece === 'string' ? piece : <Value piece={piece} />}</span>
          ))}
        </code>
      </pre>
      {errors ? (
        <pre className={styles.errors}>
          <code>{errors}</code>
        </pre>
      ) : null}
    </section>
  )
}

const MARGIN = 8 // pixels between a card and the edge of the window

function Value({ piece }: { piece: ValuePiece }) {
  const id = useId()
  const [wanted, setWanted] = useState(false)
  const [Card, setCard] = useState<ComponentType<{ piece: ValuePiece }>>()
  const shown = wanted && Card !== undefined
  const card = useRef<HTMLSpanElement>(null)
  const show = () => {
    setWanted(true)
    if (!Card) void import('./ValueCard.tsx').then((module) => setCard(() => module.default))
  }
  const hide = () => setWanted(false)
  // Cards of values far right would leave the window.
  useLayoutEffect(() => {
    const element = card.current
    if (!shown || !element) return
    element.style.translate = ''
    const { left, right } = element.getBoundingClientRect()
    const over = Math.max(0, right - (document.documentElement.clientWidth - MARGIN))
    element.style.translate = `${-Math.min(over, left - MARGIN)}px`
  }, [shown])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is interactive; the pointer may rest on its card too
    <span
      className={styles.holder}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hide()}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      <button type="button" className={styles.value} aria-expanded={shown} aria-controls={id} onClick={show} onFocus={show} onBlur={hide}>
        {piece.decimal}
      </button>
      <span ref={card} id={id} className={styles.card} hidden={!shown}>
        {shown ? <Card piece={piece} /> : null}
      </span>
    </span>
  )
}
