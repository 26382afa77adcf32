import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, lineDiff } from './line-diff.ts'
import { matchValues, rowOf } from './matching.ts'
import { compareSearch, MOST_RUNS, referenceSearch, taskIds } from './search.ts'

fc.configureGlobal({ seed: 1 })
const id = (digit: string) => `tsk_${digit.repeat(32)}`
const values = (...names: string[]) => names.map((name, index) => ({ index, name }))
const told = (runs: Parameters<typeof matchValues>[0]) => matchValues(runs).map(({ key, values: each }) => [key, each.map((value) => value?.index)])

test('the address keeps up to eight tasks, each once, and drops what is none', () => {
  expect(compareSearch({ tasks: `${id('a')},x,${id('b')},${id('a')}`, value: 'v', differences: true, source: 'no', evil: 1 })).toEqual({
    tasks: `${id('a')},${id('b')}`,
    value: 'v',
    differences: true,
  })
  const many = 'abcdef0123'.split('').map(id)
  expect(taskIds(compareSearch({ tasks: many.join(',') }))).toEqual(many.slice(0, MOST_RUNS))
  expect(compareSearch({ tasks: 5 })).toEqual({})
  expect(referenceSearch({ task: id('a'), reference: 'tsk_', value: 2, traced: `val_${'1'.repeat(32)}` })).toEqual({
    task: id('a'),
    value: '2',
    traced: `val_${'1'.repeat(32)}`,
  })
})
test('values belong together by name, the second of a name with the second, whatever their order', () => {
  expect(told([values('a', 'b', 'b'), values('b', 'a', 'b')])).toEqual([
    ['a', [0, 1]],
    ['b', [1, 0]],
    ['b#2', [2, 2]],
  ])
})
test('without a name, or under another one, the position decides; what is left stands behind', () => {
  expect(told([values('', 'x'), values('', 'y', 'z')])).toEqual([
    ['@1', [0, 0]],
    ['x', [1, 1]],
    ['z', [undefined, 2]],
  ])
  expect(told([values('a'), values('c', 'a')])).toEqual([
    ['a', [0, 1]],
    ['c', [undefined, 0]],
  ])
  const rows = matchValues([values('a', 'b')])
  expect([rowOf(rows, 'b')?.key, rowOf(rows, 'gone')?.key, rowOf([], 'a')]).toEqual(['b', 'a', undefined])
})
test('every value of every run stands in exactly one row', () => {
  const run = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 6 }).map((names) => values(...names))
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 4 }), (runs) => {
      const rows = matchValues(runs)
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
      for (const [index, each] of runs.entries())
        expect(
          rows
            .flatMap(({ values: all }) => all[index] ?? [])
            .map((value) => value.index)
            .toSorted((a, b) => a - b),
        ).toEqual(each.map((value) => value.index))
    }),
  )
})
test('a changed line stands beside the one it was', () => {
  expect(lineDiff('a\nb\nc\n', 'a\nB\nc\nd\n').map(({ left, right, kind }) => [left?.text, right?.text, kind])).toEqual([
    ['a', 'a', 'same'],
    ['b', 'B', 'changed'],
    ['c', 'c', 'same'],
    [undefined, 'd', 'changed'],
  ])
  expect(lineDiff('same\n', 'same').every(({ kind }) => kind === 'same')).toBe(true)
})
test('both texts can be read from a difference, and no shorter one has more lines that stay', () => {
  const text = fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const rows = lineDiff(one.join('\n'), other.join('\n'))
      expect(rows.flatMap(({ left }) => left?.text ?? [])).toEqual(one)
      expect(rows.flatMap(({ right }) => right?.text ?? [])).toEqual(other)
      expect(rows.filter(({ kind }) => kind === 'same')).toHaveLength(longestShared(one, other))
    }),
  )
})
test('what stays far from a change is counted instead of shown', () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index))
  const shown = folded(lineDiff(lines.join('\n'), lines.with(10, 'other').join('\n')))
  expect([shown[0], shown.length, shown.at(-1)]).toEqual([7, 9, 6])
})

function longestShared(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries()) table[i + 1]![j + 1] = x === y ? table[i]![j]! + 1 : Math.max(table[i]![j + 1]!, table[i + 1]![j]!)
  return table[a.length]![b.length]!
}
