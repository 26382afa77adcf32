// Published figures beside what an example gives: statistics of its printed distributions that have to agree within a stated tolerance.
// They are written by hand into `examples/….published.json`, one row per figure, with where each comes from.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { histogramOf, histogramQuantile, type Piece, parseUx } from '@credence/distribution'
import type { PublishedFigure } from '../apps/docs/plugins/examples/results.ts'

type Row = Omit<PublishedFigure, 'observed'>

/** The figures of `examples/…/name.c`, each with what this run gave. None: the example has no such file. */
export async function publishedFigures(file: string, stdout: readonly Piece[]): Promise<PublishedFigure[]> {
  const path = file.replace(/(\/src\/main)?\.\w+$/, '.published.json')
  if (!existsSync(path)) return []
  const rows: readonly Row[] = JSON.parse(await readFile(path, 'utf8'))
  return rows.map((row) => ({ ...row, observed: observe(stdout, row) }))
}

/** The first figure that is missed, for people. */
export function disagreement(figures: readonly PublishedFigure[]): string | undefined {
  const missed = figures.find(({ observed, figure, tolerance }) => !(Math.abs(observed - figure) <= tolerance))
  return missed && `${missed.name}: ${missed.observed}, published ${missed.figure} ± ${missed.tolerance} (${missed.source})`
}

/**
 * @param row.value      which printed value, counted from 1
 * @param row.statistic  `mean`, `deviation`, `quantile P`, `shortest COVERAGE low`, `shortest COVERAGE high`
 * @throws RangeError  there is no such value or statistic
 */
export function observe(stdout: readonly Piece[], { value, statistic }: Pick<Row, 'value' | 'statistic'>): number {
  const piece = stdout.filter((each) => typeof each !== 'string')[value - 1]
  if (!piece) throw new RangeError(`no value ${value} was printed`)
  const [what, fraction = '', end] = statistic.split(' ')
  if (what === 'mean') return piece.mean
  if (what === 'deviation') return piece.deviation
  const histogram = histogramOf(parseUx(piece.ux).mixture, 'pairwise')
  if (!histogram || !('edges' in histogram)) throw new RangeError(`value ${value} has no quantiles`)
  const quantile = (p: number) => histogramQuantile(histogram, Math.min(1, p))
  if (what === 'quantile') return quantile(Number(fraction))
  if (what !== 'shortest') throw new RangeError(`no statistic is called ${statistic}`)
  const [low, high] = shortestInterval(quantile, Number(fraction))
  return end === 'low' ? low : high
}

/** GUM Supplement 1, 5.3.4: the shortest of all intervals that hold the coverage. */
function shortestInterval(quantile: (p: number) => number, coverage: number): [number, number] {
  const steps = 400
  const at = (i: number): [number, number] => {
    const from = ((1 - coverage) * i) / steps
    return [quantile(from), quantile(from + coverage)]
  }
  return Array.from({ length: steps + 1 }, (_, i) => at(i)).reduce((best, next) => (next[1] - next[0] < best[1] - best[0] ? next : best))
}
