import { formatUx, mixtureOf, piecesOf, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import type { ExampleResult } from './results.ts'
import { shownExample } from './shown.ts'

const UX = formatUx(uxValue(mixtureOf(Float64Array.of(0, 2), Float64Array.of(0.5, 0.5))), '1.0')
const RESULT: ExampleResult = {
  id: 'uxhw/x',
  file: 'examples/uxhw/x.c',
  source: 'double x; // < 2\n',
  language: 'C',
  core: 'C0-S+',
  arguments: '',
  stdout: piecesOf(`x = ${UX}\n`),
  plainStdout: 'x = 1\n',
  stderr: '',
  message: 'built',
  module: 'm.wasm',
  besides: [],
  inputs: {},
  published: [],
  key: 'k',
}

test('a page gets the source in colours and the plot of the first value, and nothing that only the build reads', () => {
  const { html, plot, ...rest } = shownExample(RESULT)
  expect(html).toBe('<span class="code-keyword">double</span> x; <span class="code-comment">// &lt; 2</span>')
  expect(plot).toMatch(/<svg [^>]*aria-labelledby="plot-uxhw-x-title plot-uxhw-x-description"/)
  expect(plot).toContain('<title id="plot-uxhw-x-title">Distribution of 1.0 ± 1.0</title>')
  expect(rest.stdout).toMatchObject([
    ...RESULT.stdout.slice(0, 1),
    { stated: '1.0 ± 1.0', spark: expect.stringMatching(/^M[\d.]+ 16[VH\d.]+$/) },
    '\n',
  ])
  expect({ ...rest, stdout: RESULT.stdout }).toEqual(Object.fromEntries(Object.entries(RESULT).filter(([name]) => name in rest)))
  expect(['arguments', 'besides', 'message', 'published', 'key'].filter((name) => name in rest)).toEqual([])
})
test('output without a value has no plot', () => {
  expect(shownExample({ ...RESULT, stdout: ['hello\n'] }).plot).toBeUndefined()
})
