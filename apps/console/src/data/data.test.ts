import { expect, test } from 'vitest'
import { readCsv } from './csv-rows.ts'
import { folderOf, kindOf, nameFault, nameOf, otherName } from './names.ts'
import { dataSearch } from './search.ts'

test('of an address only what is meant is taken', () => {
  expect(dataSearch({ section: 'buckets', path: '/a/b/', file: 2026, thing: 'thg_x', other: 1 })).toEqual({
    section: 'buckets',
    path: 'a/b',
    file: '2026',
  })
  expect(dataSearch({ section: 'files', path: {}, file: '' })).toEqual({})
})
test('paths are taken apart, and a taken name gives way to another', () => {
  expect([nameOf('a/b/c.csv'), nameOf('a/b/'), folderOf('a/b/c.csv'), folderOf('a')]).toEqual(['c.csv', 'b', 'a/b', ''])
  const taken = new Set(['a/run (2).csv'])
  expect(otherName('a/run.csv', (path) => taken.has(path))).toBe('a/run (3).csv')
  expect([otherName('Makefile', () => false), otherName('.hidden', () => false)]).toEqual(['Makefile (2)', '.hidden (2)'])
})
test('a name that the platform refuses is told before', () => {
  for (const name of ['', '.', '..', 'a/b', 'a\u0007', 'é'.repeat(128)]) expect(nameFault(name), name).not.toBe('')
  for (const name of ['a', '..hidden', 'größe ☃', '<b>', '\u202efdp.exe']) expect(nameFault(name), name).toBe('')
})
test('what a file is shown as follows from the end of its name', () => {
  expect(['a.PNG', 'b.csv', 'c.tsv', 'd.txt', 'e'].map((path) => kindOf(path).kind)).toEqual(['image', 'csv', 'csv', 'text', 'text'])
})
test('rows of a table are read as they are quoted', () => {
  expect(readCsv('a,b\n1,"x, ""y"""\r\n\n2,\n', 10, true)).toEqual({
    header: ['a', 'b'],
    rows: [
      ['1', 'x, "y"'],
      ['2', ''],
    ],
    isCut: false,
  })
  expect(readCsv('\ufeffa;b\n1;"2\n3"', 10, true).rows).toEqual([['1', '2\n3']])
  expect(readCsv('a\tb\n1\t', 10, true).rows).toEqual([['1', '']])
})
test('no more rows than asked for, and no half one', () => {
  const text = `n\n${Array.from({ length: 2000 }, (_, index) => index).join('\n')}\n`
  const cut = readCsv(text, 1000, true)
  expect([cut.rows.length, cut.rows.at(-1), cut.isCut]).toEqual([1000, ['999'], true])
  expect(readCsv('a,b\n1,2\n3,4', 10, false)).toEqual({ header: ['a', 'b'], rows: [['1', '2']], isCut: true })
  expect(readCsv('', 10, true)).toEqual({ header: [], rows: [], isCut: false })
})
