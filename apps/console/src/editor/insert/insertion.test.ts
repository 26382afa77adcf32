import { parseUx, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { argumentOf, type Chosen, changesFor, distributionOf, insertionOf, MOST_NUMBERS, placeFor } from './insertion.ts'

const gauss: Chosen = { from: 'parameters', family: 'gauss', parameters: [10, 0.5] }
const readings: Chosen = { from: 'numbers', numbers: [1, 2.5] }
const two = uxValue({ positions: Float64Array.of(1, 2), masses: Float64Array.of(0.25, 0.75) })

test('parameters become the call of their constructor', () => {
  expect(insertionOf(gauss, 'x', 'C')).toEqual({ declaration: '', call: 'UxHwDoubleGaussDist(10, 0.5)' })
  expect(insertionOf(gauss, 'x', 'Fortran').call).toBe('UxHwDoubleGaussDist(10d0, 0.5d0)')
  expect(insertionOf({ ...gauss, parameters: [1e21, 1e-9] }, 'x', 'Fortran').call).toBe('UxHwDoubleGaussDist(1d+21, 1d-9)')
})
test('numbers become an array and its distribution, values weighted samples', () => {
  expect(insertionOf(readings, 'x', 'C')).toEqual({ declaration: 'double xReadings[] = {1, 2.5};', call: 'UxHwDoubleDistFromSamples(xReadings, 2)' })
  expect(insertionOf({ from: 'value', value: two }, 'x', 'C++')).toEqual({
    declaration: 'WeightedDoubleSample xSamples[] = {{1, 0.25}, {2, 0.75}};',
    call: 'UxHwDoubleDistFromWeightedSamples(xSamples, 2)',
  })
  expect(() => insertionOf({ from: 'value', value: two }, 'x', 'Fortran')).toThrow('arguments')
})
test('what cannot be a distribution says why', () => {
  expect(() => distributionOf({ from: 'numbers', numbers: [1] })).toThrow('at least two')
  expect(() => distributionOf({ from: 'numbers', numbers: Array(MOST_NUMBERS + 1).fill(1) })).toThrow('file')
  expect(() => distributionOf({ ...gauss, parameters: [0, -1] })).toThrow('sigma')
})
test('an argument is read as the same value', () => {
  expect(parseUx(argumentOf(two)).mixture).toMatchObject(two.mixture)
})

const apply = (source: string, from: number, chosen: Chosen, to = from) =>
  changesFor(source, { from, to }, insertionOf(chosen, 'x', 'C'), 'x', 'C').reduceRight(
    (text, change) => text.slice(0, change.from) + change.insert + text.slice(change.to),
    source,
  )
test('on an empty line a statement is written, within a line the call, and the array before it', () => {
  const head = '#include <uxhw.h>\nint main(void) {\n'
  expect(apply(`${head}  \n}`, head.length + 2, gauss)).toBe(`${head}  double x = UxHwDoubleGaussDist(10, 0.5);\n}`)
  expect(apply(`${head}  y = 1 + 0;\n}`, head.length + 10, readings, head.length + 11)).toBe(
    `${head}  double xReadings[] = {1, 2.5};\n  y = 1 + UxHwDoubleDistFromSamples(xReadings, 2);\n}`,
  )
})
test('the header is included where it is not', () => {
  expect(apply('', 0, gauss)).toBe('#include <uxhw.h>\ndouble x = UxHwDoubleGaussDist(10, 0.5);')
})
test('a cursor that nobody put anywhere stands for the beginning of main', () => {
  const source = '#include <uxhw.h>\nint main(void) {\n\treturn 0;\n}'
  const at = placeFor(source, { from: 0, to: 0 })
  const [change] = changesFor(source, at, insertionOf(gauss, 'x', 'C'), 'x', 'C')
  expect(change).toEqual({ from: 34, to: 34, insert: '\n\tdouble x = UxHwDoubleGaussDist(10, 0.5);' })
  expect(placeFor(source, { from: 3, to: 5 })).toEqual({ from: 3, to: 5 })
})
