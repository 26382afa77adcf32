import { formatUx, fromSamples, law, ttrOfLaw, uxValue } from '@credence/distribution'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Showing, Shown, showing, showValues } from './show.ts'
import { chooseValue, printedValues } from './values.ts'

fc.configureGlobal({ seed: 1 })

/** Mean 0.5, standard deviation 0.5. */
const coin = formatUx(uxValue(fromSamples([0, 1])), '0.500000')

const PLAIN: Showing = { face: 'stated', isColourful: false }

describe('on a screen', () => {
  test('a distribution is its mean and standard uncertainty', () => {
    expect(showValues(`rate = ${coin}, plain 2.5\n`, PLAIN)).toBe('rate = 0.50 ± 0.50, plain 2.5\n')
  })
  test('a distribution is its particle where that is asked for', () => {
    expect(showValues(`rate = ${coin}, plain 2.5\n`, { ...PLAIN, face: 'particle' })).toBe('rate = 0.500000, plain 2.5\n')
  })
  test('colours underline it', () => {
    expect(showValues(coin, { ...PLAIN, isColourful: true })).toBe('\u001b[4;32m0.50 ± 0.50\u001b[24;39m')
  })
  test('columns that a program lined up stay lined up', () => {
    const row = (name: string, value: string) => `${name.padEnd(8)}${value.padStart(20 + value.length - 8)}  done\n`
    expect(showValues(row('rate', coin) + row('n', '     3.0'), PLAIN)).toBe(
      'rate             0.50 ± 0.50  done\nn                        3.0  done\n',
    )
  })
  test('what only looks like a distribution stays as it is', () => {
    const broken = `1.0Ux${'0'.repeat(34)}FFFFFFFF`
    expect(showValues(broken, PLAIN)).toBe(broken)
  })
  test('output in pieces shows the same as in one', () => {
    const text = `a ${coin} µ     ${coin}\nend`
    const bytes = new TextEncoder().encode(text)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 })), (sizes) => {
        const shown = new Shown(PLAIN)
        let result = ''
        let at = 0
        for (const size of [...sizes, bytes.length]) {
          result += shown.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(result + shown.end()).toBe('a 0.50 ± 0.50 µ 0.50 ± 0.50\nend')
      }),
    )
  })
  test('whole lines are shown at once', () => {
    const shown = new Shown(PLAIN)
    expect(shown.push(new TextEncoder().encode('working...\nper'))).toBe('working...\n')
    expect(shown.end()).toBe('per')
  })
})

test('values are shown on screens, particles wherever they are asked for, and all else goes byte for byte', () => {
  const screen = { isScreen: true, isErrorScreen: true, isColourful: true }
  const pipe = { isScreen: false, isErrorScreen: false, isColourful: false }
  expect(showing({}, screen, 'Stdout')).toEqual({ face: 'stated', isColourful: true })
  expect(showing({ particle: true }, screen, 'Stdout')).toEqual({ face: 'particle', isColourful: true })
  expect(showing({ raw: true }, screen, 'Stdout')).toBeUndefined()
  expect(showing({}, pipe, 'Stdout')).toBeUndefined()
  expect(showing({ particle: true }, pipe, 'Stdout')).toEqual({ face: 'particle', isColourful: false })
  expect(showing({}, { ...screen, isScreen: false }, 'Stdout')).toBeUndefined()
  expect(showing({}, { ...screen, isErrorScreen: false }, 'Stderr')).toBeUndefined()
  expect(showing({}, screen, 'Stderr')).toEqual({ face: 'stated', isColourful: true })
  expect(() => showing({ particle: true, raw: true }, pipe, 'Stdout')).toThrow('--particle and --raw exclude each other')
})

test('printed values have moments and quantiles', () => {
  const [value, ...others] = printedValues(`x ${coin} y 3.0\n`)
  expect(others).toEqual([])
  expect(value).toMatchObject({ particle: '0.500000', stated: '0.50 ± 0.50', mean: 0.5, standardDeviation: 0.5, ux: coin })
  expect(value!.quantiles).toEqual({ '0.025': 0, '0.25': 0, '0.5': 0, '0.75': 1, '0.975': 1 }) // a coin is never half a head
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
