// exp, log and their kin against 60-digit values (fixtures/make.py): errors in units of the last place of the nearest double.
import { expect, test } from 'vitest'
import fixtures from '../fixtures/elementary.json' with { type: 'json' }
import { exp, expm1, log, log1p, pow } from './elementary.ts'

test.each([
  ['exp', exp, 1],
  ['expm1', expm1, 2],
  ['log', log, 1],
  ['log1p', log1p, 2],
] as const)('%s errs by less than what it promises', (name, f, ulps) => {
  for (const [x, nearest, rest] of fixtures[name] as [number, number, number][]) {
    expect(errorInUlps(f(x), nearest, rest), `${name}(${x})`).toBeLessThan(ulps)
  }
})

test('pow errs by less than 1 unit for moderate powers, 4 at the ends of the range', () => {
  for (const [x, y, nearest, rest] of fixtures.pow as [number, number, number, number][]) {
    const bound = Math.abs(y * Math.log(Math.abs(x))) <= 8 ? 1 : 4
    expect(errorInUlps(pow(x, y), nearest, rest), `pow(${x}, ${y})`).toBeLessThan(bound)
  }
})

const SPECIAL = [0, -0, 1, -1, 0.5, 2, 3, -2, -3, -2.5, 1e308, -1e308, 5e-324, 1e-320, Infinity, -Infinity, Number.NaN]

test.each([
  ['exp', exp, Math.exp],
  ['expm1', expm1, Math.expm1],
  ['log', log, Math.log],
  ['log1p', log1p, Math.log1p],
] as const)('%s has the special values of ECMA-262', (_name, ours, standard) => {
  for (const x of [...SPECIAL, 709.7827128933841, 709.79, -745.14, -744.5, -708.5]) expectClose(ours(x), standard(x), `at ${x}`)
})

test('pow has the special values of ECMA-262', () => {
  for (const x of SPECIAL) for (const y of SPECIAL) expectClose(pow(x, y), x ** y, `pow(${x}, ${y})`)
})

/** The same value to a few last places; the same infinity, NaN or signed zero exactly. */
function expectClose(actual: number, expected: number, what: string): void {
  if (Number.isFinite(expected) && expected !== 0) {
    const ulp = Math.max(Math.abs(expected) * 2 ** -52, Number.MIN_VALUE)
    expect(Math.abs(actual - expected) / ulp, what).toBeLessThanOrEqual(8)
  } else expect(actual, what).toBe(expected)
}

function errorInUlps(actual: number, nearest: number, rest: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, Math.abs(nearest))
  view.setBigInt64(0, view.getBigInt64(0) + 1n)
  const ulp = view.getFloat64(0) - Math.abs(nearest)
  return Math.abs((actual - nearest) / ulp - rest)
}
