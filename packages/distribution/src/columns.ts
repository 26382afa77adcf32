// Output with its values as people read them, in columns as straight as they can be: a value stated is longer than the decimal that the program
// lined up (`5.8 ± 1.1` for `5.825`), so blanks in front of it and behind it give way.
import type { Piece, ValuePiece } from './pieces.ts'

/** Lays out the output of one program, which may come in several parts; a run of blanks and the value behind it belong in one part. */
export class Columns {
  /** How many columns further right the screen is than the program was. */
  #drift = 0
  #isLineStart = true

  /** @returns the same pieces with fewer or more blanks, and what `put` makes of the text of each value in its place */
  lay<Shown>(pieces: readonly Piece[], textOf: (value: ValuePiece) => string, put: (text: string, value: ValuePiece) => Shown): (string | Shown)[] {
    const laid: (string | Shown)[] = []
    let blanks = 0
    for (const [index, piece] of pieces.entries()) {
      const next = pieces[index + 1]
      if (typeof piece === 'string') {
        blanks = next === undefined ? 0 : blanksAtEnd(piece)
        const text = this.#text(piece.slice(0, piece.length - blanks))
        if (text !== '') laid.push(text)
        continue
      }
      // A digit right behind would read as one of the uncertainty.
      const text = typeof next === 'string' && /^\d/.test(next) ? `(${textOf(piece)})` : textOf(piece)
      this.#drift += text.length - piece.decimal.length
      const wanted = this.#blanks(blanks, this.#isLineStart ? 0 : 1)
      if (wanted > 0) laid.push(' '.repeat(wanted))
      laid.push(put(text, piece))
      blanks = 0
      this.#isLineStart = false
    }
    return laid
  }

  #text(text: string): string {
    const lines = text.split(/(?<=[\n\r\t])/)
    return lines.map((line) => this.#line(line)).join('')
  }

  /** A line, or its part up to a tabulator, behind which columns begin anew. */
  #line(line: string): string {
    const isStart = this.#isLineStart
    const laid = line.replace(/ {2,}/g, (run, at: number) => ' '.repeat(this.#blanks(run.length, isStart && at === 0 ? 0 : 1)))
    const last = line.at(-1)
    if (last === '\n' || last === '\r' || last === '\t') this.#drift = 0
    if (last !== undefined) this.#isLineStart = last === '\n' || last === '\r'
    return laid
  }

  /** Takes the drift out of a run of blanks, of which `kept` stay; two blanks or more are a column, and may grow. */
  #blanks(count: number, kept: number): number {
    const taken = this.#drift > 0 ? Math.min(this.#drift, Math.max(0, count - kept)) : count >= 2 ? this.#drift : 0
    this.#drift -= taken
    return count - taken
  }
}

function blanksAtEnd(text: string): number {
  let count = 0
  while (text.at(-1 - count) === ' ') count++
  return count
}
