// An output of a program, as long as it may be: its bytes, where its lines begin and where its values stand. Text is made of the lines that are looked at.
import { parseUx, piecesOf, type ValuePiece } from '@credence/distribution'
import { sparkPath } from '@credence/plot'
import { namedValues } from '@credence/ui/program/named-values.ts'
import { nameFrom } from '@credence/ui/program/value-names.ts'
import { type Run, rendered } from './ansi.ts'
import { Bytes } from './bytes.ts'
import { Growing } from './growing.ts'
import { type PlainNumber, plainIndex, plainNumbers, plainRow, type Segment } from './plain-numbers.ts'
import type { ValueRow } from './value-row.ts'

export interface TextPart extends Run {
  readonly value?: undefined
}
export interface ValuePart {
  /** Index among the values of the output. */
  readonly value: number
  readonly piece: ValuePiece
}
export interface ShownLine {
  /** From 1. */
  readonly number: number
  readonly parts: readonly (TextPart | ValuePart)[]
  /** Characters of the whole line, where it was cut. */
  readonly cutFrom?: number
  /** Escapes of a terminal that are not shown. */
  readonly dropped?: number
  /** Cut at the most that is ever shown of a line. */
  readonly isMost?: true
}
export type SortKey = 'number' | 'name' | 'mean' | 'deviation' | 'line'
export interface Sorting {
  readonly by: SortKey
  readonly descending: boolean
  /** Part of a name, or a range of means: `2..5`. */
  readonly filter: string
  /** Numbers without a distribution, too. */
  readonly hasPlain?: boolean
}

/** Of a line, so many characters are shown at first, and so many at most. */
export const LINE_CHARACTERS = 10_000
const MOST_CHARACTERS = 1_000_000
/** Larger JSON is read as text. */
const JSON_BYTES = 32_000_000
const NUMBER_BEFORE = /[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|nan|NAN|inf|INF)$/
/** `val_… main.c:7 a + b ` before a number: the standard output of a Reference core ends with such lines. */
const TRACED = /^(val_[0-9a-z]{32}) \S+:(\d+) (.+?) ?$/
const [U, X, NEWLINE] = [0x55, 0x78, 0x0a]
const HEADER = 42
const MOST_DIRACS = 10_000

export class OutputText {
  readonly #bytes = new Bytes()
  readonly #lines = new Growing()
  readonly #starts = new Growing()
  readonly #tails = new Growing()
  readonly #ends = new Growing()
  readonly #decoder = new TextDecoder()
  #newlines = 0
  #plain: { readonly bytes: number; readonly numbers: readonly PlainNumber[] } | undefined
  #scanned = 0
  #isWhole = false
  #names: readonly { readonly name: string; readonly description?: string }[] | undefined

  append(bytes: Uint8Array): void {
    if (this.#lines.length === 0 && bytes.length > 0) this.#lines.push(0)
    this.#bytes.append(bytes)
    this.#findLines()
    this.#findValues()
  }
  /** Nothing follows. */
  end(): void {
    this.#isWhole = true
    this.#names = undefined // JSON has them when it is whole
    this.#findValues()
  }

  get length(): number {
    return this.#bytes.length
  }
  get isWhole(): boolean {
    return this.#isWhole
  }
  /** A line end at the end of the text begins no line. */
  get lineCount(): number {
    const count = this.#lines.length
    return count > 0 && this.#lines.at(count - 1) === this.#bytes.length ? count - 1 : count
  }
  get valueCount(): number {
    return this.#starts.length
  }

  /** The lines from index `from` up to `to`, which is left out. `whole`: the index of a line that is not cut. */
  lines(from: number, to: number, whole?: number): ShownLine[] {
    const shown: ShownLine[] = []
    for (let index = Math.max(0, from); index < Math.min(to, this.lineCount); index++)
      shown.push(this.#line(index, index === whole ? MOST_CHARACTERS : LINE_CHARACTERS))
    return shown
  }

  /** The text as it is shown, without the digits of distributions. */
  text(from = 0, to = this.lineCount): string {
    const parts: string[] = []
    for (let index = from; index < Math.min(to, this.lineCount); index++) parts.push(this.plainLine(index))
    return parts.map((line) => `${line}\n`).join('')
  }
  raw(from = 0, to = this.lineCount): Uint8Array {
    return this.#bytes.slice(this.#lines.at(from), this.#endOfLine(to - 1) + 1)
  }

  /** A line with decimals instead of distributions, as it is searched. */
  plainLine(index: number): string {
    let text = ''
    let from = this.#lines.at(index)
    const end = this.#endOfLine(index)
    for (let value = this.#starts.firstFrom(from); value < this.valueCount && this.#starts.at(value) < end; value++) {
      text += this.#decode(from, this.#tails.at(value))
      from = this.#ends.at(value)
    }
    return text + this.#decode(from, end)
  }

  ux(value: number): string {
    return this.#decode(this.#tails.at(value), this.#ends.at(value))
  }
  /** With its spark. */
  piece(value: number): ValuePiece {
    const piece = this.#figures(value)
    return piece.ux !== '' && piece.deviation > 0 ? { ...piece, spark: sparkPath(parseUx(piece.ux)) } : piece
  }
  #figures(value: number): ValuePiece {
    const text = this.#decode(this.#starts.at(value), this.#ends.at(value))
    const [piece] = piecesOf(text)
    // What looks like a value and cannot be read stays what it is: a decimal.
    if (piece !== undefined && typeof piece !== 'string') return piece
    const decimal = this.#decode(this.#starts.at(value), this.#tails.at(value))
    const number = Number(decimal)
    return { decimal, ux: '', stated: decimal, mean: number, deviation: Number.NaN, quantiles: [number, number, number] }
  }
  row(value: number): ValueRow {
    if (value < 0) return plainRow(this.#plainAt(value), value)
    return { index: value, ...this.#nameOf(value), line: this.lineOf(this.#starts.at(value)) + 1, piece: this.piece(value) }
  }
  rows(values: ArrayLike<number>): ValueRow[] {
    return Array.from(values, (value) => this.row(value))
  }

  /** The values in the order that is asked for; those that the filter keeps. */
  order({ by, descending, filter, hasPlain = false }: Sorting): Int32Array {
    const wanted = filter.trim().toLowerCase()
    const [, low, high] = /^(-?[\d.e+-]*?)\s*\.\.\s*(-?[\d.e+-]*)$/.exec(wanted) ?? []
    const isRange = low !== undefined && high !== undefined && (low !== '' || high !== '')
    const within = (mean: number) => (low === '' || mean >= Number(low)) && (high === '' || mean <= Number(high))
    const kept: number[] = []
    for (const value of this.#inTurn(hasPlain))
      if (wanted === '' || (isRange ? within(this.#meanOf(value)) : this.#named(value).toLowerCase().includes(wanted))) kept.push(value)
    const sign = descending ? -1 : 1
    if (by === 'number' || by === 'line') return Int32Array.from(descending ? kept.reverse() : kept)
    const key = new Map<number, number | string>(
      kept.map((value) => [value, by === 'name' ? this.#named(value) : by === 'mean' ? this.#meanOf(value) : this.#deviationOf(value)]),
    )
    const place = new Map(kept.map((value, index) => [value, index]))
    const compared = (one: number, other: number): number => {
      const [a, b] = [key.get(one)!, key.get(other)!]
      const order = typeof a === 'string' ? a.localeCompare(String(b), 'en', { numeric: true }) : Number.isNaN(a) ? 1 : a - Number(b)
      return order * sign || place.get(one)! - place.get(other)!
    }
    return Int32Array.from(kept.sort(compared))
  }

  /** Indices of values, and of plain numbers where they are asked for, as they stand in the text. */
  *#inTurn(hasPlain: boolean): Generator<number> {
    let plain = 0
    const numbers = hasPlain ? this.#plainNumbers() : []
    for (let value = 0; value < this.valueCount; value++) {
      for (; plain < numbers.length && numbers[plain]!.at < this.#starts.at(value); plain++) yield plainIndex(plain)
      yield value
    }
    for (; plain < numbers.length; plain++) yield plainIndex(plain)
  }
  #plainNumbers(): readonly PlainNumber[] {
    if (this.#plain?.bytes !== this.length)
      this.#plain = { bytes: this.length, numbers: plainNumbers(this.lineCount, (line) => this.#segments(line)) }
    return this.#plain.numbers
  }
  #plainAt(index: number): PlainNumber {
    const number = this.#plainNumbers()[plainIndex(index)]
    if (!number) throw new RangeError(`there is no plain number ${plainIndex(index)}`)
    return number
  }
  #meanOf = (value: number): number => (value < 0 ? Number(this.#plainAt(value).decimal) : this.#header(value))
  #deviationOf = (value: number): number => (value < 0 ? 0 : this.#figures(value).deviation)
  #named = (value: number): string => (value < 0 ? this.#plainAt(value).name : this.#nameOf(value).name)
  /** What stands between the values of a line; nothing of lines that tell of traced values. */
  #segments(index: number): Segment[] {
    const segments: Segment[] = []
    const end = this.#endOfLine(index)
    let from = this.#lines.at(index)
    for (let value = this.#starts.firstFrom(from); value < this.valueCount && this.#starts.at(value) < end; value++) {
      segments.push({ at: from, text: this.#decode(from, this.#starts.at(value)) })
      from = this.#ends.at(value)
    }
    segments.push({ at: from, text: this.#decode(from, end) })
    return TRACED.test(segments[0]?.text ?? '') ? [] : segments
  }

  /** Index of the line that a byte stands in. */
  lineOf(byte: number): number {
    const next = this.#lines.firstFrom(byte + 1)
    return Math.max(0, next - 1)
  }

  #line(index: number, limit: number): ShownLine {
    const parts: (TextPart | ValuePart)[] = []
    let from = this.#lines.at(index)
    const end = this.#endOfLine(index)
    let left = limit
    let dropped = 0
    const add = (to: number): void => {
      const text = this.#decode(from, Math.min(to, from + 4 * left))
      const shown = text.slice(0, left)
      left -= shown.length
      const { runs, dropped: some } = rendered(shown)
      parts.push(...runs)
      dropped += some
    }
    for (let value = this.#starts.firstFrom(from); left > 0 && value < this.valueCount && this.#starts.at(value) < end; value++) {
      add(this.#starts.at(value))
      if (left <= 0) break
      const piece = this.piece(value)
      parts.push({ value, piece })
      left -= piece.decimal.length
      from = this.#ends.at(value)
    }
    if (left > 0) add(end)
    return {
      number: index + 1,
      parts,
      ...(dropped > 0 && { dropped }),
      ...(left <= 0 && { cutFrom: this.#charactersOf(index), ...(limit === MOST_CHARACTERS && { isMost: true }) }),
    }
  }
  /** Of what is shown, roughly: bytes without the digits of distributions. */
  #charactersOf(index: number): number {
    const from = this.#lines.at(index)
    const end = this.#endOfLine(index)
    let count = end - from
    for (let value = this.#starts.firstFrom(from); value < this.valueCount && this.#starts.at(value) < end; value++)
      count -= this.#ends.at(value) - this.#tails.at(value)
    return count
  }
  /** Of its last byte that is not a line end. */
  #endOfLine(index: number): number {
    const next = index + 1 < this.#lines.length ? this.#lines.at(index + 1) - 1 : this.#bytes.length
    return next > this.#lines.at(index) && this.#bytes.at(next - 1) === 0x0d ? next - 1 : next
  }
  #decode(from: number, to: number): string {
    return this.#decoder.decode(this.#bytes.slice(from, to))
  }

  #nameOf(value: number): { readonly name: string; readonly description?: string; readonly traced?: string } {
    this.#names ??= this.#namesInJson()
    const given = this.#names[value]
    if (given) return given
    const start = this.#starts.at(value)
    const line = this.#lines.at(this.lineOf(start))
    const [, traced, place, expression] = TRACED.exec(this.#decode(line, Math.min(start, line + 1000))) ?? []
    if (traced) return { name: `${expression}, line ${place}`, traced }
    const before = value > 0 ? this.#ends.at(value - 1) : 0
    const isFirst = before <= line
    return { name: nameFrom(this.#decode(Math.max(isFirst ? line : before, start - 400), start), isFirst) }
  }
  #namesInJson(): readonly { readonly name: string; readonly description?: string }[] {
    if (!this.#isWhole || this.length > JSON_BYTES || !/^\s*\{/.test(this.#decode(0, 64))) return []
    const text = this.#decode(0, this.length)
    return text.includes('"plots"') ? namedValues(text) : []
  }

  /** The mean, from the header of a value, without its Dirac deltas. */
  #header(value: number): number {
    const digits = this.#decode(this.#tails.at(value) + 2 + 18, this.#tails.at(value) + 2 + 34)
    const view = new DataView(new ArrayBuffer(8))
    view.setBigUint64(0, BigInt(`0x${digits}`))
    return view.getFloat64(0)
  }

  #findLines(): void {
    for (let at = this.#bytes.indexOf(NEWLINE, this.#newlines); at >= 0; at = this.#bytes.indexOf(NEWLINE, this.#newlines)) {
      this.#lines.push(at + 1)
      this.#newlines = at + 1
    }
    this.#newlines = this.#bytes.length
  }

  /** As far as values are known to be whole. */
  #findValues(): void {
    for (;;) {
      const at = this.#bytes.indexOf(U, this.#scanned)
      if (at < 0) {
        this.#scanned = this.#bytes.length
        return
      }
      const digits = this.#digitsBehind(at)
      if (digits === undefined) {
        this.#scanned = at
        return // the rest comes
      }
      const particle = digits >= HEADER - 2 ? NUMBER_BEFORE.exec(this.#decode(Math.max(this.#lastEnd(), at - 64), at))?.[0] : undefined
      if (particle !== undefined) {
        this.#starts.push(at - particle.length)
        this.#tails.push(at)
        this.#ends.push(at + 2 + digits)
        this.#scanned = at + 2 + digits
      } else this.#scanned = at + 1
    }
  }
  #lastEnd(): number {
    return this.valueCount === 0 ? 0 : this.#ends.at(this.valueCount - 1)
  }
  /** Hexadecimal digits behind a `Ux` that belong to a value; 0 where no `Ux` stands; undefined where more may follow. */
  #digitsBehind(at: number): number | undefined {
    const { length } = this.#bytes
    if (at + 1 >= length) return this.#isWhole ? 0 : undefined
    if (this.#bytes.at(at + 1) !== X) return 0
    const from = at + 2
    const header = this.#hexadecimal(from, HEADER)
    if (header < HEADER) return from + header < length || this.#isWhole ? header : undefined
    const count = Number.parseInt(this.#decode(from + 34, from + HEADER), 16)
    if (count > MOST_DIRACS) return HEADER
    const wanted = HEADER + 32 * count
    const digits = this.#hexadecimal(from, wanted)
    return digits === wanted || from + digits < length || this.#isWhole ? digits : undefined
  }
  #hexadecimal(from: number, most: number): number {
    const bytes = this.#bytes.slice(from, from + most)
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!
      const isDigit = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
      if (!isDigit) return index
    }
    return bytes.length
  }
}
