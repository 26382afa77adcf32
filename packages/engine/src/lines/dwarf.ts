// Reading DWARF out of a linked module: its sections, and the plain encodings that the tables share.
// Source: DWARF Debugging Information Format, versions 4 and 5, section 7; code addresses are bytes from the start of the code
// section's contents (WebAssembly tool conventions, "DWARF for WebAssembly").
import { ModuleError, Reader } from '../binary/bytes.ts'

export interface Sections {
  /** Bytes of the code section's contents: addresses at or behind it belong to functions that the linker dropped. */
  readonly codeBytes: number
  /** Empty if the module has no such section. */
  readonly section: (name: string) => Uint8Array
}

/** Longer names and paths are cut: they go into messages. */
const NAME_LENGTH = 300

export class DwarfReader extends Reader {
  u16(): number {
    return this.byte() | (this.byte() << 8)
  }
  word(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0
  }
  /** An unsigned number of 1, 2, 4 or 8 bytes; of the last the low half. */
  fixed(size: number): number {
    if (size === 1) return this.byte()
    if (size === 2) return this.u16()
    const low = this.word()
    if (size === 8) this.skip(4)
    else if (size !== 4) throw new ModuleError(`a number of ${size} bytes`, this.at)
    return low
  }
  /** Up to the next zero byte. */
  text(): string {
    const end = this.bytes.indexOf(0, this.at)
    if (end < 0 || end >= this.end) throw new ModuleError('text without an end', this.at)
    const text = utf8.decode(this.bytes.subarray(this.at, Math.min(end, this.at + NAME_LENGTH)))
    this.at = end + 1
    return text
  }
  /** A unit: its length in front, in the 32-bit format (section 7.4). */
  unit(): DwarfReader {
    const length = this.word()
    if (length >= 0xfffffff0) throw new ModuleError('64-bit DWARF', this.at - 4)
    this.skip(length)
    return new DwarfReader(this.bytes, this.at - length, this.at)
  }
}
const utf8 = new TextDecoder()

export function textAt(section: Uint8Array, offset: number): string {
  return new DwarfReader(section, offset).text()
}

/** The units of a section, one after the other; what `read` cannot make sense of is left out, since libraries come from anywhere. */
export function readUnits<T>(section: Uint8Array, read: (unit: DwarfReader, offset: number) => T | undefined): T[] {
  const found: T[] = []
  const reader = new DwarfReader(section)
  try {
    while (!reader.done) {
      const offset = reader.at
      const unit = reader.unit()
      const one = attempt(() => read(unit, offset))
      if (one !== undefined) found.push(one)
    }
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error
  }
  return found
}
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ModuleError) return undefined
    throw error
  }
}

/**
 * The value of an attribute or of a field of a table: a number, a text, or nothing where it is of no interest here.
 * Source: DWARF 5, section 7.5.6, table 7.6.
 */
export function readForm(reader: DwarfReader, form: number, addressSize: number, sections: Sections): number | string | undefined {
  switch (form) {
    case 0x01: // addr
      return reader.fixed(addressSize)
    case 0x0b: // data1
    case 0x0c: // flag
    case 0x11: // ref1
      return reader.byte()
    case 0x05: // data2
    case 0x12: // ref2
      return reader.u16()
    case 0x06: // data4
    case 0x13: // ref4
    case 0x17: // sec_offset
    case 0x10: // ref_addr
      return reader.word()
    case 0x07: // data8
    case 0x14: // ref8
    case 0x20: // ref_sig8
      return reader.fixed(8)
    case 0x1e: // data16
      return void reader.skip(16)
    case 0x0d: // sdata
      return void reader.skipS64()
    case 0x0f: // udata
    case 0x15: // ref_udata
      return reader.u32()
    case 0x08: // string
      return reader.text()
    case 0x0e: // strp
      return textAt(sections.section('.debug_str'), reader.word())
    case 0x1f: // line_strp
      return textAt(sections.section('.debug_line_str'), reader.word())
    case 0x0a: // block1
      return void reader.skip(reader.byte())
    case 0x03: // block2
      return void reader.skip(reader.u16())
    case 0x04: // block4
      return void reader.skip(reader.word())
    case 0x09: // block
    case 0x18: // exprloc
      return void reader.skip(reader.u32())
    case 0x19: // flag_present
      return 1
  }
  throw new ModuleError(`DWARF form 0x${form.toString(16)}`, reader.at)
}
