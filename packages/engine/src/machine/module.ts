// The two things the machine reads in a program's binary itself: how large its memory may grow, and which custom sections it has.
// Source: WebAssembly core specification 3.0, §5.5 (modules).

export const PAGE = 65_536
const MEMORY_SECTION = 5
const HAS_MAXIMUM = 1

export class ModuleError extends Error {}

/**
 * The module with its one memory bounded to `pages`, or less if it says so itself; never below its initial size, since that must fit.
 * @throws ModuleError  with a byte offset, when there is no memory of its own, more than one, or it is shared or 64-bit
 */
export function withMemoryMaximum(module: Uint8Array, pages: number): { readonly module: Uint8Array; readonly initialPages: number } {
  const section = findSection(module, MEMORY_SECTION)
  const reader = new Reader(module, section.start)
  const count = reader.u32()
  if (count !== 1) throw new ModuleError(`${count} memories at byte ${section.start}: a program has one`)
  const flags = reader.u32()
  if ((flags & ~HAS_MAXIMUM) !== 0)
    throw new ModuleError(`memory type ${flags} at byte ${section.start + 1}: a program's memory is 32-bit and not shared`)
  const initialPages = reader.u32()
  const declared = flags === HAS_MAXIMUM ? reader.u32() : pages
  const body = [1, HAS_MAXIMUM, ...leb(initialPages), ...leb(Math.max(initialPages, Math.min(declared, pages)))]
  const header = [MEMORY_SECTION, ...leb(body.length)]
  const patched = new Uint8Array(module.length + header.length + body.length - (section.end - section.header))
  patched.set(module.subarray(0, section.header))
  patched.set([...header, ...body], section.header)
  patched.set(module.subarray(section.end), section.header + header.length + body.length)
  return { module: patched, initialPages }
}

/** Whether there is a custom section of this name. */
export function hasCustomSection(module: Uint8Array, wanted: string): boolean {
  const name = new TextEncoder().encode(wanted)
  const reader = new Reader(module, 8)
  while (reader.at < module.length) {
    const id = module[reader.at++]
    const size = reader.u32()
    const end = reader.at + size
    if (id === 0 && reader.u32() === name.length && name.every((byte, index) => module[reader.at + index] === byte)) return true
    reader.at = end
  }
  return false
}

interface Section {
  readonly header: number
  readonly start: number
  readonly end: number
}
function findSection(module: Uint8Array, id: number): Section {
  const reader = new Reader(module, 8)
  while (reader.at < module.length) {
    const header = reader.at
    const found = module[reader.at++]
    const size = reader.u32()
    const start = reader.at
    if (start + size > module.length) throw new ModuleError(`section ${found} at byte ${header} ends behind the module`)
    if (found === id) return { header, start, end: start + size }
    reader.at = start + size
  }
  throw new ModuleError('the program has no memory')
}

class Reader {
  readonly #bytes: Uint8Array
  at: number
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }
  u32(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.at++]
      if (byte === undefined) throw new ModuleError(`the module ends at byte ${this.at - 1}`)
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new ModuleError(`a number longer than 32 bits at byte ${this.at}`)
  }
}
function leb(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
  return [...bytes, rest]
}
