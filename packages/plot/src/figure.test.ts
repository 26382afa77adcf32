import { mixtureOf, plainValue, ttrOfSamples, uxValue } from '@credence/distribution'
import { describe, expect, test } from 'vitest'
import { plotFigure } from './figure.ts'
import { axesFor, DOT_COUNTS, figureGeometry, VIEWS } from './figure-geometry.ts'
import { readerOf } from './reader.ts'
import { AXES } from './scale.ts'
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
test('an atom beside a density is a line up to the top, and its mass is said: the density is not flat beside it', () => {
  // What an option pays: nothing in half of the cases, else anything from 0 on.
  const samples = Float64Array.from({ length: 4096 }, (_, i) => Math.max(0, -Math.log((4096 - i) / 2048)))
  const payOff = uxValue(ttrOfSamples(samples, 5))
  const { bars, atoms } = figureGeometry(payOff)
  expect(atoms.map(({ text }) => text)).toEqual(['50 % at 0.00'])
  expect(bars.filter(({ height }) => height > 0.2).length).toBeGreaterThan(10)
  expect(Math.max(...bars.map(({ height }) => height))).toBe(1)
  expect(plotFigure(payOff)).toContain('50 % at 0.00')
})
test('mass that is not finite is told in words, and there is no band', () => {
  const { nonFinite, band } = figureGeometry(EXAMPLES['with-nan-and-infinity']!.value)
  expect(nonFinite.map(({ name }) => name)).toEqual(['NaN', 'Inf'])
  expect(nonFinite[0]!.mass).toBeCloseTo(0.2, 9)
  expect(band).toBeUndefined()
})
test('labels at the ends of an axis stand inside of it', () => {
  const [, axis = ''] = plotFigure(gauss, { view: 'quantiles' }).split('<div class="ux-figure-axis" aria-hidden="true">')
  expect(axis).toContain('<span class="ux-figure-right" style="left:0%">0 %</span>')
  expect(axis).toContain('<span class="ux-figure-left" style="left:100%">100 %</span>')
  expect(axis).toContain('<span style="left:50%">50 %</span>')
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
  expect([cut.scale.from, cut.scale.to, cut.band]).toEqual([-1, 1, undefined])
  const { mean } = figureGeometry(EXAMPLES['uniform-example-6']!.value)
  expect(mean?.text).toBe('106000')
})

describe('views', () => {
  const skewed = uxValue(table('lognormal', 6, 1))
  test.each(VIEWS)('%s: no number in the drawing that is not finite, and a table behind it', (view) => {
    for (const axis of AXES) {
      const html = plotFigure(skewed, { view, axis, limits: [1, 4] })
      expect(html.replace(/<desc.*?<\/desc>/s, '')).not.toMatch(/NaN|Infinity|undefined/)
      expect(html).toContain('<th scope="col">Probability density</th>')
    }
  })
  test('the distribution function climbs from 0 to 1, the quantiles are its inverse', () => {
    const heights = figureGeometry(gauss, { view: 'cdf' }).line.map(([, height]) => height)
    expect([heights[0], heights.at(-1)]).toEqual([0, 1])
    expect(heights.every((height, i) => i === 0 || height >= heights[i - 1]!)).toBe(true)
    const { scale, line, ticks } = figureGeometry(gauss, { view: 'quantiles' })
    const [, median] = line[line.length >> 1]!
    expect(scale.at(median)).toBeCloseTo(0, 9)
    expect(ticks.map(({ text }) => text)).toEqual(['0 %', '25 %', '50 %', '75 %', '100 %'])
  })
  test.each(DOT_COUNTS)('%d dots stand in piles that touch neither each other nor the top', (count) => {
    const { places, size, high } = figureGeometry(gauss, { view: 'dots', dots: count }).dots!
    expect(places.length).toBe(count)
    const middles = [...new Set(places.map(([at]) => at))]
    for (const [i, middle] of middles.entries()) if (i > 0) expect(middle - middles[i - 1]!).toBeGreaterThan(size / 2)
    expect(high).toBe(1 + Math.max(...places.map(([, below]) => below)))
    expect(high * size * 4).toBeLessThanOrEqual(0.95)
  })
  test('limits say what lies beyond them', () => {
    expect(figureGeometry(gauss, { limits: [0] }).limitsSay).toBe('P(X \u2264 0.00) = 50.0 % \u00b7 P(X > 0.00) = 50.0 %')
    const two = figureGeometry(gauss, { limits: [1.96, -1.96] })
    expect(two.limitsSay).toMatch(/^P\(\u22121\.96 < X \u2264 1\.96\) = 9[45]\.\d % \u00b7 below 2\.\d % \u00b7 above 2\.\d %$/)
    expect(two.limits.map(({ text }) => text)).toEqual(['\u22121.96', '1.96'])
  })
  test('a logarithmic axis keeps areas: heights times widths are in the proportion of masses', () => {
    const { bars, scale } = figureGeometry(skewed, { axis: 'log' })
    expect(scale.kind).toBe('log')
    const ratios = bars.slice(1, -1).map(({ left, right, height, from, to, density }) => ((right - left) * height) / ((to - from) * density))
    expect(Math.max(...ratios) / Math.min(...ratios)).toBeCloseTo(1, 6)
  })
  test('axes are offered where they tell more', () => {
    expect(axesFor(readerOf(gauss))).toEqual(['linear'])
    expect(axesFor(readerOf(skewed))).toEqual(['linear', 'log'])
    expect(axesFor(readerOf(uxValue(table('studentst', 6, 1.2))))).toEqual(['linear', 'symlog'])
  })
})

test('a value that is one of a few numbers is drawn and read as these', () => {
  const prices = uxValue(mixtureOf([0, 5, 8], [0.1, 0.6, 0.3]))
  const { bars, atoms, band, description } = figureGeometry(prices)
  expect(atoms.map(({ text }) => text)).toEqual(['10 % at 0', '60 % at 5', '30 % at 8'])
  expect([band!.low.text, band!.high.text]).toEqual(['0', '8'])
  expect(bars.filter(({ height }) => height > 0).map(({ from, to, density }) => [from, to, density])).toEqual([
    [0, 0, 0.1],
    [5, 5, 0.6],
    [8, 8, 0.3],
  ])
  const [low, middle, high] = bars.filter(({ height }) => height > 0).map(({ height }) => height)
  expect(low! / middle!).toBeCloseTo(1 / 6, 12)
  expect(high! / middle!).toBeCloseTo(1 / 2, 12)
  expect(description).toBe('One of 3 numbers from 0 to 8. Mean 5.4. 10 % at 0. 60 % at 5. 30 % at 8. 95 % between 0 and 8.')
  const { limitsSay } = figureGeometry(prices, { limits: [5] })
  expect(limitsSay).toBe('P(X ≤ 5) = 70.0 % · P(X > 5) = 30.0 %')
  expect(plotFigure(prices)).toContain('<td>5</td><td>5</td><td>probability 0.6</td>')
})
