// The program's memory as the host may touch it: every access is checked against the present size, and fails as `fault`.
// Addresses and lengths come from the program as signed 32-bit numbers; they count from 0 to 2^32 - 1. What the host computes from them
// may be larger, and is then outside.
import { WasiError } from './errno.ts'

/** The program named memory that it does not have. */
export class MemoryFault extends WasiError {
  readonly address: number
  readonly length: number
  constructor(address: number, length: number) {
    super('fault')
    this.address = address
    this.length = length
  }
}

export class GuestMemory {
  readonly #memory: WebAssembly.Memory
  #buffer: ArrayBuffer
  #bytes: Uint8Array
  #view: DataView

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory
    this.#buffer = memory.buffer
    this.#bytes = new Uint8Array(this.#buffer)
    this.#view = new DataView(this.#buffer)
  }

  get size(): number {
    return this.#memory.buffer.byteLength
  }
  /** A window on `length` bytes; valid until the program runs again. */
  bytes(address: number, length: number): Uint8Array {
    const start = this.#check(address, length)
    return new Uint8Array(this.#buffer, start, unsigned(length)) // a third of what subarray takes
  }
  u32(address: number): number {
    return this.#at(address, 4).getUint32(address >>> 0, true)
  }
  u16(address: number): number {
    return this.#at(address, 2).getUint16(address >>> 0, true)
  }
  u8(address: number): number {
    return this.#at(address, 1).getUint8(address >>> 0)
  }
  u64(address: number): bigint {
    return this.#at(address, 8).getBigUint64(address >>> 0, true)
  }
  setU32(address: number, value: number): void {
    this.#at(address, 4).setUint32(address >>> 0, value, true)
  }
  setU64(address: number, value: bigint): void {
    this.#at(address, 8).setBigUint64(address >>> 0, value, true)
  }
  /** Writes into `address`, at most `capacity` bytes of `from`; the number written. */
  write(address: number, capacity: number, from: Uint8Array): number {
    const start = this.#check(address, capacity)
    const fits = from.length <= unsigned(capacity)
    this.#bytes.set(fits ? from : from.subarray(0, unsigned(capacity)), start)
    return fits ? from.length : unsigned(capacity)
  }
  text(address: number, length: number): string {
    return new TextDecoder().decode(this.bytes(address, length))
  }
  /** The buffers that an iovec array names, in order, without empty ones: (address u32, length u32) each. */
  vectors(address: number, count: number): Uint8Array[] {
    if (count >>> 0 > 1024) throw new WasiError('invalid') // IOV_MAX
    const view = this.#at(address, 8 * count)
    const found: Uint8Array[] = []
    for (let at = address >>> 0, end = at + 8 * count; at < end; at += 8) {
      const length = view.getUint32(at + 4, true)
      if (length > 0) found.push(this.bytes(view.getUint32(at, true), length))
    }
    return found
  }
  /** Bytes of the buffers that an iovec array names. */
  length(address: number, count: number): number {
    if (count >>> 0 > 1024) throw new WasiError('invalid') // IOV_MAX
    const view = this.#at(address, 8 * count)
    let all = 0
    for (let at = address >>> 0, end = at + 8 * count; at < end; at += 8) {
      const length = view.getUint32(at + 4, true)
      if (length > 0) this.#check(view.getUint32(at, true), length)
      all += length
    }
    return all
  }
  /** The one buffer of an iovec array that has no other, but empty ones: what writes name nearly always. */
  onlyVector(address: number, count: number): Uint8Array | undefined {
    if (count !== 1 && count !== 2) return undefined
    const view = this.#at(address, 8 * count)
    let at = address >>> 0
    if (count === 2) {
      if (view.getUint32(at + 4, true) === 0) at += 8
      else if (view.getUint32(at + 12, true) !== 0) return undefined
    }
    const length = view.getUint32(at + 4, true)
    return length === 0 ? NONE : this.bytes(view.getUint32(at, true), length)
  }

  /** The view of the present memory, with `length` bytes at `address` known to lie in it. */
  #at(address: number, length: number): DataView {
    this.#check(address, length)
    return this.#view
  }
  #check(address: number, length: number): number {
    // Growth detaches the old buffer, so that views of it are empty; to ask the memory for its buffer takes longer than most accesses.
    if (this.#bytes.length === 0) {
      this.#buffer = this.#memory.buffer
      this.#bytes = new Uint8Array(this.#buffer)
      this.#view = new DataView(this.#buffer)
    }
    const start = unsigned(address)
    if (start + unsigned(length) > this.#bytes.length) throw new MemoryFault(start, unsigned(length))
    return start
  }
}

const NONE = new Uint8Array(0)
const unsigned = (word: number): number => (word < 0 ? word >>> 0 : word)
