// The values of an output stream with their names, for tables: of text, what stands before each on its line; of JSON as programs print it under
// `-j`, the symbol and description that the program gives.
import { extractUx } from '@credence/distribution'
import { nameFrom } from './value-names.ts'

export interface NamedValue {
  /** Empty: there is nothing to call it by. */
  readonly name: string
  readonly description?: string
  /** From 1. */
  readonly line: number
  /** As printed before the distribution. */
  readonly decimal: string
  /** `Ux` and its digits; absent of a plain number. */
  readonly ux?: string
}

/** A number that stands alone: not part of a word, an address or a date. */
const PLAIN = /(?<![\p{L}\p{N}_.:/-])[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?(?![\p{L}\p{N}_:/-]|\.\d)/gu

/**
 * @param text        an output, whole
 * @param withPlain   lists numbers without a distribution, too
 */
export function namedValues(text: string, withPlain = false): NamedValue[] {
  return ofJson(text, withPlain) ?? ofText(text, withPlain)
}

function ofText(text: string, withPlain: boolean): NamedValue[] {
  const found: NamedValue[] = []
  let line = 1
  let lineStart = 0
  let counted = 0
  let isFirst = true
  let nameStart = 0
  /** Moves to the line of the place. */
  const reach = (at: number): void => {
    for (let end = text.indexOf('\n', counted); end >= 0 && end < at; end = text.indexOf('\n', counted)) {
      counted = end + 1
      lineStart = counted
      nameStart = counted
      isFirst = true
      line++
    }
    counted = Math.max(counted, lineStart)
  }
  const add = (start: number, end: number, decimal: string, ux?: string): void => {
    reach(start)
    found.push({ name: nameFrom(text.slice(Math.max(nameStart, start - FAR), start), isFirst), line, decimal, ...(ux !== undefined && { ux }) })
    nameStart = end
    isFirst = false
  }
  const plainBetween = (from: number, to: number): void => {
    if (!withPlain) return
    for (const match of text.slice(from, to).matchAll(PLAIN)) add(from + match.index, from + match.index + match[0].length, match[0])
  }
  let from = 0
  for (const { start, end, particleText, ux } of extractUx(text)) {
    plainBetween(from, start)
    add(start, end, particleText, ux)
    from = end
  }
  plainBetween(from, text.length)
  return found
}
/** Of a line, so much is looked at before a value. */
const FAR = 400

interface Plot {
  readonly variableID?: unknown
  readonly variableSymbol?: unknown
  readonly variableDescription?: unknown
  readonly values?: unknown
}

/** Undefined: the text is no such JSON. */
function ofJson(text: string, withPlain: boolean): NamedValue[] | undefined {
  if (!/^\s*\{/.test(text) || !text.includes('"plots"')) return undefined
  const plots = plotsIn(text)
  if (!plots) return undefined
  const lineOf = lineFinder(text)
  return plots.flatMap(({ variableID, variableSymbol, variableDescription, values }) => {
    const list = Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
    const symbol = [variableSymbol, variableID].find((each): each is string => typeof each === 'string' && each !== '') ?? ''
    const description = typeof variableDescription === 'string' && variableDescription !== '' ? variableDescription : undefined
    return list.flatMap((value, index): NamedValue[] => {
      const line = lineOf(JSON.stringify(value))
      const [uncertain] = extractUx(value)
      if (!uncertain && !withPlain) return []
      const name = list.length === 1 ? symbol : `${symbol}[${index}]`
      return [{ name, ...(description && { description }), line, decimal: uncertain?.particleText ?? value, ...(uncertain && { ux: uncertain.ux }) }]
    })
  })
}

function plotsIn(text: string): Plot[] | undefined {
  try {
    const { plots } = JSON.parse(text) as { plots?: unknown }
    return Array.isArray(plots) ? plots.filter((plot): plot is Plot => typeof plot === 'object' && plot !== null) : undefined
  } catch {
    return undefined // a text that only begins like JSON
  }
}

/** Lines of texts that are asked for in their order. */
function lineFinder(text: string): (part: string) => number {
  let line = 1
  let at = 0
  return (part) => {
    const place = text.indexOf(part, at)
    if (place < 0) return line
    for (let end = text.indexOf('\n', at); end >= 0 && end < place; end = text.indexOf('\n', at)) {
      line++
      at = end + 1
    }
    return line
  }
}
