// Numbers with their unit as people say them: 2 MiB, 24 hours, 7 days.
import { grouped } from '../mdx/nodes.ts'

const SECONDS = [
  { unit: 'days', size: 86_400 },
  { unit: 'hours', size: 3600 },
  { unit: 'minutes', size: 60 },
  { unit: 'seconds', size: 1 },
  { unit: 'ms', size: 0.001 },
] as const
/** Decimal where the number is a round one in thousands, binary where it is one in 1024. */
const BYTES = [
  { unit: 'GB', size: 1e9 },
  { unit: 'GiB', size: 1024 ** 3 },
  { unit: 'MiB', size: 1024 ** 2 },
  { unit: 'MB', size: 1e6 },
  { unit: 'KiB', size: 1024 },
  { unit: 'kB', size: 1000 },
] as const

/** @param unit  as the tables of facts name it: bytes, s, ms, any other word, or none */
export function humanly(value: number, unit: string): string {
  if (unit === 'bytes') return bytes(value)
  if (unit === 's') return duration(value)
  if (unit === 'ms') return duration(value / 1000)
  return unit ? `${grouped(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}` : grouped(value)
}

function bytes(value: number): string {
  const fitting = BYTES.find(({ size }) => value >= size && Number.isInteger((value / size) * 2))
  return fitting ? `${grouped(value / fitting.size)} ${fitting.unit}` : `${grouped(value)} bytes`
}

/** In the largest unit that says it in halves; otherwise about, with the exact number behind it. */
function duration(seconds: number): string {
  const worded = ({ unit, size }: (typeof SECONDS)[number], amount = seconds / size) =>
    `${grouped(amount)} ${amount === 1 && unit !== 'ms' ? unit.slice(0, -1) : unit}`
  const exact = SECONDS.find(({ size }) => seconds >= 1.5 * size && Number.isInteger(Math.round((seconds / size) * 2e6) / 1e6))
  const one = SECONDS.find(({ size }) => Math.abs(seconds - size) < 1e-9)
  if (one && one.unit !== 'days') return worded(one)
  const near = SECONDS.find(({ size }) => seconds >= 2 * size && Math.abs(seconds / size - Math.round(seconds / size)) < 1e-4)
  if (near && !(exact && exact.size === near.size)) return `${worded(near, Math.round(seconds / near.size))} (${grouped(seconds)} s)`
  return exact ? worded(exact) : `${grouped(seconds)} s`
}
