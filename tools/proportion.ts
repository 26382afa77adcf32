// Where the time of `npm test` goes: a table of what took longest, and a warning for what takes too large a share of it.

/** A test file or a suite, and the seconds it was busy: import, hooks and tests. Files run side by side, so the seconds of all are more than the run's. */
export interface Timed {
  readonly name: string
  readonly seconds: number
}

/** Of the seconds of all: what takes more is to be divided, made quicker, or moved to a command of its own. */
export const LARGEST_SHARE = 0.12
const ROWS = 15

export function proportions(all: readonly Timed[]): string[] {
  const total = all.reduce((sum, { seconds }) => sum + seconds, 0)
  const shares = [...all].sort((a, b) => b.seconds - a.seconds).map((one) => ({ ...one, share: one.seconds / (total || 1) }))
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  return [
    `slowest of ${all.length}, of ${total.toFixed(0)} s:`,
    ...shares.slice(0, ROWS).map(({ name, seconds, share }) => `${seconds.toFixed(1).padStart(7)} s  ${percent(share).padStart(6)}  ${name}`),
    ...shares
      .filter(({ share }) => share > LARGEST_SHARE)
      .map(({ name, share }) => `WARNING  ${name} takes ${percent(share)} of the time of all tests, more than ${percent(LARGEST_SHARE)}`),
  ]
}

/** Lines that a suite prints about its parts, `took 12.3 s  NAME`. */
export function timesOf(output: string): Timed[] {
  return [...output.matchAll(/^took (\d+\.\d) s {2}(\S.*)$/gm)].map(([, seconds, name]) => ({ name: name as string, seconds: Number(seconds) }))
}
export const tookLine = ({ name, seconds }: Timed): string => `took ${seconds.toFixed(1)} s  ${name}`
