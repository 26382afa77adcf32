// The same distribution has the same bits in every JavaScript engine: what computes, writes or draws one may use only operations that
// ECMA-262 defines to the last bit.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDERS = ['packages/distribution/src', 'packages/plot/src', 'packages/engine/src/machine']
/** "Implementation-approximated" in ECMA-262, 21.3.2 and 6.1.6.1.3. Powers of two are exact in every engine. */
const APPROXIMATED = /\bMath\.(acosh?|asinh?|atan[h2]?|cbrt|cosh?|exp(m1)?|hypot|log(1p|10|2)?|pow|sinh?|tanh?)\b|(?<!\b2n?) \*\* /

const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`)).filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))

test('the pattern finds what it is for, and only that', () => {
  for (const bad of ['Math.exp(x)', 'Math.log1p(x)', 'x ** 2', '(x + 12) ** n', 'Math.atan2(y, x)', '10 ** -3']) expect(bad).toMatch(APPROXIMATED)
  for (const good of ['Math.sqrt(x)', '2 ** 53', '2n ** 64n', 'Math.abs(x)', 'Math.floor(x)', '2 ** shift']) {
    expect(good).not.toMatch(APPROXIMATED)
  }
})

test.each(files)('%s', (file) => {
  const code = readFileSync(file, 'utf8')
    .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    .replaceAll(/\s\/\/ .*$/gm, '')

  const found = code.split('\n').filter((line) => APPROXIMATED.test(line))
  expect(found).toEqual([])
})
