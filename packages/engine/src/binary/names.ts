// The custom section `name`: what functions and globals are called. Names stay bytes until somebody reads them.
// Source: WebAssembly Core Specification 3.0, appendix "Custom Sections".
import { Reader, Writer } from './bytes.ts'
import type { Custom } from './module.ts'

const SUBSECTIONS = { functions: 1, globals: 7 } as const
export type Named = keyof typeof SUBSECTIONS

/** A name and what it belongs to. */
export interface NameEntry {
  readonly index: number
  readonly name: Uint8Array
}

/** Names of the functions or globals, by index; empty without a name section. */
export function namesOf(customs: readonly Custom[], named: Named): Map<number, string> {
  const section = customs.find(({ name }) => name === 'name')
  const part = section && subsections(section.bytes).find(({ id }) => id === SUBSECTIONS[named])?.part
  return new Map(part?.vector(() => [part.u32(), part.name()] as const) ?? [])
}

/**
 * The contents of a name section with other names for functions and globals.
 * @param kept  ids of subsections that stay as they are; all others go
 */
export function withNames(bytes: Uint8Array, kept: readonly number[], change: (named: Named, names: NameEntry[]) => NameEntry[]): Uint8Array {
  const out = new Writer(bytes.length + 1024)
  for (const { id, part } of subsections(bytes)) {
    const named = (Object.keys(SUBSECTIONS) as Named[]).find((one) => SUBSECTIONS[one] === id)
    if (kept.includes(id)) subsection(out, id, part.take(part.end - part.at))
    else if (named)
      subsection(
        out,
        id,
        nameMap(
          change(
            named,
            part.vector(() => ({ index: part.u32(), name: part.take(part.u32()) })),
          ),
        ),
      )
  }
  return out.view()
}

function subsections(bytes: Uint8Array): { id: number; part: Reader }[] {
  const reader = new Reader(bytes)
  const found: { id: number; part: Reader }[] = []
  while (!reader.done) found.push({ id: reader.byte(), part: reader.part(reader.u32()) })
  return found
}
function subsection(out: Writer, id: number, bytes: Uint8Array): void {
  out.byte(id)
  out.sized(bytes)
}
/** Its indices ascend. */
function nameMap(names: readonly NameEntry[]): Uint8Array {
  const out = new Writer(names.reduce((sum, { name }) => sum + name.length + 10, 16))
  out.vector(
    [...names].sort((one, other) => one.index - other.index),
    ({ index, name }) => {
      out.u32(index)
      out.sized(name)
    },
  )
  return out.view()
}

/** Bytes of a name that goes into messages: one about a recursion holds it thousands of times. Mangled names of C++ are demangled, and far shorter. */
export const LONGEST_NAME = 1000
export function bounded(name: Uint8Array): Uint8Array {
  let end = Math.min(name.length, LONGEST_NAME)
  while (end < name.length && (name[end]! & 0xc0) === 0x80) end-- // not within a character
  return name.subarray(0, end)
}
