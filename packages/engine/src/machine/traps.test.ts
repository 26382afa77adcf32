// Errors of an engine, told in a C programmer's words.
import { expect, test } from 'vitest'
import type { Place } from '../lines/section.ts'
import { faultOf, functionsOf, place } from './traps.ts'

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
