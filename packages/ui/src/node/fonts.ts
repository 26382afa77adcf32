/// <reference path="./subset-font.d.ts" />
// The faces of sites, cut out of the fonts of two npm packages when a site is built: one sans and one mono, each in all weights from regular to semibold,
// with the letters that our pages use. Each is two files, as most pages need the first alone: letters of English text and of code, and the rest.
// Whatever else a page shows comes from the reader's own fonts.
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
  /** The lightest and the boldest; a browser makes a bolder one of a face that has regular alone. */
  readonly weights: readonly [number, number]
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
    weights: [LIGHTEST, BOLDEST],
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
  { name: 'sans-italic', family: 'Credence Sans', style: 'italic', source: 'source-sans/VF/SourceSans3VF-Italic.ttf', weights: [LIGHTEST, LIGHTEST] },
  {
    name: 'mono',
    family: 'Credence Mono',
    style: 'normal',
    source: 'source-code-pro/VF/SourceCodeVF-Upright.ttf',
    weights: [LIGHTEST, BOLDEST],
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

/** ASCII, and what beside it stands on one page in ten or more. */
const COMMON = [...range(0x20, 0x7e), ...'\u00a0°±²³·½×–—’“”…→−√≤≥']
/** Latin-1, names of people in our sources, Greek letters of formulas, and signs of arithmetic and typography. */
const SELDOM = [
  ...range(0xa1, 0xff),
  ...'ŁłŃńŚśŠšŹźŽžĆćČčŐőŰűĞğŞş',
  ...'ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξοπρςστυφχψω',
  ...'‐‑‘‚„•‰′″‹›€™←↑↓↔∂∆∏∑∞∫≈≠⁰⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉ᵢ⌘',
].filter((letter) => !COMMON.includes(letter))
const PARTS = { '': COMMON, '-seldom': SELDOM } as const

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
    FACES.flatMap((face) =>
      Object.entries(PARTS).map(async ([part, letters]) => {
        const bytes = await cut(face, letters)
        const file = `${face.name}${part}.${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.woff2`
        await writeFile(join(folder, file), bytes)
        return { file, css: ruleOf(face, letters, place + file) + (letters === COMMON ? fallbackOf(face) : '') }
      }),
    ),
  )
  return { css: made.map((one) => one.css).join(''), preload: made[0]!.file }
}

const require = createRequire(import.meta.url)
const cut = async ({ source, weights: [min, max] }: Face, letters: readonly string[]): Promise<Uint8Array> =>
  // Without its closure: alternates and small capitals, which no page asks for, would double a face.
  subset(await readFile(require.resolve(source)), letters.join(''), {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    variationAxes: { wght: min === max ? min : { min, max, default: min } },
  })

function ruleOf({ family, style, weights: [min, max] }: Face, letters: readonly string[], address: string): string {
  const weight = min === max ? min : `${min} ${max}`
  return `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};font-display:swap;src:url("${address}") format("woff2");unicode-range:${rangesOf(letters)}}`
}

function fallbackOf({ fallback }: Face): string {
  if (!fallback) return ''
  const { local, sizeAdjust, ascent, descent } = fallback
  const metrics = `size-adjust:${percent(sizeAdjust)};ascent-override:${percent(ascent / sizeAdjust)};descent-override:${percent(descent / sizeAdjust)};line-gap-override:0%`
  const weights = [LIGHTEST, BOLDEST].map((weight, index) => {
    const sources = local.map((names) => `local("${names[index]}")`).join(',')
    return `@font-face{font-family:"${fallback.family}";font-weight:${weight};src:${sources};${metrics}}`
  })
  return weights.join('')
}
const percent = (ratio: number): string => `${(100 * ratio).toFixed(2)}%`

/** As CSS writes them: neighbours as one range. */
function rangesOf(letters: readonly string[]): string {
  const points = letters.map((letter) => letter.codePointAt(0)!).sort((a, b) => a - b)
  const begins = points.filter((point, index) => point - 1 !== points[index - 1])
  const ends = points.filter((point, index) => point + 1 !== points[index + 1])
  return begins.map((begin, index) => `U+${hex(begin)}${ends[index] === begin ? '' : `-${hex(ends[index]!)}`}`).join(',')
}
const hex = (point: number): string => point.toString(16).toUpperCase()

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
}
