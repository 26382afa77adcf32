// The runtime as tests and benchmarks use it: values are bits (an i64 as BigInt), laws come from the distribution package.
import { FAMILIES } from '@credence/distribution'
import { BINARY, DESCRIPTION, UNARY } from '../../abi.ts'
import { answerOf } from '../../machine/host/laws.ts'
import type { Configuration } from '../../machine/host/runtime.ts'
import { cachedRuntime } from '../node/cached.ts'
import { bridgeModule } from './bridge.ts'

export interface Description {
  readonly particle: number
  readonly uncertain: boolean
  readonly samples: Float64Array
  readonly law: number
  readonly location: number
  readonly scale: number
  readonly positions: Float64Array
  readonly masses: Float64Array
  readonly mean: number
}
type Family = (typeof FAMILIES)[number]
/** The place that the host names for decisions of PLACE.caller. */
export const CALLED = 7
/** A double or a handle as its bits. */
export type Bits = bigint

/** With the heap checker. Built, where it has to be, before the first test starts its clock. */
const checkedRuntime = await cachedRuntime('checked')

/** Starts the runtime with the heap checker. Traps become errors with their message. */
export async function startRuntime(configuration: Partial<Configuration> = {}) {
  const { samples, atoms, tracking, independent, budget } = {
    samples: 4096,
    atoms: 64,
    tracking: true,
    independent: false,
    budget: 2 ** 31,
    ...configuration,
  }
  const { exports } = await WebAssembly.instantiate(checkedRuntime, {
    host: {
      law: (family: number, shape1: number, shape2: number, what: number, count: number, address: number) => {
        const answer = answerOf(family, shape1, shape2, what, count, () => new Float64Array(memory.buffer, address >>> 0, 2).slice())
        new Float64Array(memory.buffer, address >>> 0, answer.values.length).set(answer.values)
        return answer.count
      },
      place: () => CALLED,
      split: () => {
        throw new Error('a run that follows no path was split')
      },
      trap: (address: number, length: number) => {
        throw new Error(new TextDecoder().decode(new Uint8Array(memory.buffer, address >>> 0, length)))
      },
    },
  })
  const memory = exports['memory'] as WebAssembly.Memory
  ;(exports['configure'] as (...of: number[]) => void)(samples, atoms, Number(tracking), Number(independent), budget)
  const bridge = new WebAssembly.Instance(bridgeModule(), { runtime: exports }).exports as Record<string, (...of: (number | bigint)[]) => never>
  const doubles = (address: number, count: number) => new Float64Array(memory.buffer, address >>> 0, count).slice()
  const call = (name: string, ...of: (number | bigint)[]): Bits => BigInt.asUintN(64, bridge[name]!(...of))

  const describe = (value: Bits): Description => {
    const address = Number(bridge['describe']!(value)) >>> 0 // the call may make memory grow: view it afterwards
    const view = new DataView(memory.buffer, address)
    const f64 = (at: number) => view.getFloat64(at, true)
    const i32 = (at: number) => view.getInt32(at, true)
    return {
      particle: f64(DESCRIPTION.particle),
      uncertain: i32(DESCRIPTION.uncertain) === 1,
      samples: doubles(i32(DESCRIPTION.samples), i32(DESCRIPTION.count)),
      law: i32(DESCRIPTION.law),
      location: f64(DESCRIPTION.location),
      scale: f64(DESCRIPTION.scale),
      positions: doubles(i32(DESCRIPTION.positions), i32(DESCRIPTION.atoms)),
      masses: doubles(i32(DESCRIPTION.masses), i32(DESCRIPTION.atoms)),
      mean: f64(DESCRIPTION.mean),
    }
  }
  const put = (values: readonly Bits[]) => {
    call0('clear')
    for (const value of values) bridge['put']!(value)
  }
  const call0 = (name: string, ...of: (number | bigint)[]) => {
    bridge[name]!(...of)
  }
  const got = (count: number) => Array.from({ length: count }, (_, i) => call('get', i))
  const fold = (values: readonly Bits[], name: string) => values.slice(1).reduce((a, b) => call(name, a, b), values[0]!)
  return {
    exports,
    samples,
    /** Samples of values that are in one joint order: together they have become a sum. */
    aligned: (values: readonly Bits[]) => {
      describe(fold(values, 'add64'))
      return values.map((value) => describe(value).samples)
    },
    /** As aligned, but used twice each, so that they become coordinates of one net. */
    onNet: (values: readonly Bits[]) => {
      describe(call('mul64', fold(values, 'add64'), fold([...values].reverse(), 'sub64')))
      return values.map((value) => describe(value).samples)
    },
    /** A double-valued entry of the runtime by name; doubles as bits. */
    call,
    /** A float-valued entry, or one with an integer result. */
    call32: (name: string, ...of: (number | bigint)[]): number => bridge[name]!(...of),
    add: (a: Bits, b: Bits) => call('add64', a, b),
    sub: (a: Bits, b: Bits) => call('sub64', a, b),
    mul: (a: Bits, b: Bits) => call('mul64', a, b),
    div: (a: Bits, b: Bits) => call('div64', a, b),
    unary: (name: (typeof UNARY)[number], x: Bits) => call('unary', UNARY.indexOf(name), x),
    binary: (name: (typeof BINARY)[number], x: Bits, y: Bits) => call('binary', BINARY.indexOf(name), x, y),
    source: (family: Family, location: number, scale: number, mean: number, shape1 = 0, shape2 = 0) =>
      call('source', FAMILIES.indexOf(family), ...[shape1, shape2, location, scale, mean].map(bits)),
    uniform: (a: number, b: number) => call('source', 0, ...[0, 0, (a + b) / 2, (b - a) / 2, (a + b) / 2].map(bits)),
    gauss: (mean: number, deviation: number) => call('source', 1, ...[0, 0, mean, deviation, mean].map(bits)),
    empirical: (values: readonly number[], weights?: readonly number[]) => {
      put(weights ? values.flatMap((value, i) => [bits(value), bits(weights[i]!)]) : values.map(bits))
      return call('empirical', weights ? 1 : 0)
    },
    joint: (rows: readonly (readonly number[])[]) => {
      put(rows.flat().map(bits))
      call0('joint', rows[0]!.length)
      return got(rows[0]!.length)
    },
    jointcopy: (values: readonly Bits[]) => {
      put(values)
      call0('jointcopy')
      return got(values.length)
    },
    fromAtoms: (positions: readonly number[], masses: readonly number[], particle: number, mean = Number.NaN) => {
      const address = Number(bridge['scratch']!(16 * positions.length)) >>> 0
      new Float64Array(memory.buffer, address, 2 * positions.length).set([...positions, ...masses])
      return call('fromatoms', positions.length, address, address + 8 * positions.length, bits(particle), bits(mean))
    },
    put,
    describe,
    sorted: (value: Bits) => doubles(Number(bridge['sorted']!(value)), samples),
    /** Collects with `roots` as the program's memory. */
    collect: (roots: Uint8Array) => {
      const address = Number(bridge['scratch']!(roots.length)) >>> 0
      new Uint8Array(memory.buffer, address, roots.length).set(roots)
      call0('mark', address, roots.length)
      call0('sweep')
    },
    statistic: (which: 'live values' | 'live bytes' | 'collections' | 'made') =>
      (exports['statistic'] as (which: number) => number)(['live values', 'live bytes', 'collections', 'made'].indexOf(which)),
    pressure: () => (exports['pressure'] as WebAssembly.Global<'i32'>).value,
    pages: () => memory.buffer.byteLength / 65536,
  }
}
export type TestRuntime = Awaited<ReturnType<typeof startRuntime>>

const cell = new DataView(new ArrayBuffer(8))
export function bits(x: number): Bits {
  cell.setFloat64(0, x)
  return cell.getBigUint64(0)
}
export function numberOf(value: Bits): number {
  cell.setBigUint64(0, value)
  return cell.getFloat64(0)
}
export function bits32(x: number): number {
  cell.setFloat32(0, x)
  return cell.getInt32(0)
}
export function numberOf32(value: number): number {
  cell.setInt32(0, value)
  return cell.getFloat32(0)
}
