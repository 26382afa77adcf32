import { uxValue } from '@credence/distribution'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DistributionOverlay } from './overlay.tsx'
import { table, together } from './testing/examples.ts'
import { UncertainValue } from './uncertain-value.tsx'
import { ValueCard } from './value-card.tsx'

const value = uxValue(together({ of: table('gauss', 6), mass: 1, scale: 0.28, shift: 250 }))

test('a card leads with the value as the GUM states it, and says what is worth knowing', () => {
  const html = renderToStaticMarkup(<ValueCard value={value} quantity="force (N)" />)
  expect(html).toMatch(/^<span class="ux-card-body"><strong class="ux-card-head">250\.00 ± 0\.28<\/strong><span class="ux-card-quantity">force \(N\)/)
  expect(html).toMatch(/95 % between 249\.4\d and 250\.5\d/)
  expect(html).not.toContain('particle')
  expect(renderToStaticMarkup(<ValueCard value={{ ...value, particle: 250.4 }} />)).toContain('particle <b>250.4</b>')
})
test('a value in a line is a button with its spark beside it; its card is not there before it is wanted', () => {
  const html = renderToStaticMarkup(<UncertainValue text="250.00 ± 0.28" spark="M0 16V1H60V16" load={async () => null} />)
  expect(html).toMatch(
    /<button type="button" class="ux-value" aria-expanded="false" aria-controls="[^"]+">250\.00 ± 0\.28<\/button><svg class="ux-spark"/,
  )
  expect(html).toMatch(/class="ux-card" hidden=""><\/span>/)
})
test('an overlay names each curve in the drawing and in its list', () => {
  const values = [{ name: 'before', value }, { name: 'after', value: uxValue(table('gauss', 6)) }] // biome-ignore format: one line
  const html = renderToStaticMarkup(<DistributionOverlay values={values} label="Two runs" />)
  expect(html).toContain('aria-label="Two runs: before 250.00 ± 0.28; after 0.0 ± 1.0"')
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(2)
})
