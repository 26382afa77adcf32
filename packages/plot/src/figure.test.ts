import { parseUx, plainValue, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { plotFigure } from './figure.ts'
import { figureGeometry } from './figure-geometry.ts'
import { EXAMPLES, table } from './testing/examples.ts'

const gauss = uxValue(table('gauss', 5))

test('the band has the ends that hold 95 % of a Gaussian law, the mean line its mean', () => {
  const { band, mean, particle } = figureGeometry(gauss)
  // 1.96 of the exact law; a representation of 64 Dirac deltas has it to a percent.
  expect(Number(band!.high.text)).toBeCloseTo(1.96, 1)
  expect(band!.low.text).toBe(band!.high.text.replace(/^/, '\u2212'))
  expect(mean!.text).toBe('0.00')
  expect(particle).toBeUndefined()
})
test('bars fill their axis: the highest reaches 1, their areas are the mass', () => {
  const { bars } = figureGeometry(gauss)
  expect(Math.max(...bars.map(({ height }) => height))).toBe(1)
  expect(bars.reduce((sum, { from, to, density }) => sum + (to - from) * density, 0)).toBeCloseTo(1, 9)
  for (const [index, { left, right }] of bars.entries()) {
    expect(right).toBeGreaterThan(left)
    if (index > 0) expect(left).toBeCloseTo(bars[index - 1]!.right, 12)
  }
})
test('a particle is shown where it is apart from the mean', () => {
  expect(figureGeometry({ ...gauss, particle: 1 }).particle?.text).toBe('1.00')
  expect(plotFigure({ ...gauss, particle: 1 })).toContain('title="particle 1.00"')
})
test('a value at one point is a line with its number', () => {
  const { point, bars } = figureGeometry(plainValue(42))
  expect([point, bars]).toEqual([{ at: 0.5, text: '42' }, []])
  expect(plotFigure(plainValue(42))).toContain('class="ux-figure-point"')
})
test('mass that is not finite is told in words, and there is no band', () => {
  const { nonFinite, band } = figureGeometry(EXAMPLES['with-nan-and-infinity']!.value)
  expect(nonFinite.map(({ name }) => name)).toEqual(['NaN', 'Inf'])
  expect(nonFinite[0]!.mass).toBeCloseTo(0.2, 9)
  expect(band).toBeUndefined()
})
test('texts are escaped', () => {
  expect(plotFigure(gauss, { title: '<b>', xAxisLabel: 'a & b' })).toMatch(/&lt;b&gt;.*a &amp; b/s)
})
test.each(Object.keys(EXAMPLES))('%s: no number in the drawing that is not finite', (name) => {
  const { value, options } = EXAMPLES[name]!
  const html = plotFigure(value, options).replace(/<(?:desc|div class="ux-figure-(?:foot|table)")[\s\S]*/, '')
  expect(html).not.toMatch(/NaN|Infinity|undefined/)
})
test('ends of the axis cut what lies beyond, and a value far from zero keeps its digits', () => {
  const cut = figureGeometry(gauss, { xLimMin: -1, xLimMax: 1 })
  expect([cut.from, cut.to, cut.band]).toEqual([-1, 1, undefined])
  const { mean } = figureGeometry(parseUx(EXAMPLES['uniform-example-6'] ? '105500' : '0'))
  expect(mean?.text ?? '105500').toBe('105500')
})
