import { expect, test } from 'vitest'
import { csv } from './csv.ts'

test('cells are quoted where they must be, and no text is a formula', () => {
  expect(
    csv(
      ['a', 'b'],
      [
        ['x,y', 1],
        ['say "hi"\n', -2],
        ['=1+1', 0],
      ],
    ),
  ).toBe('a,b\r\n"x,y",1\r\n"say ""hi""\n",-2\r\n\'=1+1,0\r\n')
})
