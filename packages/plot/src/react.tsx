// The distribution plot as a React component: inline SVG in the page's colours and, for screen readers, the same data as a table.

import type { UxValue } from '@credence/distribution'
import { type CSSProperties, createElement, type ReactNode, useId, useMemo } from 'react'
import { drawPlot, type SvgElement } from './drawing.ts'
import { digits, type PlotGeometry, plotGeometry } from './geometry.ts'
import type { PlotOptions } from './options.ts'

export interface DistributionPlotProps extends PlotOptions {
  readonly value: UxValue
  /** Names the figure for assistive technology. */
  readonly label?: string
  readonly className?: string
}

/** Scales with its container. Colours: the CSS variables --cr-ink, --cr-muted, --cr-plot-bar, --cr-plot-grid, --cr-plot-mean. */
export function DistributionPlot({ value, label = 'Probability distribution', className, ...options }: DistributionPlotProps): ReactNode {
  const idPrefix = useId()
  const { fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel } = options
  const geometry = useMemo(
    () => plotGeometry(value, { fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel }),
    [value, fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel],
  )
  const drawing = drawPlot(geometry, { theme: 'css', idPrefix, title: label })
  return (
    <figure className={className} style={{ margin: 0, position: 'relative' }}>
      {toReact(drawing, 0, { display: 'block', width: '100%', height: 'auto' })}
      <DataTable geometry={geometry} label={label} />
    </figure>
  )
}

/** Present for assistive technology, not drawn. */
function DataTable({ geometry: { density, nonFinite }, label }: { geometry: PlotGeometry; label: string }) {
  const bars = density?.bars ?? []
  const span = bars.length > 0 ? bars.at(-1)!.to - bars[0]!.from : 0
  return (
    <div style={UNSEEN}>
      <table>
        <caption>{`${label}: data`}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Probability density</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.from}>
              <td>{digits(bar.from, span)}</td>
              <td>{digits(bar.to, span)}</td>
              <td>{digits(bar.density)}</td>
            </tr>
          ))}
          {density?.arrow ? (
            <tr>
              <td>{density.arrow.position}</td>
              <td>{density.arrow.position}</td>
              <td>all finite mass at this point</td>
            </tr>
          ) : null}
          {nonFinite?.bars.map((bar) => (
            <tr key={bar.name}>
              <td>{bar.name}</td>
              <td>{bar.name}</td>
              <td>{`probability ${digits(bar.mass)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const UNSEEN: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
}

function toReact({ tag, attributes, children }: SvgElement, key: number, style?: CSSProperties): ReactNode {
  const content = children.map((child, i) => (typeof child === 'string' ? child : toReact(child, i)))
  return createElement(tag, { ...attributes, key, style }, ...content)
}
