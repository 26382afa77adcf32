// What a figure was measured on, and the middle of several.
import { cpus, loadavg } from 'node:os'

/** To be printed below a table: machine, Node, and how busy the machine was. */
export function conditions(): string {
  const load = loadavg().map((each) => each.toFixed(1))
  return `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; load averages (1, 5, 15 min) at the end: ${load.join(', ')}`
}
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
