import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FontFiles, writeFonts } from './fonts.ts'

let folder: string
let made: FontFiles
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credence-fonts-'))
  made = await writeFonts(folder, '/fonts/')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('every file that a rule names is there, as WOFF2', async () => {
  const named = [...made.css.matchAll(/url\("\/fonts\/([^"]+)"\)/g)].map(([, file]) => file!)
  expect(named).toHaveLength(6)
  expect((await readdir(folder)).sort()).toEqual([...named].sort())
  for (const file of named) expect((await readFile(join(folder, file))).subarray(0, 4).toString()).toBe('wOF2')
  expect(named).toContain(made.preload)
})
test('the two faces of every page stay small together', async () => {
  const sizes = await Promise.all(
    (await readdir(folder)).filter((name) => /^(?:sans|mono)\./.test(name)).map(async (name) => (await stat(join(folder, name))).size),
  )
  expect(sizes).toHaveLength(2)
  expect(sizes.reduce((a, b) => a + b)).toBeLessThan(32 * 1024)
})
test('a letter is in one of the two files of a face', () => {
  const [common, seldom] = [...made.css.matchAll(/unicode-range:([^}]+)/g)].map(([, ranges]) => pointsOf(ranges!))
  expect(common!.intersection(seldom!)).toEqual(new Set())
  for (const letter of 'Añé±λΩ√∞') expect(common!.union(seldom!)).toContain(letter.codePointAt(0))
})
test('the same fonts have the same names', async () => {
  expect(await writeFonts(folder, '/fonts/')).toEqual(made)
})

function pointsOf(ranges: string): Set<number> {
  return new Set(
    ranges.split(',').flatMap((range) => {
      const [first, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((each) => Number.parseInt(each, 16))
      return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index)
    }),
  )
}
