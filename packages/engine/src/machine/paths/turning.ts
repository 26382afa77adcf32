// A program that runs again and again from its start, with what is put back and called in between, in one call from JavaScript: each takes as long as a short
// program.
import type { Writer } from '../../binary/bytes.ts'
import { put, putInt } from '../../binary/made.ts'
import { I32, OP } from '../../binary/opcodes.ts'
import { BOUND, backModule, type Called, type PutBack, TYPE } from './put-back.ts'

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

/** Beyond what was written, so that little more does no harm. */
const SPARE = 4096
/** So often it is tried again to clear less. */
const MOST_SPILLS = 8
const EVERYTHING = -1

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
    hasBound: true,
    exports: [
      { name: 'run', type: TYPE.plain, emit },
      { name: 'scan', type: TYPE.scan, emit: emitScan },
    ],
  })
  const bound = exports[BOUND] as WebAssembly.Global<'i32'>
  const scan = exports['scan'] as (from: number) => number
  const behind = BLOCK * Math.ceil((what.start + what.data.length) / BLOCK)
  let most = behind
  let spills = 0
  return {
    run: exports['run'] as () => void,
    hasSpilled() {
      if (bound.value !== EVERYTHING) {
        if (scan(bound.value >>> 0) === 0) return false
        spills++
        bound.value = EVERYTHING
        return true
      }
      if (spills < MOST_SPILLS) {
        most = Math.max(most, scan(behind) >>> 0)
        bound.value = (most + SPARE) | 0
      }
      return false
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
/** From the end of memory down to an address, a multiple of BLOCK: where ends the last block that is not zero; 0 where all are. */
function emitScan(code: Writer): void {
  const [FROM, AT] = [0, 1]
  put(code, 1, 1, I32, OP.memorySize, 0)
  putInt(code, PAGE_BITS)
  put(code, OP.i32Shl, OP.localSet, AT)
  put(code, OP.block, EMPTY, OP.loop, EMPTY)
  put(code, OP.localGet, AT, OP.localGet, FROM, I32_LE_U, OP.brIf, 1)
  put(code, OP.localGet, AT)
  putInt(code, BLOCK)
  put(code, OP.i32Sub, OP.localSet, AT)
  for (let at = 0; at < BLOCK; at += 8) {
    put(code, OP.localGet, AT, OP.i64Load, 3, at)
    if (at > 0) code.byte(I64_OR)
  }
  put(code, I64_EQZ, OP.brIf, 0)
  put(code, OP.localGet, AT)
  putInt(code, BLOCK)
  put(code, OP.i32Add, OP.return, OP.end, OP.end)
  putInt(code, 0)
  code.byte(OP.end)
}
const [EMPTY, PAGE_BITS] = [0x40, 16]
const [I32_LE_U, I64_EQZ, I64_OR, F64_CONVERT_I64_U] = [0x4d, 0x50, 0x84, 0xba]
