// Both distribution functions, and below them their difference on a scale of its own.
import { useMemo } from 'react'
import type { ReferenceComparison } from './distances.ts'
import { three } from './VerdictNote.tsx'

const [WIDTH, HEIGHT] = [1000, 200]

export function ReferenceCurves({ result: { curve }, name }: { readonly result: ReferenceComparison; readonly name: string }) {
  const from = curve[0]?.[0] ?? 0
  const to = curve.at(-1)?.[0] ?? 1
  const { tracked, reference, difference, most } = useMemo(() => {
    const at = (x: number) => (WIDTH * (x - from)) / (to - from || 1)
    const path = (of: (point: (typeof curve)[number]) => number) =>
      `M${curve.map((point) => `${at(point[0]).toFixed(1)} ${(HEIGHT * (1 - of(point))).toFixed(2)}`).join('L')}`
    const largest = Math.max(...curve.map(([, one, other]) => Math.abs(one - other)), Number.MIN_VALUE)
    return {
      tracked: path(([, one]) => one),
      reference: path(([, , other]) => other),
      difference: path(([, one, other]) => 0.5 + (one - other) / (2 * largest)),
      most: largest,
    }
  }, [curve, from, to])
  const viewBox = `0 0 ${WIDTH} ${HEIGHT}`
  return (
    <figure className="ux-figure ux-overlay reference-curves">
      <svg
        viewBox={viewBox}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Distribution functions of ${name || 'the value'}, tracked and reference`}
      >
        <path className="ux-series-1" d={tracked} />
        <path className="ux-series-2" d={reference} strokeDasharray="9 4" />
        <path className="ux-figure-base" d={`M0 ${HEIGHT}H${WIDTH}`} />
      </svg>
      <svg viewBox={viewBox} preserveAspectRatio="none" role="img" aria-label={`Tracked minus reference, at most ${three(100 * most)} %`}>
        <path className="ux-figure-base" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        <path className="ux-series-3" d={difference} />
      </svg>
      <figcaption className="row spread hint">
        <span>{three(from)}</span>
        <span>above: P(X ≤ x), tracked whole, reference dashed; below: their difference, at most {three(100 * most)} %</span>
        <span>{three(to)}</span>
      </figcaption>
    </figure>
  )
}
