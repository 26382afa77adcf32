// The axis of a figure: places from 0 to 1 for numbers, linear, logarithmic, or logarithmic on both sides of a linear middle.
import { exp, log } from '@credence/distribution'
import { ticks } from './ticks.ts'

export const AXES = ['linear', 'log', 'symlog'] as const
export type AxisKind = (typeof AXES)[number]

export interface Mark {
  /** From 0 to 1. */
  readonly at: number
  readonly text: string
}
export interface Scale {
  readonly kind: AxisKind
  readonly from: number
  readonly to: number
  readonly ticks: readonly Mark[]
  /** What every tick is multiplied with, and what is added to it: 10^exponent, offset. */
  readonly exponent: number
  readonly offset: string
  place(x: number): number
  /** The number at a place. */
  at(share: number): number
}

const TICKS = 8
/** Of the width: ticks nearer to each other are thinned out. */
const CROWDED = 0.09

export function linearScale(from: number, to: number, most = TICKS): Scale {
  const found = ticks(from, to, most)
  const place = (x: number) => (x - from) / (to - from)
  const marks = found.positions.map((position, index) => ({ at: place(position), text: found.labels[index]! }))
  const at = (share: number) => from + share * (to - from)
  return { kind: 'linear', from, to, ticks: marks, exponent: found.exponent, offset: found.offset, place, at }
}

/** @param from  above 0 */
export function logScale(from: number, to: number): Scale {
  const [low, high] = [log(from), log(to)]
  const place = (x: number) => (x > 0 ? (log(x) - low) / (high - low) : -1)
  const at = (share: number) => exp(low + share * (high - low))
  const decades = (high - low) / Math.LN10
  const wanted = decades < 1.5 ? [1, 2, 3, 5, 7] : decades < 4 ? [1, 2, 5] : [1]
  const numbers = powersFrom(from, to).flatMap((power) => wanted.map((factor) => Number(`${factor}e${power}`)))
  return { kind: 'log', from, to, ticks: marksOf(numbers, from, to, place), exponent: 0, offset: '', place, at }
}

/** asinh(x / middle): about linear within ±middle, logarithmic far outside. @param middle  above 0 */
export function symlogScale(from: number, to: number, middle: number): Scale {
  const bent = (x: number) => Math.sign(x) * log(Math.abs(x) / middle + Math.sqrt((x / middle) * (x / middle) + 1))
  const [low, high] = [bent(from), bent(to)]
  const place = (x: number) => (bent(x) - low) / (high - low)
  const at = (share: number) => {
    const y = low + share * (high - low)
    return (middle * (exp(y) - exp(-y))) / 2
  }
  const powers = powersFrom(middle, Math.max(Math.abs(from), Math.abs(to)))
  const numbers = [0, ...powers.flatMap((power) => [Number(`1e${power}`), -Number(`1e${power}`)])]
  return { kind: 'symlog', from, to, ticks: marksOf(numbers, from, to, place), exponent: 0, offset: '', place, at }
}

function powersFrom(from: number, to: number): number[] {
  const first = Math.floor(log(from) / Math.LN10 - 1e-9)
  const last = Math.ceil(log(to) / Math.LN10)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** Those inside, roundest first, as long as there is room between them. */
function marksOf(numbers: readonly number[], from: number, to: number, place: (x: number) => number): Mark[] {
  const inside = [...new Set(numbers)].filter((x) => x >= from && x <= to)
  const byRoundness = inside.sort((a, b) => roundness(a) - roundness(b) || Math.abs(b) - Math.abs(a))
  const kept: { x: number; at: number }[] = []
  for (const x of byRoundness) {
    const at = place(x)
    if (kept.every((other) => Math.abs(other.at - at) >= CROWDED)) kept.push({ x, at })
  }
  return kept.sort((a, b) => a.at - b.at).map(({ x, at }) => ({ at, text: shortNumber(x) }))
}
const roundness = (x: number): number => (x === 0 ? -1 : Number(Math.abs(x).toExponential().split('e')[0]))

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
function shortNumber(x: number): string {
  const sign = x < 0 ? '\u2212' : ''
  const size = Math.abs(x)
  if (size === 0 || (size >= 1e-3 && size < 1e5)) return sign + String(size)
  const [factor, power = '0'] = size.toExponential().split('e')
  const raised = [...power.replace('+', '')].map((digit) => (digit === '-' ? '⁻' : SUPERSCRIPTS[Number(digit)])).join('')
  return `${sign}${factor === '1' ? '' : `${factor}·`}10${raised}`
}
