// The distribution of one value against a limit: what lies beyond it is marked by a line and a colour, the plain number by a line.
import { type Mixture, supportedBars } from '@credence/distribution'
import { useId } from 'react'
import styles from './home.module.css'
import { smoothPath } from './smooth-path.ts'

export interface CurveProps {
  readonly mixture: Mixture
  /** Ends of the axis, in the value's unit. */
  readonly from: number
  readonly to: number
  readonly limit: number
  /** What plain arithmetic gives. */
  readonly plain: number
  readonly unit: string
  readonly label: string
}

const WIDTH = 440 // about the width of a phone, so that text is as large as it says
const HEIGHT = 205
const BASE = 175
const TOP = 30
const BARS = 32

export default function Curve({ mixture, from, to, limit, plain, unit, label }: CurveProps) {
  const id = useId()
  const bins = supportedBars(mixture, BARS)
  const onAxis = (value: number) => ((value - from) / (to - from)) * WIDTH
  const x = (value: number) => Math.min(WIDTH, Math.max(0, onAxis(value)))
  // What lies beyond the axis is clipped.
  const outline = bins && 'edges' in bins ? outlineOf(bins.edges, bins.heights, onAxis) : `M${x(plain)},${BASE}V${TOP}`
  const ticks = Array.from({ length: Math.floor((to - from) / 10) + 1 }, (_, index) => from + 10 * index)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.curve} role="img" aria-label={label}>
      <defs>
        <clipPath id={`${id}-within`}>
          <rect x="0" y="0" width={x(limit)} height={HEIGHT} />
        </clipPath>
        <clipPath id={`${id}-beyond`}>
          <rect x={x(limit)} y="0" width={WIDTH - x(limit)} height={HEIGHT} />
        </clipPath>
      </defs>
      <path d={outline} className={styles.within} clipPath={`url(#${id}-within)`} />
      <path d={outline} className={styles.beyond} clipPath={`url(#${id}-beyond)`} />
      <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className={styles.axis} />
      {ticks.map((tick) => (
        <text key={tick} x={x(tick)} y={BASE + 20} className={styles.tick} textAnchor={tick === from ? 'start' : tick === to ? 'end' : 'middle'}>
          {tick} {unit}
        </text>
      ))}
      <line x1={x(plain)} x2={x(plain)} y1={TOP - 8} y2={BASE} className={styles.plainLine} />
      <text x={x(plain) - 6} y={TOP - 12} className={styles.mark} textAnchor="end">
        plain C says {plain} {unit}
      </text>
      <line x1={x(limit)} x2={x(limit)} y1={TOP - 8} y2={BASE} className={styles.limitLine} />
      <text x={x(limit) + 6} y={TOP - 12} className={styles.mark}>
        the road ends at {limit} {unit}
      </text>
    </svg>
  )
}

/** Through the middles of the bars, and of equal height for the highest, whatever the spread: the shape is what moves. */
function outlineOf(edges: Float64Array, heights: Float64Array, x: (value: number) => number): string {
  const highest = Math.max(...heights)
  const at = (edge: number) => x(edges[edge] ?? 0)
  const middles = Array.from(heights, (height, bar) => [(at(bar) + at(bar + 1)) / 2, BASE - (height / highest) * (BASE - TOP)] as const)
  return smoothPath([[at(0), BASE], ...middles, [at(heights.length), BASE]])
}
