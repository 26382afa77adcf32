// A module that puts memory and globals of another back, made for them: one call where setting each from outside takes longer than many a program.
import { TURNING } from '../../abi.ts'
import { Writer } from '../../binary/bytes.ts'
import { F64, I32, I64, OP } from '../../binary/opcodes.ts'
import { PAGE } from '../../binary/sections/memories.ts'
import { HEAD } from '../../binary/sections.ts'

export interface PutBack {
  readonly memory: WebAssembly.Memory
  /** Mutable ones of 32 or 64 bits, and what they are put back to. */
  readonly globals: readonly { readonly global: WebAssembly.Global; readonly value: number | bigint }[]
  /** What memory holds from there on; all behind it becomes zero. */
  readonly start: number
  readonly data: Uint8Array
}
/** What a call does behind that: `first` with the parameters of the call, `second`, and the number that `counter` is at its end is its result. */
export interface Turn {
  readonly first?: WebAssembly.ExportValue | undefined
  readonly second: WebAssembly.ExportValue
  /** One of the globals. */
  readonly counter?: WebAssembly.Global | undefined
}
export type Turning = (a: number, b: number, c: number, d: number) => number

/** The call; it takes memory as large as it is then. */
export function putBack(what: PutBack): () => void {
  return callOf(what) as () => void
}
/** Both in one call from JavaScript: each takes as long as a short program. */
export function turning(what: PutBack, turn: Turn): Turning {
  return callOf(what, turn) as Turning
}
function callOf({ memory, globals, start, data }: PutBack, turn?: Turn): WebAssembly.ExportValue {
  const functions = turn ? [...(turn.first ? [turn.first] : []), turn.second] : []
  const values = globals.map(({ value }) => value)
  const imports: Record<string, WebAssembly.ImportValue> = { memory }
  const out = new Writer(data.length + 1024)
  const section = (id: number, fill: (w: Writer) => void) => {
    const w = new Writer()
    fill(w)
    out.byte(id)
    out.sized(w.view())
  }
  const numbers = (w: Writer, ...all: readonly number[]) => {
    for (const number of all) w.u32(number)
  }
  out.copy(new Uint8Array(HEAD))
  section(1, (w) => numbers(w, 3, ...[0x60, 0, 0], ...[0x60, 4, I32, I32, I32, I32, 0], ...[0x60, 4, I32, I32, I32, I32, 1, F64]))
  section(2, (w) => {
    w.u32(1 + globals.length + functions.length)
    w.name('')
    w.name('memory')
    numbers(w, 2, 0, 0)
    for (const [index, value] of values.entries()) {
      imports[index] = globals[index]!.global
      w.name('')
      w.name(String(index))
      numbers(w, 3, typeof value === 'bigint' ? I64 : I32, 1)
    }
    for (const [index, one] of functions.entries()) {
      imports[`f${index}`] = one
      w.name('')
      w.name(`f${index}`)
      numbers(w, 0, one === turn?.first ? 1 : 0)
    }
  })
  section(3, (w) => numbers(w, 1, turn ? 2 : 0))
  section(7, (w) => {
    w.u32(1)
    w.name('')
    numbers(w, 0, functions.length)
  })
  section(12, (w) => w.u32(1))
  section(10, (w) => {
    const code = new Writer()
    const int = (value: number) => {
      code.byte(OP.i32Const)
      code.s32(value)
    }
    const end = start + data.length
    code.u32(0)
    int(start)
    int(0)
    int(data.length)
    code.byte(0xfc)
    numbers(code, 8, 0, 0) // memory.init
    int(end)
    int(0)
    numbers(code, 0x3f, 0) // memory.size
    int(PAGE)
    code.byte(0x6c)
    int(end)
    code.byte(0x6b)
    code.byte(0xfc)
    numbers(code, 11, 0) // memory.fill
    for (const [index, value] of values.entries()) {
      if (typeof value === 'bigint') {
        code.byte(OP.i64Const)
        code.s64(value)
      } else int(value)
      numbers(code, OP.globalSet, index)
    }
    if (turn?.first) for (let parameter = 0; parameter < 4; parameter++) numbers(code, OP.localGet, parameter)
    for (const index of functions.keys()) numbers(code, OP.call, index)
    if (turn?.counter)
      numbers(
        code,
        OP.globalGet,
        globals.findIndex(({ global }) => global === turn.counter),
        I64_TO_F64,
      )
    else if (turn) {
      int(0)
      code.byte(OP.f64ConvertI32S)
    }
    code.byte(OP.end)
    w.u32(1)
    w.sized(code.view())
  })
  section(11, (w) => {
    numbers(w, 1, 1)
    w.sized(data)
  })
  section(0, (w) => {
    const name = new Writer()
    name.name(TURNING)
    w.name('name')
    w.byte(0)
    w.sized(name.view())
  })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(out.view().slice()), { '': imports })
  return exports['']!
}
const I64_TO_F64 = 0xba
