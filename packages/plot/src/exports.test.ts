import { parseUx, plainValue, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { barsCsv, diracsCsv, uxText, valueJson } from './exports.ts'
import { EXAMPLES, table } from './testing/examples.ts'

const gauss = uxValue(table('gauss', 4))
const rows = (csv: string) =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

test('bars as CSV have areas that sum to 1', () => {
  const [head, ...bars] = rows(barsCsv(gauss))
  expect(head).toEqual(['from', 'to', 'density'])
  expect(bars.reduce((sum, [from, to, density]) => sum + (Number(to) - Number(from)) * Number(density), 0)).toBeCloseTo(1, 9)
})
test('Dirac deltas as CSV keep every digit, and what is not finite by its name', () => {
  const [, ...diracs] = rows(diracsCsv(gauss))
  expect(diracs.map(([position]) => Number(position))).toEqual([...gauss.mixture.positions])
  expect(Number(diracs.at(-1)![2])).toBeCloseTo(1, 12)
  expect(diracsCsv(EXAMPLES['with-nan-and-infinity']!.value)).toMatch(/\r\nNaN,[\d.]+,[\d.]+\r\nInf,[\d.]+,1\r\n$/)
})
test('JSON is JSON also where numbers are none', () => {
  const { particle, mean, diracs } = JSON.parse(valueJson(plainValue(Number.NaN)))
  expect([particle, mean, diracs]).toEqual(['NaN', 'NaN', [{ position: 'NaN', mass: 1 }]])
  expect(JSON.parse(valueJson(gauss)).quantiles['0.5']).toBeCloseTo(0, 9)
})
test('the Ux string reads back as the same value', () => {
  expect(parseUx(uxText(gauss)).mixture.positions).toEqual(gauss.mixture.positions)
})
