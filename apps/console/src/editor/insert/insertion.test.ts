import { expect, test } from 'vitest'
import { type Chosen, insertionOf } from '../../values/constructor-calls.ts'
import { changesFor, placeFor } from './insertion.ts'

const gauss: Chosen = { from: 'parameters', family: 'gauss', parameters: [10, 0.5] }
const readings: Chosen = { from: 'numbers', numbers: [1, 2.5] }

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
