// A distribution as files for other programs: tables, JSON, the text it came as.
import { formatUx, mean, totalMass, type UxValue } from '@credence/distribution'
import { type Reader, readerOf } from './reader.ts'

export const EXPORT_KINDS = ['svg', 'png1', 'png2', 'png4', 'bars', 'diracs', 'json', 'ux'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

/** The bars of the plot: `from,to,density`, one a line, numbers with all their digits; then rows of mass that is not finite. */
export function barsCsv(value: UxValue, reader: Reader = readerOf(value)): string {
  const { bins, nonFinite } = reader
  const finite =
    !bins || 'point' in bins
      ? bins
        ? [[bins.point, bins.point, 'Infinity']]
        : []
      : Array.from(bins.heights, (density, index) => [bins.edges[index]!, bins.edges[index + 1]!, density])
  return csv(['from', 'to', 'density'], [...finite, ...nonFinite.map(({ name, mass }) => [name, name, mass])])
}

/** `position,mass,cumulated`, in the order in which they are stored. */
export function diracsCsv({ mixture }: UxValue): string {
  const total = totalMass(mixture)
  let sum = 0
  const rows = Array.from(mixture.positions, (position, index) => {
    sum += mixture.masses[index]!
    return [nameOf(position), mixture.masses[index]!, sum / total]
  })
  return csv(['position', 'mass', 'cumulated'], rows)
}

/** Particle, statistics and Dirac deltas; numbers that JSON has no text for are strings. */
export function valueJson(value: UxValue, reader: Reader = readerOf(value)): string {
  const { mixture, particle } = value
  const quantiles = QUANTILES.map((p) => [String(p), jsonNumber(reader.quantile(p))])
  return `${JSON.stringify(
    {
      particle: jsonNumber(particle),
      mean: jsonNumber(mean(mixture)),
      standardDeviation: jsonNumber(reader.deviation),
      quantiles: Object.fromEntries(quantiles),
      diracs: Array.from(mixture.positions, (position, index) => ({ position: jsonNumber(position), mass: mixture.masses[index] })),
    },
    null,
    2,
  )}\n`
}
const QUANTILES = [0.001, 0.01, 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975, 0.99, 0.999]

export const uxText = (value: UxValue): string => formatUx(value, String(value.particle))

function csv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}
const nameOf = (x: number): string => (Number.isNaN(x) ? 'NaN' : x === Infinity ? 'Inf' : x === -Infinity ? '-Inf' : String(x))
const jsonNumber = (x: number): number | string => (Number.isFinite(x) ? x : Number.isNaN(x) ? 'NaN' : x > 0 ? 'Infinity' : '-Infinity')
