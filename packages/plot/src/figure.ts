// A distribution as pages show it: the outline of its density over the quantity alone, with its mean, where 95 % of it lies and, where it differs, the particle; or its
// distribution function, its quantiles, or dots that are equally likely. The drawing stretches to the width of its place; words stand beside it as HTML and keep their
// size. `figure.css` has the look.
import type { UxValue } from '@credence/distribution'
import { type FigureGeometry, type FigureOptions, figureGeometry, type Place } from './figure-geometry.ts'
import { digits } from './geometry.ts'
import type { Mark } from './scale.ts'
import { escapeXml } from './svg.ts'

export interface FigureWords {
  /** Starts the ids inside; give each figure of one page its own. */
  readonly idPrefix?: string
  /** What the title for assistive technology says; "Probability distribution" unless given. */
  readonly title?: string
  /** The quantity, and its unit in brackets: names the axis. */
  readonly xAxisLabel?: string
  /** The outline of what was there before, as `shapeOf` gives it. */
  readonly ghost?: string
}

/** Units of the drawing, which is stretched. */
const WIDTH = 1000
const HEIGHT = 200

/**
 * What belongs inside of a `figure` with the class `ux-figure`.
 * @throws PlotLimitError  a limit of an axis cannot be drawn
 */
export function plotFigure(value: UxValue, options: FigureOptions & FigureWords = {}): string {
  return figureHtml(figureGeometry(value, options), options)
}

export function figureHtml(geometry: FigureGeometry, words: FigureWords = {}): string {
  const { title = 'Probability distribution', idPrefix = 'ux-plot', xAxisLabel } = words
  return [
    `<div class="ux-figure-plot">${drawing(geometry, title, idPrefix, words.ghost)}${dots(geometry)}${levels(geometry)}${marks(geometry)}</div>`,
    axis(geometry),
    foot(geometry, xAxisLabel),
    dataTable(geometry, title),
  ].join('')
}

function drawing(geometry: FigureGeometry, title: string, id: string, ghost: string | undefined): string {
  const { view, mean, band, point, limits, description } = geometry
  const outline = shapeOf(geometry)
  const isFilled = view === 'density'
  const clip = (name: string, spans: readonly Span[]) =>
    spans.length > 0
      ? `<clipPath id="${id}-${name}">${spans.map(([from, to]) => `<rect x="${x(from)}" y="0" width="${x(to - from)}" height="${HEIGHT}"/>`).join('')}</clipPath>`
      : ''
  const beyond = isFilled ? beyondLimits(limits) : []
  const clips = [clip('band', band && isFilled ? [[band.low.at, band.high.at]] : []), clip('beyond', beyond)].join('')
  const upright = (at: number, name: string) => `<path class="${name}" d="M${x(at)} 0V${HEIGHT}"/>`
  const clipped = (name: string) => `<path class="ux-figure-${name}" clip-path="url(#${id}-${name})" data-shape="Z" d="${outline}Z"/>`
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-title ${id}-description">`,
    `<title id="${id}-title">${escapeXml(title)}</title><desc id="${id}-description">${escapeXml(description)}</desc>`,
    clips && `<defs>${clips}</defs>`,
    ghost ? `<path class="ux-figure-ghost" d="${ghost}"/>` : '',
    outline && isFilled && `<path class="ux-figure-fill" data-shape="Z" d="${outline}Z"/>`,
    outline && isFilled && band && limits.length === 0 ? clipped('band') : '',
    outline && beyond.length > 0 ? clipped('beyond') : '',
    mean && !point ? upright(mean.at, 'ux-figure-mean') : '',
    point ? upright(point.at, 'ux-figure-point') : '',
    outline && `<path class="ux-figure-outline" data-shape="" d="${outline}"/>`,
    ...limits.map(({ at }) => upright(at, 'ux-figure-limit')),
    `<path class="ux-figure-base" d="M0 ${HEIGHT}H${WIDTH}"/></svg>`,
  ].join('')
}

type Span = readonly [from: number, to: number]
/** Behind one limit; outside of two. */
export function beyondLimits([first, second]: readonly Mark[]): Span[] {
  if (!first) return []
  return second
    ? [
        [0, first.at],
        [second.at, 1],
      ]
    : [[first.at, 1]]
}

/** The line that a view draws; of quantile dots none. Along the tops of adjacent bars, from the foot of the first to the foot of the last. */
export function shapeOf({ view, bars, line }: FigureGeometry): string {
  if (view === 'dots') return ''
  if (view !== 'density') return pathThrough(line)
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return ''
  return `M${x(first.left)} ${HEIGHT}${bars.map(({ right, height }) => `V${y(height)}H${x(right)}`).join('')}V${HEIGHT}`
}
export function pathThrough(places: readonly Place[]): string {
  return places.map(([at, height], index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(height)}`).join('')
}

/** Round whatever the drawing is stretched to. */
function dots({ dots: found }: FigureGeometry): string {
  if (!found) return ''
  const each = found.places.map(([at, below]) => `<i style="left:${share(at)};--below:${below}"></i>`).join('')
  return `<div class="ux-figure-dots" style="--size:${rounded(100 * found.size)}cqw;--high:${found.high}" aria-hidden="true">${each}</div>`
}

function levels({ levels: found }: FigureGeometry): string {
  return found
    .map(({ at, text }) => `<span class="ux-figure-level" style="bottom:${level(at)}" aria-hidden="true">${escapeXml(text)}</span>`)
    .join('')
}

/** Beside lines of the drawing: aside of those near an edge, so that words stay inside. */
function marks({ mean, particle, point, limits }: FigureGeometry): string {
  return [
    point ? word('ux-figure-word', point, '') : '',
    mean && !point ? word('ux-figure-word', mean, 'mean ') : '',
    particle
      ? `<span class="ux-figure-particle" style="left:${share(particle.at)}" title="particle ${escapeXml(particle.text)}" aria-hidden="true"></span>`
      : '',
    ...limits.map((limit) => word('ux-figure-word ux-figure-limit-word', limit, '')),
  ].join('')
}
function word(name: string, { at, text }: Mark, before: string): string {
  const side = at < NEAR ? ' ux-figure-right' : at > 1 - NEAR ? ' ux-figure-left' : ''
  return `<span class="${name}${side}" style="left:${share(at)}" aria-hidden="true">${before}${escapeXml(text)}</span>`
}
const NEAR = 0.12

function axis({ ticks, band, view }: FigureGeometry): string {
  const labels = ticks.map(({ at, text }) => `<span${atEnd(at)} style="left:${share(at)}">${escapeXml(text)}</span>`).join('')
  const line =
    band && view !== 'quantiles'
      ? `<span class="ux-figure-range" style="left:${share(band.low.at)};width:${share(band.high.at - band.low.at)}"></span>`
      : ''
  return `<div class="ux-figure-axis" aria-hidden="true">${line}${labels}</div>`
}

/** A label at an end of the axis stands inside of it, as the words above do. */
function atEnd(at: number): string {
  if (at < END) return ' class="ux-figure-right"'
  return at > 1 - END ? ' class="ux-figure-left"' : ''
}
const END = 0.01

function foot({ band, atoms, nonFinite, scale, particle, dots: found, limitsSay, limits, view }: FigureGeometry, label: string | undefined): string {
  const words = [
    ...(limits.length > 0 ? [limitsSay] : [band ? `95 % between ${band.low.text} and ${band.high.text}` : '']),
    ...(view === 'density' ? atoms.map(({ text }) => text) : []),
    found ? `${found.count} dots, each ${100 / found.count} %` : '',
    particle ? `particle ${particle.text}` : '',
    ...nonFinite.map(({ name, mass }) => `${name} ${Number((100 * mass).toPrecision(2))} %`),
  ].filter(Boolean)
  const { exponent, offset } = scale
  const factor = [
    exponent === 0 ? '' : `×10<sup>${String(exponent).replace('-', '\u2212')}</sup>`,
    offset && (offset.startsWith('\u2212') ? offset : `+ ${offset}`),
  ]
  const quantity = [label && escapeXml(label), ...factor].filter(Boolean).join(' ')
  const name = view === 'quantiles' ? `${quantity ? `${quantity}, ` : ''}by probability` : quantity
  return `<div class="ux-figure-foot" aria-hidden="true"><span>${escapeXml(words.join(' · '))}</span><span>${name}</span></div>`
}

function dataTable({ bars, point, nonFinite, isDiscrete }: FigureGeometry, title: string): string {
  const span = bars.length > 0 ? bars.at(-1)!.to - bars[0]!.from : 0
  const rows = [
    ...bars
      .filter(({ density }) => !isDiscrete || density > 0)
      .map((bar) => [digits(bar.from, span), digits(bar.to, span), isDiscrete ? `probability ${digits(bar.density)}` : digits(bar.density)]),
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
const rounded = (number: number): number => Math.round(number * 100) / 100
const share = (at: number): string => `${rounded(100 * within(at))}%`
const level = (at: number): string => `calc((100% - var(--ux-figure-top)) * ${rounded(100 * within(at)) / 100})`
