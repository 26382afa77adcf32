// Programs that decide on uncertain values, with answers that are known exactly: what each prints last is the value in question.
import { law } from '@credence/distribution'

export interface BranchCase {
  readonly name: string
  /** Of `main`; outside it stands `before`. */
  readonly statements: string
  readonly before?: string
  readonly exact: Exact
}
/** Of a discrete law, atoms; of any other a quantile function, with the atoms that it has. */
export interface Exact {
  readonly mean: number
  readonly deviation: number
  readonly quantile?: (probability: number) => number
  /** Mass by position. */
  readonly atoms?: Readonly<Record<string, number>>
}

const normal = law('gauss', 0, 0)
const density = (x: number): number => Math.exp(-x * x * 0.5) / Math.sqrt(2 * Math.PI)

function discrete(atoms: Readonly<Record<string, number>>): Exact {
  const pairs = Object.entries(atoms).map(([position, mass]) => [Number(position), mass] as const)
  const mean = pairs.reduce((sum, [x, mass]) => sum + x * mass, 0)
  return { atoms, mean, deviation: Math.sqrt(pairs.reduce((sum, [x, mass]) => sum + (x - mean) ** 2 * mass, 0)) }
}

/** A call on 100 exp(0.01 + 0.2 z) above 105. Source: Black & Scholes 1973; the second moment in the same way. */
function option(): Exact {
  const [drift, spread, strike] = [Math.log(100) + 0.01, 0.2, 105]
  const edge = (Math.log(strike) - drift) / spread
  const part = (n: number) => Math.exp(n * drift + 0.5 * n * n * spread * spread) * normal.cdf(n * spread - edge) // E[price^n; price > strike]
  const [zeroth, first, second] = [part(0), part(1), part(2)]
  const mean = first - strike * zeroth
  return {
    mean,
    deviation: Math.sqrt(second - 2 * strike * first + strike * strike * zeroth - mean * mean),
    quantile: (p) => Math.max(0, Math.exp(drift + spread * normal.quantile(p)) - strike),
    atoms: { 0: 1 - zeroth },
  }
}
/** A standard normal number whose values beyond 2 are set to 0. */
function rejection(): Exact {
  const beyond = normal.cdf(-2)
  return {
    mean: 0,
    deviation: Math.sqrt(1 - 2 * beyond - 4 * density(2)),
    quantile: (p) => (p < 0.5 - beyond ? normal.quantile(p + beyond) : p > 0.5 + beyond ? normal.quantile(p - beyond) : 0),
    atoms: { 0: 2 * beyond },
  }
}
/** After six steps from state 0 of a chain with these probabilities. */
function chain(): Exact {
  const next = [
    [0.5, 0.5, 0],
    [0.25, 0.5, 0.25],
    [0, 0.1, 0.9],
  ]
  let state = [1, 0, 0]
  for (let step = 0; step < 6; step++) state = [0, 1, 2].map((to) => state.reduce((sum, mass, from) => sum + mass * next[from]![to]!, 0))
  return discrete({ 0: state[0]!, 1: state[1]!, 2: state[2]! })
}
const third = law('beta', 3, 2)
/** By the reflection principle: 2 P(S >= 4) for a sum S of ten signs, which is even. */
const REACHED = (2 * (120 + 45 + 10 + 1)) / 1024
const NEWTON = 13 / 6
/** Of a normal width with mean 10 and deviation 0.1. */
const [SCRAP, FINE] = [normal.cdf(-2), 1 - normal.cdf(1)]

export const BRANCH_CASES: readonly BranchCase[] = [
  {
    name: 'option pay-off',
    statements: 'double s = 100 * exp(0.01 + 0.2 * UxHwDoubleGaussDist(0, 1)), pay = 0; if (s > 105) pay = s - 105; show(pay);',
    exact: option(),
  },
  {
    name: 'Newton to a tolerance',
    statements: 'double a = UxHwDoubleUniformDist(1, 9), x = a; while (fabs(x * x - a) > 1e-9) x = (x + a / x) / 2; show(x);',
    exact: { mean: NEWTON, deviation: Math.sqrt(5 - NEWTON ** 2), quantile: (p) => Math.sqrt(1 + 8 * p) },
  },
  {
    name: 'first passage of a walk',
    statements: `int at = 0, reached = 0;
      for (int i = 0; i < 10 && !reached; i++) { if (UxHwDoubleUniformDist(0, 1) < 0.5) at++; else at--; reached = at == 3; }
      show(reached);`,
    exact: discrete({ 0: 1 - REACHED, 1: REACHED }),
  },
  {
    name: 'rejection of readings',
    statements: 'double x = UxHwDoubleGaussDist(0, 1); if (fabs(x) > 2) x = 0; show(x);',
    exact: rejection(),
  },
  {
    name: 'table by an uncertain index',
    statements: 'static const double table[] = {5, 1, 7, 7}; show(table[(int)UxHwDoubleUniformDist(0, 4)]);',
    exact: discrete({ 1: 0.25, 5: 0.25, 7: 0.5 }),
  },
  {
    name: 'third of four, sorted',
    before: 'static int byValue(const void *a, const void *b) { double x = *(double *)a, y = *(double *)b; return (x > y) - (x < y); }',
    statements: 'double v[4]; for (int i = 0; i < 4; i++) v[i] = UxHwDoubleUniformDist(0, 1); qsort(v, 4, sizeof *v, byValue); show(v[2]);',
    exact: { mean: 0.6, deviation: 0.2, quantile: (p) => third.quantile(p) },
  },
  {
    name: 'Euclid on a cast',
    statements: 'int a = (int)UxHwDoubleUniformDist(1, 13), b = 12; while (b) { int r = a % b; a = b; b = r; } show(a);',
    exact: discrete({ 1: 4 / 12, 2: 2 / 12, 3: 2 / 12, 4: 2 / 12, 6: 1 / 12, 12: 1 / 12 }),
  },
  {
    name: 'turns of a loop',
    statements: 'double x = UxHwDoubleUniformDist(0, 16); int n = 0; while (x > 1) { x /= 2; n++; } show(n);',
    exact: discrete({ 0: 1 / 16, 1: 1 / 16, 2: 2 / 16, 3: 4 / 16, 4: 8 / 16 }),
  },
  {
    name: 'state machine',
    statements: `int state = 0;
      for (int i = 0; i < 6; i++) { double u = UxHwDoubleUniformDist(0, 1);
        switch (state) { case 0: if (u < 0.5) state = 1; break; case 1: if (u < 0.25) state = 0; else if (u > 0.75) state = 2; break; default: if (u < 0.1) state = 1; } }
      show(state);`,
    exact: chain(),
  },
  {
    name: 'quality gate',
    statements: 'double width = UxHwDoubleGaussDist(10, 0.1), price = 5; if (width < 9.8) price = 0; else if (width > 10.1) price = 8; show(price);',
    exact: discrete({ 0: SCRAP, 5: 1 - SCRAP - FINE, 8: FINE }),
  },
  {
    name: 'the first of two to fail',
    statements: 'double a = UxHwDoubleExponentialDist(1), b = UxHwDoubleExponentialDist(2); show(a < b ? a : b);',
    exact: { mean: 2 / 3, deviation: 2 / 3, quantile: (p) => (-2 / 3) * Math.log1p(-p) },
  },
]

export function branchProgram({ before = '', statements }: BranchCase): string {
  const includes = ['math', 'stdio', 'stdlib', 'uxhw'].map((name) => `#include <${name}.h>\n`).join('')
  return `${includes}static void show(double x) { printf("%.17g\\n", x); }\n${before}\nint main(void) { ${statements} return 0; }\n`
}

export const PROBABILITIES = [0.001, 0.025, 0.5, 0.975, 0.999] as const
/** In standard deviations; of the deviation relative to it; of atoms, of their masses, the largest. */
export interface BranchErrors {
  readonly mean: number
  readonly deviation: number
  /** At PROBABILITIES; none of a discrete law. */
  readonly quantiles: readonly number[]
  readonly atoms?: number
}
/** @param samples  of the value, all with the same mass, ascending */
export function branchErrors({ mean, deviation, quantile, atoms }: Exact, samples: readonly number[]): BranchErrors {
  const count = samples.length
  const average = samples.reduce((sum, x) => sum + x, 0) / count
  const spread = Math.sqrt(samples.reduce((sum, x) => sum + (x - average) ** 2, 0) / count)
  const at = (p: number) => {
    const place = Math.min(count - 1, Math.max(0, p * count - 0.5))
    const [low, high] = [samples[Math.floor(place)]!, samples[Math.ceil(place)]!]
    return low + (high - low) * (place - Math.floor(place))
  }
  const share = (position: number) => samples.filter((x) => x === position).length / count
  return {
    mean: Math.abs(average - mean) / deviation,
    deviation: Math.abs(spread / deviation - 1),
    quantiles: quantile ? PROBABILITIES.map((p) => Math.abs(at(p) - quantile(p)) / deviation) : [],
    ...(atoms && { atoms: Math.max(...Object.entries(atoms).map(([position, mass]) => Math.abs(share(Number(position)) - mass))) }),
  }
}
