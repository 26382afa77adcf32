/// <reference path="./subset-font.d.ts" />
// The faces of sites, cut out of the fonts of two npm packages when a site is built: one sans and one mono, each in all weights from regular to semibold,
// with the letters that our pages use. Whatever else a page shows comes from the reader's own fonts.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subset from 'subset-font'

interface Face {
  /** Begins the name of its file. */
  readonly name: string
  readonly family: string
  readonly style: 'normal' | 'italic'
  /** In the package. */
  readonly source: string
  /** The reader's own font, which stands in until the face has come: stretched so that no line breaks elsewhere. */
  readonly fallback?: Fallback
}
interface Fallback {
  readonly family: string
  /** Names of the same font in regular and in bold. */
  readonly local: readonly (readonly [string, string])[]
  /** Widths of an English paragraph in regular, ours over theirs; Liberation has the widths of Arial and Courier New. */
  readonly sizeAdjust: number
  /** Of our face, in ems. */
  readonly ascent: number
  readonly descent: number
}

const LIGHTEST = 400
const BOLDEST = 600
const FACES: readonly Face[] = [
  {
    name: 'sans',
    family: 'Credence Sans',
    style: 'normal',
    source: 'source-sans/VF/SourceSans3VF-Upright.ttf',
    fallback: {
      family: 'Credence Sans Fallback',
      local: [
        ['Arial', 'Arial Bold'],
        ['Liberation Sans', 'Liberation Sans Bold'],
        ['Helvetica', 'Helvetica Bold'],
      ],
      sizeAdjust: 0.9354,
      ascent: 1.0,
      descent: 0.33,
    },
  },
  { name: 'sans-italic', family: 'Credence Sans', style: 'italic', source: 'source-sans/VF/SourceSans3VF-Italic.ttf' },
  {
    name: 'mono',
    family: 'Credence Mono',
    style: 'normal',
    source: 'source-code-pro/VF/SourceCodeVF-Upright.ttf',
    fallback: {
      family: 'Credence Mono Fallback',
      local: [
        ['Courier New', 'Courier New Bold'],
        ['Liberation Mono', 'Liberation Mono Bold'],
        ['Menlo', 'Menlo Bold'],
      ],
      sizeAdjust: 0.9998,
      ascent: 0.98,
      descent: 0.27,
    },
  },
]

/** ASCII, Latin-1, names of people in our sources, Greek letters of formulas, and signs of arithmetic and typography. */
const LETTERS = [
  range(0x20, 0x7e),
  range(0xa0, 0xff),
  'ŁłŃńŚśŠšŹźŽžĆćČčŐőŰűĞğŞş',
  'ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξοπρςστυφχψω',
  '‐‑–—‘’‚“”„•…‰′″‹›€™←↑→↓↔∂∆∏∑−√∞∫≈≠≤≥⁰⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉ᵢ⌘',
].join('')

export interface FontFiles {
  /** `@font-face` rules that name the files. */
  readonly css: string
  /** Of the face that a page needs first. */
  readonly preload: string
}

/**
 * Writes the faces into a folder, and nothing else stays there; files are named by their contents.
 * @param place  the address of the folder, with a slash at its end
 */
export async function writeFonts(folder: string, place: string): Promise<FontFiles> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const made = await Promise.all(
    FACES.map(async (face) => {
      const bytes = await cut(face)
      const file = `${face.name}.${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.woff2`
      await writeFile(join(folder, file), bytes)
      return { file, css: rulesOf(face, place + file) }
    }),
  )
  return { css: made.map((one) => one.css).join(''), preload: made[0]!.file }
}

const require = createRequire(import.meta.url)
const cut = async ({ source }: Face): Promise<Uint8Array> =>
  // Without its closure: alternates and small capitals, which no page asks for, would double a face.
  subset(await readFile(require.resolve(source)), LETTERS, {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    variationAxes: { wght: { min: LIGHTEST, max: BOLDEST, default: LIGHTEST } },
  })

function rulesOf({ family, style, fallback }: Face, address: string): string {
  const face = `@font-face{font-family:"${family}";font-style:${style};font-weight:${LIGHTEST} ${BOLDEST};font-display:swap;src:url("${address}") format("woff2")}`
  if (!fallback) return face
  const { local, sizeAdjust, ascent, descent } = fallback
  const metrics = `size-adjust:${percent(sizeAdjust)};ascent-override:${percent(ascent / sizeAdjust)};descent-override:${percent(descent / sizeAdjust)};line-gap-override:0%`
  const weights = [LIGHTEST, BOLDEST].map((weight, index) => {
    const sources = local.map((names) => `local("${names[index]}")`).join(',')
    return `@font-face{font-family:"${fallback.family}";font-weight:${weight};src:${sources};${metrics}}`
  })
  return face + weights.join('')
}
const percent = (ratio: number): string => `${(100 * ratio).toFixed(2)}%`

function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}
