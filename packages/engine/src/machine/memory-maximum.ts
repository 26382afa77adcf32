// How large a program's memory may grow is written into its binary, so that growing beyond fails inside it as at any other limit.
import { ModuleError, Writer } from '../binary/bytes.ts'
import { SECTION, type Section, sections } from '../binary/sections.ts'

const HAS_MAXIMUM = 1

/**
 * The module with its one memory bounded to `pages`, or less if it says so itself; never below its initial size, since that must fit.
 * @throws ModuleError  when there is no memory of its own, more than one, or it is shared or 64-bit
 */
export function withMemoryMaximum(module: Uint8Array, pages: number): { readonly module: Uint8Array; readonly initialPages: number } {
  const { offset, contents } = memorySection(module)
  const { at, end } = contents
  const count = contents.u32()
  if (count !== 1) throw new ModuleError(`${count} memories: a program has one`, at)
  const flags = contents.u32()
  if ((flags & ~HAS_MAXIMUM) !== 0) throw new ModuleError(`memory type ${flags}: a program's memory is 32-bit and not shared`, contents.at - 1)
  const initialPages = contents.u32()
  const declared = flags === HAS_MAXIMUM ? contents.u32() : pages

  const memory = new Writer()
  for (const value of [1, HAS_MAXIMUM, initialPages, Math.max(initialPages, Math.min(declared, pages))]) memory.u32(value)
  const bounded = new Writer(module.length + memory.length)
  bounded.copy(module, 0, offset)
  bounded.byte(SECTION.memory)
  bounded.sized(memory.view())
  bounded.copy(module, end)
  return { module: bounded.view(), initialPages }
}

function memorySection(module: Uint8Array): Section {
  for (const section of sections(module)) if (section.id === SECTION.memory) return section
  throw new ModuleError('the program has no memory', module.length)
}
