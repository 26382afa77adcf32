// What each constructor of a law gives: for parameters within their ranges, at a scale of 0, and outside. A law without a row does not compile.
import type { Family } from '@credence/distribution'
import { CONSTRUCTORS } from '../../constructors.ts'

const GAMMA = 0.5772156649015329

interface Row {
  /** Parameters, what the runtime is asked for (shapes, location, scale of the standard form), mean. */
  readonly laws: readonly (readonly [parameters: string, source: string, mean: number])[]
  /** Parameters of a law that shrinks to a number, and that number. */
  readonly numbers?: readonly (readonly [parameters: string, value: number])[]
  /** Parameters of no law; a parameter that is NaN is tried besides. */
  readonly outside: readonly string[]
}
const ROWS: Readonly<Record<Family, Row>> = {
  uniform: { laws: [['2, 6', '0 0 4 2', 4]], numbers: [['3, 3', 3]], outside: ['2, 1'] },
  gauss: { laws: [['5, 2', '0 0 5 2', 5]], numbers: [['3, 0', 3]], outside: ['0, -1'] },
  exponential: { laws: [['2', '0 0 0 2', 2]], numbers: [['0', 0]], outside: ['-1'] },
  gumbel1: { laws: [['1, 2', '0 0 1 2', 1 + 2 * GAMMA]], numbers: [['4, 0', 4]], outside: ['0, -1'] },
  logistic: { laws: [['1, 2', '0 0 1 2', 1]], numbers: [['5, 0', 5]], outside: ['0, -1'] },
  laplace: { laws: [['1, 2', '0 0 1 2', 1]], numbers: [['6, 0', 6]], outside: ['0, -1'] },
  weibull: { laws: [['2, 3', '2 0 0 3', 3 * 0.886226925452758]], numbers: [['2, 0', 0]], outside: ['0, 1', '-1, 1', '1, -1'] },
  lognormal: { laws: [['0, 0.5', '0.5 0 0 1', Math.exp(0.125)]], numbers: [['0, 0', 1]], outside: ['0, -1'] },
  boundedpareto: {
    laws: [
      ['2, 1, 4', '2 4 0 1', 1.6],
      ['1, 2, 8', '1 4 0 2', (16 / 6) * Math.log(4)],
    ],
    numbers: [['1, 3, 3', 3]],
    outside: ['0, 1, 2', '1, 0, 2', '1, 2, 1'],
  },
  beta: { laws: [['2, 6', '2 6 0 1', 0.25]], outside: ['0, 1', '1, 0'] },
  gamma: { laws: [['3, 2', '3 0 0 2', 6]], numbers: [['2, 0', 0]], outside: ['0, 1', '1, -1'] },
  inversegamma: { laws: [['3, 4', '3 0 0 4', 2]], numbers: [['2, 0', 0]], outside: ['1, 1', '2, -1'] },
  chisquared: { laws: [['4', '4 0 0 1', 4]], outside: ['0'] },
  f: { laws: [['5, 10', '5 10 0 1', 1.25]], outside: ['0, 3', '1, 2'] },
  studentst: { laws: [['3', '3 0 0 1', 0]], outside: ['1'] },
  gev: {
    laws: [
      ['0.5', '0.5 0 0 1', (Math.sqrt(Math.PI) - 1) / 0.5],
      ['0', '0 0 0 1', GAMMA],
      ['-0.25', '-0.25 0 0 1', (0.9064024770554771 - 1) / -0.25],
    ],
    outside: ['1'],
  },
}
const FAMILIES = Object.keys(ROWS) as Family[]
const callOf = (family: Family, parameters: string): string => `${CONSTRUCTORS[family].name}(${parameters})`

/** Calls without UxHwDouble, what the runtime is asked for, mean. */
export const LAW_CALLS = FAMILIES.flatMap((family) =>
  ROWS[family].laws.map(([parameters, source, mean]) => [callOf(family, parameters), `${family} ${source}`, mean] as const),
)
/** Calls that give a plain number, and the number. */
export const NUMBER_CALLS = FAMILIES.flatMap((family) =>
  (ROWS[family].numbers ?? []).map(([parameters, value]) => [callOf(family, parameters), value] as const),
)
/** Calls that give NaN: a parameter outside its range, each parameter in turn NaN. */
export const NAN_CALLS = FAMILIES.flatMap((family) => {
  const { laws, outside } = ROWS[family]
  const given = laws[0]![0].split(', ')
  const withNaN = given.map((_, at) => given.with(at, 'NAN').join(', '))
  return [...outside, ...withNaN].map((parameters) => callOf(family, parameters))
})
