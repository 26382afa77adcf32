// Reading and writing the bytes of a module: LEB128 numbers, vectors, names. Every error carries its byte offset.
// Source: WebAssembly Core Specification 3.0, section 5.2.

/** The module is damaged or holds something that is not handled; `offset` is where, in bytes from the start of the module. */
export class ModuleError extends Error {
  readonly offset: number
  constructor(what: string, offset: number) {
    super(`${what} (at byte 0x${offset.toString(16)})`)
    this.name = 'ModuleError'
    this.offset = offset
  }
}

/** A cursor over `bytes`, from `at` to `end`. */
export class Reader {
  readonly bytes: Uint8Array
  readonly end: number
  at: number
  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }
  byte(): number {
    if (this.at >= this.end) throw new ModuleError('unexpected end', this.at)
    return this.bytes[this.at++]!
  }
  /** Unsigned, up to 32 bits; longer encodings than needed are fine (wasm-ld pads to five bytes). */
  u32(): number {
    let byte = this.byte()
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = this.byte()
      if (shift > 28 || (shift === 28 && byte > 0x0f)) throw new ModuleError('number exceeds 32 bits', this.at - 1)
      value += (byte & 0x7f) * 2 ** shift
    }
    return value
  }
  /** Signed, up to 33 bits (block types have 33). */
  s33(): number {
    let value = 0
    let shift = 0
    let byte: number
    do {
      if (shift > 28) throw new ModuleError('number exceeds 33 bits', this.at)
      byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      shift += 7
    } while (byte >= 0x80)
    return byte & 0x40 ? value - 2 ** shift : value
  }
  s32(): number {
    return this.s33() | 0
  }
  /** Signed, up to 64 bits. */
  s64(): bigint {
    const start = this.at
    this.skipS64()
    let value = 0n
    for (let at = this.at - 1; at >= start; at--) value = (value << 7n) | BigInt(this.bytes[at]! & 0x7f)
    return BigInt.asIntN(Math.min(64, 7 * (this.at - start)), value)
  }
  /** Steps over a signed number of up to 64 bits. */
  skipS64(): void {
    const start = this.at
    while (this.byte() >= 0x80) if (this.at - start >= 10) throw new ModuleError('number exceeds 64 bits', start)
  }
  skip(count: number): void {
    if (count > this.end - this.at) throw new ModuleError(`${count} bytes expected, ${this.end - this.at} left`, this.at)
    this.at += count
  }
  take(count: number): Uint8Array {
    this.skip(count)
    return this.bytes.subarray(this.at - count, this.at)
  }
  name(): string {
    return utf8.decode(this.take(this.u32()))
  }
  /** The next `u32` elements. */
  vector<T>(element: () => T): T[] {
    const count = this.u32()
    if (count > this.end - this.at) throw new ModuleError(`${count} elements do not fit`, this.at)
    return Array.from({ length: count }, element)
  }
  /** A cursor over the next `count` bytes; this one steps behind them. */
  part(count: number): Reader {
    this.skip(count)
    return new Reader(this.bytes, this.at - count, this.at)
  }
  get done(): boolean {
    return this.at >= this.end
  }
}

/** A buffer that grows. */
export class Writer {
  bytes: Uint8Array
  length = 0
  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity)
  }
  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }
  byte(value: number): void {
    if (this.length === this.bytes.length) this.room(1)
    this.bytes[this.length++] = value
  }
  u32(value: number): void {
    let rest = value >>> 0
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80)
      rest >>>= 7
    }
    this.byte(rest)
  }
  s32(value: number): void {
    let rest = value | 0
    while (rest < -0x40 || rest > 0x3f) {
      this.byte((rest & 0x7f) | 0x80)
      rest >>= 7
    }
    this.byte(rest & 0x7f)
  }
  s64(value: bigint): void {
    let rest = BigInt.asIntN(64, value)
    while (rest < -0x40n || rest > 0x3fn) {
      this.byte(Number(rest & 0x7fn) | 0x80)
      rest >>= 7n
    }
    this.byte(Number(rest & 0x7fn))
  }
  copy(source: Uint8Array, start = 0, end = source.length): void {
    this.room(end - start)
    if (end - start < 16) for (let at = start; at < end; at++) this.bytes[this.length++] = source[at]!
    else {
      this.bytes.set(source.subarray(start, end), this.length)
      this.length += end - start
    }
  }
  name(text: string): void {
    this.sized(utf8Encoder.encode(text))
  }
  /** A count in front of the bytes. */
  sized(bytes: Uint8Array): void {
    this.u32(bytes.length)
    this.copy(bytes)
  }
  vector<T>(elements: readonly T[], write: (element: T) => void): void {
    this.u32(elements.length)
    for (const element of elements) write(element)
  }
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}

const utf8 = new TextDecoder()
const utf8Encoder = new TextEncoder()
