// Constant expressions: what globals begin with, and where segments go.
// Source: WebAssembly Core Specification 3.0, section 5.4.10.
import { ModuleError, type Reader, type Writer } from '../bytes.ts'
import { OP } from '../opcodes.ts'

/** Instructions up to `end`, as opcode and immediate; wide constants as ranges of the source. */
export type Initialiser = readonly { readonly op: number; readonly immediate: number; readonly bytes?: Uint8Array }[]

export const REF_NULL = 0xd0
export const REF_FUNC = 0xd2

export function readInitialiser(part: Reader): Initialiser {
  const instructions: { op: number; immediate: number; bytes?: Uint8Array }[] = []
  for (;;) {
    const at = part.at
    const op = part.byte()
    const wide = (skip: () => void) => {
      const start = part.at
      skip()
      instructions.push({ op, immediate: 0, bytes: part.bytes.subarray(start, part.at) })
    }
    if (op === OP.end) return instructions
    if (op === OP.i32Const) instructions.push({ op, immediate: part.s32() })
    else if (op === OP.i64Const) wide(() => part.skipS64())
    else if (op === OP.f32Const) wide(() => part.skip(4))
    else if (op === OP.f64Const) wide(() => part.skip(8))
    else if (op === OP.globalGet || op === REF_FUNC || op === REF_NULL) instructions.push({ op, immediate: part.u32() })
    else if ((op >= OP.i32Add && op <= 0x6c) || (op >= OP.i64Add && op <= 0x7e)) instructions.push({ op, immediate: 0 })
    else throw new ModuleError(`instruction 0x${op.toString(16)} in a constant expression`, at)
  }
}

export function writeInitialiser(w: Writer, value: Initialiser): void {
  for (const { op, immediate, bytes } of value) {
    w.byte(op)
    if (bytes) w.copy(bytes)
    else if (op === OP.i32Const) w.s32(immediate)
    else if (op === OP.globalGet || op === REF_FUNC || op === REF_NULL) w.u32(immediate)
  }
  w.byte(OP.end)
}
