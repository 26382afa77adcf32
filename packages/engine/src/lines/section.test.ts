// The custom section: what is written is found again, and what is not a section of ours has no places.
import { expect, test } from 'vitest'
import { encodeLines, LINES_SECTION, linesOf } from './section.ts'

const PLACES = {
  files: ['main.c', 'inc/ä.h'],
  names: ['ratio'],
  sites: [
    { file: 0, line: 12, name: -1, outer: -1 },
    { file: 1, line: 300, name: 0, outer: 0 },
  ],
} as Parameters<typeof encodeLines>[0]
const CODE_AT = 10 // header, then section and size of the code
const moduleWith = (lines: Uint8Array) => {
  const name = new TextEncoder().encode(LINES_SECTION)
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 10, 3, 1, 1, 1, 0, 1 + name.length + lines.length, name.length, ...name, ...lines])
}
const lines = encodeLines(PLACES, [
  { at: 5, site: -1 },
  { at: 7, site: 0 },
  { at: 9, site: 0 },
  { at: 200, site: 1 },
  { at: 210, site: -1 },
])

test('an instruction has the places of the last row before it, from the inside outwards', () => {
  const locate = linesOf(moduleWith(lines))
  const main = { file: 'main.c', line: 12, name: undefined }
  expect([6, 7, 199].map((at) => locate(CODE_AT + at))).toEqual([[], [main], [main]])
  expect(locate(CODE_AT + 209)).toEqual([{ file: 'inc/ä.h', line: 300, name: 'ratio' }, main])
  expect(locate(CODE_AT + 210)).toEqual([])
})
test('rows that change nothing are not written', () => {
  const without = encodeLines(PLACES, [
    { at: 7, site: 0 },
    { at: 200, site: 1 },
    { at: 210, site: -1 },
  ])
  expect(lines).toEqual(without)
})
test('modules without the section, and those in which it is cut short, have no places', () => {
  expect(linesOf(moduleWith(new Uint8Array()).subarray(0, 13))(12)).toEqual([])
  for (let length = 0; length < lines.length; length++) expect(linesOf(moduleWith(lines.subarray(0, length)))(CODE_AT + 209)).toEqual([])
})
test('sites that lead in a circle end', () => {
  const circle = {
    ...PLACES,
    sites: [
      { file: 0, line: 1, name: -1, outer: 1 },
      { file: 0, line: 2, name: -1, outer: 0 },
    ],
  } as typeof PLACES
  expect(linesOf(moduleWith(encodeLines(circle, [{ at: 0, site: 1 }])))(CODE_AT).map(({ line }) => line)).toEqual([2, 1])
})
