// What makes values in an execution of a Reference core: each call gives one draw, a plain number. Together with the numbers that are printed it is all
// that such an execution asks of its host; nothing of it is ever uncertain, so the runtime module is not asked.
import { exp, FAMILIES, law, parseUx, readUxBytes, stepQuantile, UxSyntaxError, type UxValue } from '@credence/distribution'
import { MALFORMED, NO_PARTICLE } from '../../abi.ts'
import type { GuestMemory } from '../wasi/memory.ts'
import { normalDeviate } from './deviate.ts'
import { uniform } from './points.ts'
import { tabulated } from './tabulated.ts'

type HostFunction = (...parameters: never[]) => unknown

export interface Draws {
  /** In the place of the functions of the same names. */
  readonly functions: Readonly<Record<string, HostFunction>>
  /** Execution number `point`, counted from 0, begins. */
  readonly begin: (point: number) => void
}

/** A law in standard form: family and shapes. */
export interface Standard {
  readonly family: number
  readonly shape1: number
  readonly shape2: number
}

/**
 * @param memory  of the program, at the time of the call
 * @param often   laws that are drawn from so often that a table pays
 */
export function createDraws(memory: () => GuestMemory, often: readonly Standard[]): Draws {
  let point = 0
  let coordinate = 0
  const next = () => uniform(point, coordinate++)
  const quantiles = createQuantiles(often)
  let buffer: number[] = []

  const from = (read: UxValue): number => stepQuantile(read.mixture, next())
  return {
    begin(number) {
      point = number
      coordinate = 0
      buffer = []
    },
    functions: {
      source: (family: number, shape1: number, shape2: number, location: number, scale: number, mean: number) =>
        Number.isNaN(mean) ? mean : location + scale * quantiles(coordinate, family, shape1, shape2)(next()),
      clear: () => {
        buffer = []
      },
      put: (x: number) => {
        buffer.push(x)
      },
      get: (index: number) => buffer[index >>> 0] ?? Number.NaN,
      empirical: (weighted: number) => (weighted ? weightedDraw(buffer, next()) : (buffer[Math.floor(next() * buffer.length)] ?? Number.NaN)),
      joint: (dimensions: number) => {
        const columns = dimensions >>> 0
        const row = Math.floor(next() * Math.floor(buffer.length / columns))
        buffer = buffer.slice(row * columns, (row + 1) * columns)
      },
      mixture: (a: number, b: number, probability: number) => (next() < probability ? a : b),
      limit: (value: number, least: number, most: number) => (least <= value && value <= most ? value : Number.NaN),
      copy: (value: number) => value,
      jointcopy: () => {},
      parse: (address: number, length: number, particle: bigint) => {
        const text = memory().bytes(address, length).length > LONGEST_TEXT ? undefined : memory().text(address, length)
        const read = text === undefined ? undefined : readOr(() => parseUx(text))
        if (!read) return MALFORMED
        return read.mixture.positions.length < 2 && particle !== NO_PARTICLE ? particle : bitsOf(from(read))
      },
      frombytes: (address: number, length: number, form: number) => {
        const read = readOr(() => readUxBytes(memory().bytes(address, length), form === 32 ? 32 : 64))
        return bitsOf(read ? (read.mixture.positions.length < 2 ? read.particle : from(read)) : Number.NaN)
      },
    } as Readonly<Record<string, HostFunction>>,
  }
}
/** Bytes of a Ux text, far above those of the largest. */
const LONGEST_TEXT = 1 << 24

type Quantile = (u: number) => number
/** A program's sources ask for the same laws in the same order again and again, so each remembers its own. */
function createQuantiles(often: readonly Standard[]): (source: number, family: number, shape1: number, shape2: number) => Quantile {
  const known: (Standard & { readonly quantile: Quantile })[] = []
  const tables = often.map((standard) => ({ ...standard, quantile: tabulated(lawOf(standard)) }))
  return (source, family, shape1, shape2) => {
    const is = (one: Standard | undefined) => one !== undefined && one.family === family && one.shape1 === shape1 && one.shape2 === shape2
    const last = known[source % MOST_KNOWN]
    if (last && is(last)) return last.quantile
    const found = tables.find(is) ?? { family, shape1, shape2, quantile: quantileOf({ family, shape1, shape2 }) }
    known[source % MOST_KNOWN] = found
    return found.quantile
  }
}
const MOST_KNOWN = 1024

function quantileOf(standard: Standard): Quantile {
  const name = FAMILIES[standard.family]
  if (name === 'gauss') return normalDeviate
  if (name === 'lognormal') return (u) => exp(standard.shape1 * normalDeviate(u))
  return lawOf(standard).quantile
}
/** @throws RangeError  there is no such law */
export function lawOf({ family, shape1, shape2 }: Standard): ReturnType<typeof law> {
  const name = FAMILIES[family]
  if (name === undefined) throw new RangeError(`there is no family ${family}`)
  return law(name, shape1, shape2)
}

/** @param pairs  value, weight, value, weight, … */
function weightedDraw(pairs: readonly number[], u: number): number {
  let sum = 0
  for (let i = 1; i < pairs.length; i += 2) sum += pairs[i]!
  let left = u * sum
  let last = Number.NaN
  for (let i = 0; i < pairs.length; i += 2) {
    if (!(pairs[i + 1]! > 0)) continue
    last = pairs[i]!
    if (left < pairs[i + 1]!) return last
    left -= pairs[i + 1]!
  }
  return last
}

function readOr(read: () => UxValue): UxValue | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof UxSyntaxError) return undefined
    throw error
  }
}

const view = new DataView(new ArrayBuffer(8))
function bitsOf(x: number): bigint {
  if (Number.isNaN(x)) return PLAIN_NAN // which NaN a JavaScript number holds is not defined
  view.setFloat64(0, x)
  return view.getBigUint64(0)
}
const PLAIN_NAN = 0x7ff8_0000_0000_0000n
