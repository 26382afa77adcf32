// The plot below a program: the first value that it printed.
import { type Piece, parseUx, type ValuePiece } from '@credence/distribution'
import { DistributionPlot } from '@credence/plot/react'
import styles from './program.module.css'

/** Bars of a plot in a page: half of the usual, because computed values are known by samples and look ragged otherwise. */
export const RESOLUTION = 32

export default function FirstPlot({ pieces }: { pieces: readonly Piece[] }) {
  const first = pieces.find((piece): piece is ValuePiece => typeof piece !== 'string')
  if (!first) return null
  return (
    <div className={styles.plot}>
      <DistributionPlot value={parseUx(first.ux)} label={`Distribution of ${first.decimal}`} resolution={RESOLUTION} />
    </div>
  )
}
