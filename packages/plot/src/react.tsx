// The figure of a distribution as a React component: everything that draws and reads it comes along. Pages that show a picture first and want the rest when somebody
// touches it use `DistributionFigure` of ./shell.
import type { UxValue } from '@credence/distribution'
import { type ReactNode, useId, useMemo } from 'react'
import { drawingOf } from './drawing-of-value.ts'
import type { PlotOptions } from './options.ts'
import { DistributionFigure, type FigureShellProps } from './shell.tsx'

export interface DistributionPlotProps extends PlotOptions, Pick<FigureShellProps, 'className' | 'label' | 'size' | 'tools'> {
  readonly value: UxValue
}

/** As wide as its container, with the look of `figure.css`. A value that follows another keeps the outline of the one before as a ghost. */
export function DistributionPlot({ value, label, className, size, tools, ...options }: DistributionPlotProps): ReactNode {
  const idPrefix = useId()
  const { fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel } = options
  const drawing = useMemo(
    () => drawingOf(value, { fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel }),
    [value, fullResolution, resolution, xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel],
  )
  return <DistributionFigure {...{ drawing, idPrefix, label, className, size, tools, xAxisLabel }} />
}
