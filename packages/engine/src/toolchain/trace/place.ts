// Where on a line the value of a trace variable is taken. With the statement on that line done: behind a declaration or an expression; before a
// jump and before the head of a branch; inside the body of a loop or function whose head it is, at its begin; on a line without a statement, before
// the next one.
import { type FunctionBody, functionsOf, type Statement } from './statements.ts'
import { tokensOf } from './tokens.ts'

export interface Place {
  /** Offset in the source. */
  readonly at: number
  /** A statement that stands alone gets braces, so that another may stand beside it. */
  readonly braces?: { readonly from: number; readonly to: number }
  /** What stands before the calls and behind them; default: a blank and nothing. */
  readonly lead?: string
  readonly tail?: string
  /** What the file needs once for it. */
  readonly once?: { readonly at: number; readonly text: string }
}

/** The places that fit line `line`, best first; those further on are for what the compiler refuses at the others. Empty: no function is there. */
export function placesOf(functions: readonly FunctionBody[], line: number): Place[] {
  const inside = functions.filter(({ headLine, block }) => headLine <= line && line <= block.lastLine)
  return distinct(inside.reverse().flatMap(({ block }) => (line < block.line ? [begin(block)] : inBlock(block, line))))
}
/** @param source  of C or C++, in bytes as characters */
export const functionsIn = (source: string): FunctionBody[] => functionsOf(tokensOf(source))

const begin = (block: Statement): Place => ({ at: block.start + 1 })
const beside = (statement: Statement, at: number): Place => ({
  at,
  ...(statement.isAlone && { braces: { from: statement.start, to: statement.end } }),
})
const before = (statement: Statement): Place => beside(statement, statement.start)
const behind = (statement: Statement): Place => beside(statement, statement.end)

function inBlock(block: Statement, line: number): Place[] {
  const covering = block.inner.findLast((statement) => statement.line <= line && line <= statement.lastLine)
  if (covering) return inStatement(covering, line)
  if (line === block.line) return [begin(block)]
  const next = block.inner.find((statement) => statement.line > line)
  return [next ? before(next) : { at: block.end - 1 }]
}

function inStatement(statement: Statement, line: number): Place[] {
  const { kind, headLine, inner, line: first, lastLine: last } = statement
  if (kind === 'block') return inBlock(statement, line)
  const covering = inner.filter((one) => one.line <= line && line <= one.lastLine).reverse()
  const within = covering.flatMap((one) => inStatement(one, line))
  if (kind === 'simple' || kind === 'jump') {
    const own = kind === 'jump' ? before(statement) : behind(statement)
    return line > first && within.length > 0 && line < last ? [...within, own] : [own, ...within]
  }
  if (kind === 'loop') {
    const body = inner[0]
    const start = body === undefined ? [] : body.kind === 'block' ? [begin(body)] : [before(body)]
    return line <= headLine && !(first === last && within.length > 0) ? [...start, before(statement)] : [...within, ...start, behind(statement)]
  }
  if (first === last) return [leaves(statement) ? before(statement) : behind(statement), ...within]
  return line <= headLine ? [before(statement), ...within] : [...within, behind(statement)]
}
function leaves({ kind, inner }: Statement): boolean {
  return kind === 'jump' || inner.some(leaves)
}
function distinct(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
}
