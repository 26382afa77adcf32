// What a program printed. A value is shown as its mean ± standard uncertainty, underlined, or, when a reader asks for that, as the particle that
// was printed; its spark stands beside it, its card appears on hover, focus and tap.

import { Columns, type Piece, type ValuePiece } from '@credence/distribution'
import { UncertainValue } from '@credence/plot/uncertain-value'
import { useId, useState } from 'react'
import { isApart } from './apart.ts'
import { digits } from './digits.ts'
import styles from './program.module.css'
import { quantityOf } from './quantity.ts'

/** What a spark takes of a line, in letters (value.css). */
const SPARK_ROOM = ' '.repeat(8)

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
  const withRoom = (piece: ValuePiece) => textOf(piece) + (piece.spark === undefined ? '' : SPARK_ROOM)
  const laid = new Columns().lay(pieces, withRoom, (text, piece) => ({ text: text.replace(SPARK_ROOM, ''), piece }))
  const card = async (piece: ValuePiece) => (await import('./draw-values.tsx')).cardOf(piece, quantityOf(pieces, piece))
  const hasValues = pieces.some((piece) => typeof piece !== 'string')
  return (
    <section className={styles.output} aria-label={label}>
      {hasValues ? (
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
      {/* It scrolls where it is wider than the window; values inside of it are reached by keyboard, words alone are not. */}
      <pre tabIndex={hasValues ? undefined : 0}>
        <code>
          {laid.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            <span key={index}>
              {typeof part === 'string' ? (
                part
              ) : (
                <UncertainValue
                  text={part.text}
                  spark={part.piece.spark}
                  noteId={isApart(part.piece) ? `${id}apart` : undefined}
                  load={() => card(part.piece)}
                />
              )}
            </span>
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
