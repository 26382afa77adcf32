// Sums, products, quotients and elementary functions of up to 16 independent sources on a core of Precision 64 (4096 samples), against closed
// forms: mean within 1e-3 deviations, deviation within 5e-3 of itself, 2.5 and 97.5 % quantiles within 2e-2 deviations.
import { law } from '@credence/distribution'
import type { Report } from '../check.ts'
import type { Platform } from '../platform.ts'

interface Reference {
  readonly mean: number
  readonly deviation: number
  readonly quantile: (p: number) => number
}
const COUNTS = [1, 2, 4, 8, 16] as const
const LIMITS = { mean: 1e-3, deviation: 5e-3, quantile: 2e-2 }

/** Functions of x ~ N(mean, deviation), monotone where the mass lies; `c` is the C expression. */
const FUNCTIONS: readonly { c: string; f: (x: number) => number; mean: number; deviation: number }[] = [
  { c: 'exp(x)', f: Math.exp, mean: 0, deviation: 0.5 },
  { c: 'exp2(x)', f: (x) => 2 ** x, mean: 0, deviation: 0.5 },
  { c: 'expm1(x)', f: Math.expm1, mean: 0, deviation: 0.5 },
  { c: 'log(x)', f: Math.log, mean: 5, deviation: 0.5 },
  { c: 'log2(x)', f: Math.log2, mean: 5, deviation: 0.5 },
  { c: 'log10(x)', f: Math.log10, mean: 5, deviation: 0.5 },
  { c: 'log1p(x)', f: Math.log1p, mean: 5, deviation: 0.5 },
  { c: 'sqrt(x)', f: Math.sqrt, mean: 5, deviation: 0.5 },
  { c: 'cbrt(x)', f: Math.cbrt, mean: 5, deviation: 0.5 },
  { c: 'pow(x, 1.7)', f: (x) => x ** 1.7, mean: 5, deviation: 0.5 },
  { c: 'sin(x)', f: Math.sin, mean: 0, deviation: 0.25 },
  { c: 'cos(x)', f: Math.cos, mean: 1.5, deviation: 0.25 },
  { c: 'tan(x)', f: Math.tan, mean: 0, deviation: 0.2 },
  { c: 'asin(x)', f: Math.asin, mean: 0, deviation: 0.2 },
  { c: 'acos(x)', f: Math.acos, mean: 0, deviation: 0.2 },
  { c: 'atan(x)', f: Math.atan, mean: 0, deviation: 0.5 },
  { c: 'sinh(x)', f: Math.sinh, mean: 0, deviation: 0.5 },
  { c: 'cosh(x)', f: Math.cosh, mean: 3, deviation: 0.3 },
  { c: 'tanh(x)', f: Math.tanh, mean: 0, deviation: 0.5 },
  { c: 'asinh(x)', f: Math.asinh, mean: 0, deviation: 0.5 },
  { c: 'acosh(x)', f: Math.acosh, mean: 4, deviation: 0.4 },
  { c: 'atanh(x)', f: Math.atanh, mean: 0, deviation: 0.15 },
  { c: 'fabs(x)', f: Math.abs, mean: 5, deviation: 0.5 },
  { c: 'hypot(x, 3)', f: (x) => Math.hypot(x, 3), mean: 5, deviation: 0.5 },
  { c: 'atan2(x, 2)', f: (x) => Math.atan2(x, 2), mean: 0, deviation: 0.5 },
  { c: 'fmod(x, 8)', f: (x) => x % 8, mean: 5, deviation: 0.3 },
]

export async function combinations(platform: Platform, report: Report): Promise<void> {
  const cores = (await platform.call('GET', '/cores?default=true')).json.Cores as { Name: string; CoreID: string }[]
  const core = cores.find(({ Name }) => Name === 'C0Pro-S+')?.CoreID
  const build = await platform.call('POST', '/sourcecode/builds', { body: { Code: programOf(), Language: 'C', CoreID: core } })
  await platform.end(`/builds/${build.json.BuildID}`)
  for (const count of COUNTS) {
    const rows = new Map<string, number[]>()
    // Each program of the table is a task of its own, so that its sources are the first ones.
    for (const [index, name] of NAMES.entries()) rows.set(name, await statistics(platform, String(build.json.BuildID), `${index} ${count}`))
    const worst = { mean: ['', 0], deviation: ['', 0], quantile: ['', 0] } as Record<keyof typeof LIMITS, [string, number]>
    const note = (kind: keyof typeof LIMITS, name: string, error: number) => {
      if (!(error <= worst[kind][1])) worst[kind] = [name, error]
    }
    for (const [name, reference] of references(count)) {
      const [mean = Number.NaN, deviation = Number.NaN, low = Number.NaN, high = Number.NaN] = rows.get(name) ?? []
      note('mean', name, Math.abs(mean - reference.mean) / reference.deviation)
      note('deviation', name, Math.abs(deviation / reference.deviation - 1))
      note('quantile', name, Math.abs(low - reference.quantile(0.025)) / reference.deviation)
      note('quantile', name, Math.abs(high - reference.quantile(0.975)) / reference.deviation)
    }
    for (const kind of ['mean', 'deviation', 'quantile'] as const) {
      const [name, error] = worst[kind]
      report.atMost(
        `${count} sources: error of the ${kind}${kind === 'quantile' ? 's' : ''}, largest of ${rows.size} programs (${name})`,
        error,
        LIMITS[kind],
      )
    }
  }
}

const FOLDS: readonly (readonly [name: string, first: string, fold: string])[] = [
  ['sum of uniforms', 'UxHwDoubleUniformDist(0, 1)', 'r + UxHwDoubleUniformDist(0, 1)'],
  ['sum of normals', 'UxHwDoubleGaussDist(1, 2)', 'r + UxHwDoubleGaussDist(1, 2)'],
  ['difference of normals', 'UxHwDoubleGaussDist(1, 2)', 'r - UxHwDoubleGaussDist(1, 2)'],
  ['product of lognormals', 'UxHwDoubleLognormalDist(0, 0.1)', 'r * UxHwDoubleLognormalDist(0, 0.1)'],
  ['quotient of lognormals', 'UxHwDoubleLognormalDist(0, 0.1)', 'r / UxHwDoubleLognormalDist(0, 0.1)'],
]
const NAMES = [...FOLDS.map(([name]) => name), ...FUNCTIONS.map(({ c }) => c)]

/** Arguments: the index of a line of the table, and the number of sources. */
function programOf(): string {
  const part = ({ mean, deviation }: { mean: number; deviation: number }) => `UxHwDoubleGaussDist(${mean} / n, ${deviation} / sqrt(n))`
  const lines = [
    ...FOLDS.map(([, first, fold]) => `r = ${first}; for (int i = 1; i < n; i++) r = ${fold};`),
    ...FUNCTIONS.map((row) => `x = ${part(row)}; for (int i = 1; i < n; i++) x += ${part(row)}; r = ${row.c};`),
  ]
  return `#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n#include <uxhw.h>
int main(int count, char **words) {
  double r = 0, x = 0, n = atoi(words[2]);
  switch (atoi(words[1])) {
${lines.map((code, index) => `    case ${index}: ${code} break;`).join('\n')}
  }
  printf("%.17g %.17g %.17g %.17g\\n", UxHwDoubleNthMoment(r, 1), sqrt(UxHwDoubleNthMoment(r, 2)), UxHwDoubleQuantile(r, 0.025), UxHwDoubleQuantile(r, 0.975));
  return 0;
}
`
}

/** Mean, deviation, 2.5 and 97.5 % quantile that a task prints. */
async function statistics(platform: Platform, build: string, words: string): Promise<number[]> {
  const { json } = await platform.call('POST', `/builds/${build}/tasks`, { body: { Arguments: words } })
  await platform.end(`/tasks/${json.TaskID}`)
  const { text } = await platform.call('GET', `/tasks/${json.TaskID}/output/Stdout`)
  return text.trim().split(' ').map(Number)
}

function* references(count: number): Generator<[string, Reference]> {
  const normal = law('gauss', 0, 0)
  const gauss = (mean: number, deviation: number): Reference => ({ mean, deviation, quantile: (p) => mean + deviation * normal.quantile(p) })
  const lognormal = (sigma: number): Reference => {
    const { mean, variance, quantile } = law('lognormal', sigma, 0)
    return { mean, deviation: Math.sqrt(variance), quantile: (p) => quantile(p) }
  }
  yield ['sum of uniforms', { mean: count / 2, deviation: Math.sqrt(count / 12), quantile: (p) => irwinHallQuantile(count, p) }]
  yield ['sum of normals', gauss(count, 2 * Math.sqrt(count))]
  yield ['difference of normals', gauss(2 - count, 2 * Math.sqrt(count))]
  yield ['product of lognormals', lognormal(0.1 * Math.sqrt(count))]
  yield ['quotient of lognormals', lognormal(0.1 * Math.sqrt(count))]
  for (const { c, f, mean, deviation } of FUNCTIONS) yield [c, functionOfNormal(f, mean, deviation)]
}

/** Mean and deviation of f(x) by the midpoint rule over ±9 deviations; quantiles through the monotone f. */
function functionOfNormal(f: (x: number) => number, mean: number, deviation: number): Reference {
  const steps = 40_000
  let [weight, first, second] = [0, 0, 0]
  for (let i = 0; i < steps; i++) {
    const z = -9 + (18 * (i + 0.5)) / steps
    const y = f(mean + deviation * z)
    const w = Math.exp((-z * z) / 2)
    if (!Number.isFinite(y)) continue // outside the domain of f, where a mass below 1e-6 lies
    weight += w
    first += w * y
    second += w * y * y
  }
  const average = first / weight
  const normal = law('gauss', 0, 0)
  const ends = [0.025, 0.975].map((p) => f(mean + deviation * normal.quantile(p))).sort((a, b) => a - b)
  return { mean: average, deviation: Math.sqrt(second / weight - average ** 2), quantile: (p) => (p < 0.5 ? ends[0] : ends[1]) as number }
}

/** Of the sum of n uniform values, by bisection on Irwin and Hall's distribution function. */
function irwinHallQuantile(n: number, p: number): number {
  const cdf = (x: number) => {
    let [sum, binomial, factorial] = [0, 1, 1]
    for (let k = 2; k <= n; k++) factorial *= k
    for (let k = 0; k <= Math.floor(x); k++) {
      sum += (k % 2 ? -1 : 1) * binomial * (x - k) ** n
      binomial *= (n - k) / (k + 1)
    }
    return sum / factorial
  }
  let [low, high] = [0, n]
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (cdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}
