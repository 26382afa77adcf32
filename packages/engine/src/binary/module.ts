// A module as its sections: read by `readModule`, written by `writeModule`. Function bodies and data stay ranges of the source bytes.
// Source: WebAssembly Core Specification 3.0, section 5.5.
import { ModuleError, type Reader, Writer } from './bytes.ts'
import { type Body, CODE, readBodies, writeBodies } from './sections/code.ts'
import { type Data, data, dataCount } from './sections/data.ts'
import { type Element, elements } from './sections/elements.ts'
import { type Export, exported } from './sections/exports.ts'
import type { Form } from './sections/form.ts'
import { functions } from './sections/functions.ts'
import { type Global, globals } from './sections/globals.ts'
import { type Import, imports } from './sections/imports.ts'
import type { Limits } from './sections/limits.ts'
import { memories } from './sections/memories.ts'
import { start } from './sections/start.ts'
import { type Table, tables } from './sections/tables.ts'
import { tags } from './sections/tags.ts'
import { type FunctionType, types } from './sections/types.ts'
import { HEAD, SECTION, sections } from './sections.ts'

export interface Custom {
  readonly name: string
  readonly bytes: Uint8Array
  readonly offset: number
}
/** What the sections but the code and the custom ones hold. */
interface Contents {
  types: FunctionType[]
  imports: Import[]
  functions: number[] // type index of each defined function
  tables: Table[]
  memories: Limits[]
  tags: number[] // type indices
  globals: Global[]
  exports: Export[]
  start?: number
  elements: Element[]
  dataCount?: number
  data: Data[]
}
export interface Module extends Contents {
  readonly bytes: Uint8Array
  bodies: Body[]
  /** Where the contents of the code section begin in `bytes`: addresses of debug information count from there. */
  codeStart: number
  customs: Custom[]
}

interface Entry {
  readonly id: number
  readonly read: (module: Module, part: Reader) => void
  readonly isEmpty: (module: Module) => boolean
  readonly write: (w: Writer, module: Module, code: readonly Uint8Array[]) => void
}
function entry<K extends keyof Contents>(key: K, form: Form<NonNullable<Contents[K]>>): Entry {
  return {
    id: form.id,
    read: (module: Contents, part) => {
      module[key] = form.read(part)
    },
    isEmpty: ({ [key]: contents }) => contents === undefined || (Array.isArray(contents) && contents.length === 0),
    write: (w, { [key]: contents }) => form.write(w, contents!),
  }
}
/** The sections in the order a module has them. */
const ENTRIES: readonly Entry[] = [
  entry('types', types),
  entry('imports', imports),
  entry('functions', functions),
  entry('tables', tables),
  entry('memories', memories),
  entry('tags', tags),
  entry('globals', globals),
  entry('exports', exported),
  entry('start', start),
  entry('elements', elements),
  entry('dataCount', dataCount),
  {
    id: CODE,
    read: (module, part) => {
      module.codeStart = part.at
      module.bodies = readBodies(part)
    },
    isEmpty: ({ bodies }) => bodies.length === 0,
    write: (w, _, code) => writeBodies(w, code),
  },
  entry('data', data),
]

export function readModule(bytes: Uint8Array): Module {
  const module: Module = {
    bytes,
    types: [],
    imports: [],
    functions: [],
    tables: [],
    memories: [],
    tags: [],
    globals: [],
    exports: [],
    elements: [],
    bodies: [],
    codeStart: 0,
    data: [],
    customs: [],
  }
  let last = -1
  for (const { id, offset, contents: part } of sections(bytes)) {
    if (id === SECTION.custom) {
      module.customs.push({ name: part.name(), bytes: part.take(part.end - part.at), offset })
      continue
    }
    const place = ENTRIES.findIndex((one) => one.id === id)
    if (place < 0) throw new ModuleError(`unknown section ${id}`, offset)
    if (place <= last) throw new ModuleError(`section ${id} is repeated or out of order`, offset)
    last = place
    ENTRIES[place]!.read(module, part)
    if (!part.done) throw new ModuleError(`section ${id} is longer than its contents`, part.at)
  }
  if (module.bodies.length !== module.functions.length) throw new ModuleError('functions and bodies differ in number', bytes.length)
  return module
}

/** `code` holds the bodies, each as written from the locals to the final `end`; customs with a place come before the code section. */
export function writeModule(module: Module, code: readonly Uint8Array[], beforeCode: readonly Custom[] = []): Uint8Array {
  const out = new Writer(module.bytes.length * 2)
  out.copy(new Uint8Array(HEAD))
  const custom = ({ name, bytes }: Custom) =>
    section(out, SECTION.custom, (w) => {
      w.name(name)
      w.copy(bytes)
    })
  for (const { id, isEmpty, write } of ENTRIES) {
    if (id === CODE) for (const one of beforeCode) custom(one)
    if (!isEmpty(module)) section(out, id, (w) => write(w, module, code))
  }
  for (const one of module.customs) custom(one)
  return out.view().slice()
}
function section(out: Writer, id: number, fill: (w: Writer) => void): void {
  const w = new Writer(1024)
  fill(w)
  out.byte(id)
  out.sized(w.view())
}
