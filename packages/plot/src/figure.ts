// A plot as HTML: inline SVG in the page's colours and, for screen readers, the same data as a table.
import type { UxValue } from '@credence/distribution'
import { drawPlot } from './drawing.ts'
import { digits, type PlotGeometry, plotGeometry } from './geometry.ts'
import type { DrawingOptions } from './options.ts'
import { escapeXml, serialize } from './svg.ts'

/** Scales with its container. */
const WIDE = 'display:block;width:100%;height:auto'
/** Present for assistive technology, not drawn. */
const UNSEEN = 'position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'

/**
 * What belongs inside of a `figure` that is positioned (the table is taken out of the flow). Fonts and colours are those of `theme: 'css'`.
 * @throws PlotLimitError  a limit of an axis cannot be drawn
 */
export function plotFigure(value: UxValue, options: Omit<DrawingOptions, 'theme'> = {}): string {
  const geometry = plotGeometry(value, options)
  const { title = 'Probability distribution' } = options
  const drawing = drawPlot(geometry, { ...options, title, theme: 'css' })
  return serialize({ ...drawing, attributes: { ...drawing.attributes, style: WIDE } }) + dataTable(geometry, title)
}

function dataTable({ density, nonFinite }: PlotGeometry, title: string): string {
  const bars = density?.bars ?? []
  const span = bars.length > 0 ? bars.at(-1)!.to - bars[0]!.from : 0
  const point = density?.arrow && String(density.arrow.position)
  const rows = [
    ...bars.map((bar) => [digits(bar.from, span), digits(bar.to, span), digits(bar.density)]),
    ...(point === undefined ? [] : [[point, point, 'all finite mass at this point']]),
    ...(nonFinite?.bars ?? []).map(({ name, mass }) => [name, name, `probability ${digits(mass)}`]),
  ]
  const head = ['From', 'To', 'Probability density'].map((name) => `<th scope="col">${name}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<div style="${UNSEEN}"><table><caption>${escapeXml(title)}: data</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}
