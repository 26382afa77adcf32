import { expect, test } from 'vitest'
import { VIEWS } from './figure-geometry.ts'
import { figureSvg } from './figure-svg.ts'
import { EXAMPLES } from './testing/examples.ts'

const { value } = EXAMPLES['heavy-tail']!
test.each(VIEWS)('%s of a heavy tail is drawn as in its golden file', async (view) => {
  const axis = view === 'density' ? 'log' : 'linear'
  await expect(figureSvg(value, { view, axis, limits: [4], xAxisLabel: 'Dose (mSv)' })).toMatchFileSnapshot(`golden/figure-${view}.svg`)
})
test.each(Object.keys(EXAMPLES))('%s: no number in the drawing that is not finite', (name) => {
  const example = EXAMPLES[name]!
  expect(figureSvg(example.value, { ...example.options, theme: 'dark' }).replace(/<desc[\s\S]*?<\/desc>/, '')).not.toMatch(
    /="[^"]*(NaN|Infinity|undefined)/,
  )
})
