// Looking for a text or an expression in the lines of an output, within a time.
import type { OutputText } from './output-text.ts'

export interface Wanted {
  readonly text: string
  readonly isExpression: boolean
  readonly matchesCase: boolean
}
export interface Found {
  /** Lines with a match, by index. */
  readonly lines: Uint32Array
  /** There are more: the time or the room ended. */
  readonly isPartial: boolean
  /** The expression is none. */
  readonly problem?: string
}

const MOST = 100_000
/** Lines between two looks at the clock. */
const STEP = 256

export function search(output: OutputText, { text, isExpression, matchesCase }: Wanted, milliseconds: number): Found {
  const lines: number[] = []
  const begun = performance.now()
  let test: (line: string) => boolean
  try {
    test = tester(text, isExpression, matchesCase)
  } catch (error) {
    return { lines: new Uint32Array(0), isPartial: false, problem: error instanceof Error ? error.message : String(error) }
  }
  for (let index = 0; index < output.lineCount; index++) {
    if (index % STEP === 0 && performance.now() - begun > milliseconds) return { lines: Uint32Array.from(lines), isPartial: true }
    if (!test(output.plainLine(index))) continue
    lines.push(index)
    if (lines.length === MOST) return { lines: Uint32Array.from(lines), isPartial: true }
  }
  return { lines: Uint32Array.from(lines), isPartial: false }
}

function tester(text: string, isExpression: boolean, matchesCase: boolean): (line: string) => boolean {
  if (isExpression) {
    const expression = new RegExp(text, matchesCase ? 'u' : 'iu')
    return (line) => expression.test(line)
  }
  if (matchesCase) return (line) => line.includes(text)
  const lower = text.toLowerCase()
  return (line) => line.toLowerCase().includes(lower)
}
