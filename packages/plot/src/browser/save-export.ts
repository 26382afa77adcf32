// Files of a figure that a browser saves. Pictures carry the face of the page inside, so that they look the same where it is not installed.
import type { Choice, ValueDrawing } from '../choice.ts'
import { barsCsv, diracsCsv, type ExportKind, uxText, valueJson } from '../exports.ts'
import { FIGURE_SIZE, figureDocument } from '../figure-svg.ts'
import { serialize } from '../svg.ts'

export interface ExportWords {
  readonly title?: string
  readonly xAxisLabel?: string
}

const SCALES: Readonly<Partial<Record<ExportKind, number>>> = { png1: 1, png2: 2, png4: 4 }
const TEXTS: Readonly<Partial<Record<ExportKind, { type: string; name: string; of: (drawing: ValueDrawing) => string }>>> = {
  bars: { type: 'text/csv', name: 'bars.csv', of: ({ value, reader }) => barsCsv(value, reader) },
  diracs: { type: 'text/csv', name: 'diracs.csv', of: ({ value }) => diracsCsv(value) },
  json: { type: 'application/json', name: 'value.json', of: ({ value, reader }) => valueJson(value, reader) },
  ux: { type: 'text/plain', name: 'value.ux.txt', of: ({ value }) => uxText(value) },
}

export async function saveExport(kind: ExportKind, drawing: ValueDrawing, choice: Choice, words: ExportWords): Promise<void> {
  const text = TEXTS[kind]
  if (text) return save(new Blob([text.of(drawing)], { type: text.type }), text.name)
  const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
  const svg = `${serialize(figureDocument(drawing.geometry(choice), { ...words, theme, css: await faceOfPage() }))}\n`
  const picture = new Blob([svg], { type: 'image/svg+xml' })
  const scale = SCALES[kind]
  if (scale === undefined) return save(picture, 'distribution.svg')
  save(await pixels(picture, scale), `distribution${scale === 1 ? '' : `@${scale}x`}.png`)
}

async function pixels(picture: Blob, scale: number): Promise<Blob> {
  const url = URL.createObjectURL(picture)
  try {
    const image = new Image(FIGURE_SIZE.width * scale, FIGURE_SIZE.height * scale)
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    canvas.getContext('2d')?.drawImage(image, 0, 0, image.width, image.height)
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The browser draws no PNG'))), 'image/png'))
  } finally {
    URL.revokeObjectURL(url)
  }
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** The upright face that text of the page is set in, as rules with the fonts inside; empty where the page has none of its own. */
async function faceOfPage(): Promise<string> {
  const family = getComputedStyle(document.body).fontFamily.split(',')[0]?.trim().replaceAll('"', '')
  const faces = [...document.styleSheets]
    .flatMap((sheet) => rulesOf(sheet))
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => style.getPropertyValue('font-family').replaceAll('"', '') === family && style.getPropertyValue('font-style') !== 'italic')
  return (await Promise.all(faces.map(withFontInside))).join('')
}
async function withFontInside({ style, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const url = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src'))?.[1]
  const answer = url ? await fetch(new URL(url, parentStyleSheet?.href ?? document.baseURI)) : undefined
  if (!answer?.ok) return ''
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const letters = style.getPropertyValue('unicode-range')
  return `@font-face{font-family:'Source Sans 3';font-weight:200 900;src:url(data:font/woff2;base64,${btoa(text)}) format('woff2')${letters && `;unicode-range:${letters}`}}`
}
/** A sheet of another origin tells nobody its rules. */
function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}
