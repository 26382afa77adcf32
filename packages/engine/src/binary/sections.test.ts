// Sections found in modules, and what is none.
import { expect, test } from 'vitest'
import { ModuleError } from './bytes.ts'
import { customSection, sections } from './sections.ts'

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const custom = (name: string, ...rest: number[]) => [0, name.length + 1 + rest.length, name.length, ...new TextEncoder().encode(name), ...rest]
const MODULE = Uint8Array.from([...HEAD, ...custom('one', 1, 2), 1, 1, 0, ...custom('three')])

test('sections are told with where they stand and what they hold', () => {
  const found = [...sections(MODULE)].map(({ id, offset, contents }) => [id, offset, contents.end - contents.at])
  expect(found).toEqual([
    [0, 8, 6],
    [1, 16, 1],
    [0, 19, 6],
  ])
})
test('a custom section is found by its whole name, wherever it stands', () => {
  expect(['one', 'three', 'thre', 'two'].map((name) => customSection(MODULE, name) !== undefined)).toEqual([true, true, false, false])
  expect([...customSection(MODULE, 'one')!.take(2)]).toEqual([1, 2])
})
test.for<[string, number[], RegExp]>([
  ['another kind of file', [0x7f, 0x45, 0x4c, 0x46, 1, 1, 1, 0], /not a WebAssembly 1 module/],
  ['a header cut short', HEAD.slice(0, 7), /not a WebAssembly 1 module/],
  ['a section without a size', [...HEAD, 1], /unexpected end \(at byte 0x9\)/],
  ['a section that ends behind the module', [...HEAD, 1, 9, 0], /9 bytes expected, 1 left \(at byte 0xa\)/],
])('%s is refused', ([, bytes, message]) => {
  expect(() => [...sections(Uint8Array.from(bytes))]).toThrow(ModuleError)
  expect(() => [...sections(Uint8Array.from(bytes))]).toThrow(message)
})
