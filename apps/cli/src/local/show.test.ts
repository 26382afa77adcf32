import { formatUx, fromSamples, law, ttrOfLaw, uxValue } from '@credence/distribution'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Shown, showValues, twoDigits } from './show.ts'
import { chooseValue, printedValues } from './values.ts'

fc.configureGlobal({ seed: 1 })

/** Mean 0.5, standard deviation 0.5. */
const coin = formatUx(uxValue(fromSamples([0, 1])), '0.500000')

describe('on a screen', () => {
  test('a distribution is its number and spread', () => {
    expect(showValues(`rate = ${coin}, plain 2.5\n`, false)).toBe('rate = 0.500000±0.5, plain 2.5\n')
  })
  test('colours underline the number', () => {
    expect(showValues(coin, true)).toBe('\u001b[4;32m0.500000\u001b[24;39m±0.5')
  })
  test('what only looks like a distribution stays as it is', () => {
    const broken = `1.0Ux${'0'.repeat(34)}FFFFFFFF`
    expect(showValues(broken, false)).toBe(broken)
  })
  test('output in pieces shows the same as in one', () => {
    const text = `a ${coin} µ ${coin}\nend`
    const bytes = new TextEncoder().encode(text)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 })), (sizes) => {
        const shown = new Shown(false)
        let result = ''
        let at = 0
        for (const size of [...sizes, bytes.length]) {
          result += shown.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(result + shown.end()).toBe('a 0.500000±0.5 µ 0.500000±0.5\nend')
      }),
    )
  })
  test('whole lines are shown at once', () => {
    const shown = new Shown(false)
    expect(shown.push(new TextEncoder().encode('working...\nper'))).toBe('working...\n')
    expect(shown.end()).toBe('per')
  })
})

test('a spread has two digits', () => {
  expect([0.0057735, 5.7735, 1234.5, 12345678, 1.234e-9, 0, Number.NaN].map(twoDigits)).toEqual([
    '0.0058',
    '5.8',
    '1200',
    '1.2e+7',
    '1.2e-9',
    '0',
    'NaN',
  ])
})

test('printed values have moments and quantiles', () => {
  const [value, ...others] = printedValues(`x ${coin} y 3.0\n`)
  expect(others).toEqual([])
  expect(value).toMatchObject({ particle: '0.500000', mean: 0.5, standardDeviation: 0.5, ux: coin })
  expect(value!.quantiles['0.5']).toBeCloseTo(0.5, 12)
})
test('quantiles of a printed law are those of the law to a thousandth of its deviation', () => {
  const normal = law('gauss', 0, 1)
  const [value] = printedValues(formatUx(uxValue(ttrOfLaw(normal, 6)), '0.000000'))
  for (const [p, quantile] of Object.entries(value!.quantiles)) expect(Math.abs(quantile - normal.quantile(Number(p))), p).toBeLessThan(1e-3)
})
test('quantiles count mass that is not finite', () => {
  const [value] = printedValues(formatUx(uxValue(fromSamples([1, 2, 3, Number.POSITIVE_INFINITY])), '1.0'))
  expect(value!.quantiles).toMatchObject({ '0.25': 1, '0.975': Number.POSITIVE_INFINITY })
})
test('a value is chosen by its number, or is the last', () => {
  expect(chooseValue(['a', 'b'])).toBe('b')
  expect(chooseValue(['a', 'b'], 1)).toBe('a')
  expect(chooseValue(['a', 'b'], 3)).toBeUndefined()
  expect(chooseValue([])).toBeUndefined()
})
