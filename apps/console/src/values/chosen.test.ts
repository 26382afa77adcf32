import { expect, test } from 'vitest'
import type { ValueRow } from '../output/value-row.ts'
import { MOST_CHOSEN, toggled, valuesCsv } from './chosen.ts'

test('a value is chosen and given up again; beyond eight nothing is added', () => {
  expect(toggled([1], 2)).toEqual([1, 2])
  expect(toggled([1, 2], 1)).toEqual([2])
  const full = Array.from({ length: MOST_CHOSEN }, (_, index) => index)
  expect(toggled(full, 99)).toEqual(full)
  expect(toggled(full, 3)).toHaveLength(MOST_CHOSEN - 1)
})
test('a table for other programs keeps commas and quotes in their cells, and is no formula', () => {
  const row = (name: string): ValueRow => ({
    index: 0,
    name,
    line: 3,
    piece: { decimal: '-1.0', ux: '', stated: '', mean: -1, deviation: 0.5, quantiles: [-2, -1, 0] },
  })
  expect(valuesCsv([row('a "b", c'), row('=1+1')]).split('\r\n')).toEqual([
    'number,name,line,particle,mean,standard deviation,2.5 %,median,97.5 %',
    '1,"a ""b"", c",3,-1.0,-1,0.5,-2,-1,0',
    "1,'=1+1,3,-1.0,-1,0.5,-2,-1,0",
    '',
  ])
})
