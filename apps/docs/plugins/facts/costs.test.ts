import { expect, test } from 'vitest'
import { costTable, operationTimes } from './costs.ts'

test('times of operations are those of the benchmark, and of its first columns alone', () => {
  const figures =
    '### Operations\n\n|  | 1024 | 4096 | 16384 | 65536 | before, 1024 |\n|--|--|--|--|--|--|\n| add | 0.5 | 1.6 | 5 | 22 | 9 |\n\n### Plain\n\n| x | 1 |'
  expect(operationTimes(figures)).toEqual([['add', '0.5', '1.6', '5', '22']])
  expect(() => operationTimes(figures.replace('4096', '8192'))).toThrow(RangeError)
})
test('the table of the pages has every operation, and the memory of a value on each core', () => {
  expect(costTable('operations').children?.length).toBeGreaterThan(8)
  const memory = JSON.stringify(costTable('memory'))
  expect(memory).toContain('32 KiB')
  expect(memory).toContain('C0-XL+')
  expect(() => costTable('time')).toThrow(RangeError)
})
