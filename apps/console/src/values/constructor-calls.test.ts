import { parseUx, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { argumentOf, type Chosen, distributionOf, insertionOf, MOST_NUMBERS } from './constructor-calls.ts'

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
