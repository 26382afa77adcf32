import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { headerFunctions, moduleFunctions } from './uxhw-header.ts'

const HEADER = readFileSync(new URL('../../engine/src/guest/include/uxhw.h', import.meta.url), 'utf8')
const functions = headerFunctions(HEADER)
const named = (name: string) => functions.find((each) => each.name === name)

test('every function that the header declares is found, with what is said about it', () => {
  const declared = new Set([...HEADER.matchAll(/^(?:double|float|void|ssize_t|size_t) (UxHw\w+)\(/gm)].map(([, name]) => name))
  expect(declared.size).toBeGreaterThan(70)
  expect(new Set(functions.map(({ name }) => name))).toEqual(declared)
  expect(functions.filter(({ about, section }) => about === '' || section === '')).toEqual([])
})
test('a function has its signature, its parameters and its section', () => {
  expect(named('UxHwDoubleGaussDist')).toEqual({
    name: 'UxHwDoubleGaussDist',
    signature: 'double UxHwDoubleGaussDist(double mu, double sigma)',
    parameters: ['double mu', 'double sigma'],
    about: 'Gaussian of mean mu and standard deviation sigma ≥ 0. sigma = 0: plain mu.',
    section: 'Distributions with parameters',
  })
})
test('the twin for float has the text of the one for double', () => {
  expect(named('UxHwFloatQuantile')?.about).toBe(named('UxHwDoubleQuantile')?.about)
})
test('callbacks are one parameter', () => {
  expect(named('UxHwDoubleBayesLaplace')?.parameters).toEqual([
    'double (*statisticalModel)(void *, double)',
    'void *modelParams',
    'double prior',
    'double observedData',
    'size_t numberOfObservations',
  ])
})
test('Fortran has them by the interfaces of its module, under the same names', () => {
  const module = new Map(moduleFunctions(HEADER).map((each) => [each.name, each]))
  expect(module.get('UxHwDoubleGaussDist')).toMatchObject({
    signature: 'real(8) function UxHwDoubleGaussDist(mu, sigma)\n  real(8), value :: mu\n  real(8), value :: sigma\nend function',
    parameters: ['mu', 'sigma'],
    about: named('UxHwDoubleGaussDist')!.about,
  })
  expect(module.size).toBeGreaterThan(60)
})
