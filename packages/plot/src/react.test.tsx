import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { plotGeometry } from './geometry.ts'
import { DistributionPlot } from './react.tsx'
import { EXAMPLES } from './testing/examples.ts'

test('server rendering gives a figure with titled SVG in the colours of the page', () => {
  const warnings = vi.spyOn(console, 'error').mockImplementation(() => {})
  const html = renderToStaticMarkup(<DistributionPlot value={EXAMPLES['standard-gaussian']!.value} label="Height" className="wide" />)
  expect(html).toMatch(/^<figure class="ux-figure wide"/)
  expect(html).toMatch(/<button type="button" title="[^"]*" aria-pressed="true">Density</)
  const [, titleId, descriptionId] = /aria-labelledby="(\S+) (\S+)"/.exec(html)!
  expect(html).toContain(`<title id="${titleId}">Height</title>`)
  expect(html).toContain(`<desc id="${descriptionId}">Histogram of 64 bars`)
  expect(html).toMatch(/>95 % between \u2212(\d\.\d\d) and \1</)
  expect(html).toMatch(/role="slider" tabindex="0" aria-label="Read Height" .*aria-valuetext="0: density 0\.\d+, 50\.0 % below"/)
  expect(warnings).not.toHaveBeenCalled()
  warnings.mockRestore()
})

test('the data of the bars stand in a table', () => {
  const { value } = EXAMPLES['uniform-example-6']!
  const html = renderToStaticMarkup(<DistributionPlot value={value} />)
  expect(html.match(/<tr>/g)!.length).toBe(1 + plotGeometry(value).density!.bars.length)
  expect(html).toContain('<tr><td>105000</td><td>105031.25</td><td>0.0005</td></tr>')
})

test('points and non-finite masses stand in the table too', () => {
  expect(renderToStaticMarkup(<DistributionPlot value={EXAMPLES['point']!.value} />)).toContain(
    '<td>105998.109375</td><td>105998.109375</td><td>all finite mass at this point</td>',
  )
  expect(renderToStaticMarkup(<DistributionPlot value={EXAMPLES['only-nan']!.value} />)).toContain('<td>NaN</td><td>NaN</td><td>probability 1</td>')
})

test('two plots on a page share no ids', () => {
  const { value } = EXAMPLES['standard-gaussian']!
  const html = renderToStaticMarkup(
    <>
      <DistributionPlot value={value} />
      <DistributionPlot value={value} />
    </>,
  )
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1])
  expect(new Set(ids).size).toBe(ids.length)
})
