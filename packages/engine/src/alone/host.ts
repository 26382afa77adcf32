// The functions of the host as they run inside a self-contained module, in its interpreter: the same code as beside the platform's runs, over
// copies of what the other memories hold.
import { CORE_FIELDS } from '@credence/contract/core-fields'
import { DESCRIPTION } from '../abi.ts'
import { readValue, type Values } from '../machine/host/described.ts'
import { answerOf } from '../machine/host/laws.ts'
import { createHostFunctions, type HostFunctions, type ProgramMemory } from '../machine/host/values.ts'
import { meetingsNotice } from '../machine/meetings.ts'
import type { CoreSpec } from '../types.ts'
import { ALL, AREA, DATA_BYTES, MEMORY, type Question, REQUESTS, type Request } from './calls.ts'
import { Decoder, Encoder } from './text.ts'

declare const ask: () => void

const area = new ArrayBuffer(AREA.bytes)
const view = new DataView(area)
const data = new Uint8Array(area, AREA.data)
const at = (index: number): number => AREA.arguments + 8 * index
const int = (index: number): number => view.getInt32(at(index), true)
const double = (index: number): number => view.getFloat64(at(index), true)
const long = (index: number): bigint => view.getBigInt64(at(index), true)

function request(what: Request): void {
  view.setInt32(AREA.what, REQUESTS.indexOf(what), true)
  ask()
}
/** With whole numbers as arguments. */
function requestOf(what: Request, ...numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) view.setInt32(at(index), number, true)
  request(what)
}

function read(memory: number, address: number, length: number): Uint8Array {
  const copy = new Uint8Array(length)
  for (let done = 0; done < length; done += DATA_BYTES) {
    const count = Math.min(DATA_BYTES, length - done)
    requestOf('read', memory, address + done, count)
    copy.set(data.subarray(0, count), done)
  }
  return copy
}
function write(memory: number, address: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; done += DATA_BYTES) {
    const piece = bytes.subarray(done, done + DATA_BYTES)
    data.set(piece)
    requestOf('write', memory, address + done, piece.length)
  }
}
const doubles = (address: number, count: number): Float64Array => new Float64Array(read(MEMORY.runtime, address, 8 * count).buffer)
const bytesOf = (values: Float64Array): Uint8Array => new Uint8Array(values.buffer, values.byteOffset, values.byteLength)

function described(handle: bigint): DataView {
  view.setBigInt64(at(0), handle, true)
  request('describe')
  return new DataView(read(MEMORY.runtime, int(0), 80).buffer)
}
const unsigned = (x: number): number => (Number.isNaN(x) ? Number.NaN : x)
const values: Values = {
  value: (handle) => readValue(described(handle), doubles),
  samples(handle) {
    const description = described(handle)
    return doubles(description.getInt32(DESCRIPTION.samples, true), description.getInt32(DESCRIPTION.count, true))
  },
  sorted(handle) {
    const count = described(handle).getInt32(DESCRIPTION.count, true)
    view.setBigInt64(at(0), handle, true)
    request('sorted')
    return doubles(int(0), count)
  },
  place({ positions, masses }, particle, mean) {
    const count = positions.length
    requestOf('scratch', 16 * count)
    const address = int(0)
    write(MEMORY.runtime, address, bytesOf(positions))
    write(MEMORY.runtime, address + 8 * count, bytesOf(masses))
    for (const [index, number] of [count, address, address + 8 * count].entries()) view.setInt32(at(index), number, true)
    view.setFloat64(at(3), unsigned(particle), true)
    view.setFloat64(at(4), unsigned(mean), true)
    request('fromatoms')
    return long(0)
  },
  disagrees: () => statistic(5) !== 0,
}
function statistic(which: number): number {
  requestOf('statistic', which)
  return double(0)
}

/** Windows on the program's memory that the running function holds; they are written back when it has ended. */
let windows: { readonly address: number; readonly bytes: Uint8Array }[] = []
const program: ProgramMemory = {
  bytes(address, length) {
    const bytes = read(MEMORY.program, address, length >>> 0)
    windows.push({ address, bytes })
    return bytes
  },
  write(address, capacity, from) {
    const bytes = from.subarray(0, Math.min(capacity >>> 0, from.length))
    write(MEMORY.program, address, bytes)
    return bytes.length
  },
  text: (address, length) => new TextDecoder().decode(read(MEMORY.program, address, length >>> 0)),
}

let functions: HostFunctions | undefined
let core: CoreSpec | undefined
const host = (): HostFunctions => (functions ??= createHostFunctions(values, core!, () => program))
const giveInt = (value: number): void => view.setInt32(at(0), value, true)
const giveLong = (value: bigint): void => view.setBigInt64(at(0), value, true)
const giveDouble = (value: number): void => view.setFloat64(at(0), value, true)

const ANSWERS: Readonly<Record<Question, () => void>> = {
  begin() {
    core = {
      Class: 'C0-microSD',
      Microarchitecture: CORE_FIELDS.Microarchitecture.words[int(0)]!,
      CorrelationTracking: int(1) === 0 ? 'Disable' : 'Autocorrelation',
      Precision: int(2),
      MemorySize: 0,
    }
  },
  law() {
    const [family, shape1, shape2, what, count, address] = [int(0), double(1), double(2), int(3), int(4), int(5)]
    const answer = answerOf(family, shape1, shape2, what, count, () => doubles(address, 2))
    write(MEMORY.runtime, address, bytesOf(answer.values))
    giveInt(answer.count)
  },
  /** What is left to say when the program has ended: its bytes, and their number. */
  end() {
    request('meetings')
    const meetings = double(0)
    const followed = core?.Microarchitecture === 'Athens' && core.CorrelationTracking === 'Autocorrelation' && values.disagrees()
    const text = new TextEncoder().encode((meetings > 0 ? meetingsNotice(meetings) : '') + (followed ? ONE_PATH : ''))
    data.set(text)
    giveInt(text.length)
  },
  query: () => giveDouble(host().query(int(0), long(1), double(2))),
  tail: () => giveInt(host().tail(long(0), int(1), int(2))),
  parse: () => giveLong(host().parse(int(0), int(1), long(2))),
  tobytes: () => giveInt(host().tobytes(long(0), int(1), int(2), int(3))),
  frombytes: () => giveLong(host().frombytes(int(0), int(1), int(2))),
  atoms: () => giveInt(host().atoms(long(0), int(1), int(2))),
  nodes: () => giveInt(host().nodes(long(0), int(1), int(2), int(3))),
  posterior: () => giveLong(host().posterior(long(0), int(1), int(2))),
}
const ONE_PATH =
  'credence: samples would have decided otherwise than the particle; this module took the way of the particle for all of them, where a task on a core whose name ends in + follows every way\n'
/** They write through windows. */
const WRITING: readonly Question[] = ['atoms', 'nodes']

function answer(): void {
  const question = ALL[view.getInt32(AREA.what, true)]!
  const outer = windows
  windows = []
  try {
    ANSWERS[question]()
    if (WRITING.includes(question)) {
      const result = int(0)
      for (const { address, bytes } of windows) write(MEMORY.program, address, bytes)
      giveInt(result)
    }
    view.setInt32(AREA.failed, 0, true)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const text = new TextEncoder().encode(`ux.${question} was called with arguments that it cannot work with (${message})`.slice(0, 500))
    data.set(text)
    view.setInt32(AREA.failed, text.length, true)
  }
  windows = outer
}
Object.assign(globalThis, { answer, area, TextEncoder: Encoder, TextDecoder: Decoder })
