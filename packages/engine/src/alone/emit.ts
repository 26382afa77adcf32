// Bodies of functions, written instruction by instruction.
import { Writer } from '../binary/bytes.ts'
import { F32, F64, I32, I64, OP, type ValueType } from '../binary/opcodes.ts'

const LOAD: Readonly<Record<ValueType, number>> = { [I32]: 0x28, [I64]: 0x29, [F32]: 0x2a, [F64]: 0x2b }
const STORE: Readonly<Record<ValueType, number>> = { [I32]: 0x36, [I64]: 0x37, [F32]: 0x38, [F64]: 0x39 }
export const BINARY = { add: 0x6a, sub: 0x6b, shl: 0x74, eq: 0x46, gtU: 0x4b, ltU: 0x49, geU: 0x4f } as const

export class Body {
  readonly #w = new Writer()
  /** @param locals  32-bit integers besides the parameters */
  constructor(locals = 0) {
    this.#w.u32(locals === 0 ? 0 : 1)
    if (locals === 0) return
    this.#w.u32(locals)
    this.#w.byte(I32)
  }
  #op(op: number, ...numbers: readonly number[]): this {
    this.#w.byte(op)
    for (const number of numbers) this.#w.u32(number)
    return this
  }
  int(value: number): this {
    this.#w.byte(OP.i32Const)
    this.#w.s32(value)
    return this
  }
  double(value: number): this {
    this.#w.byte(OP.f64Const)
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value, true)
    this.#w.copy(bytes)
    return this
  }
  get = (local: number): this => this.#op(OP.localGet, local)
  set = (local: number): this => this.#op(OP.localSet, local)
  global = (index: number): this => this.#op(OP.globalGet, index)
  call = (index: number): this => this.#op(OP.call, index)
  drop = (): this => this.#op(OP.drop)
  unreachable = (): this => this.#op(OP.unreachable)
  two = (what: keyof typeof BINARY): this => this.#op(BINARY[what])
  load = (type: ValueType, memory: number, offset: number): this => this.#op(LOAD[type]!, 0x40, memory, offset)
  store = (type: ValueType, memory: number, offset: number): this => this.#op(STORE[type]!, 0x40, memory, offset)
  storeByte = (memory: number, offset: number): this => this.#op(0x3a, 0x40, memory, offset)
  /** Destination, source and length are on the stack. */
  copy = (to: number, from: number): this => this.#op(0xfc, 10, to, from)
  pages = (memory: number): this => this.#op(0x3f, memory)
  #blocked(op: number, inner: (body: this) => void): this {
    this.#w.byte(op)
    this.#w.byte(0x40)
    inner(this)
    return this.#op(OP.end)
  }
  /** The condition is on the stack. */
  when = (inner: (body: this) => void): this => this.#blocked(OP.if, inner)
  /** Until `leave` in it. */
  repeat = (inner: (body: this) => void): this =>
    this.#blocked(OP.block, (body) =>
      body.#blocked(OP.loop, (looped) => {
        inner(looped)
        looped.#op(OP.br, 0)
      }),
    )
  /** Leaves the innermost `repeat` where the condition on the stack holds. */
  leaveIf = (): this => this.#op(OP.brIf, 1)
  end(): Uint8Array {
    this.#op(OP.end)
    return this.#w.view().slice()
  }
}
