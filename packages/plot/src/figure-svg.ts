// A figure as a document of its own: SVG text with its words inside, for files, PNGs and previews of pages.
import type { UxValue } from '@credence/distribution'
import type { SvgElement } from './drawing.ts'
import { beyondLimits } from './figure.ts'
import { type FigureGeometry, type FigureOptions, figureGeometry, type Place } from './figure-geometry.ts'
import type { Theme } from './options.ts'
import type { Mark } from './scale.ts'
import { serialize } from './svg.ts'
import { PALETTES, type Palette } from './theme.ts'

export interface FigureSvgOptions extends FigureOptions {
  /** Light unless given. */
  readonly theme?: Theme
  /** What the title for assistive technology says; "Probability distribution" unless given. */
  readonly title?: string
  /** CSS that the document carries, such as a face that its reader may not have. */
  readonly css?: string
}

export const FIGURE_SIZE = { width: 960, height: 360 } as const
const FONT = "'Source Sans 3', 'Source Sans Pro', sans-serif"
const SIZE = 18
/** Edges of what is drawn, in pixels; labels stand above and below it. */
export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
export const FRAME: Frame = { left: 32, right: 928, top: 56, bottom: 268 }

/**
 * The same text for the same value and options everywhere.
 * @throws PlotLimitError  a limit of an axis cannot be drawn
 */
export function figureSvg(value: UxValue, options: FigureSvgOptions = {}): string {
  return `${serialize(figureDocument(figureGeometry(value, options), options))}\n`
}

export function figureDocument(geometry: FigureGeometry, options: FigureSvgOptions): SvgElement {
  const { width, height } = FIGURE_SIZE
  const palette = PALETTES[options.theme ?? 'light']
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', fontFamily: FONT }, [
    element('title', {}, [options.title ?? 'Probability distribution']),
    element('desc', {}, [geometry.description]),
    ...(options.css ? [element('style', {}, [options.css])] : []),
    element('rect', { width, height, fill: palette.paper }),
    ...figureParts(geometry, palette, options.xAxisLabel),
  ])
}

/** All of it, without ground. */
export function figureParts(geometry: FigureGeometry, palette: Palette, quantity: string | undefined, frame: Frame = FRAME): SvgElement[] {
  const { mean, point, particle, band, limits, view, ticks, levels, bars, dots } = geometry
  const shape = shapeIn(geometry, frame)
  const [x, y] = [(at: number) => xIn(frame, at), (height: number) => yIn(frame, height)]
  const beyond = view === 'density' ? beyondLimits(limits) : []
  const upright = (at: number, stroke: string, strokeWidth: number, dash = '') =>
    element('path', { d: `M${x(at)} ${frame.top}V${frame.bottom}`, stroke, strokeWidth, ...(dash && { strokeDasharray: dash }) })
  const area = (from: number, to: number, fill: string, fillOpacity: number) =>
    element('path', { d: shapeIn(cut(geometry, from, to), frame), fill, fillOpacity })
  return [
    ...(view === 'density' && shape ? [element('path', { d: shape, fill: palette.bar, fillOpacity: 0.12 })] : []),
    ...(view === 'density' && band && limits.length === 0 ? [area(band.low.at, band.high.at, palette.bar, 0.16)] : []),
    ...beyond.map(([from, to]) => area(from, to, palette.risk, 0.45)),
    ...(mean && !point ? [upright(mean.at, palette.mean, 1.5)] : []),
    ...(point ? [upright(point.at, palette.bar, 4)] : []),
    ...(shape ? [element('path', { d: shape, fill: 'none', stroke: palette.bar, strokeWidth: 2, strokeLinejoin: 'round' })] : []),
    ...(dots ? dots.places.map((place) => dot(place, dots.size, palette, frame)) : []),
    ...limits.map(({ at }) => upright(at, palette.risk, 2, '6 4')),
    element('path', { d: `M${frame.left} ${frame.bottom}H${frame.right}`, stroke: palette.muted, strokeWidth: 1 }),
    ...(band && view !== 'quantiles' && bars.length > 0
      ? [element('path', { d: `M${x(band.low.at)} ${frame.bottom + 1.5}H${x(band.high.at)}`, stroke: palette.bar, strokeWidth: 4 })]
      : []),
    ...(particle
      ? [element('circle', { cx: x(particle.at), cy: frame.bottom, r: 5, fill: palette.paper, stroke: palette.mean, strokeWidth: 1.5 })]
      : []),
    ...levels.map(({ at, text }) => words(text, frame.left, y(at) - 4, palette.muted, 'start')),
    ...ticks.map(({ at, text }) => words(text, x(at), frame.bottom + 28, palette.muted, 'middle')),
    ...(point ? [label(point, x(point.at), frame.top - 12, palette.ink)] : []),
    ...(mean && !point ? [label({ ...mean, text: `mean ${mean.text}` }, x(mean.at), frame.top - 12, palette.ink)] : []),
    ...limits.map((limit) => label(limit, x(limit.at), frame.top + 16, palette.ink)),
    ...foot(geometry, palette, quantity, frame),
  ]
}

function foot(geometry: FigureGeometry, palette: Palette, quantity: string | undefined, frame: Frame): SvgElement[] {
  const { atoms, band, limits, limitsSay, nonFinite, scale, view } = geometry
  const said = [
    limits.length > 0 ? limitsSay : band ? `95 % between ${band.low.text} and ${band.high.text}` : '',
    ...(view === 'density' ? atoms.map(({ text }) => text) : []),
    ...nonFinite.map(({ name, mass }) => `${name} ${Number((100 * mass).toPrecision(2))} %`),
  ]
  const { exponent, offset } = scale
  const name = [
    quantity,
    exponent === 0 ? '' : `×10^${String(exponent).replace('-', '\u2212')}`,
    offset && (offset.startsWith('\u2212') ? offset : `+ ${offset}`),
    view === 'quantiles' ? 'by probability' : '',
  ]
  const line = frame.bottom + 64
  return [
    words(said.filter(Boolean).join(' · '), frame.left, line, palette.muted, 'start'),
    words(cutTo(name.filter(Boolean).join(' '), 48), frame.right, line, palette.ink, 'end'),
  ]
}

/** Bars between two places. */
function cut(geometry: FigureGeometry, from: number, to: number): FigureGeometry {
  const bars = geometry.bars
    .filter(({ left, right }) => right > from && left < to)
    .map((bar) => ({ ...bar, left: Math.max(bar.left, from), right: Math.min(bar.right, to) }))
  return { ...geometry, bars }
}

function shapeIn({ view, bars, line }: FigureGeometry, frame: Frame): string {
  const [x, y] = [(at: number) => xIn(frame, at), (height: number) => yIn(frame, height)]
  if (view === 'cdf' || view === 'quantiles') return line.map(([at, height], index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(height)}`).join('')
  const [first, last] = [bars[0], bars.at(-1)]
  if (view === 'dots' || !first || !last) return ''
  return `M${x(first.left)} ${frame.bottom}${bars.map(({ right, height }) => `V${y(height)}H${x(right)}`).join('')}V${frame.bottom}`
}

function dot([at, below]: Place, size: number, palette: Palette, frame: Frame): SvgElement {
  const across = size * (frame.right - frame.left)
  return element('circle', { cx: xIn(frame, at), cy: px(frame.bottom - (below + 0.5) * across), r: px(0.46 * across), fill: palette.bar })
}

function label({ at, text }: Mark, x: number, line: number, fill: string): SvgElement {
  const anchor = at < 0.12 ? 'start' : at > 0.88 ? 'end' : 'middle'
  return words(text, x, line, fill, anchor, 600)
}
function words(content: string, at: number, line: number, fill: string, textAnchor: string, fontWeight = 400): SvgElement {
  return element('text', { x: px(at), y: px(line), textAnchor, fontSize: SIZE, ...(fontWeight !== 400 && { fontWeight }), fill }, [content])
}
function element(tag: string, attributes: Record<string, string | number>, children: (SvgElement | string)[] = []): SvgElement {
  return { tag, attributes, children }
}
const cutTo = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)
const within = (at: number): number => Math.min(Math.max(at, -0.05), 1.05)
const xIn = (frame: Frame, at: number): number => px(frame.left + within(at) * (frame.right - frame.left))
const yIn = (frame: Frame, height: number): number => px(frame.bottom - within(height) * (frame.bottom - frame.top))
const px = (number: number): number => Math.round(number * 10) / 10
