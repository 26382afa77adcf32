// Particle, mean, deviation, quantiles and plot of a printed value. Loaded when a value is first pointed at.
import { parseUx, type ValuePiece } from '@credence/distribution'
import { DistributionPlot } from '@credence/plot/react'
import { digits } from './digits.ts'
import { plotLabel, RESOLUTION } from './first-value.ts'
import styles from './program.module.css'

export default function ValueCard({ piece }: { piece: ValuePiece }) {
  const [low, median, high] = piece.quantiles
  return (
    <>
      <DistributionPlot value={parseUx(piece.ux)} label={plotLabel(piece)} resolution={RESOLUTION} />
      <span className={styles.facts}>
        <span>particle {piece.decimal}</span>
        <span>mean {digits(piece.mean, piece.deviation)}</span>
        <span>deviation {piece.deviation.toPrecision(3)}</span>
        <span>median {digits(median, piece.deviation)}</span>
        <span>
          95 % {digits(low, piece.deviation)} to {digits(high, piece.deviation)}
        </span>
      </span>
    </>
  )
}
