// Mean, deviation, quantiles and plot of a printed value.
import { parseUx, type ValuePiece } from '@credence/distribution'
import { DistributionPlot } from '@credence/plot/react'
import { RESOLUTION } from './FirstPlot.tsx'
import styles from './program.module.css'

export default function ValueCard({ piece }: { piece: ValuePiece }) {
  const [low, median, high] = piece.quantiles
  return (
    <>
      <DistributionPlot value={parseUx(piece.ux)} label={`Distribution of ${piece.decimal}`} resolution={RESOLUTION} />
      <span className={styles.facts}>
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

/** As many decimals as the deviation makes meaningful, and two more. */
export function digits(value: number, deviation: number): string {
  if (!Number.isFinite(value) || !(deviation > 0)) return String(value)
  const decimals = Math.min(12, Math.max(0, 2 - Math.floor(Math.log10(deviation))))
  return Math.abs(value) >= 1e7 || (value !== 0 && Math.abs(value) < 1e-5) ? value.toExponential(4) : value.toFixed(decimals)
}
