// Errors of an engine, told in a C programmer's words.
import { expect, test } from 'vitest'
import { faultOf, place } from './traps.ts'

function trap(message: string, ...frames: string[]): Error {
  const error = new WebAssembly.RuntimeError(message)
  error.stack = [`RuntimeError: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}
const at = (name: string, module = 'wasm://wasm/--000197a6') => `${name} (${module}:wasm-function[12]:0x2a)`

test('frames of the runtime module and of start-up code are left out, main gets its name back', () => {
  const error = trap('memory access out of bounds', at('add', 'wasm://wasm/000beef'), at('-.update'), at('-.__main_argc_argv'), at('-._start'))
  expect(faultOf(error)).toEqual({ message: 'out of bounds memory access', stack: ['update', 'main'] })
})

test('C++ names keep their scope and lose parameters and template arguments', () => {
  const error = trap('unreachable', at('-.void (anonymous namespace)::Solver::step<double>(int)'), at('-.main'), at('-._start'))
  expect(faultOf(error)!.stack).toEqual(['Solver::step', 'main'])
})

test('a recursion is one entry, a long chain is shortened', () => {
  const error = trap('Maximum call stack size exceeded', ...Array.from({ length: 9 }, () => at('deep')), at('main'), at('_start'))
  expect(faultOf(error)).toEqual({ message: 'stack overflow', stack: ['deep', 'main'] })
  expect(place(['a', 'b', 'c', 'd', 'main'])).toBe(' in a, called by b, called by c, called by …, called by main')
  expect(place([])).toBe('')
})

test('an error of the host is not a fault of the program', () => {
  expect(faultOf(new TypeError('x is not a function'))).toBeUndefined()
})
