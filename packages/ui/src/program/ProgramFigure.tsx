// The figure below what a program printed: its first value, or another, or all of them over one axis. Static pages bring its first picture; what draws the rest comes
// when the figure is first touched. In the workbench it draws what each run printed, and keeps the picture while the next one runs.
import type { Piece, ValuePiece } from '@credence/distribution'
import { DistributionFigure } from '@credence/plot/figure'
import { useEffect, useId, useMemo, useState } from 'react'
import { plotLabel, plottedText } from './first-value.ts'
import styles from './program.module.css'
import { quantityOf } from './quantity.ts'
import { namesOf } from './value-names.ts'

type Draw = typeof import('./draw-values.tsx')

export interface ProgramFigureProps {
  readonly pieces: readonly Piece[]
  /** The picture of the first value, drawn when the page was built, and where its ids begin. */
  readonly still?: { readonly html: string; readonly idPrefix: string }
  /** What was drawn stays until there is something to take its place. */
  readonly isRunning?: boolean
}

const ALL = -1
const MOST = 8

export default function ProgramFigure({ pieces, still, isRunning = false }: ProgramFigureProps) {
  const ownId = useId()
  const [draw, setDraw] = useState<Draw>()
  const [which, setWhich] = useState(0)
  const printed = useKept(pieces, isRunning)
  const values = useMemo(() => printed.filter((piece): piece is ValuePiece => typeof piece !== 'string'), [printed])
  const value = values[which] ?? values[0]
  const drawing = useMemo(() => (draw && value ? draw.drawValue(value) : undefined), [draw, value])
  const load = async () => {
    const loaded = await import('./draw-values.tsx')
    setDraw(loaded)
    return value && loaded.drawValue(value)
  }
  const isStill = still !== undefined
  useEffect(() => {
    if (!isStill) void import('./draw-values.tsx').then(setDraw)
  }, [isStill])
  if (!value) return null
  const names = namesOf(printed).map((name, index) => name || `value ${index + 1}`)
  const choose = (index: number) => {
    setWhich(index)
    if (!draw) void load()
  }
  return (
    <div className={styles.plot} data-markdown-ignore>
      {values.length > 1 && values.length <= MOST ? (
        <fieldset className={`${styles.values} furniture`} aria-label="Value that is drawn">
          {[...names, 'All'].map((name, place) => {
            const index = place === names.length ? ALL : place
            return (
              <button key={index} type="button" aria-pressed={which === index} onClick={() => choose(index)}>
                {name}
              </button>
            )
          })}
        </fieldset>
      ) : (
        <p className={styles.plotted}>{plottedText(printed)}</p>
      )}
      {which === ALL && draw ? (
        <draw.AllValues values={values} names={names} />
      ) : (
        <DistributionFigure
          html={still?.html}
          idPrefix={still?.idPrefix ?? ownId}
          drawing={drawing}
          subject={String(which)}
          tools={value.deviation !== 0}
          load={load}
          label={plotLabel(value)}
          xAxisLabel={quantityOf(printed, value)}
        />
      )}
    </div>
  )
}

/** The latest that was there, while nothing is. */
function useKept(pieces: readonly Piece[], isRunning: boolean): readonly Piece[] {
  const [kept, keep] = useState(pieces)
  const hasValue = pieces.some((piece) => typeof piece !== 'string')
  if (kept !== pieces && (hasValue || !isRunning)) keep(pieces)
  return hasValue || !isRunning ? pieces : kept
}
