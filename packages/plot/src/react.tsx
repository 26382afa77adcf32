// The distribution plot as a React component: the HTML of ./figure, made anew when the value or an option changes.
import type { UxValue } from '@credence/distribution'
import { type ReactNode, useId, useMemo } from 'react'
import { plotFigure } from './figure.ts'
import type { PlotOptions } from './options.ts'

export interface DistributionPlotProps extends PlotOptions {
  readonly value: UxValue
  /** Names the figure for assistive technology. */
  readonly label?: string
  readonly className?: string
}

/** Scales with its container. Colours: the CSS variables --cr-ink, --cr-muted, --cr-plot-bar, --cr-plot-grid, --cr-plot-mean. */
export function DistributionPlot({ value, label, className, ...options }: DistributionPlotProps): ReactNode {
  const idPrefix = useId()
  const { fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel } = options
  const html = useMemo(
    () => plotFigure(value, { fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel, idPrefix, title: label }),
    [value, fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel, idPrefix, label],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: plotFigure escapes the texts it is given
  return <figure className={className} style={{ margin: 0, position: 'relative' }} dangerouslySetInnerHTML={{ __html: html }} />
}
