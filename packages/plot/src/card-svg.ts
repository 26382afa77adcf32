// A card for places that show a link as a picture: up to three lines of a title, a small line, and the figure of a value where there is one.
import type { UxValue } from '@credence/distribution'
import type { SvgElement } from './drawing.ts'
import { figureGeometry } from './figure-geometry.ts'
import { FIGURE_SIZE, FRAME, figureParts } from './figure-svg.ts'
import { serialize } from './svg.ts'
import { PALETTES } from './theme.ts'

export interface CardContent {
  readonly lines: readonly string[]
  readonly small: string
  readonly value?: UxValue
}

/** As previews of links want them. */
export const CARD_SIZE = { width: 1200, height: 630 } as const
const FONT = "'Source Sans 3', 'Source Sans Pro', sans-serif"
const MARGIN = 80
const BRAND = '#137333'
/** The bell of the logo, in units of 32. */
const LOGO = ['M3 26c6 0 6.5-20 13-20s7 20 13 20', 'M16 6v20']

export function cardSvg({ lines, small, value }: CardContent): string {
  const { width, height } = CARD_SIZE
  const palette = PALETTES.light
  const size = lines.length > 2 ? 56 : 68
  const geometry = value && figureGeometry(value)
  const scale = lines.length > 1 ? 0.85 : 1.05
  const text = (content: string, x: number, y: number, fontSize: number, fontWeight: number, fill: string): SvgElement =>
    element('text', { x, y, fontSize, fontWeight, fill }, [content])
  return serialize(
    element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, fontFamily: FONT }, [
      element('rect', { width, height, fill: palette.paper }),
      element('rect', { width, height: 10, fill: BRAND }),
      element('g', { transform: `translate(${MARGIN} 50) scale(1.6)` }, [
        element('path', { d: LOGO[0]!, fill: BRAND, fillOpacity: 0.18, stroke: BRAND, strokeWidth: 2.4, strokeLinecap: 'round' }),
        element('path', { d: LOGO[1]!, stroke: BRAND, strokeWidth: 2.4, strokeLinecap: 'round' }),
      ]),
      text('Credence', MARGIN + 64, 86, 34, 600, palette.ink),
      ...lines.map((line, index) => text(line, MARGIN, 186 + index * size * 1.12, size, 600, palette.ink)),
      text(small, MARGIN, geometry ? 196 + lines.length * size * 1.12 - size * 0.35 : 196 + lines.length * size * 1.12, 30, 400, palette.muted),
      ...(geometry && lines.length < 3
        ? [
            element(
              'g',
              { transform: `translate(${MARGIN - FRAME.left * scale} ${height - FIGURE_SIZE.height * scale + 10}) scale(${scale})` },
              // From margin to margin, whatever the scale is.
              figureParts(geometry, palette, undefined, { ...FRAME, right: FRAME.left + (width - 2 * MARGIN) / scale }),
            ),
          ]
        : []),
    ]),
  )
}

function element(tag: string, attributes: Record<string, string | number>, children: (SvgElement | string)[] = []): SvgElement {
  return { tag, attributes, children }
}
