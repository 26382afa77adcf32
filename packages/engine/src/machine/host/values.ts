// The host functions of a program (`by: 'host'` in abi.ts): questions, Bayes' rule, Ux text and Ux bytes out of and into its memory.

import {
  finiteCount,
  floorLog2,
  formatUxTail,
  isPlain,
  type Mixture,
  mean as meanOf,
  parseUx,
  plainValue,
  readUxBytes,
  ttrOfMixture,
  UxSyntaxError,
  type UxValue,
  writeUxBytes,
} from '@credence/distribution'
import { MALFORMED, NO_PARTICLE } from '../../abi.ts'
import type { Tail } from '../../notices.ts'
import { atomsFor, type CoreSpec, samplesFor } from '../../types.ts'
import { keyOf, type Printed, type Prints } from '../paths/prints.ts'
import type { GuestMemory } from '../wasi/memory.ts'
import type { Value, Values } from './described.ts'
import { createEncoder, remember } from './encode.ts'
import { type Node, nextNodes, posteriorOf } from './posterior.ts'
import { createQuery } from './query.ts'
import { createShapes } from './shape.ts'
import type { RecordValue } from './trace.ts'

/** Representation types. */
export const TYPE = { Zurich: 0, Athens: 4, none: 9 } as const
const PLAIN_NAN = 0x7ff8_0000_0000_0000n

/** Of the memory of a program what the host touches. */
export type ProgramMemory = Pick<GuestMemory, 'bytes' | 'write' | 'text'>

export interface HostFunctions {
  readonly query: (kind: number, handle: bigint, argument: number) => number
  readonly tail: (handle: bigint, address: number, capacity: number) => number
  readonly parse: (address: number, length: number, particle: bigint) => bigint
  readonly tobytes: (handle: bigint, address: number, capacity: number, form: number) => number
  readonly frombytes: (address: number, length: number, form: number) => bigint
  readonly atoms: (handle: bigint, address: number, capacity: number) => number
  readonly nodes: (prior: bigint, address: number, count: number, capacity: number) => number
  readonly posterior: (prior: bigint, address: number, count: number) => bigint
  readonly trace: (variable: number, element: number, handle: bigint) => void
  readonly tell: (handle: bigint, by: number, times: number, index: number) => number
}

/**
 * @param memory  of the program, at the time of the call
 * @param heed    is told of every probability that rests on samples
 * @param record  is told of every value that is traced
 * @param prints  is told of the numbers that are printed, where the runtime asks for it
 */
export function createHostFunctions(
  runtime: Values,
  core: CoreSpec,
  memory: () => ProgramMemory,
  heed?: (tail: Tail) => void,
  record: RecordValue = () => {},
  prints?: Prints,
): HostFunctions {
  const tracking = core.Microarchitecture === 'Athens' || core.Microarchitecture === 'Zurich'
  const type = core.Microarchitecture === 'Zurich' ? TYPE.Zurich : tracking ? TYPE.Athens : TYPE.none
  const order = floorLog2(atomsFor(core.Precision))
  const encode = createEncoder(runtime, atomsFor(core.Precision))
  const encoded = (handle: bigint, value: Value): UxValue =>
    value.uncertain
      ? { particle: value.particle, type, sampleCount: 1, mean: value.mean, mixture: encode(handle, value) }
      : { ...plainValue(value.particle), type }
  const shapeOf = remember(createShapes(runtime, encode, atomsFor(core.Precision)))
  const tailOf = remember((handle: bigint, value: Value) => new TextEncoder().encode(formatUxTail(encoded(handle, value))))
  const printedOf = (handle: bigint): Printed => {
    const { uncertain, particle } = runtime.value(handle)
    return { particle, ...(uncertain && { samples: runtime.samples(handle) }) }
  }
  const tailTextOf = (handle: bigint): string => {
    const value = runtime.value(handle)
    return value.uncertain ? new TextDecoder().decode(tailOf(handle, value)) : ''
  }

  /** A value as it was read, in the program's world: plain without tracking, at most as many Dirac deltas as the core has. */
  const adopt = (read: UxValue, particle: number): bigint => {
    if (!tracking || isPlain(read)) return bitsOf(particle)
    const mixture = normalised(read.mixture.positions.length > 1 << order ? ttrOfMixture(read.mixture, order) : read.mixture)
    return mixture ? runtime.place(mixture, particle, read.mean) : bitsOf(particle)
  }
  const atomsOf = (handle: bigint): Mixture => {
    const value = runtime.value(handle)
    return value.uncertain ? encode(handle, value) : { positions: Float64Array.of(value.particle), masses: Float64Array.of(1) }
  }
  /** Pairs of doubles of the program, little-endian. @throws MemoryFault */
  const pairs = (address: number, count: number) => {
    const bytes = memory().bytes(address, 16 * count)
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }
  const known = (address: number, count: number): Node[] => {
    const view = pairs(address, count)
    if (count > MOST_NODES) throw new RangeError(`${count} values of the parameter are more than ${MOST_NODES}`)
    return Array.from({ length: count }, (_, i) => ({ theta: view.getFloat64(16 * i, true), logLikelihood: view.getFloat64(16 * i + 8, true) }))
  }
  return {
    query: createQuery(runtime, shapeOf, heed),
    atoms(handle, address, capacity) {
      const { positions, masses } = atomsOf(handle)
      if (positions.length > capacity >>> 0) return positions.length
      const view = pairs(address, positions.length)
      positions.forEach((position, i) => {
        view.setFloat64(16 * i, position, true)
        view.setFloat64(16 * i + 8, masses[i]!, true)
      })
      return positions.length
    },
    nodes(prior, address, count, capacity) {
      const atoms = atomsOf(prior)
      const nodes = known(address, count >>> 0)
      const wanted = nextNodes(shapeOf(prior, runtime.value(prior)), atoms.positions.subarray(0, finiteCount(atoms)), nodes)
      if (nodes.length + wanted.length > capacity >>> 0) return wanted.length
      const view = pairs(address, nodes.length + wanted.length)
      wanted.forEach((theta, i) => {
        view.setFloat64(16 * (nodes.length + i), theta, true)
      })
      return wanted.length
    },
    posterior(prior, address, count) {
      const mixture = posteriorOf(shapeOf(prior, runtime.value(prior)), known(address, count >>> 0), samplesFor(core.Precision))
      if (!mixture) return PLAIN_NAN
      const mean = meanOf(mixture)
      return runtime.place(mixture, mean, mean)
    },
    trace(variable, element, handle) {
      record(
        variable,
        element,
        () => printedOf(handle),
        () => tailTextOf(handle),
        runtime.disagrees(),
      )
    },
    tail(handle, address, capacity) {
      const value = runtime.value(handle)
      if (!value.uncertain) return 0
      const text = tailOf(handle, value)
      memory().write(address, Math.min(capacity >>> 0, text.length), text)
      if (prints && runtime.disagrees()) prints.wrote(new TextDecoder().decode(text))
      return text.length
    },
    tell(handle, by, times, index) {
      return (
        prints?.tell(
          keyOf(by, times, index),
          () => printedOf(handle),
          () => tailTextOf(handle),
        ) ?? 0
      )
    },
    parse(address, length, particle) {
      const read = memory().bytes(address, length).length > LONGEST_TEXT ? undefined : readOr(() => parseUx(memory().text(address, length)))
      if (!read) return MALFORMED
      return adopt(read, particle === NO_PARTICLE ? read.mean : numberOf(particle))
    },
    tobytes(handle, address, capacity, form) {
      const bytes = writeUxBytes(encoded(handle, runtime.value(handle)), form === 32 ? 32 : 64)
      if (bytes.length > capacity >>> 0) return -1
      return memory().write(address, bytes.length, bytes)
    },
    frombytes(address, length, form) {
      const read = readOr(() => readUxBytes(memory().bytes(address, length), form === 32 ? 32 : 64))
      return read ? adopt(read, read.particle) : PLAIN_NAN
    },
  }
}

/** Bytes of a Ux text, far above those of the largest; and values of a parameter, far above what `nodes` ever asks for. */
const LONGEST_TEXT = 1 << 24
const MOST_NODES = 1 << 20

function readOr(read: () => UxValue): UxValue | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof UxSyntaxError) return undefined
    throw error
  }
}
/** Truncation of 10000 masses to multiples of 2^-63, and their sum, lose no more. */
const ROUNDING = 1e-12
/** Masses that sum to 1; as they are where they do up to rounding, so that what was read prints as it was. Undefined when there is no mass at all. */
function normalised({ positions, masses }: Mixture): Mixture | undefined {
  const total = masses.reduce((sum, mass) => sum + mass, 0)
  if (Math.abs(total - 1) <= ROUNDING) return { positions, masses }
  return total > 0 ? { positions, masses: masses.map((mass) => mass / total) } : undefined
}

const view = new DataView(new ArrayBuffer(8))
function bitsOf(x: number): bigint {
  if (Number.isNaN(x)) return PLAIN_NAN // which NaN a JavaScript number holds is not defined
  view.setFloat64(0, x)
  return view.getBigUint64(0)
}
function numberOf(bits: bigint): number {
  view.setBigUint64(0, BigInt.asUintN(64, bits))
  return view.getFloat64(0)
}
