import { expect, test } from 'vitest'
import { Columns } from './columns.ts'
import { fromSamples } from './mixture.ts'
import { piecesOf } from './pieces.ts'
import { formatUx } from './ux-text.ts'
import { uxValue } from './ux-value.ts'

/** Printed with `decimal`; mean and deviation are a and b. */
const value = (decimal: string, a: number, b: number) => formatUx(uxValue(fromSamples([a - b, a + b])), decimal)
const laid = (output: string, columns = new Columns()) =>
  columns
    .lay(
      piecesOf(output),
      (piece) => piece.stated,
      (text) => text,
    )
    .join('')

test('a column that is wide enough keeps its end', () => {
  const row = (a: string, b: string) => `${a.padStart(16)}${b.padStart(16)}   end\n`
  const table = [
    `      ${'5.687'.padStart(10)}${value('5.687', 5.825, 1.113).slice(5)}           ${value('-0.25', -0.25, 0.0123)}   end\n`,
    row('1.000', '22.500'),
  ].join('')
  expect(laid(table)).toBe(row('5.8 ± 1.1', '-0.250 ± 0.012') + row('1.000', '22.500'))
})

test('a column that is too narrow keeps one blank, and wide ones behind it make up for it', () => {
  expect(laid(`x ${value('5.687', 5.825, 1.113)}          y\nz                y\n`)).toBe('x 5.8 ± 1.1      y\nz                y\n')
  expect(laid(`${value('5', 5, 1)} ${value('7', 7, 1)}\n`)).toBe('5.0 ± 1.0 7.0 ± 1.0\n')
})

test('a value shorter than its decimal is filled up in a column, and left alone in running text', () => {
  expect(laid(`a  ${value('5.82512345678', 5.8, 1.1)}|\nx=${value('5.82512345678', 5.8, 1.1)},\n`)).toBe('a      5.8 ± 1.1|\nx=5.8 ± 1.1,\n')
})

test('lines and tabulators begin anew', () => {
  expect(laid(`${value('5.8', 5.8, 1.1)}\na     b\n`)).toBe('5.8 ± 1.1\na     b\n')
  expect(laid(`${value('5.8', 5.8, 1.1)}\ta     b\n`)).toBe('5.8 ± 1.1\ta     b\n')
})

test('a digit behind a value is not read as one of the uncertainty', () => {
  expect(laid(`${value('5.8', 5.8, 1.1)}7 ${value('5.8', 5.8, 1.1)}m`)).toBe('(5.8 ± 1.1)7 5.8 ± 1.1m')
})

test('output in parts is laid out as in one', () => {
  const columns = new Columns()
  const parts = [`x ${value('5.687', 5.825, 1.113)}`, '          y\nz', '                y\n'].map((part) => laid(part, columns))
  expect(parts.join('')).toBe('x 5.8 ± 1.1      y\nz                y\n')
})
