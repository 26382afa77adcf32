// How large a program's memory may grow is written into its binary, so that growing beyond fails inside it as at any other limit.
import { ModuleError, Writer } from '../binary/bytes.ts'
import { SECTION, type Section, sections } from '../binary/sections.ts'

const HAS_MAXIMUM = 1
const KIND_MEMORY = 2

/** Where a program whose memory comes from outside finds it. */
export const MEMORY_IMPORT = { module: 'env', name: 'memory' } as const

/** Of a memory, in pages. */
export interface Size {
  readonly initial: number
  readonly maximum: number
}

/**
 * The module with its one memory bounded to `pages`, or less if it says so itself; never below its initial size, since that must fit.
 * @throws ModuleError  when there is no memory of its own, more than one, or it is shared or 64-bit
 */
export function withMemoryMaximum(module: Uint8Array, pages: number): { readonly module: Uint8Array; readonly initialPages: number } {
  const { offset, contents } = memorySection(module)
  const size = sizeOf(contents, pages)
  const memory = new Writer()
  memory.u32(1)
  writeLimits(memory, size)
  const bounded = new Writer(module.length + memory.length)
  bounded.copy(module, 0, offset)
  bounded.byte(SECTION.memory)
  bounded.sized(memory.view())
  bounded.copy(module, contents.end)
  return { module: bounded.view(), initialPages: size.initial }
}

/**
 * The same with a memory that it is given, so that instances may have one together.
 * @throws ModuleError  as above
 */
export function withMemoryImported(module: Uint8Array, pages: number): { readonly module: Uint8Array; readonly size: Size } {
  const size = sizeOf(memorySection(module).contents, pages)
  const out = new Writer(module.length + 32)
  let [copied, isImported] = [0, false]
  for (const { id, offset, contents } of sections(module)) {
    if (!isImported && id >= SECTION.import) {
      out.copy(module, copied, offset)
      const imports = new Writer(256)
      const has = id === SECTION.import
      imports.u32(1 + (has ? contents.u32() : 0))
      if (has) imports.copy(module, contents.at, contents.end)
      imports.name(MEMORY_IMPORT.module)
      imports.name(MEMORY_IMPORT.name)
      imports.byte(KIND_MEMORY)
      writeLimits(imports, size)
      out.byte(SECTION.import)
      out.sized(imports.view())
      copied = has ? contents.end : offset
      isImported = true
    }
    if (id !== SECTION.memory) continue
    out.copy(module, copied, offset)
    copied = contents.end
  }
  out.copy(module, copied)
  return { module: out.view(), size }
}

function memorySection(module: Uint8Array): Section {
  for (const section of sections(module)) if (section.id === SECTION.memory) return section
  throw new ModuleError('the program has no memory', module.length)
}
function sizeOf(contents: Section['contents'], pages: number): Size {
  const at = contents.at
  const count = contents.u32()
  if (count !== 1) throw new ModuleError(`${count} memories: a program has one`, at)
  const flags = contents.u32()
  if ((flags & ~HAS_MAXIMUM) !== 0) throw new ModuleError(`memory type ${flags}: a program's memory is 32-bit and not shared`, contents.at - 1)
  const initial = contents.u32()
  const declared = flags === HAS_MAXIMUM ? contents.u32() : pages
  return { initial, maximum: Math.max(initial, Math.min(declared, pages)) }
}
function writeLimits(w: Writer, { initial, maximum }: Size): void {
  for (const value of [HAS_MAXIMUM, initial, maximum]) w.u32(value)
}
