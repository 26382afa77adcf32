// What a program printed. A value is shown as its mean ± standard uncertainty, underlined, or, when a reader asks for that, as the particle that
// was printed; its statistics and plot appear on hover, focus and tap.

import { Columns, type Piece, type ValuePiece } from '@credence/distribution'
import { type ComponentType, useId, useLayoutEffect, useRef, useState } from 'react'
import { isApart } from './apart.ts'
import { digits } from './digits.ts'
import styles from './program.module.css'

export interface OutputProps {
  readonly pieces: readonly Piece[]
  readonly errors?: string
  readonly label?: string
}

export default function Output({ pieces, errors = '', label = 'Output' }: OutputProps) {
  const [isParticles, setParticles] = useState(false)
  const textOf = (piece: ValuePiece) => (isParticles ? piece.decimal : piece.stated)
  const id = useId()
  const apart = pieces.filter((piece): piece is ValuePiece => typeof piece !== 'string' && isApart(piece))
  const laid = new Columns().lay(pieces, textOf, (text, piece) => ({ text, piece }))
  return (
    <section className={styles.output} aria-label={label}>
      {pieces.some((piece) => typeof piece !== 'string') ? (
        <button
          type="button"
          className={`${styles.particles} furniture`}
          data-markdown-ignore
          aria-pressed={isParticles}
          title="Show the particle of each value, the decimal that the program printed, instead of mean ± standard uncertainty"
          onClick={() => setParticles(!isParticles)}
        >
          Particles
        </button>
      ) : null}
      <pre>
        <code>
          {laid.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            <span key={index}>{typeof part === 'string' ? part : <Value {...part} noteId={isApart(part.piece) ? `${id}apart` : undefined} />}</span>
          ))}
        </code>
      </pre>
      {apart.length > 0 ? (
        <p id={`${id}apart`} className={styles.apartNote}>
          {apartText(apart)}
        </p>
      ) : null}
      {errors ? (
        <pre className={styles.errors}>
          <code>{errors}</code>
        </pre>
      ) : null}
    </section>
  )
}

/** Named one by one up to so many. */
const NAMED = 3
function apartText(pieces: readonly ValuePiece[]): string {
  const named = pieces.slice(0, NAMED).map(({ decimal, mean, deviation }) => `${decimal} (mean ${digits(mean, deviation)})`)
  const more = pieces.length - named.length
  return `† What the program holds and prints, the particle, is not the mean: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const MARGIN = 8 // pixels between a card and the edge of the window

function Value({ text, piece, noteId }: { text: string; piece: ValuePiece; noteId: string | undefined }) {
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
      <button
        type="button"
        className={styles.value}
        data-apart={noteId !== undefined}
        aria-expanded={shown}
        aria-controls={id}
        aria-describedby={noteId}
        onClick={show}
        onFocus={show}
        onBlur={hide}
      >
        {text}
      </button>
      <span ref={card} id={id} className={styles.card} hidden={!shown}>
        {shown ? <Card piece={piece} /> : null}
      </span>
    </span>
  )
}
