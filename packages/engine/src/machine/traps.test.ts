// Errors of an engine, told in a C programmer's words.
import { expect, test } from 'vitest'
import { NO_NULL_ACCESS, NO_STACK_WANTED } from '../abi.ts'
import { AS_GIVEN, CALL, encodeAccess } from '../instrument/access.ts'
import type { Place } from '../lines/section.ts'
import { faultOf, functionsOf, guardedFault, place } from './traps.ts'

function trap(message: string, ...frames: string[]): Error {
  const error = new WebAssembly.RuntimeError(message)
  error.stack = [`RuntimeError: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}
const at = (name: string, module = 'wasm://wasm/--000197a6', offset = 0x2a) => `${name} (${module}:wasm-function[12]:0x${offset.toString(16)})`
const names = (error: Error) => faultOf(error)!.stack.map(({ name }) => name)

test('frames of the runtime module and of start-up code are left out, main gets its name back', () => {
  const error = trap('memory access out of bounds', at('add', 'wasm://wasm/000beef'), at('-.update'), at('-.__main_argc_argv'), at('-._start'))
  expect(faultOf(error)).toEqual({ message: 'out of bounds memory access', stack: [{ name: 'update' }, { name: 'main' }] })
})

test('C++ names keep their scope and lose parameters and template arguments', () => {
  const error = trap('unreachable', at('-.void (anonymous namespace)::Solver::step<double>(int)'), at('-.main'), at('-._start'))
  expect(names(error)).toEqual(['Solver::step', 'main'])
})

test('a recursion is one entry, a long chain is shortened', () => {
  const error = trap('Maximum call stack size exceeded', ...Array.from({ length: 9 }, () => at('deep')), at('main'), at('_start'))
  expect(faultOf(error)).toEqual({ message: 'stack overflow', stack: [{ name: 'deep' }, { name: 'main' }] })
  expect(place(['a', 'b', 'c', 'd', 'main'])).toBe(' in a, called by b, called by c, called by …, called by main')
  expect(place([])).toBe('')
})

test('of thousands of calls, and of names without end, a part is told', () => {
  const stack = Array.from({ length: 20_000 }, (_, i) => ({ name: i % 2 === 0 ? 'f'.repeat(500) : 'odd', at: 'main.c:1' }))
  const told = functionsOf({ message: 'stack overflow', stack: [...stack, { name: 'main' }] })
  expect(told).toHaveLength(100)
  expect([told[0], told[1], told.at(-2), told.at(-1)]).toEqual([`${'f'.repeat(200)}… (main.c:1)`, 'odd (main.c:1)', '…', 'main'])
})

test('operators keep their signs, the second body of a function its name, and the way through the library is left out', () => {
  const operators = [
    'Less::operator()(int) const',
    'std::__2::__sort3[abi:nqe2]<int>(int)',
    'operator<<(int)',
    'V::operator[](int)',
    'f.uncertain',
    'main',
  ]
  expect(names(trap('unreachable', ...operators.map((name) => at(`-.${name}`))))).toEqual([
    'Less::operator()',
    'operator<<',
    'V::operator[]',
    'f',
    'main',
  ])
  expect(names(trap('unreachable', at('std::__2::vector<int>::at(int)'), at('f.uncertain'), at('f'), at('main')))).toEqual([
    'std::vector::at',
    'f',
    'main',
  ])
})

test('lines stand behind the functions, those of inlined functions first; of a recursion the line of the call', () => {
  const PLACES: Record<number, Place[]> = {
    1: [
      { file: 'inc/a.h', line: 3, name: 'ratio<int>' },
      { file: 'a.c', line: 7, name: undefined },
    ],
    2: [{ file: 'a.c', line: 5, name: undefined }],
    3: [{ file: 'a.c', line: 9, name: undefined }],
    4: [{ file: 'main.c', line: 0, name: undefined }],
  }
  const told = (message: string, ...frames: [string, number][]) => {
    const error = trap(message, ...frames.map(([name, offset]) => at(name, undefined, offset)))
    return place(functionsOf(faultOf(error, (offset) => PLACES[offset] ?? [])!))
  }
  expect(told('divide by zero', ['f', 1], ['__main_argc_argv', 4], ['__main_void', 0])).toBe(
    ' in ratio (inc/a.h:3), called by f (a.c:7), called by main (main.c)',
  )
  const recursion: [string, number][] = [
    ['deep', 2],
    ['deep', 3],
    ['deep', 3],
    ['main', 4],
  ]
  expect(told('Maximum call stack size exceeded', ...recursion)).toBe(' in deep (a.c:9), called by main (main.c)')
  expect(told('divide by zero', ...recursion)).toBe(' in deep (a.c:5), called by main (main.c)')
})

test('an error of the host is not a fault of the program', () => {
  expect(faultOf(new TypeError('x is not a function'))).toBeUndefined()
})

const GUARDS = {
  nullAccess: NO_NULL_ACCESS,
  stackWanted: NO_STACK_WANTED,
  stackPointer: 5096,
  stackTop: 69_632,
  stackBottom: 4096,
  callStackBytes: 1_000_000,
}
const FAULT = { message: 'undefined behaviour', stack: [{ name: 'f' }, { name: 'main' }] }

test.each([
  [{ offset: 8, bytes: 4, writes: false }, 3, 'null pointer read of 4 bytes at address 0xb'],
  [{ offset: 6144, bytes: 1, writes: true }, 1023, 'null pointer write of 1 byte at address 0x1bff'],
  [{ offset: 0, bytes: AS_GIVEN, writes: true }, 0, 'null pointer write at address 0x0'],
  [{ offset: 0, bytes: CALL, writes: false }, 0, 'call through a null function pointer'],
])('a guard that found %o through the pointer %d says so', (access, pointer, message) => {
  expect(guardedFault(FAULT, { ...GUARDS, nullAccess: pointer | (encodeAccess(access) << 10) })).toEqual({ ...FAULT, message })
})
test('a stack that is used up is told with the frame that did not fit, and what to do', () => {
  const { message, advice } = guardedFault(FAULT, { ...GUARDS, stackWanted: -3000 })
  expect(message).toBe('stack overflow')
  expect(advice).toMatch(/^the frame of f takes 8096 bytes and 1000 of the 65536 bytes of stack are free: make large arrays static or use malloc/)
})
test('a machine that can nest no more calls is told apart', () => {
  const overflow = { ...FAULT, message: 'stack overflow' }
  expect(guardedFault(overflow, GUARDS).advice).toMatch(
    /^calls nest too deep for the machine's call stack of 1000000 bytes, whatever the core; of the program's own 65536 bytes of stack 64536 are used/,
  )
  expect(guardedFault(overflow, { ...GUARDS, callStackBytes: undefined }).advice).toMatch(/^calls nest too deep for the machine's call stack; of/)
})
test('other faults stay as they are', () => {
  expect(guardedFault(FAULT, GUARDS)).toEqual(FAULT)
})
