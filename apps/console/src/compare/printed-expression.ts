// Which expression a program prints under a name, so that a Reference core can trace it. Found in calls of printf and in streams that stand on one statement;
// where it is not found, people say which.
import type { Language } from '@credence/contract'
import { nameFrom } from '@credence/ui/program/value-names.ts'

export interface PrintedExpression {
  /** From 1. */
  readonly line: number
  readonly expression: string
}
const STRING = /"(?:[^"\\]|\\.)*"/g
const CONVERSION = /%(?:%|[-+ #0']*(\*|\d+)?(?:\.(\*|\d+))?(?:hh|h|ll|l|L|j|z|t)?([a-zA-Z]))/g

/** @param occurrence  of values with this name, from 0: as they stand in the source */
export function printedExpression(source: string, language: Language, name: string, occurrence = 0): PrintedExpression | undefined {
  if (language === 'Fortran' || name === '') return undefined
  const text = withoutComments(source)
  const found = [...printfs(text), ...(language === 'C++' ? streams(text) : [])].sort((one, other) => one.at - other.at)
  const same = found.filter((each) => each.name === name)
  const hit = same[occurrence] ?? same[0]
  return hit && { line: text.slice(0, hit.at).split('\n').length, expression: hit.expression }
}

interface Printed {
  readonly at: number
  readonly name: string
  readonly expression: string
}

function printfs(text: string): Printed[] {
  const printed: Printed[] = []
  for (const match of text.matchAll(/\b(?:std::)?(f?)printf\s*\(/g)) {
    const words = parts(text, match.index + match[0].length, ',')
    if (!words) continue
    const [format = '', ...values] = match[1] ? words.slice(1) : words
    const literal = literalOf(format)
    if (literal === undefined) continue
    let [place, from] = [0, 0]
    let isFirst = true
    for (const conversion of literal.matchAll(CONVERSION)) {
      const [, width, precision, kind] = conversion
      if (!kind) continue
      place += Number(width === '*') + Number(precision === '*')
      const before = literal.slice(from, conversion.index)
      const lineStart = before.lastIndexOf('\n') + 1
      if (lineStart > 0) isFirst = true
      const expression = values[place++]?.trim()
      if (expression && /[aefgAEFG]/.test(kind))
        printed.push({ at: match.index, name: nameFrom(before.slice(lineStart).replaceAll('%%', '%'), isFirst), expression })
      from = conversion.index + conversion[0].length
      isFirst = false
    }
  }
  return printed
}

function streams(text: string): Printed[] {
  const printed: Printed[] = []
  for (const match of text.matchAll(/\b(?:std::)?cout\s*<</g)) {
    const words = parts(text, match.index + match[0].length, '<<')
    if (!words) continue
    let before = ''
    let isFirst = true
    for (const word of words.map((each) => each.trim())) {
      const literal = literalOf(word)
      if (literal !== undefined) {
        const lineStart = literal.lastIndexOf('\n') + 1
        if (lineStart > 0) isFirst = true
        before = lineStart > 0 ? literal.slice(lineStart) : before + literal
      } else if (/^(?:std::)?(?:endl|flush|fixed|scientific|setprecision\b.*|setw\b.*)$/.test(word)) {
        if (word.endsWith('endl')) [before, isFirst] = ['', true]
      } else {
        printed.push({ at: match.index, name: nameFrom(before, isFirst), expression: word })
        ;[before, isFirst] = ['', false]
      }
    }
  }
  return printed
}

/** What stands between separators, up to the closing bracket or semicolon; undefined where there is none. */
function parts(text: string, from: number, separator: ',' | '<<'): string[] | undefined {
  const found: string[] = []
  let depth = 0
  let start = from
  for (let at = from; at < text.length; at++) {
    const character = text[at]!
    if (character === '"' || character === "'") {
      const end = closing(text, at)
      if (end === undefined) return undefined
      at = end
    } else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character) && depth-- === 0) return [...found, text.slice(start, at)]
    else if (character === ';' && depth === 0) return [...found, text.slice(start, at)]
    else if (depth === 0 && text.startsWith(separator, at)) {
      found.push(text.slice(start, at))
      at += separator.length - 1
      start = at + 1
    }
  }
  return undefined
}
function closing(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[from]) return at
    else if (text[at] === '\n') return undefined
  }
  return undefined
}

/** The text of string literals beside each other; undefined where there is anything else. */
function literalOf(code: string): string | undefined {
  const literals = code.match(STRING)
  if (!literals || code.replace(STRING, '').trim() !== '') return undefined
  return literals.map((each) => each.slice(1, -1).replace(/\\(.)/g, (_all, character: string) => ESCAPES[character] ?? character)).join('')
}
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/** Comments become blanks, so that lines stay. */
const withoutComments = (source: string): string =>
  source.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (text) => (text.startsWith('"') ? text : text.replace(/[^\n]/g, ' ')))
