// The figure of a distribution as a React component: the HTML of ./figure, made anew when the value or an option changes, and a line that reads it under the pointer or
// by the arrow keys.
import { histogramCdf, histogramDensity, type UxValue } from '@credence/distribution'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { plotFigure } from './figure.ts'
import { type FigureGeometry, figureGeometry } from './figure-geometry.ts'
import { digits } from './geometry.ts'
import type { PlotOptions } from './options.ts'

export interface DistributionPlotProps extends PlotOptions {
  readonly value: UxValue
  /** Names the figure for assistive technology. */
  readonly label?: string
  readonly className?: string
}

/** Share of the width by which an arrow key moves the reading. */
const STEP = 0.01

/** As wide as its container, with the look of `figure.css`. */
export function DistributionPlot({ value, label, className = '', ...options }: DistributionPlotProps): ReactNode {
  const idPrefix = useId()
  const { fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel } = options
  const [geometry, html] = useMemo(() => {
    const given = { fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel }
    return [figureGeometry(value, given), plotFigure(value, { ...given, idPrefix, title: label })]
  }, [value, fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel, idPrefix, label])
  const [at, setAt] = useState<number>()
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(within((clientX - left) / width))
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return event.key === 'Escape' ? setAt(undefined) : undefined
    event.preventDefault()
    setAt(within((at ?? geometry.mean?.at ?? 0.5) + by))
  }
  return (
    <figure className={`ux-figure ${className}`.trim()}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: plotFigure escapes the texts it is given */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      {geometry.bars.length > 0 && (
        <div
          className="ux-figure-reader"
          role="slider"
          tabIndex={0}
          aria-label={`Read ${label ?? 'the distribution'}`}
          aria-valuemin={geometry.from}
          aria-valuemax={geometry.to}
          aria-valuenow={unitsOf(geometry, at ?? geometry.mean?.at ?? 0.5)}
          aria-valuetext={readingAt(geometry, at ?? geometry.mean?.at ?? 0.5)}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
          onKeyDown={move}
        >
          {at !== undefined && (
            <>
              <span className="ux-figure-cross" style={{ left: `${100 * at}%` }} />
              <span className="ux-figure-reading" style={at < 0.5 ? { left: `${100 * at}%` } : { right: `${100 - 100 * at}%` }}>
                {readingAt(geometry, at)}
              </span>
            </>
          )}
        </div>
      )}
    </figure>
  )
}

const within = (at: number): number => Math.min(Math.max(at, 0), 1)
const unitsOf = ({ from, to }: FigureGeometry, at: number): number => from + at * (to - from)

/** The place, how dense it is there, and how much lies below. */
function readingAt(geometry: FigureGeometry, at: number): string {
  const { bars, from, to } = geometry
  const histogram = {
    edges: Float64Array.from([bars[0]!.from, ...bars.map((bar) => bar.to)]),
    heights: Float64Array.from(bars, ({ density }) => density),
  }
  const place = unitsOf(geometry, at)
  const below = 100 * histogramCdf(histogram, place)
  return `${digits(place, to - from)}: density ${Number(histogramDensity(histogram, place).toPrecision(3))}, ${below.toFixed(1)} % below`
}
