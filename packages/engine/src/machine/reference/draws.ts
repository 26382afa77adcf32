// What makes values in an execution of a Reference core: each call gives one draw, a plain number. Together with the numbers that are printed it is all
// that such an execution asks of its host; nothing of it is ever uncertain, so the runtime module is not asked.
import { FAMILIES, type Law, law, parseUx, readUxBytes, stepQuantile, UxSyntaxError, type UxValue } from '@credence/distribution'
import { MALFORMED, NO_PARTICLE } from '../../abi.ts'
import type { GuestMemory } from '../wasi/memory.ts'
import { uniform } from './points.ts'

type HostFunction = (...parameters: never[]) => unknown

export interface Draws {
  /** In the place of the functions of the same names. */
  readonly functions: Readonly<Record<string, HostFunction>>
  /** Execution number `point`, counted from 0, begins. */
  readonly begin: (point: number) => void
}

/** @param memory  of the program, at the time of the call */
export function createDraws(memory: () => GuestMemory): Draws {
  let point = 0
  let coordinate = 0
  const next = () => uniform(point, coordinate++)
  const laws = createLaws()
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
        Number.isNaN(mean) ? mean : location + scale * laws(coordinate, family, shape1, shape2).quantile(next()),
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

/** A program's sources ask for the same laws in the same order again and again, so each remembers its own. */
function createLaws(): (source: number, family: number, shape1: number, shape2: number) => Law {
  const known: { readonly family: number; readonly law: Law }[] = []
  return (source, family, shape1, shape2) => {
    const at = source % MOST_LAWS
    const last = known[at]
    if (last && last.family === family && last.law.shape1 === shape1 && last.law.shape2 === shape2) return last.law
    const name = FAMILIES[family]
    if (name === undefined) throw new RangeError(`there is no family ${family}`)
    const made = law(name, shape1, shape2)
    known[at] = { family, law: made }
    return made
  }
}
const MOST_LAWS = 1024

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
