import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { prototypesOf } from './prototypes.ts'

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
