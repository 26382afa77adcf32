// The first rows of a table as text: cells quoted as RFC 4180 has them, separated by commas, semicolons or tabs, whichever the first row uses most.
export interface CsvRows {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** More rows follow. */
  readonly isCut: boolean
}
/** @param isWhole  the text is the whole file; else its last row may be half of one */
export function readCsv(text: string, most: number, isWhole: boolean): CsvRows {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let ended = true
  while (at < text.length && rows.length <= most + 1) {
    const { cell, next } = cellAt(text, at, separator)
    row.push(cell)
    ended = text[next] !== separator
    at = next + 1
    if (!ended && next < text.length) {
      if (at < text.length) continue
      row.push('') // the text ends behind a separator
    }
    if (text[next] === '\r' && text[at] === '\n') at++
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  if (!isWhole && rows.length <= most + 1 && rows.length > 1 && !/[\r\n]$/.test(text)) rows.pop()
  const [header = [], ...body] = rows
  return { header, rows: body.slice(0, most), isCut: body.length > most || !isWhole }
}

function cellAt(text: string, from: number, separator: string): { readonly cell: string; readonly next: number } {
  if (text[from] !== '"') {
    let next = from
    while (next < text.length && text[next] !== separator && text[next] !== '\n' && text[next] !== '\r') next++
    return { cell: text.slice(from, next), next }
  }
  let cell = ''
  let at = from + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0) return { cell: cell + text.slice(at), next: text.length }
    cell += text.slice(at, end)
    if (text[end + 1] !== '"') {
      let next = end + 1
      while (next < text.length && text[next] !== separator && text[next] !== '\n' && text[next] !== '\r') next++
      return { cell, next }
    }
    cell += '"'
    at = end + 2
  }
}

function separatorOf(text: string): string {
  const line = text.slice(0, 2000).split(/\r?\n/, 1)[0] ?? ''
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
