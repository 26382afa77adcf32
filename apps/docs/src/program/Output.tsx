// What a program printed. A value shows its decimal, underlined; its statistics and plot appear on hover, focus and tap.

import type { Piece, ValuePiece } from '@credence/distribution'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './program.module.css'
import ValueCard from './ValueCard.tsx'

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
  const [shown, setShown] = useState(false)
  const card = useRef<HTMLSpanElement>(null)
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
      onPointerEnter={(event) => event.pointerType === 'mouse' && setShown(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setShown(false)}
      onKeyDown={(event) => event.key === 'Escape' && setShown(false)}
    >
      <button
        type="button"
        className={styles.value}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(true)}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
      >
        {piece.decimal}
      </button>
      <span ref={card} id={id} className={styles.card} hidden={!shown}>
        {shown ? <ValueCard piece={piece} /> : null}
      </span>
    </span>
  )
}
