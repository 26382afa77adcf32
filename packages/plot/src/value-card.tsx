// The card of a value: what it is by the rules of the GUM, its figure, and what else is worth knowing at a glance.
import { stated, type UxValue } from '@credence/distribution'
import { type ReactNode, useMemo } from 'react'
import { DistributionPlot } from './react.tsx'
import { readerOf } from './reader.ts'

export interface ValueCardProps {
  readonly value: UxValue
  /** What it is, with its unit in brackets. */
  readonly quantity?: string
  readonly resolution?: number
}

/** A particle nearer to the mean, in deviations, is not worth a word. */
const APART = 0.05

export function ValueCard({ value, quantity, resolution }: ValueCardProps): ReactNode {
  const reader = useMemo(() => readerOf(value), [value])
  const head = stated(value.mixture)
  const { inWords, quantile, deviation } = reader
  const isApart = Math.abs(value.particle - value.mean) > APART * deviation
  const facts: readonly (readonly [string, string])[] = [
    ...(deviation > 0
      ? [['median', inWords(quantile(0.5))] as const, ['standard deviation', String(Number(deviation.toPrecision(3)))] as const]
      : []),
    ...(isApart ? [['particle', String(value.particle)] as const] : []),
  ]
  return (
    <span className="ux-card-body">
      <strong className="ux-card-head">{head}</strong>
      {quantity ? <span className="ux-card-quantity">{quantity}</span> : null}
      <DistributionPlot value={value} label={`Distribution of ${head}`} size="small" tools={false} resolution={resolution} />
      <span className="ux-card-facts">
        {facts.map(([name, text]) => (
          <span key={name}>
            {name} <b>{text}</b>
          </span>
        ))}
      </span>
    </span>
  )
}
