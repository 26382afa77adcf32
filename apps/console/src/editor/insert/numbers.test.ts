import { expect, test } from 'vitest'
import { columnsOf } from './numbers.ts'

const numbersOf = (text: string) => columnsOf(text).map(({ numbers }) => numbers)
test.each([
  ['a list by commas', '1, 2.5,3', [[1, 2.5, 3]]],
  ['a list by spaces', ' 1 2e3 -3 ', [[1, 2000, -3]]],
  ['a list by lines', '1\n2\n\n3\n', [[1, 2, 3]]],
  ['columns', '1,10\n2,20\r\n3,30', [[1, 2, 3], [10, 20, 30]]],
  ['decimal commas between semicolons', '1,5;2,5\n3,5;4,5', [[1.5, 3.5], [2.5, 4.5]]],
  ['nothing', ' \n', []],
])('%s', (_, text, expected) => expect(numbersOf(text)).toEqual(expected)) // biome-ignore format: a table
test('names come from a first row without numbers, columns of words are left out, other cells are counted', () => {
  expect(columnsOf('time,note,"reading"\n1,a,20.1\n2,b,n/a\n3,c,20.3')).toEqual([
    { name: 'time', numbers: [1, 2, 3], others: 0 },
    { name: 'reading', numbers: [20.1, 20.3], others: 1 },
  ])
})
