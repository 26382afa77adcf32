// The expression of a trace variable: what it may be, and the elements of a range `a[0:3]`, both ends included.
import { tokensOf } from './tokens.ts'

/** @returns  undefined: no range */
function rangeOf(expression: string): { before: string; from: number; count: number; after: string } | undefined {
  const [, before, from, to, after] = /^(.*)\[\s*(\d{1,9})\s*:\s*(\d{1,9})\s*\](.*)$/.exec(expression) ?? []
  return before === undefined ? undefined : { before, from: Number(from), count: Number(to) - Number(from) + 1, after: after! }
}
/** How many values one pass of the line records. */
export const elementCount = (expression: string): number => rangeOf(expression)?.count ?? 1

/** The expressions that are recorded, in order; or what is wrong with the text, in words. */
export function elementsOf(expression: string): readonly string[] | { readonly fault: string } {
  if (expression.trim() === '') return { fault: 'the expression is empty' }
  if (/[\n\r\0#\\]|\/\/|\/\*|\?\?/.test(expression)) return { fault: 'an expression is one line, without comments and directives' }
  const words = tokensOf(expression).map(({ text }) => text)
  const effect = words.find((word) => EFFECTS.has(word))
  if (effect !== undefined) return { fault: `an expression without side effects is wanted, and this one has '${effect}'` }
  const stray = words.find((word) => /^[;{}]$/.test(word)) ?? unbalanced(words)
  if (stray !== undefined) return { fault: `'${stray}' does not belong there` }
  const range = rangeOf(expression)
  if (range === undefined) return [expression]
  if (range.count < 1) return { fault: 'the end of the range lies before its begin' }
  return Array.from({ length: range.count }, (_, index) => `${range.before}[${range.from + index}]${range.after}`)
}
const EFFECTS: ReadonlySet<string> = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=', '++', '--'])

function unbalanced(words: readonly string[]): string | undefined {
  const open: string[] = []
  for (const word of words) {
    if (word === '(' || word === '[') open.push(word)
    else if (word === ')' || word === ']') if (open.pop() !== (word === ')' ? '(' : '[')) return word
    if (/^["']/.test(word) && (word.length < 2 || word.at(-1) !== word[0])) return word[0]
  }
  return open[0]
}
