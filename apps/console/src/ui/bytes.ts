const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes for people, in powers of a thousand: 64 MB. */
export function bytes(count: number): string {
  const step = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3))
  return `${Number((count / 1000 ** step).toPrecision(3))} ${UNITS[step]}`
}
