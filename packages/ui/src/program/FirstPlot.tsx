// The plot below what a program printed in the page: its first value.
import { type Piece, parseUx } from '@credence/distribution'
import { DistributionPlot } from '@credence/plot/react'
import { firstValue, plotLabel, plottedText, RESOLUTION } from './first-value.ts'
import styles from './program.module.css'

export default function FirstPlot({ pieces }: { pieces: readonly Piece[] }) {
  const first = firstValue(pieces)
  if (!first) return null
  return (
    <div className={styles.plot}>
      <p className={styles.plotted}>{plottedText(pieces)}</p>
      <DistributionPlot value={parseUx(first.ux)} label={plotLabel(first)} resolution={RESOLUTION} />
    </div>
  )
}
