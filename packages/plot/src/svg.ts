// A plot as SVG text.
import type { UxValue } from '@credence/distribution'
import { drawPlot, type SvgElement } from './drawing.ts'
import { plotGeometry } from './geometry.ts'
import type { DrawingOptions } from './options.ts'

/**
 * The distribution plot as an SVG document; the same text for the same value and options everywhere.
 * @throws PlotLimitError  a limit of an axis cannot be drawn
 */
export function plotSvg(value: UxValue, options: DrawingOptions = {}): string {
  return `${serialize(drawPlot(plotGeometry(value, options), options))}\n`
}

/** One element per line, so that changes of golden files can be read. */
export function serialize({ tag, attributes, children }: SvgElement): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${attributeName(name)}="${escapeXml(String(value))}"`)
  const open = `<${tag}${written.join('')}`
  if (children.length === 0) return `${open}/>`
  if (children.some((child) => typeof child === 'string')) {
    return `${open}>${children.map((child) => (typeof child === 'string' ? escapeXml(child) : serialize(child))).join('')}</${tag}>`
  }
  return `${open}>\n${children.map((child) => serialize(child as SvgElement)).join('\n')}\n</${tag}>`
}

/** SVG's own names with capitals; all others are React's spelling of a name with hyphens. */
const WITH_CAPITALS = new Set(['viewBox'])

function attributeName(name: string): string {
  return WITH_CAPITALS.has(name) ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 does not allow (its production 2) become the replacement character. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!)
}
