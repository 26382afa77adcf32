// Tables of measured figures: published values beside those of the examples, and bench/methods.json.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ExampleResult, resultFile } from '../examples/results.ts'
import { type MdxNode, table, text } from './nodes.ts'

const METHODS = fileURLToPath(new URL('../../../../bench/methods.json', import.meta.url))

/** @param example  path below examples/, as `cases/gum-mass.c` @throws RangeError  it was not run, or has no published figures */
export function publishedTable(example: string): MdxNode {
  const path = resultFile(example)
  if (!existsSync(path)) throw new RangeError(`examples/${example} has not been run: npm run examples`)
  const { published }: ExampleResult = JSON.parse(readFileSync(path, 'utf8'))
  if (!published?.length) throw new RangeError(`examples/${example} has no published figures`)
  return table(
    ['Figure', 'Published or exact', 'This program', 'Tolerance of the test', 'Source'],
    published.map(({ name, figure, observed, tolerance, source }) => [name, String(figure), rounded(observed, tolerance), `±${tolerance}`, source]),
    [1, 2, 3],
  )
}

/** One digit more than the tolerance has. */
function rounded(value: number, tolerance: number): string {
  return value.toFixed(Math.min(8, Math.max(0, 1 - Math.floor(Math.log10(tolerance))))).replace(/^-(0\.?0*)$/, '$1')
}

interface Row {
  readonly model: string
  readonly method: string
  readonly errors: { readonly mean: number; readonly deviation: number; readonly low: number; readonly high: number }
  readonly milliseconds: number
}
/** A paragraph with the name and a table for each model; errors in thousandths. */
export function methodsTables(): MdxNode[] {
  const { rows }: { rows: readonly Row[] } = JSON.parse(readFileSync(METHODS, 'utf8'))
  return Array.from(Map.groupBy(rows, ({ model }) => model)).flatMap(([model, ofModel]) => [
    { type: 'paragraph', children: [{ type: 'strong', children: [text(model)] }] },
    table(
      ['Method', 'Mean', 'Deviation', '2.5 % quantile', '97.5 % quantile', 'Time, ms'],
      ofModel.map(({ method, errors, milliseconds }) => [
        method,
        ...[errors.mean, errors.deviation, errors.low, errors.high].map((error) => thousandths(error)),
        milliseconds.toFixed(0),
      ]),
      [1, 2, 3, 4, 5],
    ),
  ])
}
function thousandths(error: number): string {
  const value = error * 1000
  return value >= 10 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value < 0.2 ? 'below 0.2' : value.toFixed(1)
}
