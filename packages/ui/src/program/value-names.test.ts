import { piecesOf } from '@credence/distribution'
import { expect, test } from 'vitest'
import { plottedText } from './first-value.ts'
import { namedValues } from './named-values.ts'
import { nameFrom, namesOf } from './value-names.ts'

/** 0.5, as a point. */
const UX = 'Ux0400000000000000013FE0000000000000000000013FE00000000000008000000000000000'

test('a value is called by the text before it on its line', () => {
  expect(nameFrom('viscosity: ', true)).toBe('viscosity')
  expect(nameFrom('mean speed [m/s] = ', true)).toBe('mean speed [m/s]')
  expect(nameFrom('- P(X > 3)\t', true)).toBe('P(X > 3)')
  expect(nameFrom('  12: ', true)).toBe('')
})
test('behind another value, only what stands behind the last separator is its name', () => {
  expect(nameFrom(' mPa s, density ', false)).toBe('density')
  expect(nameFrom(', ', false)).toBe('')
})
test('a sentence is cut to its end', () => {
  expect(nameFrom(`${'very '.repeat(30)}long`, true)).toMatch(/^….{60}$/)
})
test('names of pieces begin anew on each line', () => {
  const text = `title\nx = 0.5${UX}, y = 0.5${UX}\nz 0.5${UX} m\n0.5${UX}\n`
  expect(namesOf(piecesOf(text))).toEqual(['x', 'y', 'z', ''])
  expect(plottedText(piecesOf(text))).toBe('Plotted: x, the first of 4 values.')
})
test('what is plotted is told of one value, of a value without a name, and of none', () => {
  expect(plottedText(piecesOf(`x: 0.5${UX}\n`))).toBe('Plotted: x.')
  expect(plottedText(piecesOf(`0.5${UX}\n`))).toBe('Plotted: the value.')
  expect(plottedText(['no values\n'])).toBe('')
})

test('values of an output carry name and line', () => {
  const text = `title\nx = 0.5${UX}, y = 0.25${UX}\n\nz 0.5${UX} m\n`
  expect(namedValues(text)).toEqual([
    { name: 'x', line: 2, decimal: '0.5', ux: UX },
    { name: 'y', line: 2, decimal: '0.25', ux: UX },
    { name: 'z', line: 4, decimal: '0.5', ux: UX },
  ])
})
test('plain numbers are listed on request, and what is part of a word or a date is none', () => {
  const text = `run 7 of x86, 2026-01-02\nCPU time used: 0.25 seconds\nx = 0.5${UX}\n`
  expect(namedValues(text, true)).toEqual([
    { name: 'run', line: 1, decimal: '7' },
    { name: 'CPU time used', line: 2, decimal: '0.25' },
    { name: 'x', line: 3, decimal: '0.5', ux: UX },
  ])
})
test('JSON of programs gives symbols and descriptions', () => {
  const plots = [
    { variableID: 'a', variableSymbol: 'α', variableDescription: 'angle', values: [`0.5${UX}`], stdValues: [0] },
    { variableID: 'b', variableSymbol: 'b', variableDescription: '', values: [`0.5${UX}`, '1.000000', `0.25${UX}`] },
  ]
  const text = JSON.stringify({ description: 'two', plots }, undefined, '\t')
  expect(namedValues(text).map(({ name, description, decimal }) => [name, description, decimal])).toEqual([
    ['α', 'angle', '0.5'],
    ['b[0]', undefined, '0.5'],
    ['b[2]', undefined, '0.25'],
  ])
  expect(namedValues(text)[0]!.line).toBe(text.slice(0, text.indexOf(UX)).split('\n').length)
  expect(namedValues(text, true)).toHaveLength(4)
})
test('what only begins like JSON is read as text', () => {
  expect(namedValues(`{ "plots": nothing\nx = 0.5${UX}\n`)).toEqual([{ name: 'x', line: 2, decimal: '0.5', ux: UX }])
})
