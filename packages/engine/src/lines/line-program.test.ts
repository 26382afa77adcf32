// Line tables byte by byte, as the standard draws them; real ones are in the integration test beside.
import { expect, test } from 'vitest'
import type { Sections } from './dwarf.ts'
import { readLineTables } from './line-program.ts'

const text = (value: string) => [...new TextEncoder().encode(value), 0]
const word = (value: number) => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]
const OPERANDS = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1] // of the standard opcodes 1 to 12
/** With line base -5 and line range 14, as clang has them. */
function table(version: 4 | 5, files: number[], program: number[]): number[] {
  const rest = [1, 1, 1, 0xfb, 14, 13, ...OPERANDS, ...files]
  const body = [version, 0, ...(version === 5 ? [4, 0] : []), ...word(rest.length), ...rest, ...program]
  return [...word(body.length), ...body]
}
const sectionsOf = (lines: number[], codeBytes = 100): Sections => ({
  codeBytes,
  section: (name) => Uint8Array.from(name === '.debug_line' ? lines : name === '.debug_line_str' ? text('/w/from/line_str.c') : []),
})
const setAddress = (address: number) => [0, 5, 2, ...word(address)]
const END = [0, 1, 1]
const FILES_4 = [...text('inc'), 0, ...text('main.c'), 0, 0, 0, ...text('a.h'), 1, 0, 0, ...text('/usr/include/b.h'), 1, 0, 0, 0]

test('version 4: directories, files, special and standard opcodes', () => {
  const special = (lines: number, bytes: number) => 13 + (lines + 5) + 14 * bytes
  const program = [...setAddress(16), 3, 6, 1, special(2, 3), 4, 2, special(-4, 1), 8, 9, 2, 0, 1, 2, 4, ...END]
  expect(readLineTables(sectionsOf(table(4, FILES_4, program)))).toEqual([
    {
      offset: 0,
      files: ['', 'main.c', 'inc/a.h', '/usr/include/b.h'],
      sequences: [
        {
          rows: [
            { address: 16, file: 1, line: 7 },
            { address: 19, file: 1, line: 9 },
            { address: 20, file: 2, line: 5 },
            { address: 39, file: 2, line: 5 }, // 17 of const_add_pc, 2 of fixed_advance_pc
          ],
          end: 43,
        },
      ],
    },
  ])
})

test('version 5: paths in place and in .debug_line_str, directory numbers, checksums that are skipped', () => {
  const directories = [1, 1, 8, 2, ...text('/w'), ...text('inc')]
  const files = [3, 1, 0x1f, 2, 0x0b, 5, 0x1e, 1, ...word(0), 0, ...Array.from({ length: 16 }, () => 9)]
  const inPlace = [2, 1, 8, 2, 0x0b, 2, ...text('main.c'), 0, ...text('a.h'), 1]
  const program = [...setAddress(5), 1, 2, 3, ...END]
  const first = table(5, [...directories, ...files], program)
  const tables = readLineTables(sectionsOf([...first, ...table(5, [...directories, ...inPlace], program)]))
  expect(tables.map(({ offset, files }) => [offset, files])).toEqual([
    [0, ['/w/from/line_str.c']],
    [first.length, ['/w/main.c', 'inc/a.h']],
  ])
  expect(tables[1]!.sequences).toEqual([{ rows: [{ address: 5, file: 1, line: 1 }], end: 8 }])
})

test('functions that the linker dropped are left out', () => {
  const program = [...[0xffffffff, 0, 20, 99].flatMap((address) => [...setAddress(address), 1, 2, 4, ...END])]
  expect(readLineTables(sectionsOf(table(4, FILES_4, program)))[0]!.sequences.map(({ rows }) => rows[0]!.address)).toEqual([20])
})

test.for<[string, number[]]>([
  ['cut short', table(4, FILES_4, []).slice(0, 30)],
  ['of another version', [...word(2), 7, 0]],
  ['of 64 bits', [...word(0xffffffff), ...word(8), ...word(0)]],
  ['with a line range of 0', table(4, FILES_4, []).map((byte, index) => (index === 14 ? 0 : byte))],
  ['with a program that ends inside an instruction', table(4, FILES_4, [0, 9, 2])],
])('a table %s counts as none, and one before it is read', ([, broken]) => {
  const good = table(4, FILES_4, [...setAddress(20), 1, 2, 4, ...END])
  expect(readLineTables(sectionsOf([...good, ...broken])).map(({ sequences }) => sequences.length)).toEqual([1])
})
