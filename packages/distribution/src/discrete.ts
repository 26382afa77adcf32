// Whether the Dirac deltas of a value are its very atoms, a count or a price that is one of a few, or stand for a density between them. The text does not say it.
import { finiteCount, type Mixture } from './mixture.ts'
import { finiteMean } from './statistics.ts'

/** More are drawn as bars and read as a density, whatever they are. */
const MOST = 64
/** The text of a density has 2^k Dirac deltas, and fewer only where it has atoms, too: then most of its parts are split equally often. */
const FEW = 32
const FEWEST_PARTS = 8
/** Decimal digits of a number that somebody wrote down; the means of a density's parts have all that a double has. */
const DIGITS = 7

/** The atoms of a discrete value. A density whose 2^k Dirac deltas are evenly spaced and equally heavy, as those of a uniform law, is none. */
export function isDiscrete(mixture: Mixture): boolean {
  const count = finiteCount(mixture)
  if (count < 2 || count > MOST) return false
  const positions = mixture.positions.subarray(0, count)
  const masses = mixture.masses.subarray(0, count)
  const isPower = (count & (count - 1)) === 0
  if (count === 2) return true
  if (isPower && isUniform(positions, masses)) return count < FEW && positions.every(Number.isInteger) && positions[1]! - positions[0]! === 1
  if (positions.every((x) => Number(x.toPrecision(DIGITS)) === x)) return true
  return !isPower && (count < FEWEST_PARTS || (count < FEW && deepest(positions, masses) < count / 2))
}
/** How many of the parts that mean splits leave have been split most often. */
function deepest(positions: Float64Array, masses: Float64Array): number {
  const depths: number[] = []
  const split = (from: number, to: number, depth: number): void => {
    if (to - from === 1) {
      depths.push(depth)
      return
    }
    const mean = finiteMean({ positions: positions.subarray(from, to), masses: masses.subarray(from, to) })
    let middle = from + 1
    while (middle < to - 1 && positions[middle]! < mean) middle++
    split(from, middle, depth + 1)
    split(middle, to, depth + 1)
  }
  split(0, positions.length, 0)
  const most = Math.max(...depths)
  return depths.filter((depth) => depth === most).length
}
function isUniform(positions: Float64Array, masses: Float64Array): boolean {
  const [first, last] = [positions[0]!, positions.at(-1)!]
  const step = (last - first) / (positions.length - 1)
  return positions.every((x, i) => Math.abs(x - first - i * step) <= 1e-9 * (last - first) && Math.abs(masses[i]! / masses[0]! - 1) < 1e-6)
}
