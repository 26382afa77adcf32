// What V8 makes of the flags that a waiting process starts with; a new Node may read them differently.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { OPTIMISED_PLACES } from '../../abi.ts'
import { COMPILING, type Compiling } from './runner-command.ts'

const FUNCTIONS = OPTIMISED_PLACES + 2
/** Calls each of so many functions, which do nothing, once. */
const SCRIPT = `
const section = (id, bytes) => [id, bytes.length, ...bytes]
const each = (make) => Array.from({ length: ${FUNCTIONS} }, (_, i) => make(i)).flat()
const exported = each((i) => [2, 97 + (i >> 4), 97 + (i & 15), 0, i])
const module = [0, 97, 115, 109, 1, 0, 0, 0, ...section(1, [1, 96, 0, 0]), ...section(3, [${FUNCTIONS}, ...each(() => [0])]),
  7, (exported.length + 1) & 127 | 128, (exported.length + 1) >> 7, ${FUNCTIONS}, ...exported, 10, (3 * ${FUNCTIONS}) + 1, ${FUNCTIONS}, ...each(() => [2, 0, 11])]
for (const call of Object.values(new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(module))).exports)) call()`

/** By function, the compiler that its first call had. */
function compilers(compiling: Compiling): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, [...COMPILING[compiling], '--trace-wasm-compilation-times', '-e', SCRIPT], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const found = stdout.matchAll(/#(\d+) using (\w+),/g)
  return [...found].sort(([, one], [, other]) => Number(one) - Number(other)).map(([, , compiler]) => compiler!)
}

test('the first places of a module are for the optimising compiler, the others begin with the quick one', () => {
  expect(compilers('quick')).toEqual([...Array(OPTIMISED_PLACES).fill('TurboFan'), ...Array(FUNCTIONS - OPTIMISED_PLACES).fill('Liftoff')])
})
test('for programs of other builds there is the optimising compiler alone', () => {
  expect(compilers('optimising')).toEqual(Array(FUNCTIONS).fill('TurboFan'))
})
