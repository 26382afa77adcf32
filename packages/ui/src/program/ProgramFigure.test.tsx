import { formatUx, mixtureOf, type Piece, piecesOf, uxValue } from '@credence/distribution'
import { plotFigure, withSparks } from '@credence/plot'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import Output from './Output.tsx'
import ProgramFigure from './ProgramFigure.tsx'

const value = uxValue(mixtureOf([1, 2, 3], [0.25, 0.5, 0.25]))
const printed = (name: string, decimal = '2.0') => `${name} = ${formatUx(value, decimal)} m\n`
const pieces = (text: string): Piece[] => withSparks(piecesOf(text))
const still = { html: plotFigure(value, { idPrefix: 'p', xAxisLabel: 'length (m)' }), idPrefix: 'p' }

test('a page shows the picture that was drawn when it was built, and says of what', () => {
  const html = renderToStaticMarkup(<ProgramFigure pieces={pieces(printed('length'))} still={still} />)
  expect(html).toContain('Plotted: length.')
  expect(html).toContain('<title id="p-title">')
  expect(html).toContain('>length (m)</span>')
})
test('several values have a button each, and one for all of them', () => {
  const html = renderToStaticMarkup(<ProgramFigure pieces={pieces(printed('a') + printed('b'))} still={still} />)
  expect([...html.matchAll(/aria-pressed="(\w+)">(a|b|All)</g)].map(([, pressed, name]) => [pressed, name])).toEqual([
    ['true', 'a'],
    ['false', 'b'],
    ['false', 'All'],
  ])
})
test('output without a value has no figure', () => {
  expect(renderToStaticMarkup(<ProgramFigure pieces={['hello\n']} />)).toBe('')
})
test('an uncertain number in output has its spark beside it, and a mark where the particle is another', () => {
  const html = renderToStaticMarkup(<Output pieces={pieces(printed('x') + printed('y', '3.5'))} />)
  expect(html.match(/class="ux-spark"/g)).toHaveLength(2)
  expect(html.match(/data-apart="true"/g)).toHaveLength(1)
  expect(html).toMatch(/† What the program holds and prints, the particle, is not the mean: 3\.5/)
})
