// A module that notes the numbers which samples alone print, in a memory of its own: a call from WebAssembly to JavaScript for each, with the bits of a number as
// a BigInt, takes longer than to print it.
import { Writer } from '../../binary/bytes.ts'
import { I32, I64, OP } from '../../binary/opcodes.ts'
import { PAGE } from '../../binary/sections/memories.ts'
import { HEAD } from '../../binary/sections.ts'

export interface Told {
  /** `tell` of the ABI. */
  readonly tell: WebAssembly.ExportValue
  /** Forgets what was told. */
  readonly clear: () => void
  /** Hands on what was told, in its order, and forgets it. */
  readonly take: () => void
}
/** By what a number is printed, how often, which of its numbers. */
export type Take = (by: number, times: number, index: number, number: number) => void

/** In bytes: of an entry the number, by what, how often, which; at 0 where the next one goes. */
const ENTRY = { bytes: 24, number: 0, by: 8, times: 12, index: 16 } as const
const FIRST = 8
const END = FIRST + ENTRY.bytes * Math.floor((PAGE - FIRST) / ENTRY.bytes)

export function createTold(hand: Take): Told {
  let numbers: Float64Array
  let words: Int32Array
  const clear = () => {
    words[0] = FIRST
  }
  const take = () => {
    const end = words[0]!
    clear()
    for (let at = FIRST; at < end; at += ENTRY.bytes) {
      const word = at >> 2
      hand(words[word + (ENTRY.by >> 2)]!, words[word + (ENTRY.times >> 2)]!, words[word + (ENTRY.index >> 2)]!, numbers[at >> 3]!)
    }
  }
  compiled ??= new WebAssembly.Module(moduleBytes())
  const { exports } = new WebAssembly.Instance(compiled, { '': { take } })
  const { buffer } = exports['memory'] as WebAssembly.Memory
  numbers = new Float64Array(buffer)
  words = new Int32Array(buffer)
  clear()
  return { tell: exports['tell']!, clear, take }
}
let compiled: WebAssembly.Module | undefined

/** `tell` hands on what it has where there is no room for more. */
function moduleBytes(): Uint8Array<ArrayBuffer> {
  const out = new Writer()
  const section = (id: number, fill: (w: Writer) => void) => {
    const w = new Writer()
    fill(w)
    out.byte(id)
    out.sized(w.view())
  }
  const bytes = (w: Writer, ...all: readonly number[]) => {
    for (const byte of all) w.byte(byte)
  }
  const named = (w: Writer, name: string, ...all: readonly number[]) => {
    w.name(name)
    bytes(w, ...all)
  }
  out.copy(new Uint8Array(HEAD))
  section(1, (w) => bytes(w, 2, 0x60, 0, 0, 0x60, 4, I64, I32, I32, I32, 1, I32))
  section(2, (w) => {
    bytes(w, 1, 0)
    named(w, 'take', 0, 0)
  })
  section(3, (w) => bytes(w, 1, 1))
  section(5, (w) => bytes(w, 1, 1, 1, 1))
  section(7, (w) => {
    w.u32(2)
    named(w, 'memory', 2, 0)
    named(w, 'tell', 0, 1)
  })
  section(10, (w) => {
    const code = new Writer()
    const int = (value: number) => {
      code.byte(OP.i32Const)
      code.s32(value)
    }
    const next = () => {
      int(0)
      bytes(code, LOAD, 2, 0)
    }
    bytes(code, 1, 1, I32) // a local: where the entry goes
    next()
    int(END)
    bytes(code, EQUAL, OP.if, EMPTY, OP.call, 0, OP.end)
    next()
    bytes(code, OP.localTee, WHERE, OP.localGet, 0, OP.i64Store, 3, ENTRY.number)
    for (const [parameter, at] of [ENTRY.by, ENTRY.times, ENTRY.index].entries())
      bytes(code, OP.localGet, WHERE, OP.localGet, parameter + 1, OP.i32Store, 2, at)
    int(0)
    bytes(code, OP.localGet, WHERE)
    int(ENTRY.bytes)
    bytes(code, OP.i32Add, OP.i32Store, 2, 0)
    int(0)
    code.byte(OP.end)
    w.u32(1)
    w.sized(code.view())
  })
  return out.view().slice()
}
const [LOAD, EQUAL, EMPTY, WHERE] = [0x28, 0x46, 0x40, 4]
