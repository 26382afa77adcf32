// A module that says which sample goes next, and notes the numbers which samples alone print, in a memory of its own: a call from WebAssembly to JavaScript for
// each takes longer than to print it.
import { Writer } from '../../binary/bytes.ts'
import { type MadeSection, moduleOf, put, putExport, putImport, putInt } from '../../binary/made.ts'
import { F64, I32, I64, OP } from '../../binary/opcodes.ts'
import { PAGE } from '../../binary/sections/memories.ts'
import { SECTION } from '../../binary/sections.ts'

export interface Told {
  /** `tell` of the ABI. */
  readonly tell: WebAssembly.ExportValue
  /** The numbers that name the next sample: four, as `name` was given them. */
  readonly next: WebAssembly.ExportValue
  /** A sample has ended, with so many instructions; whether another one is to go. */
  readonly ended: WebAssembly.ExportValue
  /** Forgets everything; so many samples are to go. */
  readonly begin: (count: number) => void
  readonly name: (sample: number, a: number, b: number, c: number, d: number) => void
  /** After the sample that goes, no other one does. */
  readonly stop: () => void
  /** Samples that have ended: the first ones. */
  readonly count: () => number
  readonly instructions: (sample: number) => number
  /** Hands on what a sample told, in its order; of one after the other. Whether it told more, for which there was no room. */
  readonly take: (sample: number, hand: Take) => boolean
}
/** By what a number is printed, how often, which of its numbers. */
export type Take = (by: number, times: number, index: number, number: number) => void

/** That one call may name. */
export const MOST_NAMED = 64
/** In bytes: where the next entry goes, how many samples have ended, are to go, whether they are to stop. */
const HEAD = { bytes: 16, next: 0, ended: 4, count: 8, stopped: 12 } as const
/** Of a sample: its four numbers, and its instructions. */
const SAMPLE = { bytes: 24, instructions: 16 } as const
/** Of an entry: the number, by what, how often, which, by which sample. */
const ENTRY = { bytes: 24, number: 0, by: 8, times: 12, index: 16, sample: 20 } as const
const FIRST = HEAD.bytes + SAMPLE.bytes * MOST_NAMED
const PAGES = 2
/** Of a sample that tells without end: so often room is made for it, some four million numbers. */
const MOST_FULL = 768
const END = FIRST + ENTRY.bytes * Math.floor((PAGES * PAGE - FIRST) / ENTRY.bytes)

export function createTold(): Told {
  let numbers: Float64Array
  let words: Int32Array
  let at = FIRST // of the entry that is taken next
  let full: Full[] = []
  let crowded: number | undefined
  const end = () => words[HEAD.next >> 2]!
  const stop = () => {
    words[HEAD.stopped >> 2] = 1
  }
  /** For a sample that tells more than there is room for. */
  const makeRoom = () => {
    if (full.length < MOST_FULL) full.push({ numbers: numbers.slice(0, end() >> 3), words: words.slice(0, end() >> 2), at: FIRST })
    else crowded = words[HEAD.ended >> 2]!
    words[HEAD.next >> 2] = FIRST
    stop()
  }
  compiled ??= new WebAssembly.Module(moduleBytes())
  const { exports } = new WebAssembly.Instance(compiled, { '': { full: makeRoom } })
  const { buffer } = exports['memory'] as WebAssembly.Memory
  numbers = new Float64Array(buffer)
  words = new Int32Array(buffer)
  const begin = (count: number) => {
    full = []
    crowded = undefined
    at = words[HEAD.next >> 2] = FIRST
    words[HEAD.ended >> 2] = words[HEAD.stopped >> 2] = 0
    words[HEAD.count >> 2] = count
  }
  begin(0)
  return {
    tell: exports['tell']!,
    next: exports['next']!,
    ended: exports['ended']!,
    begin,
    name(sample, a, b, c, d) {
      const at = (HEAD.bytes + SAMPLE.bytes * sample) >> 2
      words[at] = a
      words[at + 1] = b
      words[at + 2] = c
      words[at + 3] = d
    },
    stop,
    count: () => words[HEAD.ended >> 2]!,
    instructions: (sample) => numbers[(HEAD.bytes + SAMPLE.bytes * sample + SAMPLE.instructions) >> 3]!,
    take(sample, hand) {
      for (const part of full) part.at = handOn(part, 4 * part.words.length, sample, hand)
      at = handOn({ numbers, words, at }, end(), sample, hand)
      return sample === crowded
    },
  }
}
/** Entries for which there was no room any more. */
interface Full {
  readonly numbers: Float64Array
  readonly words: Int32Array
  /** Of the one that is taken next. */
  at: number
}
/** Returns where the entries of the sample end. */
function handOn({ numbers, words, at: from }: Full, end: number, sample: number, hand: Take): number {
  let at = from
  for (; at < end; at += ENTRY.bytes) {
    const word = at >> 2
    if (words[word + (ENTRY.sample >> 2)] !== sample) break
    hand(words[word + (ENTRY.by >> 2)]!, words[word + (ENTRY.times >> 2)]!, words[word + (ENTRY.index >> 2)]!, numbers[at >> 3]!)
  }
  return at
}
let compiled: WebAssembly.Module | undefined

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const sections: MadeSection[] = [
    [
      SECTION.type,
      (w) => {
        put(w, 4, 0x60, 0, 0, 0x60, 4, I64, I32, I32, I32, 1, I32)
        put(w, 0x60, 0, 4, I32, I32, I32, I32, 0x60, 1, F64, 1, I32)
      },
    ],
    [
      SECTION.import,
      (w) => {
        w.u32(1)
        putImport(w, 'full', 0, 0)
      },
    ],
    [SECTION.function, (w) => put(w, 3, 1, 2, 3)],
    [SECTION.memory, (w) => put(w, 1, 1, PAGES, PAGES)],
    [
      SECTION.export,
      (w) => {
        w.u32(4)
        putExport(w, 'memory', 2, 0)
        for (const [index, name] of ['tell', 'next', 'ended'].entries()) putExport(w, name, 0, 1 + index)
      },
    ],
    [
      SECTION.code,
      (w) =>
        w.vector([tell, next, ended], (body) => {
          const code = new Writer()
          body(code)
          w.sized(code.view())
        }),
    ],
  ]
  return moduleOf(sections)
}
function load(code: Writer, at: number): void {
  putInt(code, 0)
  put(code, OP.i32Load, 2, at)
}
/** It asks for room where there is none for another entry. */
function tell(code: Writer): void {
  const WHERE = 4
  put(code, 1, 1, I32) // a local: where the entry goes
  load(code, HEAD.next)
  putInt(code, END)
  put(code, OP.i32Eq, OP.if, EMPTY, OP.call, 0, OP.end)
  load(code, HEAD.next)
  put(code, OP.localTee, WHERE, OP.localGet, 0, OP.i64Store, 3, ENTRY.number)
  for (const [parameter, at] of [ENTRY.by, ENTRY.times, ENTRY.index].entries())
    put(code, OP.localGet, WHERE, OP.localGet, parameter + 1, OP.i32Store, 2, at)
  put(code, OP.localGet, WHERE)
  load(code, HEAD.ended)
  put(code, OP.i32Store, 2, ENTRY.sample)
  putInt(code, 0)
  put(code, OP.localGet, WHERE)
  putInt(code, ENTRY.bytes)
  put(code, OP.i32Add, OP.i32Store, 2, HEAD.next)
  putInt(code, 0)
  code.byte(OP.end)
}
/** Where the sample that goes lies, less the head. */
function own(code: Writer): void {
  load(code, HEAD.ended)
  putInt(code, SAMPLE.bytes)
  code.byte(OP.i32Mul)
}
function next(code: Writer): void {
  const AT = 0
  put(code, 1, 1, I32)
  own(code)
  put(code, OP.localSet, AT)
  for (let number = 0; number < 4; number++) put(code, OP.localGet, AT, OP.i32Load, 2, HEAD.bytes + 4 * number)
  code.byte(OP.end)
}
function ended(code: Writer): void {
  code.byte(0)
  own(code)
  put(code, OP.localGet, 0, OP.f64Store, 3, HEAD.bytes + SAMPLE.instructions)
  putInt(code, 0)
  load(code, HEAD.ended)
  putInt(code, 1)
  put(code, OP.i32Add, OP.i32Store, 2, HEAD.ended)
  load(code, HEAD.ended)
  load(code, HEAD.count)
  put(code, OP.i32LtU)
  load(code, HEAD.stopped)
  put(code, OP.i32Eqz, OP.i32And, OP.end)
}
const EMPTY = 0x40
