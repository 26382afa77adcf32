// One run on uncertain values against scalar native C Monte Carlo at equal Wasserstein-1 error: NIST TN 1900 E3 (viscosity), GBM of 252 steps.
//   node bin/node.cjs bench/monte-carlo.ts
// Answers are checked before times are told: the engine's W1 against the exact law, Monte Carlo's mean. Monte Carlo's W1 falls as c/√n; c is
// measured here, and where n is small enough the equal-error run is made as well. gcc compiles it; without gcc the bench says so and ends.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_CORES } from '@credence/contract'
import { law } from '@credence/distribution'
import { openEngine } from '@credence/engine'
import { CACHE } from '../tools/cache.ts'
import { conditions, median } from '../tools/conditions.ts'

const CORES = ['C0-S+', 'C0-L+']
const RUNS = 7
/** Draws of one run to measure c, and how many runs. */
const [DRAWS, SEEDS] = [16_384, 64]
/** The clock of a program has steps of a millisecond. */
const REPEATS = 40
const LARGEST_DIRECT = 4_000_000
const HEAD = '#include <stdio.h>\n#include <string.h>\n#include <time.h>\n#include <math.h>\n#include <uxhw.h>\n'
/** Prints the processor time of sources and model in nanoseconds, the first time and the mean of REPEATS later ones; with an argument, the N samples in ascending order. */
const MAIN = `int main(int count, char **words) {
  clock_t begin = clock();
  double y = model();
  double took = (double)(clock() - begin) * (1e9 / CLOCKS_PER_SEC);
  if (count < 2) {
    double sum = 0;
    begin = clock();
    for (int i = 0; i < ${REPEATS}; i++) sum += UxHwDoubleNthMoment(model(), 1);
    double later = (double)(clock() - begin) * (1e9 / CLOCKS_PER_SEC) / ${REPEATS};
    printf("%.0f %.0f %.17g\\n%f\\n", took, later, sum / ${REPEATS}, y);
    return 0;
  }
  int n = 0; sscanf(words[1], "%d", &n);
  for (int i = 0; i < n; i++) printf("%.17g\\n", UxHwDoubleQuantile(y, (i + 0.5) / n));
  return 0;
}
`
const normal = law('gauss', 0, 0)

interface Model {
  readonly source: string
  readonly quantile: (p: number) => number
  readonly mean: number
  readonly deviation: number
  /** For the time of one draw. */
  readonly draws: number
}
const MODELS: Readonly<Record<string, Model>> = {
  viscosity: {
    source: `static double model(void) {
  double ball = UxHwDoubleGaussDist(4.63, 0.0463), time = UxHwDoubleGaussDist(61, 6.1), reference = UxHwDoubleGaussDist(36.6, 5.49);
  double rhoBall = UxHwDoubleGaussDist(2217, 0.5), rhoFluid = UxHwDoubleGaussDist(1180, 0.5), rhoReference = UxHwDoubleGaussDist(810, 0.5);
  return ball * time * (rhoBall - rhoFluid) / (reference * (rhoBall - rhoReference));
}\n`,
    quantile: viscosityQuantile(),
    mean: 5.825177, // exact: NIST Technical Note 1900, example E3, by quadrature
    deviation: 1.115327,
    draws: 4_000_000,
  },
  gbm: {
    source: `static double model(void) {
  double price = 100;
  for (int day = 0; day < 252; day++) price *= UxHwDoubleLognormalDist((0.05 - 0.08) / 252, 0.4 / sqrt(252));
  return price;
}\n`,
    quantile: (p) => 100 * Math.exp(0.05 - 0.08 + 0.4 * normal.quantile(p)),
    mean: 100 * Math.exp(0.05),
    deviation: 100 * Math.exp(0.05) * Math.sqrt(Math.expm1(0.16)),
    draws: 40_000,
  },
}

const folder = mkdtempSync(join(tmpdir(), 'credence-bench-'))
const engine = await openEngine({ cacheDir: CACHE, poolSize: 1 })
try {
  const native = compileNative()
  if (native === undefined) console.log('skipped: there is no gcc on this machine')
  else for (const [name, model] of Object.entries(MODELS)) await compare(name, model, native)
} finally {
  await engine.close()
  rmSync(folder, { recursive: true })
}

async function compare(name: string, model: Model, native: (...words: string[]) => Buffer): Promise<void> {
  const cs = Array.from({ length: SEEDS }, (_, seed) => errorOf(draw(native, name, DRAWS, seed + 1), model) * Math.sqrt(DRAWS))
  const c = cs.reduce((sum, each) => sum + each, 0) / SEEDS
  const perDraw: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const [nanoseconds = Number.NaN, mean = Number.NaN] = native(name, String(model.draws), String(run + 1), '-')
      .toString()
      .split(' ')
      .map(Number)
    if (!(Math.abs(mean - model.mean) < (6 * model.deviation) / Math.sqrt(model.draws)))
      throw new Error(`Monte Carlo's mean is ${mean}, not ${model.mean}`)
    perDraw.push(nanoseconds)
  }
  console.log(`\n${name}: Monte Carlo's W1/sd = ${c.toFixed(3)}/√n, ${median(perDraw).toFixed(1)} ns per draw (gcc -O3 -march=native, one thread)`)
  for (const coreName of CORES) {
    const { samples, error, first, later, processor, run, whole, single } = await measure(coreName, model)
    const n = (c / error) ** 2
    const milliseconds = (n * median(perDraw)) / 1e6
    const direct =
      n <= LARGEST_DIRECT ? `; its W1/sd at that n, drawn: ${errorOf(draw(native, name, Math.round(n), 99), model).toExponential(2)}` : ''
    const ratio = (of: number) => (milliseconds / of).toFixed(1)
    console.log(`  ${coreName} (N ${samples}): W1/sd ${error.toExponential(2)}`)
    console.log(`    Monte Carlo of equal W1: n ${n.toExponential(2)}, ${milliseconds.toFixed(1)} ms${direct}`)
    console.log(
      `    sources and model, processor time: ${later.toFixed(2)} ms (ratio ${ratio(later)}); the first time in a process ${first.toFixed(0)} ms (ratio ${ratio(first)})`,
    )
    console.log(
      `    a run of its ${1 + REPEATS} evaluations: ${processor.toFixed(0)} ms of processor time, ${run.toFixed(0)} ms; request to result ${whole.toFixed(0)} ms`,
    )
    console.log(`    a run of one evaluation: request to result ${single.toFixed(1)} ms (ratio ${ratio(single)})`)
  }
}

async function measure(coreName: string, model: Model) {
  const core = DEFAULT_CORES.find(({ Name }) => Name === coreName)!
  const { module, output } = await engine.build({ files: new Map([['main.c', new TextEncoder().encode(HEAD + model.source + MAIN)]]), core })
  if (!module) throw new Error(output)
  const go = async (...words: string[]) => {
    let text = ''
    const begin = performance.now()
    const run = await engine.run(
      { module, core, arguments: words },
      {
        output: (_stream, bytes) => {
          text += Buffer.from(bytes).toString()
        },
      },
    )
    const whole = performance.now() - begin
    if (run.ending.kind !== 'exit' || run.ending.code !== 0) throw new Error(run.message)
    return { text, whole, run: run.executionMilliseconds, processor: run.processorSeconds * 1000 }
  }
  const samples = Math.min(65536, Math.max(1024, 64 * 2 ** Math.floor(Math.log2(core.Precision))))
  const sorted = Float64Array.from((await go(String(samples))).text.trim().split('\n'), Number)
  const error = errorOf(sorted, model)
  if (sorted.length !== samples || !(error < 0.02)) throw new Error(`W1/sd of ${sorted.length} samples is ${error}`)
  const runs: Awaited<ReturnType<typeof go>>[] = []
  const singles: number[] = []
  for (let i = 0; i < RUNS; i++) {
    await pause()
    runs.push(await go())
    await pause()
    singles.push((await go('1')).whole)
  }
  return {
    samples,
    error,
    first: median(runs.map(({ text }) => Number(text.split(' ')[0]) / 1e6)),
    later: median(runs.map(({ text }) => Number(text.split(' ')[1]) / 1e6)),
    run: median(runs.map(({ run }) => run)),
    processor: median(runs.map(({ processor }) => processor)),
    whole: median(runs.map(({ whole }) => whole)),
    single: median(singles),
  }
}

/** The next process is ready then. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300))
}

/** W1/sd of equally weighted samples: ∫|F⁻¹(p) − Q(p)| dp, by the midpoint rule in each step of F⁻¹. */
function errorOf(sorted: Float64Array, { quantile, deviation }: Model): number {
  const n = sorted.length
  let sum = 0
  sorted.forEach((sample, i) => {
    const parts = i < 4 || i >= n - 4 ? 256 : n > 100_000 ? 1 : 8
    for (let k = 0; k < parts; k++) sum += Math.abs(sample - quantile((i + (k + 0.5) / parts) / n)) / parts
  })
  return sum / n / deviation
}

/**
 * The exact law of the viscosity: P(y ≤ t) = E Φ((t·tC/(μC·R) − 61)/6.1) over the other five inputs, by midpoints in probability would converge
 * slowly; by the trapezoidal rule on ±8 deviations it does so exponentially (the integrand is analytic). Inverted on a fine table.
 */
function viscosityQuantile(): (p: number) => number {
  const nodes = (points: number, reach: number) => {
    const xs = Array.from({ length: points }, (_, i) => reach * ((2 * i) / (points - 1) - 1))
    const ws = xs.map((x) => Math.exp((-x * x) / 2))
    const total = ws.reduce((a, b) => a + b)
    return xs.map((x, i) => [x, ws[i]! / total] as const)
  }
  // μC·R is a narrow product: mean and variance of R by the delta method to second order (its inputs have deviations of 5e-4).
  const [b, m, c] = [2217, 1180, 810]
  const r = (b - m) / (b - c)
  const rDeviation = 0.5 * Math.hypot((m - c) / (b - c) ** 2, 1 / (b - c), (b - m) / (b - c) ** 2)
  const factors = nodes(21, 6).flatMap(([x, w]) => nodes(9, 4.5).map(([z, v]) => [(4.63 + 0.0463 * x) * (r + rDeviation * z), w * v] as const))
  const times = nodes(161, 6.5) // beyond, tC comes near 0: probability 1e-10
  const cdf = (t: number) => {
    let sum = 0
    for (const [factor, w] of factors) for (const [x, v] of times) sum += w * v * normal.cdf(((t * (36.6 + 5.49 * x)) / factor - 61) / 6.1)
    return sum
  }
  const [from, to, steps] = [0.5, 26, 1020]
  const ts = Float64Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps)
  // Between table points in the normal score, where the law is nearly straight.
  const scores = ts.map((t) => normal.quantile(Math.min(1 - 1e-12, Math.max(1e-12, cdf(t)))))
  return (p) => {
    const z = normal.quantile(p)
    let [low, high] = [0, steps]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (scores[middle]! <= z) low = middle
      else high = middle
    }
    const width = scores[high]! - scores[low]!
    return ts[low]! + (width > 0 ? ((z - scores[low]!) / width) * (ts[high]! - ts[low]!) : 0)
  }
}

function compileNative(): ((...words: string[]) => Buffer) | undefined {
  const program = join(folder, 'monte-carlo')
  const { error, status, stderr } = spawnSync('gcc', ['-O3', '-march=native', '-o', program, join(import.meta.dirname, 'monte-carlo.c'), '-lm'])
  if (error) return undefined
  if (status !== 0) throw new Error(String(stderr))
  return (...words) => spawnSync(program, words, { maxBuffer: 2 ** 30 }).stdout
}
function draw(native: (...words: string[]) => Buffer, name: string, n: number, seed: number): Float64Array {
  const bytes = native(name, String(n), String(seed))
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 8 * n)).sort()
}
console.log(`\n${conditions()}`)
