// The statements of a Fortran source, with where they stand. Sources: Fortran 2018, 6.3.2 (free form) and 6.3.3 (fixed form).
import type { SourceForm } from './sources.ts'

export interface Statement {
  /** In small letters, without blanks, labels and names of constructs; texts are empty quotes. */
  readonly text: string
  /** Offset of its first character, behind a label. */
  readonly start: number
  /** Offset behind its last character; comments are not part of it. */
  readonly end: number
  /** Lines of its begin and its end, counted from 1. */
  readonly line: number
  readonly lastLine: number
}

/** Column behind the last that counts, in fixed form. */
export const FIXED_WIDTH = 72

export function statementsOf(source: string, form: SourceForm): Statement[] {
  const reader = new StatementReader()
  let offset = 0
  for (const [index, line] of source.split('\n').entries()) {
    const body = line.endsWith('\r') ? line.slice(0, -1) : line
    if (form === 'fixed') readFixed(reader, body, offset, index + 1)
    else readFree(reader, body, offset, index + 1)
    offset += line.length + 1
  }
  return reader.end()
}

function readFree(reader: StatementReader, line: string, offset: number, number: number): void {
  const first = line.search(/\S/)
  if (first < 0 || line[first] === '#' || (line[first] === '!' && !reader.isInText)) return
  const from = reader.isContinued && line[first] === '&' ? first + 1 : reader.isInText ? 0 : first
  if (!reader.isContinued) reader.finish()
  reader.isContinued = false
  reader.read(line, from, line.length, offset, number, true)
}

function readFixed(reader: StatementReader, line: string, offset: number, number: number): void {
  if (/^[cCdD*!#]/.test(line) || line.trim() === '') return
  const tab = /^(?: {0,5}|\d{1,5})\t/.exec(line)?.[0].length
  const isContinuation = tab === undefined ? /^ {5}[^ 0]/.test(line) : /[1-9]/.test(line[tab] ?? '')
  const from = tab === undefined ? 6 : tab + Number(isContinuation)
  if (!isContinuation) reader.finish()
  reader.read(line, Math.min(from, line.length), Math.min(line.length, FIXED_WIDTH), offset, number, false)
}

class StatementReader {
  readonly #found: Statement[] = []
  #text = ''
  #start = 0
  #end = 0
  #line = 0
  #lastLine = 0
  #quote = ''
  /** The line before ended with a mark of continuation. */
  isContinued = false

  get isInText(): boolean {
    return this.#quote !== ''
  }

  /** @param marks  whether a `&` at the end continues */
  read(line: string, from: number, to: number, offset: number, number: number, marks: boolean): void {
    for (let at = from; at < to; at++) {
      const letter = line[at]!
      if (this.#quote !== '') {
        if (marks && letter === '&' && line.slice(at + 1, to).trim() === '') {
          this.isContinued = true
          return
        }
        if (letter === this.#quote) {
          this.#quote = ''
          this.#take(letter, offset + at, number)
        }
        continue
      }
      if (letter === '!') return
      if (letter === ';') this.finish()
      else if (marks && letter === '&' && /^\s*(!|$)/.test(line.slice(at + 1, to))) {
        this.isContinued = true
        return
      } else if (letter !== ' ' && letter !== '\t') {
        if (letter === '"' || letter === "'") this.#quote = letter
        this.#take(letter, offset + at, number)
      }
    }
  }

  #take(letter: string, at: number, line: number): void {
    if (this.#text === '' && /\d/.test(letter)) return // a label
    if (this.#text === '') {
      this.#start = at
      this.#line = line
    }
    this.#text += letter.toLowerCase()
    this.#end = at + 1
    this.#lastLine = line
  }

  finish(): void {
    this.#quote = ''
    const text = this.#text.replace(/^[a-z]\w*:(?=(if\(|do|select|where|forall|associate|block|critical))/, '')
    if (text !== '') this.#found.push({ text, start: this.#start, end: this.#end, line: this.#line, lastLine: this.#lastLine })
    this.#text = ''
  }

  end(): Statement[] {
    this.finish()
    return this.#found
  }
}
