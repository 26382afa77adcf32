// Program, runtime module and interpreter as one module of three memories, with the functions between them that are a host's otherwise.
//   before  three modules: the program imports ux.… and the system's calls, the runtime module host.…, the interpreter env.…
//   after   one module that imports the system's calls alone, and exports _start and the program's memory
// Invariant: the program's memory is the first, and no address that the program has leads out of it. Indices move; code is not touched otherwise.
import { IMPORTS, PRESSURE } from '../abi.ts'
import { Reader, Writer } from '../binary/bytes.ts'
import { type Module, readModule, writeModule } from '../binary/module.ts'
import { OP } from '../binary/opcodes.ts'
import type { Data } from '../binary/sections/data.ts'
import type { Element } from '../binary/sections/elements.ts'
import type { Import } from '../binary/sections/imports.ts'
import { type Initialiser, REF_FUNC } from '../binary/sections/initialiser.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { type Numbering, renumbered } from './renumber.ts'

/** One of the modules on its way into the large one. */
export interface Piece {
  readonly module: Module
  readonly to: Numbering
  /** Where a function that it exports stands in the large module. @throws Error  it exports none of this name */
  readonly function: (name: string) => number
  readonly global: (name: string) => number
}
export interface Pieces {
  readonly program: Piece
  readonly runtime: Piece
  readonly interpreter: Piece
}
/** A function of the glue: what it takes and gives, and its code, which may call every other function. */
export interface GlueFunction {
  readonly type: FunctionType
  readonly code: (pieces: Pieces, glue: (name: string) => number, system: (name: string) => number) => Uint8Array
}
export interface Glue {
  /** By name: `ux.tail` and the like stand for imports of that name, `start` begins the run; others are its own. */
  readonly functions: ReadonlyMap<string, GlueFunction>
  /** Calls of the system that it needs, whether or not the program does. */
  readonly system: ReadonlyMap<string, FunctionType>
  readonly data: readonly Data[]
  /** Of the interpreter's memory. */
  readonly pages: number
  /** First values of mutable globals of the interpreter, by name. */
  readonly globals: ReadonlyMap<string, number>
}
export const SYSTEM = 'wasi_snapshot_preview1'
const KIND = { function: 0, memory: 2 } as const

/** @throws Error  where a module imports what nobody gives */
export function combine(modules: Readonly<Record<keyof Pieces, Uint8Array>>, glue: Glue): Uint8Array {
  const read = { program: readModule(modules.program), runtime: readModule(modules.runtime), interpreter: readModule(modules.interpreter) }
  const list = [read.program, read.runtime, read.interpreter]
  const before = <T>(of: (module: Module) => readonly T[], place: number): number =>
    list.slice(0, place).reduce((sum, one) => sum + of(one).length, 0)
  const ownTypes = before(({ types }) => types, 3)
  const functions = [...glue.functions]

  // The system's calls come first: the program's, but those that the glue stands in for, and the glue's.
  const system = new Map<string, Import>()
  const call = (name: string, type: number) => system.set(name, { module: SYSTEM, name, offset: 0, kind: 'function', type, mutable: false })
  for (const { module, name, type } of read.program.imports) if (module === SYSTEM && !glue.functions.has(`${SYSTEM}.${name}`)) call(name, type)
  for (const [index, name] of [...glue.system.keys()].entries()) call(name, ownTypes + functions.length + index)
  const systemNames = [...system.keys()]
  const systemCall = (name: string): number => found(systemNames.indexOf(name), `system call ${name}`)

  const firstOf = (place: number): number => system.size + before((module) => module.functions, place)
  const glueCall = (name: string): number =>
    found(
      functions.findIndex(([own]) => own === name),
      name,
    ) + firstOf(3)
  const pieces: Piece[] = []
  for (const [place, module] of list.entries()) pieces.push(pieceOf(module, place))
  const [program, runtime, interpreter] = pieces as [Piece, Piece, Piece]
  const named: Pieces = { program, runtime, interpreter }

  function pieceOf(module: Module, place: number): Piece {
    const imported = module.imports.filter(({ kind }) => kind === 'function')
    const importedGlobals = module.imports.filter(({ kind }) => kind === 'global')
    const exported = (name: string, kind: number): number => {
      const row = module.exports.find((one) => one.name === name && one.kind === kind)
      if (!row) throw new Error(`a module exports no "${name}"`)
      return row.index
    }
    const to: Numbering = {
      type: (index) => index + before(({ types }) => types, place),
      function: (index) => (index < imported.length ? given(imported[index]!, place) : index - imported.length + firstOf(place)),
      table: (index) => index + before(({ tables }) => tables, place),
      global: (index) =>
        index < importedGlobals.length
          ? givenGlobal(importedGlobals[index]!)
          : index - importedGlobals.length + before(({ globals }) => globals, place),
      tag: (index) => index + before(({ tags }) => tags, place),
      element: (index) => index + before(({ elements }) => elements, place),
      data: (index) => index + before(({ data }) => data, place),
      memory: place,
    }
    return {
      module,
      to,
      function: (name) => to.function(exported(name, KIND.function)),
      global: (name) => to.global(exported(name, 3)),
    }
  }
  function given({ module, name }: Import, place: number): number {
    // The interpreter's memory is not the one that the system knows: it has a system of its own.
    const wanted = `${place === 2 && module === SYSTEM ? 'interpreter' : module}.${name}`
    if (glue.functions.has(wanted)) return glueCall(wanted)
    if (module === SYSTEM && place === 0) return systemCall(name)
    if (module === 'ux' && IMPORTS[name]?.by === 'runtime') return pieces[1]!.function(name)
    throw new Error(`nothing gives the import "${module}.${name}"`)
  }
  function givenGlobal({ module, name }: Import): number {
    if (module !== 'ux' || name !== PRESSURE) throw new Error(`nothing gives the import "${module}.${name}"`)
    return pieces[1]!.global(PRESSURE)
  }

  const code = pieces.flatMap(({ module, to }) =>
    module.bodies.map(({ start, end }) => {
      const w = new Writer(end - start + 64)
      renumbered(new Reader(module.bytes, start, end), w, to)
      return w.view().slice()
    }),
  )
  for (const [, { code: make }] of functions) code.push(make(named, glueCall, systemCall) as Uint8Array<ArrayBuffer>)
  const data = [...[program, runtime].flatMap(dataOf), ...glue.data] // the interpreter's is that of the snapshot
  const interpreterGlobals = new Map([...glue.globals].map(([name, value]) => [interpreter.global(name), value]))
  const large: Module = {
    bytes: new Uint8Array(code.reduce((sum, { length }) => sum + length, 0)),
    types: [...list.flatMap(({ types }) => types), ...functions.map(([, { type }]) => type), ...glue.system.values()],
    imports: [...system.values()],
    functions: [...pieces.flatMap(({ module, to }) => module.functions.map(to.type)), ...functions.map((_, index) => ownTypes + index)],
    tables: list.flatMap(({ tables }) => tables),
    memories: [...read.program.memories, ...read.runtime.memories, { minimum: glue.pages }],
    tags: pieces.flatMap(({ module, to }) => module.tags.map(to.type)),
    globals: pieces
      .flatMap(({ module, to }) => module.globals.map((global) => ({ ...global, value: initialiserOf(global.value, to) })))
      .map((global, index) => {
        const value = interpreterGlobals.get(index)
        return value === undefined ? global : { ...global, value: [{ op: OP.i32Const, immediate: value }] }
      }),
    exports: [
      { name: 'memory', kind: KIND.memory, index: 0 },
      { name: '_start', kind: KIND.function, index: glueCall('start') },
    ],
    elements: pieces.flatMap(elementsOf),
    ...(data.length > 0 && { dataCount: data.length }),
    data,
    bodies: code.map(() => ({ start: 0, end: 0 })),
    codeStart: 0,
    customs: [],
  }
  return writeModule(large, code)
}

function found(index: number, what: string): number {
  if (index < 0) throw new Error(`there is no ${what}`)
  return index
}
const initialiserOf = (value: Initialiser, to: Numbering): Initialiser =>
  value.map((one) => {
    if (one.op === OP.globalGet) return { ...one, immediate: to.global(one.immediate) }
    return one.op === REF_FUNC ? { ...one, immediate: to.function(one.immediate) } : one
  })
/** Segments that are copied into memory at the start name it: form 2. */
const dataOf = ({ module, to }: Piece): Data[] =>
  module.data.map(({ flags, offset, bytes }) =>
    flags === 1 || !offset ? { flags: 1, memory: 0, bytes } : { flags: 2, memory: to.memory, offset: initialiserOf(offset, to), bytes },
  )
/** Those that are copied into a table name it: form 2 of functions, 6 of expressions. */
const elementsOf = ({ module, to }: Piece): Element[] =>
  module.elements.map((element) => {
    const active = (element.flags & 1) === 0
    return {
      ...element,
      flags: active ? element.flags | 2 : element.flags,
      table: to.table(element.table),
      ...(element.offset && { offset: initialiserOf(element.offset, to) }),
      functions: element.functions.map(to.function),
      expressions: element.expressions.map((one) => initialiserOf(one, to)),
    }
  })
