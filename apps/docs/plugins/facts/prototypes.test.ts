import { globSync, readFileSync } from 'node:fs'
import { uxhwModule } from '@credence/engine/uxhw-module'
import { expect, test } from 'vitest'
import { interfacesOf, prototypesOf } from './prototypes.ts'

const HEADER = `/* manual */
double UxHwDoubleQuantile(double value,
                          double p);
float UxHwFloatQuantile( float value, float p);
static inline void other(void) { UxHwDoubleQuantile(1, 2); }
void UxHwPrint(double x);
`
test('a name without prefix gives both forms, each on one line', () => {
  expect(prototypesOf(HEADER, 'Quantile')).toBe('double UxHwDoubleQuantile(double value, double p);\nfloat UxHwFloatQuantile(float value, float p);')
})
test('a full name gives that function', () => {
  expect(prototypesOf(HEADER, 'UxHwPrint')).toBe('void UxHwPrint(double x);')
})
test('a function that the header lacks is an error that names it', () => {
  expect(() => prototypesOf(HEADER, 'Mode')).toThrow(new RangeError('uxhw.h declares no UxHwDoubleMode'))
})
test('a function behind a macro that counts arguments is shown by its prototype', () => {
  const header = readFileSync(new URL('../../../../packages/engine/src/guest/include/uxhw.h', import.meta.url), 'utf8')
  const model = (type: string) => `${type} (*statisticalModel)(void *, ${type}), void *modelParams, ${type} prior, ${type} observedData`
  expect(prototypesOf(header, 'BayesLaplace')).toBe(
    ['Double', 'Float']
      .map((name) => `${name.toLowerCase()} UxHw${name}BayesLaplace(${model(name.toLowerCase())}, size_t numberOfObservations);`)
      .join('\n'),
  )
})

const MODULE = uxhwModule(readFileSync(new URL('../../../../packages/engine/src/guest/include/uxhw.h', import.meta.url), 'utf8'))
test('Fortran has the types of its module', () => {
  expect(interfacesOf(MODULE, 'UxHwDoubleQuantile')).toMatch(
    /^real\(8\) function UxHwDoubleQuantile\((\w+), (\w+)\)\n {2}real\(8\), value :: \1\n {2}real\(8\), value :: \2\nend function$/,
  )
  expect(interfacesOf(MODULE, 'UxHwDoubleGeneratePath')).toContain('procedure(uxhw_step8) :: stateGenerator')
  expect(interfacesOf(MODULE, 'Missing')).toBeUndefined()
})
test('every signature on a page has its form in Fortran', () => {
  const pages = globSync('docs/**/*.mdx', { cwd: new URL('../../', import.meta.url) })
  const shown = pages.flatMap((page) =>
    [...readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8').matchAll(/<Signature of="(\w+)"/g)].map(([, name = '']) => name),
  )
  expect(shown.length).toBeGreaterThan(30)
  expect(shown.filter((name) => interfacesOf(MODULE, name) === undefined)).toEqual([])
})
