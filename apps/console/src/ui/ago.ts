const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const
const FAR_SECONDS = 30 * 86_400

/** How long ago a time is, or how far ahead, in words; beyond a month the date. Milliseconds since the epoch. */
export function ago(at: number, now: number): string {
  const seconds = (now - at) / 1000
  const far = Math.abs(seconds)
  if (far > FAR_SECONDS) return new Date(at).toISOString().slice(0, 10)
  const [size, unit] = UNITS.find(([each]) => far >= each) ?? []
  if (size === undefined) return seconds >= -10 ? 'just now' : 'in less than a minute'
  const count = Math.floor(far / size)
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`
  return seconds >= 0 ? `${words} ago` : `in ${words}`
}
