// A module that puts memory and globals of another back, made for them: one call where setting each from outside takes longer than many a program.
import { Writer } from '../../binary/bytes.ts'
import { I32, I64, OP } from '../../binary/opcodes.ts'
import { HEAD } from '../../binary/sections.ts'
import { PAGE } from '../memory-maximum.ts'

export interface PutBack {
  readonly memory: WebAssembly.Memory
  /** Mutable ones of 32 or 64 bits, put back to what they are now. */
  readonly globals: readonly WebAssembly.Global[]
  /** What memory holds from there on; all behind it becomes zero. */
  readonly start: number
  readonly data: Uint8Array
}

/** The call; it takes memory as large as it is then. */
export function putBack({ memory, globals, start, data }: PutBack): () => void {
  const values = globals.map(({ value }) => value as number | bigint)
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
  section(1, (w) => numbers(w, 1, 0x60, 0, 0))
  section(2, (w) => {
    w.u32(1 + globals.length)
    w.name('')
    w.name('memory')
    numbers(w, 2, 0, 0)
    for (const [index, value] of values.entries()) {
      imports[index] = globals[index]!
      w.name('')
      w.name(String(index))
      numbers(w, 3, typeof value === 'bigint' ? I64 : I32, 1)
    }
  })
  section(3, (w) => numbers(w, 1, 0))
  section(7, (w) => {
    w.u32(1)
    w.name('')
    numbers(w, 0, 0)
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
    code.byte(OP.end)
    w.u32(1)
    w.sized(code.view())
  })
  section(11, (w) => {
    numbers(w, 1, 1)
    w.sized(data)
  })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(out.view().slice()), { '': imports })
  return exports[''] as () => void
}
