// Numbers of an output that carry no distribution, as rows of the table of values. They are looked for when somebody asks for them.
import { nameFrom } from '@credence/ui/program/value-names.ts'
import type { ValueRow } from './value-row.ts'

/** What a line has between its values. */
export interface Segment {
  /** The byte that it begins at. */
  readonly at: number
  readonly text: string
}
export interface PlainNumber {
  /** Orders it among the values. */
  readonly at: number
  /** From 1. */
  readonly line: number
  readonly name: string
  readonly decimal: string
}
/** Of an output, so many are found at most. */
export const MOST_PLAIN = 100_000
/** No part of a word, of a version or of an address: `x2`, `1.2.3`, `main.c:7`. */
const NUMBER = /(?<![\p{L}\p{N}_.:/-]|[\p{L}\p{N}_][-+])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?!-?[\p{L}\p{N}_.:/]*[\p{L}\p{N}_:/])/gu

/** @param segments  of a line, by its index */
export function plainNumbers(lines: number, segments: (line: number) => readonly Segment[]): PlainNumber[] {
  const found: PlainNumber[] = []
  for (let line = 0; line < lines; line++)
    for (const [place, { at, text }] of segments(line).entries()) {
      let before = 0
      for (const match of text.matchAll(NUMBER)) {
        if (found.length === MOST_PLAIN) return found
        const name = nameFrom(text.slice(before, match.index), place === 0 && before === 0)
        found.push({ at: at + match.index, line: line + 1, name, decimal: match[0] })
        before = match.index + match[0].length
      }
    }
  return found
}

/** Their indices count down from -1, so that they are none of those of values. */
export const plainIndex = (place: number): number => -1 - place
export function plainRow(number: PlainNumber, index: number): ValueRow {
  const { decimal, line, name } = number
  const mean = Number(decimal)
  return { index, name, line, piece: { decimal, ux: '', stated: decimal, mean, deviation: 0, quantiles: [mean, mean, mean] } }
}
