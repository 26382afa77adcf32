// Programs made by hand that call their imports with any arguments: what a C program with inline assembly or declarations of its own could do.
import { type AbiFunction, IMPORTS, PROGRAM_EXPORTS, type WasmType } from '../../abi.ts'
import { Writer } from '../../binary/bytes.ts'
import { type MadeSection, moduleOf } from '../../binary/made.ts'
import { PAGE } from '../../binary/sections/memories.ts'
import { WASI } from '../../instrument/validate.ts'
import { WASI_MODULE } from '../wasi/wasi.ts'

export interface Imported {
  readonly module: string
  readonly name: string
  readonly parameters: readonly WasmType[]
  readonly result?: WasmType
}
/** What a parameter is given: bits; or a value that the program has made, as a handle. */
export type Argument = bigint | 'value'
export interface Call {
  readonly of: Imported
  readonly arguments: readonly Argument[]
}

/** Every function that a program may import. */
export const IMPORTED: readonly Imported[] = [
  ...Object.entries(IMPORTS).map(([name, { parameters, result }]) => imported('ux', name, parameters, result)),
  ...Object.entries(WASI).map(([name, type]) => {
    const [parameters = '', result = ''] = type.split('>')
    return imported(WASI_MODULE, name, Array.from(parameters, wasmType), result === '' ? undefined : wasmType(result))
  }),
]
function imported(module: string, name: string, parameters: AbiFunction['parameters'], result: WasmType | undefined): Imported {
  return { module, name, parameters, ...(result && { result }) }
}
function wasmType(letter: string): WasmType {
  return letter === 'i' ? 'i32' : 'i64'
}

const TYPE: Readonly<Record<WasmType, number>> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c }
const OP = {
  call: 0x10,
  drop: 0x1a,
  get: 0x20,
  set: 0x21,
  i32: 0x41,
  i64: 0x42,
  f32: 0x43,
  f64: 0x44,
  end: 0x0b,
  bits: 0xbd,
  float: 0xbf,
  demote: 0xb6,
} as const
export const PAGES = 4
/** A standard Gaussian. */
const SOURCE: Call = { of: find('source'), arguments: [1n, 0n, 0n, 0n, 0x3ff0_0000_0000_0000n, 0n] }
const EXIT = find('proc_exit')

export function find(name: string): Imported {
  return IMPORTED.find((one) => one.name === name)!
}

/**
 * A program with PAGES of memory that begin with `data`, which makes a value and then calls.
 * @param tells  ends with the result of the last call, an i32, as its exit code
 */
export function callProgram(calls: readonly Call[], data: Uint8Array, tells = false): Uint8Array {
  const all = [SOURCE, ...calls]
  const functions = [...new Set([...all.map(({ of }) => of), EXIT])]
  const sections: MadeSection[] = []
  const section = (id: number, write: (out: Writer) => void) => void sections.push([id, write])
  const types = [...functions, { parameters: [], result: undefined }]
  section(1, (out) =>
    out.vector(types, ({ parameters, result }) => {
      out.byte(0x60)
      out.vector(parameters, (type) => out.byte(TYPE[type]))
      out.vector(result ? [result] : [], (type) => out.byte(TYPE[type]))
    }),
  )
  section(2, (out) =>
    out.vector(functions, ({ module: from, name }) => {
      out.name(from)
      out.name(name)
      out.byte(0)
      out.u32(functions.findIndex((one) => one.name === name && one.module === from))
    }),
  )
  section(3, (out) => out.vector([types.length - 1], (type) => out.u32(type)))
  section(5, (out) => out.vector([PAGES], (pages) => [out.byte(0), out.u32(pages)]))
  section(6, (out) => out.vector([[TYPE.i32, 1, OP.i32, 0, OP.end]], (bytes) => out.copy(Uint8Array.from(bytes))))
  const exported = [
    ['memory', 2, 0],
    ['_start', 0, functions.length],
    [PROGRAM_EXPORTS.stackPointer, 3, 0],
  ] as const
  section(7, (out) => out.vector(exported, ([name, kind, index]) => [out.name(name), out.byte(kind), out.u32(index)]))
  const body = new Writer()
  body.vector([TYPE.i64], (type) => [body.u32(1), body.byte(type)])
  all.forEach((call, index) => {
    call.of.parameters.forEach((type, place) => {
      push(body, type, call.arguments[place]!)
    })
    body.byte(OP.call)
    body.u32(functions.indexOf(call.of))
    const isLast = index === all.length - 1
    if (call === SOURCE) for (const byte of [OP.bits, OP.set, 0]) body.byte(byte)
    else if (call.of.result && !(tells && isLast)) body.byte(OP.drop)
  })
  if (tells) for (const byte of [OP.call, functions.indexOf(EXIT)]) body.byte(byte)
  body.byte(OP.end)
  section(10, (out) => out.vector([body], () => out.sized(body.view())))
  section(11, (out) => out.vector([data], () => [out.copy(Uint8Array.of(0, OP.i32, 0, OP.end)), out.sized(data)]))
  return moduleOf(sections)
}
/** As many bytes as there are in the program's memory. */
export const MEMORY_BYTES = PAGES * PAGE

function push(body: Writer, type: WasmType, argument: Argument): void {
  if (argument === 'value') {
    for (const byte of [OP.get, 0]) body.byte(byte)
    if (type === 'f64') body.byte(OP.float)
    else if (type === 'f32') for (const byte of [OP.float, OP.demote]) body.byte(byte)
    else if (type === 'i32') for (const byte of [0xa7]) body.byte(byte) // i32.wrap_i64
    return
  }
  body.byte(OP[type])
  const width = type === 'i32' || type === 'f32' ? 32 : 64
  if (type === 'i32' || type === 'i64') signed(body, BigInt.asIntN(width, argument))
  else for (let at = 0; at < width; at += 8) body.byte(Number((argument >> BigInt(at)) & 0xffn))
}
/** LEB128. */
function signed(body: Writer, value: bigint): void {
  let rest = value
  for (; rest < -0x40n || rest > 0x3fn; rest >>= 7n) body.byte(Number(rest & 0x7fn) | 0x80)
  body.byte(Number(rest & 0x7fn))
}
