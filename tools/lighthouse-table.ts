// The budgets of the site's pages, and what was measured beside them.
import { median } from './conditions.ts'

/** One run: scores from 0 to 100, times in milliseconds. */
export interface Measured {
  readonly performance: number
  readonly accessibility: number
  readonly practices: number
  readonly seo: number
  readonly paint: number
  readonly shift: number
  readonly blocking: number
  /** Audits of accessibility, best practices and SEO that did not pass. */
  readonly faults: readonly string[]
}
export interface Bound {
  readonly path: string
  readonly performance: number
  /** Milliseconds of blocking that the page is to stay within, apart from never exceeding the bare page. */
  readonly blocking: number
}
export interface Row {
  readonly path: string
  readonly measure: string
  readonly required: string
  readonly observed: string
  readonly passes: boolean
}

const PAINT = 1500 // ms
const SHIFT = 0.01
const page = (path: string): Bound => ({ path, performance: 95, blocking: 200 })
export const PAGES: readonly Bound[] = [
  page('/'),
  page('/docs/api/guides/authentication/'),
  page('/docs/uxhw-api/inserting-uncertainty/parametric-distributions/gauss/'),
  { path: '/docs/api/reference/', performance: 90, blocking: 300 },
  page('/search/'),
]

/** Medians against budgets. A page without a run has no row that passes. */
export function rowsOf(pages: readonly Bound[], measured: ReadonlyMap<string, readonly Measured[]>, bareBlocking: number): Row[] {
  return pages.flatMap(({ path, performance, blocking }) => {
    const runs = measured.get(path) ?? []
    const middle = (of: (run: Measured) => number) => median(runs.map(of))
    const score = (measure: string, of: (run: Measured) => number, least: number): Row => {
      const observed = middle(of)
      return { path, measure, required: `at least ${least}`, observed: String(observed), passes: observed >= least }
    }
    const time = (measure: string, of: (run: Measured) => number, most: number, why = ''): Row => {
      const observed = Math.round(middle(of))
      return { path, measure, required: `at most ${Math.round(most)} ms${why}`, observed: `${observed} ms`, passes: observed <= Math.round(most) }
    }
    const shift = middle((run) => run.shift)
    return [
      score('performance', (run) => run.performance, performance),
      score('accessibility', (run) => run.accessibility, 100),
      score('best practices', (run) => run.practices, 100),
      score('SEO', (run) => run.seo, 100),
      time('largest contentful paint', (run) => run.paint, PAINT),
      { path, measure: 'cumulative layout shift', required: `at most ${SHIFT}`, observed: shift.toFixed(4), passes: shift <= SHIFT },
      time('total blocking time', (run) => run.blocking, blocking),
      time('total blocking time', (run) => run.blocking, bareBlocking, ', the bare page'),
    ]
  })
}

export function reportOf(rows: readonly Row[], runs: number, conditions: string): string {
  const cells = [['Page', 'Measure', 'Required', 'Observed', ''], ...rows.map(cellsOf)]
  const widths = cells[0]?.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const missed = rows.filter(({ passes }) => !passes).length
  return `# Pages of the documentation site in Lighthouse

Written by \`npm run lighthouse -- --write\`. Lighthouse's settings for phones (simulated slow 4G, processor four times slower), medians of ${runs}
runs of each page in turn, served by the platform's own handler.

${[line(cells[0] ?? []), line(widths.map((width) => '-'.repeat(width))), ...cells.slice(1).map(line)].join('\n')}

${rows.length - missed} passed, ${missed} failed. ${conditions}
`
}
const cellsOf = ({ path, measure, required, observed, passes }: Row): string[] => [path, measure, required, observed, passes ? 'pass' : '**FAIL**']
