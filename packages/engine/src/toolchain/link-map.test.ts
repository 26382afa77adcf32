import { expect, test } from 'vitest'
import { ourFunctions, ownFunctions, splitLinked } from './link-map.ts'

const MAP = `    Addr      Off     Size Out     In      Symbol
       -        8       54 TYPE
       0        0        0         __stack_pointer
       -      1cd     5dd0 CODE
       -      1ce        3         <internal>:(__wasm_call_ctors)
       -      1d1       58         /usr/lib/wasm32-wasip1/crt1-command.o:(_start)
       -      1d1       58                 _start
       -      229       c7         /o/main.c.o:(main)
       -      229       c7                 main
       -      2f0        c         /w/libmodel.a(a b.o):(step(int, double))
       -      2f0        c                 step(int, double)
       -      2fc       d7         /p/libUxHw.a(printf.o):(__wrap_vfprintf)
       -      3d3       12         /usr/lib/wasm32-wasip1/libc.a(vfprintf.c.obj):(printf_core)
    1000     7000      123 DATA
    1000     7000      123 .data
    1000     7000       10         /o/main.c.o:(.data.x)
`

test('functions of objects and archives of the user are told from those that are provided', () => {
  expect(ownFunctions(MAP)).toEqual([false, false, true, true, false, false])
})
test('functions of our library are told from those of the C library', () => {
  expect(ourFunctions(MAP)).toEqual([true, false, false, false, true, false])
})
test('a map without a code section names no functions', () => {
  expect(ownFunctions('')).toEqual([])
})
test('debug information straight behind the code, where a program has no data, is none of it', () => {
  const code = MAP.slice(0, MAP.indexOf('    1000'))
  const debug = '       -     7000      123 .debug_info\n       -     7003       10         /o/main.c.o:(.debug_info)\n'
  expect(ownFunctions(code + debug)).toEqual(ownFunctions(MAP))
})
test('the module begins where the text of the map ends', () => {
  const module = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  expect(splitLinked(new Uint8Array([...new TextEncoder().encode(MAP), ...module]))).toEqual({ map: MAP, module })
})
