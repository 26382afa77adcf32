// A program that runs again and again from its start, with what is put back and called in between, in one call from JavaScript: each takes as long as a short
// program.
import type { Writer } from '../../binary/bytes.ts'
import { put, putInt } from '../../binary/made.ts'
import { I32, OP } from '../../binary/opcodes.ts'
import { backModule, type Called, GAP, type PutBack, TYPE } from './put-back.ts'

/** What a run does once everything is put back: `first` with the parameters of the call, then `second`; what `counter` is at its end is its result. */
export interface Turn {
  readonly first?: WebAssembly.ExportValue | undefined
  readonly second: WebAssembly.ExportValue
  /** One of the globals. */
  readonly counter?: WebAssembly.Global | undefined
}
export type Turning = (a: number, b: number, c: number, d: number) => number

/** One run. */
export function turning(what: PutBack, { first, second, counter }: Turn): Turning {
  const functions: Called[] = [...(first ? [{ type: TYPE.named, call: first }] : []), { type: TYPE.plain, call: second }]
  const emit = (code: Writer, back: () => void) => {
    code.u32(0)
    back()
    if (first) for (let parameter = 0; parameter < 4; parameter++) put(code, OP.localGet, parameter)
    for (const index of functions.keys()) put(code, OP.call, index)
    emitCounted(code, what, counter)
    code.byte(OP.end)
  }
  return backModule(what, { functions, exports: [{ name: '', type: TYPE.turn, emit }] })[''] as Turning
}

/** Who says what the runs of a stretch are for. */
export interface Names {
  /** The parameters of `first` in the next run. */
  readonly next: WebAssembly.ExportValue
  /** A run has ended, with so many of what is counted; whether there is to be another one. */
  readonly ended: WebAssembly.ExportValue
}
export interface Stretch {
  /** Runs, one after the other. */
  readonly run: () => void
  /**
   * To be asked after a stretch before its runs count. What runs have not written for a while is not cleared before each of them: where one of this stretch has
   * written there, those behind it may have found that, and from now on it is cleared, so that the stretch can be run again.
   */
  readonly hasSpilled: () => boolean
}

/** Behind what was written, so that little more does no harm. */
const SPARE = 4096
/** Less is cleared as quickly as it is looked at. */
const LEAST_GAP = 8192
/** So often it is tried again to clear less. */
const MOST_SPILLS = 8

/** Runs without JavaScript between them, as many as `names` wants. */
export function stretching(what: PutBack, { first, second, counter }: Turn & { readonly first: WebAssembly.ExportValue }, names: Names): Stretch {
  const functions: Called[] = [
    { type: TYPE.names, call: names.next },
    { type: TYPE.named, call: first },
    { type: TYPE.plain, call: second },
    { type: TYPE.ended, call: names.ended },
  ]
  const emit = (code: Writer, back: () => void) => {
    put(code, 0, OP.loop, EMPTY)
    back()
    for (const index of [0, 1, 2]) put(code, OP.call, index)
    emitCounted(code, what, counter)
    put(code, OP.call, 3, OP.brIf, 0, OP.end, OP.end)
  }
  const exports = backModule(what, {
    functions,
    hasGap: true,
    exports: [
      { name: 'run', type: TYPE.plain, emit },
      { name: 'hasSpilled', type: TYPE.asked, emit: (code) => emitSpilled(code, what.globals.length) },
    ],
  })
  const [from, to] = GAP.map((name) => exports[name] as WebAssembly.Global<'i32'>) as [WebAssembly.Global<'i32'>, WebAssembly.Global<'i32'>]
  const hasSpilled = exports['hasSpilled'] as () => number
  const end = what.start + what.data.length
  const known = createUnwritten(end)
  let spills = 0
  return {
    run: exports['run'] as () => void,
    hasSpilled() {
      if (from.value !== to.value) {
        if (hasSpilled() === 0) return false
        spills++
        from.value = to.value = end
        return true
      }
      const gap = spills < MOST_SPILLS ? known.after(what.memory.buffer) : undefined
      if (gap) [from.value, to.value] = gap
      return false
    },
  }
}

/** The longest part of memory behind `end` that no stretch has written, as far as it was looked at: where it begins and ends, in blocks. */
function createUnwritten(end: number): { readonly after: (buffer: ArrayBuffer) => readonly [number, number] | undefined } {
  const first = Math.ceil(end / BLOCK)
  let before: Uint8Array = new Uint8Array() // of each block behind that: whether any stretch has written there
  return {
    after(buffer) {
      const words = new BigUint64Array(buffer)
      const written = new Uint8Array(Math.floor(buffer.byteLength / BLOCK) - first)
      written.set(before)
      let [longest, length] = [0, 0]
      let run = 0
      for (let block = 0; block < written.length; block++) {
        for (let word = 0; word < BLOCK / 8; word++) if (words[((first + block) * BLOCK) / 8 + word] !== 0n) written[block] = 1
        run = written[block] === 0 ? run + 1 : 0
        if (run > length) [longest, length] = [block + 1 - run, run]
      }
      before = written
      const from = (first + longest) * BLOCK + SPARE
      const to = (first + longest + length) * BLOCK
      return to - from < LEAST_GAP ? undefined : [from, to]
    },
  }
}

function emitCounted(code: Writer, { globals }: PutBack, counter: WebAssembly.Global | undefined): void {
  if (counter) {
    const index = globals.findIndex(({ global }) => global === counter)
    put(code, OP.globalGet, index, F64_CONVERT_I64_U)
  } else {
    putInt(code, 0)
    code.byte(OP.f64ConvertI32S)
  }
}

/** Bytes that are looked at together. */
const BLOCK = 64
/** Whether anything between both globals, at multiples of BLOCK, is not zero. */
function emitSpilled(code: Writer, gap: number): void {
  const AT = 0
  put(code, 1, 1, I32, OP.globalGet, gap, OP.localSet, AT)
  put(code, OP.block, EMPTY, OP.loop, EMPTY)
  put(code, OP.localGet, AT, OP.globalGet, gap + 1, OP.i32GeU, OP.brIf, 1)
  for (let at = 0; at < BLOCK; at += 8) {
    put(code, OP.localGet, AT, OP.i64Load, 3, at)
    if (at > 0) code.byte(I64_OR)
  }
  put(code, OP.localGet, AT)
  putInt(code, BLOCK)
  put(code, OP.i32Add, OP.localSet, AT, I64_EQZ, OP.brIf, 0)
  putInt(code, 1)
  put(code, OP.return, OP.end, OP.end)
  putInt(code, 0)
  code.byte(OP.end)
}
const EMPTY = 0x40
const [I64_EQZ, I64_OR, F64_CONVERT_I64_U] = [0x50, 0x84, 0xba]
