// A distribution as pages show it: the outline of its density over the quantity alone, with its mean, where 95 % of it lies and, where it differs, the particle. The
// drawing stretches to the width of its place; words stand beside it as HTML and keep their size. `figure.css` has the look.
import type { UxValue } from '@credence/distribution'
import { type FigureGeometry, figureGeometry, type Mark } from './figure-geometry.ts'
import { digits } from './geometry.ts'
import type { PlotOptions } from './options.ts'
import { escapeXml } from './svg.ts'

export interface FigureOptions extends PlotOptions {
  /** Starts the ids inside; give each figure of one page its own. */
  readonly idPrefix?: string
  /** What the title for assistive technology says; "Probability distribution" unless given. */
  readonly title?: string
}

/** Units of the drawing, which is stretched. */
const WIDTH = 1000
const HEIGHT = 200

/**
 * What belongs inside of a `figure` with the class `ux-figure`.
 * @throws PlotLimitError  a limit of an axis cannot be drawn
 */
export function plotFigure(value: UxValue, options: FigureOptions = {}): string {
  const geometry = figureGeometry(value, options)
  const { title = 'Probability distribution', idPrefix = 'ux-plot', xAxisLabel } = options
  return [
    `<div class="ux-figure-plot">${drawing(geometry, title, idPrefix)}${marks(geometry)}</div>`,
    axis(geometry),
    foot(geometry, xAxisLabel),
    dataTable(geometry, title),
  ].join('')
}

function drawing({ bars, mean, band, point, description }: FigureGeometry, title: string, id: string): string {
  const outline = outlineOf(bars)
  const within = band
    ? `<clipPath id="${id}-band"><rect x="${x(band.low.at)}" y="0" width="${x(band.high.at - band.low.at)}" height="${HEIGHT}"/></clipPath>`
    : ''
  const upright = (at: number, name: string) => `<path class="${name}" d="M${x(at)} 0V${HEIGHT}"/>`
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-title ${id}-description">`,
    `<title id="${id}-title">${escapeXml(title)}</title><desc id="${id}-description">${escapeXml(description)}</desc>`,
    within && `<defs>${within}</defs>`,
    outline && `<path class="ux-figure-fill" d="${outline}Z"/>`,
    outline && band && `<path class="ux-figure-band" clip-path="url(#${id}-band)" d="${outline}Z"/>`,
    mean && !point ? upright(mean.at, 'ux-figure-mean') : '',
    point ? upright(point.at, 'ux-figure-point') : '',
    outline && `<path class="ux-figure-outline" d="${outline}"/>`,
    `<path class="ux-figure-base" d="M0 ${HEIGHT}H${WIDTH}"/></svg>`,
  ].join('')
}

/** Along the tops of adjacent bars, from the foot of the first to the foot of the last. */
function outlineOf(bars: FigureGeometry['bars']): string {
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return ''
  return `M${x(first.left)} ${HEIGHT}${bars.map(({ right, height }) => `V${y(height)}H${x(right)}`).join('')}V${HEIGHT}`
}

/** Beside lines of the drawing: aside of those near an edge, so that words stay inside. */
function marks({ mean, particle, point }: FigureGeometry): string {
  return [
    point ? word('ux-figure-word', point, '') : '',
    mean && !point ? word('ux-figure-word', mean, 'mean ') : '',
    particle
      ? `<span class="ux-figure-particle" style="left:${share(particle.at)}" title="particle ${escapeXml(particle.text)}" aria-hidden="true"></span>`
      : '',
  ].join('')
}
function word(name: string, { at, text }: Mark, before: string): string {
  const side = at < NEAR ? ' ux-figure-right' : at > 1 - NEAR ? ' ux-figure-left' : ''
  return `<span class="${name}${side}" style="left:${share(at)}" aria-hidden="true">${before}${escapeXml(text)}</span>`
}
const NEAR = 0.12

function axis({ ticks, band }: FigureGeometry): string {
  const labels = ticks.map(({ at, text }) => `<span style="left:${share(at)}">${escapeXml(text)}</span>`).join('')
  const line = band ? `<span class="ux-figure-range" style="left:${share(band.low.at)};width:${share(band.high.at - band.low.at)}"></span>` : ''
  return `<div class="ux-figure-axis" aria-hidden="true">${line}${labels}</div>`
}

function foot({ band, nonFinite, exponent, offset }: FigureGeometry, label: string | undefined): string {
  const words = [
    band ? `95 % between ${band.low.text} and ${band.high.text}` : '',
    ...nonFinite.map(({ name, mass }) => `${name} ${Number((100 * mass).toPrecision(2))} %`),
  ].filter(Boolean)
  const scale = [
    exponent === 0 ? '' : `×10<sup>${String(exponent).replace('-', '\u2212')}</sup>`,
    offset && (offset.startsWith('\u2212') ? offset : `+ ${offset}`),
  ]
  const quantity = [label && escapeXml(label), ...scale].filter(Boolean).join(' ')
  return `<div class="ux-figure-foot" aria-hidden="true"><span>${escapeXml(words.join(' · '))}</span><span>${quantity}</span></div>`
}

function dataTable({ bars, point, nonFinite }: FigureGeometry, title: string): string {
  const span = bars.length > 0 ? bars.at(-1)!.to - bars[0]!.from : 0
  const rows = [
    ...bars.map((bar) => [digits(bar.from, span), digits(bar.to, span), digits(bar.density)]),
    ...(point ? [[point.text, point.text, 'all finite mass at this point']] : []),
    ...nonFinite.map(({ name, mass }) => [name, name, `probability ${digits(mass)}`]),
  ]
  const head = ['From', 'To', 'Probability density'].map((name) => `<th scope="col">${name}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<div class="ux-figure-table"><table><caption>${escapeXml(title)}: data</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** Limits of the axes may put bars far outside, where renderers lose their precision. */
const within = (at: number): number => Math.min(Math.max(at, -0.1), 1.1)
const x = (at: number): number => Math.round(within(at) * WIDTH * 10) / 10
const y = (height: number): number => Math.round((1 - within(height)) * HEIGHT * 10) / 10
const share = (at: number): string => `${Math.round(within(at) * 1e4) / 100}%`
