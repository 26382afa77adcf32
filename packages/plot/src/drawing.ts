// A plot's geometry as a tree of SVG elements, in the look a journal prints: light fill with hatching, dashed grid, two axis lines.
// Attribute names are React's; `serialize` in svg.ts writes them as SVG's.
import type { Axis, DensityPanel, NonFinitePanel, PlotGeometry, Rectangle } from './geometry.ts'
import type { DrawingOptions } from './options.ts'
import { PALETTES, type Palette } from './theme.ts'

export interface SvgElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string | number>>
  readonly children: readonly (SvgElement | string)[]
}

const FONT = "'Source Sans 3', 'Source Sans Pro', sans-serif"
const SIZE = { tick: 19, label: 21, note: 18 }
const TICK = 6
const HATCH = 12
const BEYOND = 10

/** The `svg` element. Text inside title and desc is for assistive technology. */
export function drawPlot(geometry: PlotGeometry, options: DrawingOptions): SvgElement {
  const { width, height, density, nonFinite } = geometry
  const palette = PALETTES[options.theme ?? 'light']
  const id = options.idPrefix ?? 'ux-plot'
  const labelled = { title: `${id}-title`, description: `${id}-description` }
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-labelledby': `${labelled.title} ${labelled.description}`,
      fontFamily: FONT,
    },
    [
      element('title', { id: labelled.title }, [options.title ?? 'Probability distribution']),
      element('desc', { id: labelled.description }, [geometry.description]),
      element('defs', {}, clips(geometry, id)),
      element('rect', { width, height, fill: palette.paper }),
      ...(density ? drawDensity(density, palette, id) : []),
      ...(nonFinite ? drawNonFinite(nonFinite, palette, id) : []),
      ...(density || nonFinite ? [] : [text('No data', width / 2, height / 2, { textAnchor: 'middle', fontSize: SIZE.label, fill: palette.muted })]),
    ],
  )
}

function drawDensity(panel: DensityPanel, palette: Palette, id: string): SvgElement[] {
  const { frame, x, y, arrow, meanX } = panel
  const inside: SvgElement[] = [...drawBars(panel, palette, id)]
  if (meanX !== undefined && !arrow) inside.push(line(meanX, frame.top, meanX, frame.bottom, { stroke: palette.mean, strokeWidth: 2 }))
  return [
    gridLines(frame, x, y, palette),
    element('g', { clipPath: `url(#${id}-frame)` }, inside),
    ...(arrow ? [drawArrow(arrow.x, frame.bottom, arrow.tip, palette)] : []),
    axisLines(frame, palette),
    ...drawHorizontalAxis(frame, x, palette),
    ...drawVerticalAxis(frame, y, palette),
    ...(meanX === undefined ? [] : [meanLabel(meanX, frame, palette)]),
  ]
}

/** One outline around all bars, filled lightly and hatched; lines between the bars while they are wide enough to be told apart. */
function drawBars(panel: DensityPanel, palette: Palette, id: string): SvgElement[] {
  const { frame } = panel
  const bars = barsInFrame(panel)
  if (bars.length === 0) return []
  const outline = silhouette(bars)
  const widths = bars.map((bar) => bar.right - bar.left).sort((a, b) => a - b)
  const between = bars.slice(1).map((bar, i) => `M${px(bar.left)} ${px(bar.bottom)}V${px(Math.max(bar.top, bars[i]!.top))}`)
  return [
    element('path', { d: `${outline}Z`, fill: palette.bar, fillOpacity: 0.25 }),
    element('g', { clipPath: `url(#${id}-bars)` }, [hatch(frame, palette)]),
    ...(widths[widths.length >> 1]! >= 4
      ? [element('path', { d: between.join(''), fill: 'none', stroke: palette.bar, strokeWidth: 0.8, strokeOpacity: 0.6 })]
      : []),
    element('path', { d: outline, fill: 'none', stroke: palette.bar, strokeWidth: 1.5, strokeLinejoin: 'round' }),
  ]
}

/**
 * The bars that reach into the frame, cut a little outside of it, where the clip hides their outline. Limits of the axes may put bars, or their
 * ends, millions of pixels away: renderers lose their precision there, and resvg gives up when nothing is left inside of a clip.
 */
function barsInFrame({ frame, bars }: DensityPanel): Rectangle[] {
  const cut = (at: number, from: number, to: number) => Math.min(Math.max(at, from - BEYOND), to + BEYOND)
  const beside = bars
    .filter((bar) => bar.right > frame.left && bar.left < frame.right)
    .map((bar) => ({
      left: cut(bar.left, frame.left, frame.right),
      right: cut(bar.right, frame.left, frame.right),
      top: cut(bar.top, frame.top, frame.bottom),
      bottom: cut(bar.bottom, frame.top, frame.bottom),
    }))
  return beside.some((bar) => bar.top < frame.bottom && bar.bottom > frame.top) ? beside : []
}

/** Along the tops of adjacent bars, from the foot of the first to the foot of the last. */
function silhouette(bars: readonly Rectangle[]): string {
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return ''
  return `M${px(first.left)} ${px(first.bottom)}${bars.map((bar) => `V${px(bar.top)}H${px(bar.right)}`).join('')}V${px(last.bottom)}`
}

function clips({ density, nonFinite }: PlotGeometry, id: string): SvgElement[] {
  const found: SvgElement[] = []
  if (density) found.push(clip(`${id}-frame`, box(density.frame)))
  const bars = density ? barsInFrame(density) : []
  if (bars.length > 0) found.push(clip(`${id}-bars`, `${silhouette(bars)}Z`))
  if (nonFinite) found.push(clip(`${id}-other`, nonFinite.bars.map(box).join('')))
  return found
}

function drawArrow(x: number, from: number, tip: number, palette: Palette): SvgElement {
  return element('g', { stroke: palette.bar, fill: palette.bar }, [
    line(x, from, x, tip + 12, { strokeWidth: 3 }),
    element('path', { d: `M${px(x)} ${px(tip)}l-8 18l8 -5l8 5Z`, stroke: 'none' }),
  ])
}

function drawNonFinite({ frame, y, bars }: NonFinitePanel, palette: Palette, id: string): SvgElement[] {
  const present = bars
    .filter((bar) => bar.mass > 0)
    .map(box)
    .join('')
  const middles = bars.map((bar) => (bar.left + bar.right) / 2)
  return [
    gridLines(frame, undefined, y, palette),
    element('path', { d: present, fill: palette.bar, fillOpacity: 0.25 }),
    element('g', { clipPath: `url(#${id}-other)` }, [hatch(frame, palette)]),
    element('path', { d: present, fill: 'none', stroke: palette.bar, strokeWidth: 1.5 }),
    axisLines(frame, palette),
    ...bars.map((bar, i) =>
      text(bar.name.replace('-', '\u2212'), middles[i]!, frame.bottom + TICK + SIZE.tick, {
        textAnchor: 'middle',
        fontSize: SIZE.tick,
        fill: palette.muted,
      }),
    ),
    ...drawVerticalAxis(frame, y, palette),
  ]
}

function gridLines(frame: Rectangle, x: Axis | undefined, y: Axis, palette: Palette): SvgElement {
  const vertical = (x?.at ?? []).map((at) => `M${px(at)} ${px(frame.top)}V${px(frame.bottom)}`)
  const horizontal = y.at.filter((at) => at < frame.bottom - 0.5).map((at) => `M${px(frame.left)} ${px(at)}H${px(frame.right)}`)
  return element('path', { d: [...vertical, ...horizontal].join(''), fill: 'none', stroke: palette.grid, strokeWidth: 1, strokeDasharray: '4 4' })
}

function axisLines(frame: Rectangle, palette: Palette): SvgElement {
  return element('path', {
    d: `M${px(frame.left)} ${px(frame.top)}V${px(frame.bottom)}H${px(frame.right)}`,
    fill: 'none',
    stroke: palette.ink,
    strokeWidth: 1.5,
  })
}

function drawHorizontalAxis(frame: Rectangle, { label, at, ticks }: Axis, palette: Palette): SvgElement[] {
  const marks = at.map((x) => `M${px(x)} ${px(frame.bottom)}v${TICK}`).join('')
  const labels = at.map((x, i) =>
    text(ticks.labels[i]!, x, frame.bottom + TICK + SIZE.tick, { textAnchor: 'middle', fontSize: SIZE.tick, fill: palette.muted }),
  )
  const note = scaleNote(ticks.exponent, ticks.offset, frame.right, frame.bottom + 62, 'end', palette)
  return [
    element('path', { d: marks, stroke: palette.ink, strokeWidth: 1.5 }),
    ...labels,
    text(fit(label, frame.right - frame.left - (note.length > 0 ? 300 : 0)), (frame.left + frame.right) / 2, frame.bottom + 64, {
      textAnchor: 'middle',
      fontSize: SIZE.label,
      fill: palette.ink,
    }),
    ...note,
  ]
}

function drawVerticalAxis(frame: Rectangle, { label, at, ticks }: Axis, palette: Palette): SvgElement[] {
  const marks = at.map((y) => `M${px(frame.left)} ${px(y)}h${-TICK}`).join('')
  const labels = at.map((y, i) =>
    text(ticks.labels[i]!, frame.left - TICK - 6, y + 0.34 * SIZE.tick, { textAnchor: 'end', fontSize: SIZE.tick, fill: palette.muted }),
  )
  const middle = (frame.top + frame.bottom) / 2
  const x = frame.left - 72
  return [
    ...(marks ? [element('path', { d: marks, stroke: palette.ink, strokeWidth: 1.5 })] : []),
    ...labels,
    element(
      'text',
      {
        x: px(x),
        y: px(middle),
        transform: `rotate(-90 ${px(x)} ${px(middle)})`,
        textAnchor: 'middle',
        fontSize: SIZE.label,
        fill: palette.ink,
      },
      [label],
    ),
    ...scaleNote(ticks.exponent, ticks.offset, frame.left - 4, frame.top - 18, 'end', palette),
  ]
}

/** "×10⁶" and "+ 1.25" beside an axis whose labels leave them out. */
function scaleNote(exponent: number, offset: string, x: number, y: number, textAnchor: string, palette: Palette): SvgElement[] {
  if (exponent === 0 && offset === '') return []
  const power = exponent === 0 ? [] : ['×10', element('tspan', { dy: -7, fontSize: 13 }, [String(exponent).replace('-', '\u2212')])]
  const shift =
    offset === ''
      ? []
      : [element('tspan', exponent === 0 ? {} : { dy: 7 }, [offset.startsWith('\u2212') ? ` \u2212 ${offset.slice(1)}` : ` + ${offset}`])]
  return [element('text', { x: px(x), y: px(y), textAnchor, fontSize: SIZE.note, fill: palette.muted }, [...power, ...shift])]
}

function meanLabel(x: number, frame: Rectangle, palette: Palette): SvgElement {
  const at = Math.min(Math.max(x, frame.left + 22), frame.right - 22)
  return text('E(X)', at, frame.top - 12, { textAnchor: 'middle', fontSize: SIZE.label, fontStyle: 'italic', fill: palette.mean })
}

/**
 * Lines like `\`, across the frame; the caller clips them. One path of lines and no pattern: renderers draw a pattern's tile as a small
 * bitmap, which shows.
 */
function hatch(frame: Rectangle, palette: Palette): SvgElement {
  const height = frame.bottom - frame.top
  const lines: string[] = []
  for (let x = frame.left - height + HATCH; x < frame.right; x += HATCH) {
    const [from, to] = [Math.max(x, frame.left), Math.min(x + height, frame.right)]
    lines.push(`M${px(from)} ${px(frame.top + from - x)}L${px(to)} ${px(frame.top + to - x)}`)
  }
  return element('path', { d: lines.join(''), fill: 'none', stroke: palette.bar, strokeWidth: 1, strokeOpacity: 0.55 })
}

function clip(id: string, d: string): SvgElement {
  return element('clipPath', { id }, [element('path', { d })])
}

function box({ left, top, right, bottom }: Rectangle): string {
  return `M${px(left)} ${px(bottom)}V${px(top)}H${px(right)}V${px(bottom)}Z`
}

function line(x1: number, y1: number, x2: number, y2: number, attributes: Record<string, string | number>): SvgElement {
  return element('line', { x1: px(x1), y1: px(y1), x2: px(x2), y2: px(y2), ...attributes })
}

function text(content: string, x: number, y: number, attributes: Record<string, string | number>): SvgElement {
  return element('text', { x: px(x), y: px(y), ...attributes }, [content])
}

function element(tag: string, attributes: Record<string, string | number>, children: (SvgElement | string)[] = []): SvgElement {
  return { tag, attributes, children }
}

/** A label cut to about the width; letters of the font are half as wide as high on average. */
function fit(label: string, width: number): string {
  const most = Math.floor(width / (0.5 * SIZE.label))
  return label.length > most ? `${label.slice(0, most - 1).trimEnd()}…` : label
}

/** Pixels to a hundredth; what lies far outside the picture is cut, because renderers compute in single precision. */
function px(x: number): number {
  return Math.round(Math.min(Math.max(x, -1e5), 1e5) * 100) / 100 + 0
}
