// Integers that a program pushes.
import { Reader } from '../binary/bytes.ts'
import { OP } from '../binary/opcodes.ts'
import type { Code } from './code.ts'

/** Of an `i32.const` or `i64.const`, with its sign. */
export function constantAt(code: Code, pc: number, bytes: Uint8Array): bigint {
  return code.op[pc] === OP.i64Const ? new Reader(bytes, code.a[pc]!).s64() : BigInt(code.a[pc]!)
}
