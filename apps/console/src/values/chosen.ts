// Values chosen for a plot, and values as a table for other programs.
import type { ValueRow } from '../output/value-row.ts'

/** What a reader can still tell apart in one plot. */
export const MOST_CHOSEN = 8

/** With the value where it was missing, without it where it was there; unchanged where no more fit. */
export function toggled(chosen: readonly number[], value: number): readonly number[] {
  if (chosen.includes(value)) return chosen.filter((each) => each !== value)
  return chosen.length < MOST_CHOSEN ? [...chosen, value] : chosen
}

/** RFC 4180, with a header line. */
export function valuesCsv(rows: readonly ValueRow[]): string {
  const lines = rows.map(({ index, name, line, piece: { decimal, mean, deviation, quantiles } }) => [
    index < 0 ? '' : index + 1,
    name,
    line,
    decimal,
    mean,
    deviation,
    ...quantiles,
  ])
  return [['number', 'name', 'line', 'particle', 'mean', 'standard deviation', '2.5 %', 'median', '97.5 %'], ...lines]
    .map((cells) => cells.map((cell) => escaped(String(cell))).join(','))
    .join('\r\n')
    .concat('\r\n')
}

/** A cell that a spreadsheet would take for a formula begins with a quote mark there. */
function escaped(cell: string): string {
  const safe = /^[=+\-@\t]/.test(cell) && Number.isNaN(Number(cell)) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
