// System calls that nearly every start of a program makes, answered in WebAssembly where that is all there is to them: a call into JavaScript and back takes longer
// than they do. Whatever is out of the ordinary (an address outside, another descriptor, a limit) goes to the call that it stands for, and so does everything once
// the program has made a system call that may change what a descriptor is.
import { Writer } from '../../binary/bytes.ts'
import { type MadeSection, moduleOf, put, putExport, putImport, putInt } from '../../binary/made.ts'
import { I32, I64, OP } from '../../binary/opcodes.ts'
import { SECTION } from '../../binary/sections.ts'

export interface Quick {
  readonly calls: Readonly<Record<string, WebAssembly.ExportValue>>
  /** To be put back before each execution: bytes of standard output that are left, and whether descriptors are what they were. */
  readonly globals: readonly { readonly global: WebAssembly.Global; readonly value: number | bigint }[]
}
/** What calls in JavaScript and in WebAssembly have together. */
export interface Shared {
  /** Bytes of standard output, which nobody hears, that are left. */
  readonly left: WebAssembly.Global<'i64'>
  /** 1: descriptors are what they were at the start. */
  readonly isPlain: WebAssembly.Global<'i32'>
  /** For another execution, where nothing else puts them back. */
  readonly reset: () => void
}
export function createShared(outputBytes: number): Shared {
  const most = BigInt(Math.floor(Math.min(outputBytes, Number.MAX_SAFE_INTEGER)))
  const left = new WebAssembly.Global<'i64'>({ value: 'i64', mutable: true }, most)
  const isPlain = new WebAssembly.Global<'i32'>({ value: 'i32', mutable: true }, 1)
  const reset = () => {
    left.value = most
    isPlain.value = 1
  }
  return { left, isPlain, reset }
}

type Call = (...parameters: never[]) => unknown
/** Arguments that are answered here, and their bytes. */
const MOST = { words: 16, bytes: 4096 } as const
const STANDARD_OUTPUT = 1
/** Of fd_fdstat_get: a character device that may be written to (fd.ts). */
const STATUS = { bytes: 24, type: 2, rights: 1 << 6 } as const

/** @param words  arguments, with the NUL at their ends @param slow  the calls of the program that are answered here, by name */
export function createQuick(
  memory: WebAssembly.Memory,
  words: readonly Uint8Array[],
  slow: Readonly<Record<string, Call>>,
  { left, isPlain }: Shared,
): Quick {
  const isShort = words.length <= MOST.words && bytesOf(words) <= MOST.bytes
  const bodies: Readonly<Record<string, Body>> = {
    ...(isShort && { args_sizes_get: argumentSizes(words), args_get: argumentWords(words) }),
    fd_fdstat_get: status,
    fd_write: write,
  }
  const names = Object.keys(bodies).filter((name) => name in slow)
  const type = (name: string) => (name === 'fd_write' ? 1 : 0)
  const segments = isShort ? words : []
  const sections: MadeSection[] = [
    [SECTION.type, (w) => w.vector([2, 4], (count) => put(w, 0x60, count, ...Array<number>(count).fill(I32), 1, I32))],
    [
      SECTION.import,
      (w) => {
        w.u32(3 + names.length)
        putImport(w, 'memory', 2, 0, 0)
        putImport(w, 'left', 3, I64, 1)
        putImport(w, 'isPlain', 3, I32, 1)
        for (const name of names) putImport(w, name, 0, type(name))
      },
    ],
    [SECTION.function, (w) => w.vector(names, (name) => w.u32(type(name)))],
    [SECTION.export, (w) => w.vector(names, (name) => putExport(w, name, 0, names.length + names.indexOf(name)))],
    [SECTION.dataCount, (w) => w.u32(segments.length)],
    [
      SECTION.code,
      (w) =>
        w.vector(names, (name) => {
          const code = new Writer()
          const parameters = type(name) === 1 ? 4 : 2
          put(code, 2, 1, I64, 1, I32, OP.block, EMPTY) // locals: a number of bytes, another
          bodies[name]!(code)
          put(code, OP.i32Const, 0, OP.return, OP.end)
          for (let parameter = 0; parameter < parameters; parameter++) put(code, OP.localGet, parameter)
          put(code, OP.call, names.indexOf(name), OP.end)
          w.sized(code.view())
        }),
    ],
    [
      SECTION.data,
      (w) =>
        w.vector(segments, (word) => {
          w.byte(1)
          w.sized(word)
        }),
    ],
  ]
  const imports = { memory, left, isPlain, ...Object.fromEntries(names.map((name) => [name, slow[name]!])) }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(sections)), { '': imports })
  return {
    calls: exports,
    globals: [
      { global: left, value: left.value },
      { global: isPlain, value: 1 },
    ],
  }
}

/** What stands in the block that is left for the slow call. */
type Body = (code: Writer) => void

const status: Body = (code) => {
  onlyStandardOutput(code)
  within(code, () => put(code, OP.localGet, 1), STATUS.bytes)
  for (const [at, value] of [
    [0, STATUS.type],
    [8, STATUS.rights],
    [16, 0],
  ] as const) {
    put(code, OP.localGet, 1, OP.i64Const)
    code.s64(BigInt(value))
    put(code, OP.i64Store, 3, at)
  }
}
const argumentSizes =
  (words: readonly Uint8Array[]): Body =>
  (code) => {
    for (const parameter of [0, 1]) within(code, () => put(code, OP.localGet, parameter), 4)
    for (const [parameter, value] of [words.length, bytesOf(words)].entries()) {
      put(code, OP.localGet, parameter)
      putInt(code, value)
      put(code, OP.i32Store, 2, 0)
    }
  }
const argumentWords =
  (words: readonly Uint8Array[]): Body =>
  (code) => {
    within(code, () => put(code, OP.localGet, 0), 4 * words.length)
    within(code, () => put(code, OP.localGet, 1), bytesOf(words))
    let at = 0
    for (const [index, word] of words.entries()) {
      const address = () => {
        put(code, OP.localGet, 1)
        putInt(code, at)
        put(code, OP.i32Add)
      }
      put(code, OP.localGet, 0)
      address()
      put(code, OP.i32Store, 2, 4 * index)
      address()
      putInt(code, 0)
      putInt(code, word.length)
      put(code, MISCELLANEOUS, MEMORY_INIT, index, 0)
      at += word.length
    }
  }
/** Of one buffer or two. */
const write: Body = (code) => {
  const [TOTAL, LENGTH] = [4, 5]
  onlyStandardOutput(code)
  put(code, OP.localGet, 2, OP.i32Const, 1, OP.i32Sub, OP.i32Const, 1, I32_GT_U, OP.brIf, 0)
  within(code, () => put(code, OP.localGet, 1), 16) // of one buffer 8 would do
  within(code, () => put(code, OP.localGet, 3), 4)
  const buffer = (at: number) => {
    put(code, OP.localGet, 1, I32_LOAD, 2, at + 4, OP.localSet, LENGTH)
    put(code, OP.localGet, 1, I32_LOAD, 2, at, I64_EXTEND, OP.localGet, LENGTH, I64_EXTEND, OP.i64Add)
  }
  buffer(0)
  emitEnd(code)
  put(code, I64_GT_U, OP.brIf, 0, OP.localGet, LENGTH, I64_EXTEND, OP.localSet, TOTAL)
  put(code, OP.localGet, 2, OP.i32Const, 2, I32_EQ, OP.if, EMPTY)
  buffer(8)
  emitEnd(code)
  put(code, I64_GT_U, OP.brIf, 1, OP.localGet, LENGTH, I64_EXTEND, OP.localGet, TOTAL, OP.i64Add, OP.localSet, TOTAL, OP.end)
  put(code, OP.localGet, TOTAL, OP.globalGet, LEFT, I64_GT_U, OP.brIf, 0)
  put(code, OP.globalGet, LEFT, OP.localGet, TOTAL, I64_SUB, OP.globalSet, LEFT)
  put(code, OP.localGet, 3, OP.localGet, TOTAL, I32_WRAP, OP.i32Store, 2, 0)
}

function onlyStandardOutput(code: Writer): void {
  put(code, OP.globalGet, IS_PLAIN, OP.i32Eqz, OP.brIf, 0)
  put(code, OP.localGet, 0, OP.i32Const, STANDARD_OUTPUT, I32_NE, OP.brIf, 0)
}
/** So many bytes from an address on lie in the memory as it is now. */
function within(code: Writer, address: () => void, count: number): void {
  address()
  put(code, I64_EXTEND, OP.i64Const)
  code.s64(BigInt(count))
  put(code, OP.i64Add)
  emitEnd(code)
  put(code, I64_GT_U, OP.brIf, 0)
}
function emitEnd(code: Writer): void {
  put(code, OP.memorySize, 0, I64_EXTEND, OP.i64Const, PAGE_BITS, I64_SHL)
}
const bytesOf = (words: readonly Uint8Array[]): number => words.reduce((sum, word) => sum + word.length, 0)
/** Of the globals that are imported. */
const [LEFT, IS_PLAIN] = [0, 1]
const [EMPTY, PAGE_BITS] = [0x40, 16]
const [I32_LOAD, I32_EQ, I32_NE, I32_GT_U, I32_WRAP] = [0x28, 0x46, 0x47, 0x4b, 0xa7]
const [I64_EXTEND, I64_GT_U, I64_SUB, I64_SHL] = [0xad, 0x56, 0x7d, 0x86]
const [MISCELLANEOUS, MEMORY_INIT] = [0xfc, 8]
