// A module between a test and the runtime: every double crosses as an i64 and every float as an i32, because JavaScript sees all NaNs
// as one value and would lose the handles.
import { IMPORTS, RUNTIME_EXPORTS, type WasmType } from '../../abi.ts'

const CODE: Record<WasmType, number> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c }
const AS_INTEGER: Record<WasmType, WasmType> = { i32: 'i32', i64: 'i64', f32: 'i32', f64: 'i64' }
const FROM_INTEGER: Partial<Record<WasmType, number>> = { f32: 0xbe, f64: 0xbf } // f32.reinterpret_i32, f64.reinterpret_i64
const TO_INTEGER: Partial<Record<WasmType, number>> = { f32: 0xbc, f64: 0xbd }

/** Imports the runtime's exports from module `runtime` and exports each under its name, with integers for floating point. */
export function bridgeModule(): WebAssembly.Module {
  const functions = [
    ...Object.entries(IMPORTS).filter(([, { by }]) => by === 'runtime'),
    ...Object.entries(RUNTIME_EXPORTS).filter(([name]) => name !== 'configure' && name !== 'statistic'),
  ]
  const signature = (parameters: readonly WasmType[], result?: WasmType) => [
    0x60,
    ...vector(parameters.map((type) => [CODE[type]])),
    ...vector(result ? [[CODE[result]]] : []),
  ]
  const types = functions.flatMap(([, { parameters, result }]) => [
    signature(parameters, result),
    signature(
      parameters.map((type) => AS_INTEGER[type]),
      result && AS_INTEGER[result],
    ),
  ])
  const body = (index: number) => {
    const [, { parameters, result }] = functions[index]!
    const pushes = parameters.flatMap((type, i) => [0x20, ...leb(i), ...optional(FROM_INTEGER[type])])
    const code = [0, ...pushes, 0x10, ...leb(index), ...optional(result && TO_INTEGER[result]), 0x0b]
    return [...leb(code.length), ...code]
  }
  const sections: [number, number[]][] = [
    [1, vector(types)],
    [2, vector(functions.map(([name], i) => [...text('runtime'), ...text(name), 0, ...leb(2 * i)]))],
    [3, vector(functions.map((_, i) => leb(2 * i + 1)))],
    [7, vector(functions.map(([name], i) => [...text(name), 0, ...leb(functions.length + i)]))],
    [10, vector(functions.map((_, i) => body(i)))],
  ]
  return new WebAssembly.Module(
    Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flatMap(([id, bytes]) => [id, ...leb(bytes.length), ...bytes])),
  )
}

function leb(n: number): number[] {
  return n < 128 ? [n] : [(n & 127) | 128, ...leb(n >>> 7)]
}
function vector(items: readonly (readonly number[])[]): number[] {
  return [...leb(items.length), ...items.flat()]
}
function text(name: string): number[] {
  return vector([...new TextEncoder().encode(name)].map((byte) => [byte]))
}
function optional(opcode: number | undefined): number[] {
  return opcode === undefined ? [] : [opcode]
}
