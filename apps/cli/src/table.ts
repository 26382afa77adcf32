// Plain tables for lists: aligned columns, no rules, so that cut, awk and people read them alike.

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return [header.map((title) => title.toUpperCase()), ...rows].map((row) => `${line(row)}\n`).join('')
}

/** `name  value` lines. */
export function fields(rows: readonly (readonly [name: string, value: string | number | undefined])[]): string {
  const shown = rows.filter(([, value]) => value !== undefined && value !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('')
}

/** A time of the API: milliseconds since the epoch → `2026-01-02 03:04:05Z`. */
export function time(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')}Z`
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
