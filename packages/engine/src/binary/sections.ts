// The sections of a module, one after the other, their contents unread.
// Source: WebAssembly Core Specification 3.0, section 5.5.2.
import { ModuleError, Reader } from './bytes.ts'

/** Ids. Source: WebAssembly Core Specification 3.0, section 5.5.2. */
export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
  tag: 13,
} as const

export interface Section {
  readonly id: number
  /** Where its id stands, in bytes from the start of the module. */
  readonly offset: number
  readonly contents: Reader
}

/** The magic number and the version. */
export const HEAD = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]

/** @throws ModuleError  where the module is none of version 1, or a section ends behind it */
export function* sections(module: Uint8Array): Generator<Section> {
  if (module.length < HEAD.length || HEAD.some((byte, index) => module[index] !== byte)) throw new ModuleError('not a WebAssembly 1 module', 0)
  const reader = new Reader(module, HEAD.length)
  while (!reader.done) {
    const offset = reader.at
    const id = reader.byte()
    yield { id, offset, contents: reader.part(reader.u32()) }
  }
}

/** The contents of the custom section of this name, behind the name. */
export function customSection(module: Uint8Array, name: string): Reader | undefined {
  for (const { id, contents } of sections(module)) if (id === SECTION.custom && contents.name() === name) return contents
  return undefined
}
