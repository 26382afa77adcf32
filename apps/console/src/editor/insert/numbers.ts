// Numbers that somebody pasted or brought in a file: a list, or columns with or without names.

export interface Column {
  readonly name: string
  readonly numbers: readonly number[]
  /** Cells that are no numbers; the name of the column is none of them. */
  readonly others: number
}

/** Columns in which at least one cell is a number. Cells are separated by comma, semicolon, tab or spaces; with semicolons a comma is a decimal mark. */
export function columnsOf(text: string): Column[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const separator = lines.some((line) => line.includes(';'))
    ? /\s*;\s*/
    : lines.some((line) => line.includes('\t'))
      ? /\t/
      : lines.some((line) => line.includes(','))
        ? /\s*,\s*/
        : /\s+/
  const hasDecimalComma = separator.source.includes(';')
  const rows = lines.map((line) =>
    line
      .trim()
      .split(separator)
      .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')),
  )
  // One row is a list, however many cells it has.
  if (rows.length === 1)
    return columnsFrom(
      rows[0]!.filter((cell) => cell !== '').map((cell) => [cell]),
      hasDecimalComma,
    )
  return columnsFrom(rows, hasDecimalComma)
}

function columnsFrom(rows: readonly (readonly string[])[], hasDecimalComma: boolean): Column[] {
  const numberIn = (cell: string | undefined): number =>
    cell === undefined || cell === '' ? Number.NaN : Number(hasDecimalComma ? cell.replace(',', '.') : cell)
  const isNamed = rows[0]?.every((cell) => Number.isNaN(numberIn(cell))) === true
  const body = isNamed ? rows.slice(1) : rows
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, index): Column => {
    const cells = body.map((row) => row[index]).filter((cell) => cell !== undefined && cell !== '')
    const numbers = cells.map(numberIn).filter(Number.isFinite)
    return { name: (isNamed && rows[0]?.[index]) || `Column ${index + 1}`, numbers, others: cells.length - numbers.length }
  }).filter(({ numbers }) => numbers.length > 0)
}
