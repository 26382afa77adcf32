// The table of a sweep, and as a file for other programs and for papers.
import { csv } from '../ui/csv.ts'

export interface SweepRow {
  readonly core: string
  readonly precision: number | undefined
  readonly arguments: string
  readonly status: string
  readonly mean?: number
  readonly deviation?: number
  readonly skewness?: number
  readonly kurtosis?: number
  readonly quantiles?: readonly number[]
  /** To the same arguments on the finest core. */
  readonly w1?: number
  readonly milliseconds?: number
  readonly task?: string
}
const PLAIN = ['core', 'precision', 'arguments', 'status', 'mean', 'standard deviation', 'skewness', 'excess kurtosis'] as const

const headerOf = (probabilities: readonly number[]): string[] => [
  ...PLAIN,
  ...probabilities.map((p) => `quantile ${Number((100 * p).toFixed(6))} %`),
  'W1 to the finest core',
  'milliseconds',
  'task',
]
const cellsOf = (row: SweepRow, probabilities: readonly number[]): (string | number)[] => [
  row.core,
  row.precision ?? '',
  row.arguments,
  row.status,
  row.mean ?? '',
  row.deviation ?? '',
  row.skewness ?? '',
  row.kurtosis ?? '',
  ...probabilities.map((_, index) => row.quantiles?.[index] ?? ''),
  row.w1 ?? '',
  row.milliseconds ?? '',
  row.task ?? '',
]
/** Five digits are more than a table says; the file for programs has all. */
const short = (cell: string | number): string => (typeof cell === 'number' ? String(Number(cell.toPrecision(5))) : cell)

export const sweepCsv = (rows: readonly SweepRow[], probabilities: readonly number[]): string =>
  csv(
    headerOf(probabilities),
    rows.map((row) => cellsOf(row, probabilities)),
  )

export function sweepMarkdown(rows: readonly SweepRow[], probabilities: readonly number[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  const header = headerOf(probabilities)
  return line(header) + line(header.map(() => '---')) + rows.map((row) => line(cellsOf(row, probabilities).map(short))).join('')
}

export function sweepLatex(rows: readonly SweepRow[], probabilities: readonly number[]): string {
  const line = (cells: readonly string[]) => `${cells.map(escaped).join(' & ')} \\\\\n`
  const header = headerOf(probabilities).slice(0, -1) // ids of tasks say nothing on paper
  const columns = header.map((_, index) => (index === 0 || index === 2 || index === 3 ? 'l' : 'r')).join('')
  const body = rows.map((row) => line(cellsOf(row, probabilities).slice(0, -1).map(short))).join('')
  return `\\begin{tabular}{${columns}}\n\\hline\n${line(header)}\\hline\n${body}\\hline\n\\end{tabular}\n`
}
const escaped = (text: string): string => text.replace(/[\\{}$&#%_^~]/g, (character) => LATEX[character] ?? `\\${character}`)
const LATEX: Readonly<Record<string, string>> = { '\\': '\\textbackslash{}', '^': '\\textasciicircum{}', '~': '\\textasciitilde{}' }
