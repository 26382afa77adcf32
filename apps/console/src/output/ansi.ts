// Text of a terminal as pages may show it: colours of ANSI (ECMA-48 SGR) as styles, other escapes dropped and counted, and what has no picture or would
// turn the text around as U+FFFD.

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan'
export interface Run {
  readonly text: string
  readonly styles: readonly Style[]
}
export interface Rendered {
  readonly runs: readonly Run[]
  /** Escapes that were dropped. */
  readonly dropped: number
}

const ESCAPE = /\u001b(?:\[([0-9;:?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_]?)/g
const ODD = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
const COLOURS: readonly (Style | undefined)[] = [undefined, 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', undefined]

export function rendered(text: string): Rendered {
  if (!text.includes('\u001b')) return { runs: text === '' ? [] : [{ text: shown(text), styles: [] }], dropped: 0 }
  const runs: Run[] = []
  let styles: readonly Style[] = []
  let dropped = 0
  let from = 0
  const add = (part: string): void => {
    if (part !== '') runs.push({ text: shown(part), styles })
  }
  for (const match of text.matchAll(ESCAPE)) {
    add(text.slice(from, match.index))
    from = match.index + match[0].length
    if (match[2] === 'm') styles = restyled(styles, match[1] ?? '')
    else dropped++
  }
  add(text.slice(from))
  return { runs, dropped }
}

const shown = (text: string): string => text.replace(ODD, '\ufffd')

function restyled(styles: readonly Style[], codes: string): readonly Style[] {
  let now = new Set(styles)
  const parts = codes.split(/[;:]/).map(Number)
  for (let at = 0; at < parts.length; at++) {
    const code = parts[at]!
    if (code === 0) now = new Set()
    else if (code === 1) now.add('bold')
    else if (code === 2) now.add('dim')
    else if (code === 22) now = without(now, ['bold', 'dim'])
    else if (code === 39) now = without(now, COLOURS)
    else if (code === 38 || code === 48)
      at += parts[at + 1] === 5 ? 2 : 4 // of a palette or by parts: not told apart here
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) {
      now = without(now, COLOURS)
      const colour = COLOURS[code % 10]
      if (colour) now.add(colour)
    }
  }
  return [...now]
}
const without = (styles: ReadonlySet<Style>, gone: readonly (Style | undefined)[]): Set<Style> =>
  new Set([...styles].filter((style) => !gone.includes(style)))
