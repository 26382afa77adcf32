// A module that puts memory and globals of another back, made for them: one call where setting each from outside takes longer than many a program.
import { TURNING } from '../../abi.ts'
import { Writer } from '../../binary/bytes.ts'
import { type MadeSection, moduleOf, put, putExport, putImport, putInt } from '../../binary/made.ts'
import { F64, I32, I64, OP } from '../../binary/opcodes.ts'
import { PAGE } from '../../binary/sections/memories.ts'
import { SECTION } from '../../binary/sections.ts'

export interface PutBack {
  readonly memory: WebAssembly.Memory
  /** Mutable ones of 32 or 64 bits, and what they are put back to. */
  readonly globals: readonly { readonly global: WebAssembly.Global; readonly value: number | bigint }[]
  /** What memory holds from there on; all behind it becomes zero. */
  readonly start: number
  readonly data: Uint8Array
}
/** A function that such a module imports: its type as one of TYPE. */
export interface Called {
  readonly type: number
  readonly call: WebAssembly.ExportValue
}
/** What it has besides putting back. */
export interface Besides {
  readonly functions: readonly Called[]
  /** Globals of its own, i32, of which the second is not smaller: what memory has between these two addresses is not cleared. */
  readonly hasGap?: boolean
  /** By name, with their types. `emit` writes a body with its locals and its end; `back` writes what puts everything back. */
  readonly exports: readonly { readonly name: string; readonly type: number; readonly emit: (code: Writer, back: () => void) => void }[]
}

/** Types of functions, by their index in such a module. */
export const TYPE = { plain: 0, named: 1, turn: 2, names: 3, ended: 4, asked: 5 } as const
const TYPES = [
  [0x60, 0, 0],
  [0x60, 4, I32, I32, I32, I32, 0],
  [0x60, 4, I32, I32, I32, I32, 1, F64],
  [0x60, 0, 4, I32, I32, I32, I32],
  [0x60, 1, F64, 1, I32],
  [0x60, 0, 1, I32],
] as const
/** The names that are exported for `hasGap`. */
export const GAP = ['from', 'to'] as const

/** The call; it takes memory as large as it is then. */
export function putBack(what: PutBack): () => void {
  const emit = (code: Writer, back: () => void) => {
    code.u32(0)
    back()
    code.byte(OP.end)
  }
  return backModule(what, { functions: [], exports: [{ name: '', type: TYPE.plain, emit }] })[''] as () => void
}

/** What such a module exports. */
export function backModule({ memory, globals, start, data }: PutBack, { functions, hasGap, exports }: Besides): WebAssembly.Exports {
  const values = globals.map(({ value }) => value)
  const imports: Record<string, WebAssembly.ImportValue> = { memory }
  for (const [index, { global }] of globals.entries()) imports[index] = global
  for (const [index, { call }] of functions.entries()) imports[`f${index}`] = call
  const end = start + data.length
  const gap = hasGap ? [globals.length, globals.length + 1] : undefined
  const makeGap = (w: Writer) =>
    w.vector(GAP, () => {
      put(w, I32, 1)
      putInt(w, end)
      w.byte(OP.end)
    })
  const sections: MadeSection[] = [
    [SECTION.type, (w) => w.vector(TYPES, (type) => put(w, ...type))],
    [
      SECTION.import,
      (w) => {
        w.u32(1 + globals.length + functions.length)
        putImport(w, 'memory', 2, 0, 0)
        for (const [index, value] of values.entries()) putImport(w, String(index), 3, typeof value === 'bigint' ? I64 : I32, 1)
        for (const [index, { type }] of functions.entries()) putImport(w, `f${index}`, 0, type)
      },
    ],
    [SECTION.function, (w) => w.vector(exports, ({ type }) => w.u32(type))],
    ...(gap ? [[SECTION.global, makeGap] as const] : []),
    [
      SECTION.export,
      (w) => {
        w.u32(exports.length + (gap?.length ?? 0))
        for (const [index, { name }] of exports.entries()) putExport(w, name, 0, functions.length + index)
        for (const [index, global] of (gap ?? []).entries()) putExport(w, GAP[index]!, 3, global)
      },
    ],
    [SECTION.dataCount, (w) => w.u32(1)],
    [
      SECTION.code,
      (w) =>
        w.vector(exports, ({ emit }) => {
          const code = new Writer()
          emit(code, () => emitBack(code, { values, start, length: data.length, gap }))
          w.sized(code.view())
        }),
    ],
    [
      SECTION.data,
      (w) => {
        put(w, 1, 1)
        w.sized(data)
      },
    ],
    [
      SECTION.custom,
      (w) => {
        const name = new Writer()
        name.name(TURNING)
        w.name('name')
        w.byte(0)
        w.sized(name.view())
      },
    ],
  ]
  const module = new WebAssembly.Module(moduleOf(sections, data.length + 1024))
  return new WebAssembly.Instance(module, { '': imports }).exports
}

interface Emitted {
  readonly values: readonly (number | bigint)[]
  readonly start: number
  readonly length: number
  /** Indices of the globals. */
  readonly gap: readonly number[] | undefined
}
function emitBack(code: Writer, { values, start, length, gap }: Emitted): void {
  const clear = (from: () => void, to: () => void) => {
    from()
    putInt(code, 0)
    to()
    from()
    put(code, OP.i32Sub, MISCELLANEOUS, MEMORY_FILL, 0)
  }
  const end = () => putInt(code, start + length)
  const size = () => {
    put(code, OP.memorySize, 0)
    putInt(code, PAGE)
    code.byte(OP.i32Mul)
  }
  const [from, to] = (gap ?? []).map((global) => () => put(code, OP.globalGet, global))
  putInt(code, start)
  putInt(code, 0)
  putInt(code, length)
  put(code, MISCELLANEOUS, MEMORY_INIT, 0, 0)
  if (from && to) {
    clear(end, from)
    clear(to, size)
  } else clear(end, size)
  for (const [index, value] of values.entries()) {
    if (typeof value === 'bigint') {
      code.byte(OP.i64Const)
      code.s64(value)
    } else putInt(code, value)
    put(code, OP.globalSet, index)
  }
}
const [MISCELLANEOUS, MEMORY_INIT, MEMORY_FILL] = [0xfc, 8, 11]
