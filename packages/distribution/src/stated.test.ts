import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Family } from './laws/standard-law.ts'
import { law as standardLaw } from './laws/standard-law.ts'
import { fromSamples, fromWeightedSamples, mixtureOf } from './mixture.ts'
import { stated, statedMean } from './stated.ts'
import { ttrOfSamples } from './ttr.ts'
import { ttrOfLaw } from './ttr-of-law.ts'

fc.configureGlobal({ seed: 1 })

const law = (family: Family, shape1 = 0, shape2 = 0) => standardLaw(family, shape1, shape2)

describe('mean and standard uncertainty', () => {
  test.each([
    ['JCGM 100, 7.2.6: y and 27 mΩ', 10.05762, 0.027, '10.058 ± 0.027'],
    ['JCGM 100, 7.2.6: 28.05 kHz is rounded down', 1000, 28.05, '1000 ± 28'],
    ['JCGM 100, 7.2.2: 100 g standard', 100.02147, 0.00035, '100.02147 ± 0.00035'],
    ['JCGM 100, H.1: end gauge, mm', 50.000838, 0.000032, '50.000838 ± 0.000032'],
    ['JCGM 100, H.2: resistance, Ω', 127.732, 0.071, '127.732 ± 0.071'],
    ['JCGM 100, H.2: impedance, Ω', 254.26, 0.236, '254.26 ± 0.24'],
    ['JCGM 100, H.3: thermometer, y1', -0.1712, 0.0029, '-0.1712 ± 0.0029'],
    ['CODATA 2018: gravitation', 6.6743e-11, 0.00015e-11, '(6.67430 ± 0.00015)e-11'],
    ['CODATA 2018: electron mass, kg', 9.1093837015e-31, 0.0000000028e-31, '(9.1093837015 ± 0.0000000028)e-31'],
    ['NIST TN 1900, E3: viscosity', 5.8252, 1.1153, '5.8 ± 1.1'],
  ])('%s', (_, mean, uncertainty, text) => {
    expect(statedMean(mean, uncertainty)).toBe(text)
  })

  test.each([
    ['carries into the next place', 9.996, 0.0996, '10.00 ± 0.10'],
    ['halves go away from zero', -2.5, 10, '-3 ± 10'],
    ['a mean below the uncertainty has its place', 0.004, 1.2, '0.0 ± 1.2'],
    ['no minus in front of zero', -0.004, 1.2, '0.0 ± 1.2'],
    ['half a unit of the last place', 0.05, 1.2, '0.1 ± 1.2'],
    ['less than half', 0.0499999, 1.2, '0.0 ± 1.2'],
    ['hundreds', 106_000, 577.35, '106000 ± 580'],
    ['large with all digits known', 299_792_458, 1.1, '299792458.0 ± 1.1'],
    ['large with unknown digits', 123_456_789, 2_300_000, '(1.235 ± 0.023)e+08'],
    ['large uncertainty of little', 3, 4.2e9, '(0.0 ± 4.2)e+09'],
    ['small', 1.2345e-5, 3.4e-6, '(1.23 ± 0.34)e-05'],
    ['largest', 1.7e308, 2e306, '(1.700 ± 0.020)e+308'],
    ['smallest', 0, 5e-324, '(0.0 ± 4.9)e-324'],
    ['beyond the digits of a double', 1, 1e-25, '1.0000000000000000 ± 1.0e-25'],
    ['none', 0.1 + 0.2, 0, '0.3 ± 0'],
    ['none, of minus zero', -0, 0, '0 ± 0'],
    ['beyond a double', 3, Number.POSITIVE_INFINITY, '3 ± inf'],
  ])('%s', (_, mean, uncertainty, text) => {
    expect(statedMean(mean, uncertainty)).toBe(text)
  })

  test('what is stated is within half a unit of the last place of what is known, and the uncertainty has two digits', () => {
    const magnitude = fc.double({ min: -300, max: 300, noNaN: true })
    const mantissa = fc.double({ min: 1, max: 10, noNaN: true })
    fc.assert(
      fc.property(magnitude, mantissa, fc.double({ min: -14, max: 14, noNaN: true }), mantissa, fc.boolean(), (power, a, apart, b, isNegative) => {
        const mean = (isNegative ? -a : a) * 10 ** power
        const uncertainty = b * 10 ** Math.max(-300, Math.min(300, power + apart))
        const text = statedMean(mean, uncertainty)
        const [, first = '', second = '', exponent = '0'] = /^\(?(-?[\d.]+) ± ([\d.]+)(?:\)e([-+]\d+))?$/.exec(text) ?? []
        const decimals = (digits: string) => digits.split('.')[1]?.length ?? 0
        expect(decimals(first)).toBe(decimals(second))
        expect(second.replace(/^0\.?0*|\./g, '').replace(/^(\d\d)0+$/, '$1')).toMatch(/^\d\d$/)
        const place = Number(uncertainty.toExponential(1).split('e')[1]) - 1
        const slack = 0.5 * 10 ** place * (1 + 1e-6) + Math.abs(mean) * 1e-15
        expect(Math.abs(Number(`${first}e${exponent}`) - mean)).toBeLessThanOrEqual(slack)
        expect(Math.abs(Number(`${second}e${exponent}`) - uncertainty)).toBeLessThanOrEqual(slack)
      }),
      { numRuns: 2000 },
    )
  })

  test('a mean and its negative are stated alike', () => {
    const number = fc.double({ min: 1e-200, max: 1e200, noNaN: true })
    fc.assert(
      fc.property(number, number, (mean, uncertainty) => {
        const negative = statedMean(-mean, uncertainty).replace('-', '')
        expect(negative.replace('-', '')).toBe(statedMean(mean, uncertainty).replace('-', ''))
      }),
    )
  })
})

describe('a distribution', () => {
  test('is stated by its own mean and standard deviation', () => {
    expect(stated(fromSamples([0, 1]))).toBe('0.50 ± 0.50')
    const { positions, masses } = ttrOfLaw(law('gauss'), 6)
    expect(
      stated(
        mixtureOf(
          positions.map((x) => 100.02147 + 0.35 * x),
          masses,
        ),
      ),
    ).toBe('100.02 ± 0.35')
  })
  test('at one position has no uncertainty', () => {
    expect(stated(fromSamples([3, 3]))).toBe('3 ± 0')
  })
  test('keeps its deviation where its square is no double', () => {
    expect(stated(fromSamples([-1e-200, 1e-200]))).toBe('(0.0 ± 1.0)e-200')
    expect(stated(fromSamples([1e300, 3e300]))).toBe('(2.0 ± 1.0)e+300')
    expect(stated(fromSamples([-1.7e308, 1.7e308]))).toBe('(0.0 ± 1.7)e+308')
    expect(stated(fromWeightedSamples([-1.7e308, 1.7e308], [9, 1]))).toBe('-1.36e+308 ± inf')
  })
  test('with mass that is not finite says how much', () => {
    const { NaN: nan, POSITIVE_INFINITY: inf, NEGATIVE_INFINITY: minus } = Number
    expect(stated(mixtureOf([0, 1, nan], [0.485, 0.485, 0.03]))).toBe('0.50 ± 0.50 (3.0 % nan)')
    expect(stated(mixtureOf([0, 1, inf, minus], [0.001, 0.001, 0.99799, 0.00001]))).toBe('0.50 ± 0.50 (<0.01 % -inf, >99 % inf)')
    expect([nan, inf, minus].map((x) => stated(fromSamples([x])))).toEqual(['nan', 'inf', '-inf'])
    expect(stated(fromSamples([nan, inf]))).toBe('50 % nan, 50 % inf')
    expect(stated(mixtureOf([], []))).toBe('nan')
  })
})

describe('a tail without a finite variance is stated by quantiles', () => {
  const endless = [
    law('studentst', 1.5),
    law('studentst', 2),
    law('gev', 0.5),
    law('gev', 0.7),
    law('inversegamma', 1.5),
    law('f', 3, 4),
    law('boundedpareto', 1.2, 1e9),
  ]
  const ending = [
    law('gauss'),
    law('uniform'),
    law('exponential'),
    law('laplace'),
    law('logistic'),
    law('lognormal', 1),
    law('weibull', 0.5),
    law('gamma', 0.1),
    law('beta', 0.01, 0.01),
    law('beta', 0.1, 0.1),
    law('studentst', 4),
    law('inversegamma', 4),
    law('gev', 0.2),
  ]
  test.each(endless.map((each) => [`${each.family} ${each.shape1}`, each] as const))('%s', (_, each) => {
    for (const order of [5, 6, 8]) expect(stated(ttrOfLaw(each, order))).toMatch(/^-?[\d.]+ \(95 %: -?[\d.]+ to -?[\d.]+\)$/)
  })
  test.each(ending.map((each) => [`${each.family} ${each.shape1}`, each] as const))('not %s', (_, each) => {
    for (const order of [4, 5, 6, 8]) expect(stated(ttrOfLaw(each, order))).toMatch(/ ± /)
  })
  test('nor samples of a normal law, nor a few atoms far away', () => {
    const gauss = law('gauss')
    const samples = Float64Array.from({ length: 1024 }, (_, i) => gauss.quantile((i + 0.5) / 1024))
    expect(stated(ttrOfSamples(samples, 6))).toBe('0.0 ± 1.0')
    expect(stated(fromWeightedSamples([0, 100], [99, 1]))).toBe('1.0 ± 9.9')
    expect(stated(mixtureOf([...ttrOfLaw(gauss, 5).positions, 1000], [...ttrOfLaw(gauss, 5).masses.map((mass) => 0.99 * mass), 0.01]))).toBe(
      '10 ± 100',
    )
  })
  test('with median and interval of the law', () => {
    const heavy = law('studentst', 2)
    const [, low, high] = /^0\.0 \(95 %: (\S+) to (\S+)\)$/.exec(stated(ttrOfLaw(heavy, 8))) ?? []
    expect(Number(low)).toBeCloseTo(heavy.quantile(0.025), 0)
    expect(Number(high)).toBeCloseTo(heavy.quantile(0.975), 0)
  })
})
