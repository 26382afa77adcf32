// The worker that holds an output: takes its bytes, answers questions about it.

import { OutputText, type ShownLine, type Sorting } from './output-text.ts'
import { type Found, search, type Wanted } from './search.ts'
import type { ValueRow } from './value-row.ts'

export type Question =
  | { readonly ask: 'lines'; readonly from: number; readonly to: number; readonly whole?: number }
  /** Those of these indices. */
  | { readonly ask: 'some-lines'; readonly lines: readonly number[]; readonly whole?: number }
  | { readonly ask: 'rows'; readonly values: readonly number[] }
  | { readonly ask: 'order'; readonly sorting: Sorting }
  | { readonly ask: 'search'; readonly wanted: Wanted }
  | { readonly ask: 'text'; readonly from?: number; readonly to?: number }
  | { readonly ask: 'raw'; readonly from?: number; readonly to?: number }
export interface Answers {
  readonly lines: ShownLine[]
  readonly 'some-lines': ShownLine[]
  readonly rows: ValueRow[]
  readonly order: Int32Array
  readonly search: Found
  readonly text: string
  readonly raw: Uint8Array
}
export interface Extent {
  readonly bytes: number
  readonly lines: number
  readonly values: number
  readonly isWhole: boolean
}
export type ToWorker = { readonly append: Uint8Array } | { readonly end: true } | { readonly id: number; readonly question: Question }
export type FromWorker =
  | { readonly extent: Extent }
  | { readonly id: number; readonly answer: Answers[keyof Answers] }
  | { readonly id: number; readonly fault: string }

/** Of one search. */
const SEARCH_MS = 3000
/** From one word about how much there is to the next. */
const EXTENT_MS = 50
const output = new OutputText()

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('append' in data) {
    output.append(data.append)
    // They are copied, and gone at once: the collector would let a hundred of them lie first.
    ;(data.append.buffer as ArrayBuffer).transfer?.(0)
    return tellSoon()
  }
  if ('end' in data) output.end()
  else {
    try {
      tell({ id: data.id, answer: answerTo(data.question) })
    } catch (error) {
      tell({ id: data.id, fault: error instanceof Error ? error.message : String(error) })
    }
    return
  }
  tellExtent()
})

let soon: ReturnType<typeof setTimeout> | undefined
/** An output comes in a thousand pieces; the page need not draw each. */
function tellSoon(): void {
  soon ??= setTimeout(tellExtent, EXTENT_MS)
}
function tellExtent(): void {
  clearTimeout(soon)
  soon = undefined
  tell({ extent: { bytes: output.length, lines: output.lineCount, values: output.valueCount, isWhole: output.isWhole } })
}

function answerTo(question: Question): Answers[keyof Answers] {
  switch (question.ask) {
    case 'lines':
      return output.lines(question.from, question.to, question.whole)
    case 'some-lines':
      return question.lines.flatMap((line) => output.lines(line, line + 1, question.whole))
    case 'rows':
      return output.rows(question.values)
    case 'order':
      return output.order(question.sorting)
    case 'search':
      return search(output, question.wanted, SEARCH_MS)
    case 'text':
      return output.text(question.from, question.to)
    case 'raw':
      return output.raw(question.from, question.to).slice()
  }
}
function tell(message: FromWorker): void {
  postMessage(message)
}
