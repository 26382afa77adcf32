import { plainValue, uxValue } from '@credence/distribution'
import { describe, expect, test } from 'vitest'
import { plotSvg } from './svg.ts'
import { EXAMPLES, table } from './testing/examples.ts'

test.each(Object.keys(EXAMPLES))('%s is drawn as in its golden file', async (name) => {
  const { value, options } = EXAMPLES[name]!
  await expect(plotSvg(value, options)).toMatchFileSnapshot(`golden/${name}.svg`)
})

describe('an SVG document', () => {
  const svg = plotSvg(uxValue(table('gauss', 5)), { idPrefix: 'p1', title: 'Height of <Ann>', xAxisLabel: 'a & b\u0007' })

  test('names itself and describes what it shows', () => {
    expect(svg).toContain('role="img" aria-labelledby="p1-title p1-description"')
    expect(svg).toContain('<title id="p1-title">Height of &lt;Ann&gt;</title>')
    expect(svg).toMatch(/<desc id="p1-description">Histogram of 64 bars from -3\.\d+ to 3\.\d+, highest from .* to .*\. Mean /)
  })

  test('escapes text and leaves out characters that XML forbids', () => {
    expect(svg).toContain('a &amp; b\ufffd')
  })

  test('uses every id with its prefix, once', () => {
    const ids = [...svg.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]!)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^p1-/)
    for (const [, used] of svg.matchAll(/url\(#([^)]*)\)/g)) expect(ids).toContain(used)
  })

  test('has no number that is not finite', () => {
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  })
})

test.each([
  ['neighbouring doubles', uxValue({ positions: Float64Array.of(1, 1 + 2 ** -40), masses: Float64Array.of(0.5, 0.5) })],
  ['the whole range of doubles', uxValue({ positions: Float64Array.of(-1e308, 0, 1e308), masses: Float64Array.of(0.25, 0.5, 0.25) })],
  ['a point beyond whole numbers', plainValue(1e300)],
  ['a point at zero', plainValue(0)],
  ['tiny positions', uxValue({ positions: Float64Array.of(1e-300, 2e-300, 5e-300), masses: Float64Array.of(0.25, 0.5, 0.25) })],
  ['nothing at all', uxValue({ positions: Float64Array.of(), masses: Float64Array.of() })],
])('%s can be drawn', (_, value) => {
  const svg = plotSvg(value)
  expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n$/)
  expect(svg.replace(/<desc[\s\S]*?<\/desc>/, '')).not.toMatch(/NaN|Infinity|undefined/)
})

test('the dark theme draws on dark paper', () => {
  const value = uxValue(table('gauss', 4))
  expect(plotSvg(value)).toContain('<rect width="1000" height="600" fill="#FFFFFF"/>')
  expect(plotSvg(value, { theme: 'dark' })).toContain('<rect width="1000" height="600" fill="#101513"/>')
})
