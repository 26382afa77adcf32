// Bayes' rule and minimisation in programs as they run.
import { expect, test } from 'vitest'
import { built, INCLUDES, outputOf, ZURICH } from './testing/instrumented.ts'

/** Runs main's body behind `functions`; the numbers that it printed. */
async function numbers(functions: string, body: string, core = ZURICH): Promise<number[]> {
  const { stdout } = outputOf(await built(`${INCLUDES}${functions}\nint main(void) { ${body} return 0; }`), core)
  return stdout.trim().split(/\s+/).map(Number)
}
const SHOW = `static void show(double x) { printf("%.17g %.17g %.17g %.17g\\n", UxHwDoubleNthMoment(x, 1), sqrt(UxHwDoubleNthMoment(x, 2)), UxHwDoubleQuantile(x, 0.025), UxHwDoubleQuantile(x, 0.975)); }
`
/** Mean and deviation within 1 % of the deviation, quantiles within 3 %, as a core of Precision 64 has them. */
function expectNear(found: readonly number[], mean: number, deviation: number, low: number, high: number) {
  const errors = [mean, deviation, low, high].map((value, i) => Math.abs(found[i]! - value) / deviation)
  expect(errors[0]).toBeLessThan(0.01)
  expect(errors[1]).toBeLessThan(0.01)
  expect(errors[2]).toBeLessThan(0.03)
  expect(errors[3]).toBeLessThan(0.03)
}

test('a share: Beta prior, a two-valued observable, counts of two outcomes as data', async () => {
  const found = await numbers(
    `${SHOW}double coin(void *unused, double share) { (void)unused; return UxHwDoubleMixture(1, 0, share); }
    float coinFloat(void *unused, float share) { (void)unused; return UxHwFloatMixture(1, 0, share); }`,
    `show(UxHwDoubleBayesLaplace(coin, NULL, UxHwDoubleUniformDist(0, 1), UxHwDoubleMixture(1, 0, 0.7), 10));
     show(UxHwDoubleBayesLaplace(coin, NULL, UxHwDoubleBetaDist(2, 3), 1, 4));
     show(UxHwFloatBayesLaplace(coinFloat, NULL, UxHwFloatUniformDist(0, 1), UxHwFloatMixture(1, 0, 0.7f), 10));`,
  )
  // Beta(8, 4) and Beta(6, 3); quantiles from R 4.3 qbeta.
  const of = (a: number, b: number) => [a / (a + b), Math.sqrt((a * b) / ((a + b) ** 2 * (a + b + 1)))] as const
  expectNear(found.slice(0, 4), ...of(8, 4), 0.39025744, 0.89074106)
  expectNear(found.slice(4, 8), ...of(6, 3), 0.34914433, 0.91476697)
  expectNear(found.slice(8, 12), ...of(8, 4), 0.39025744, 0.89074106)
})

test('a mean: Gaussian prior and noise, in three forms, also with a narrow likelihood', async () => {
  const found = await numbers(
    `${SHOW}double noisy(void *noise, double mean) { return UxHwDoubleGaussDist(mean, *(double *)noise); }
     double once(double mean) { return UxHwDoubleGaussDist(mean, 1); }
     float onceFloat(float mean) { return UxHwFloatGaussDist(mean, 1); }`,
    `double noise = 3, narrow = 0.001;
     show(UxHwDoubleBayesLaplace(noisy, &noise, UxHwDoubleGaussDist(10, 2), 9.2, 5));
     show(UxHwDoubleBayesLaplace(noisy, &narrow, UxHwDoubleGaussDist(0, 100), -71.23, 1));
     show(UxHwDoubleBayesLaplace(once, UxHwDoubleGaussDist(0, 1), 0.5));
     show(UxHwFloatBayesLaplace(onceFloat, UxHwFloatGaussDist(0, 1), 0.5f));`,
  )
  const normal = (m: number, s: number, noise: number, n: number, mean: number) => {
    const precision = 1 / s ** 2 + n / noise ** 2
    const [center, deviation] = [(m / s ** 2 + (n * mean) / noise ** 2) / precision, 1 / Math.sqrt(precision)]
    return [center, deviation, center - 1.959963984540054 * deviation, center + 1.959963984540054 * deviation] as const
  }
  expectNear(found.slice(0, 4), ...normal(10, 2, 3, 5, 9.2))
  expectNear(found.slice(4, 8), ...normal(0, 100, 0.001, 1, -71.23))
  expectNear(found.slice(8, 12), ...normal(0, 1, 1, 1, 0.5))
  expectNear(found.slice(12, 16), ...normal(0, 1, 1, 1, 0.5))
})

test('a rate: Gamma prior, waits as data, one posterior the prior of the next', async () => {
  const found = await numbers(
    `${SHOW}double wait(void *unused, double rate) { (void)unused; return UxHwDoubleExponentialDist(1 / rate); }`,
    `double waits[] = { 0.3, 1.1, 0.2, 0.7, 0.45 }, rate = UxHwDoubleGammaDist(3, 2);
     show(UxHwDoubleBayesLaplace(wait, NULL, rate, UxHwDoubleDistFromSamples(waits, 5), 5));
     for (int i = 0; i < 5; i++) rate = UxHwDoubleBayesLaplace(wait, NULL, rate, waits[i], 1);
     show(rate);`,
  )
  // Gamma(8, rate 0.5 + 2.75): quantiles 3.453832 and 14.422675 over the rate (R 4.3, qgamma).
  const rate = 0.5 + 2.75
  expectNear(found.slice(0, 4), 8 / rate, Math.sqrt(8) / rate, 3.453832 / rate, 14.422675 / rate)
  expectNear(found.slice(4, 8), 8 / rate, Math.sqrt(8) / rate, 3.453832 / rate, 14.422675 / rate)
})

test('a discrete prior keeps its positions; edge cases follow the manual', async () => {
  const found = await numbers(
    `double coin(void *unused, double share) { (void)unused; return UxHwDoubleMixture(1, 0, share); }
     double plain(void *unused, double x) { (void)unused; return x; }
     double count(void *calls, double x) { ++*(int *)calls; return UxHwDoubleGaussDist(x, 1); }`,
    `double shares[] = { 0.2, 0.5, 0.8 }, prior = UxHwDoubleDistFromSamples(shares, 3), after = UxHwDoubleBayesLaplace(coin, NULL, prior, 1, 2);
     printf("%.17g %.17g %.17g ", UxHwDoubleProbabilityGT(after, 0.6), UxHwDoubleProbabilityGT(after, 0.3), UxHwDoubleNthMoment(after, 1));
     double none = UxHwDoubleBayesLaplace(coin, NULL, prior, 7, 1), one = UxHwDoubleBayesLaplace(plain, NULL, prior, 0.5, 1), zero = UxHwDoubleBayesLaplace(coin, NULL, prior, 1, 0);
     printf("%d %g %d %g ", !!isnan(none), one, memcmp(&zero, &prior, 8), UxHwDoubleBayesLaplace(coin, NULL, 0.25, 1, 9));
     int calls = 0; UxHwDoubleBayesLaplace(count, &calls, UxHwDoubleGaussDist(0, 1), 0.5, 1); printf("%d", calls);`,
  )
  const weights = [0.04, 0.25, 0.64].map((w) => w / 0.93)
  expect(found[0]).toBeCloseTo(weights[2]!, 15)
  expect(found[1]).toBeCloseTo(weights[1]! + weights[2]!, 15)
  expect(found[2]).toBeCloseTo(0.2 * weights[0]! + 0.5 * weights[1]! + 0.8 * weights[2]!, 15)
  expect(found.slice(3)).toEqual([1, 0.5, 0, 0.25, 64])
})

test('a minimum is one joint sample: its arguments give it back', async () => {
  const found = await numbers(
    '',
    `double x = UxHwDoubleUniformDist(-3, 5), y = UxHwDoubleGaussDist(0, 2), both[] = { x, y, 7 }, at[3];
     double low = UxHwDoubleArgmin((x - 1) * (x - 1) + (y + 2) * (y + 2) + 3, both, 3, at);
     printf("%.17g %.17g %.17g %.17g %.17g ", low, at[0], at[1], at[2], (at[0] - 1) * (at[0] - 1) + (at[1] + 2) * (at[1] + 2) + 3);
     double related[] = { x, x * x, -x }, there[3]; low = UxHwDoubleArgminTotallyCorrelatedInputs(x * x - 2 * x, related, 3, there);
     printf("%.17g %.17g %.17g %.17g ", low, there[0], there[1], there[2]);
     float f = UxHwFloatUniformDist(-1, 1), g[1]; float least = UxHwFloatArgmin(-f, &f, 1, g); printf("%.9g %.9g ", least, g[0]);
     double plain[] = { 4, 5 }, copied[2]; printf("%g ", UxHwDoubleArgmin(2.5, plain, 2, copied)); printf("%g %g ", copied[0], copied[1]);
     printf("%.3f", UxHwDoubleArgmin(x, NULL, 0, NULL));`,
  )
  const [low, x, y, seven, again, ...rest] = found as [number, number, number, number, number, ...number[]]
  expect(again).toBe(low)
  expect([low - 3 < 0.02, Math.abs(x - 1) < 0.15, Math.abs(y + 2) < 0.15, seven]).toEqual([true, true, true, 7])
  const [lowRelated, first, second, third, ...floats] = rest as [number, number, number, number, ...number[]]
  expect(lowRelated).toBe(first * first - 2 * first)
  expect([second, third]).toEqual([first * first, -first])
  expect(first).toBeCloseTo(1, 2)
  expect(floats[0]).toBe(-floats[1]!)
  expect(floats.slice(2, 5)).toEqual([2.5, 4, 5])
  expect(floats[5]).toBeCloseTo(-3, 2)
})

test('what is printed is read back and printed again byte for byte', async () => {
  const program = await built(`${INCLUDES}int main(void) { double w[] = { 1.1, 2.3, 2.3, 9 }, x = UxHwDoubleGaussDist(3, 2);
    double all[] = { x, UxHwDoubleGammaDist(2, 3), x * x + exp(x / 4), UxHwDoubleDistFromSamples(w, 4), log(x), UxHwDoubleMixture(x, 7, 0.3), UxHwDoubleBoundedparetoDist(1.3, 1, 9) };
    for (int i = 0; i < 7; i++) { char *text = malloc(20000), *again = malloc(20000); snprintf(text, 20000, "%.17g", all[i]); double y = strtod(text, NULL); snprintf(again, 20000, "%.17g", y);
      uint8_t bytes[9000]; ssize_t size = UxHwDoubleDistributionToByteArray(all[i], bytes, sizeof bytes); double z = UxHwDoubleByteArrayToDistribution(bytes, size); char *third = malloc(20000); snprintf(third, 20000, "%.17g", z);
      printf("%d%d ", strcmp(text, again), strcmp(text, third)); } return 0; }`)
  expect(outputOf(program).stdout.trim().split(' ')).toEqual(Array(7).fill('00'))
  expect(
    outputOf(program, { ...ZURICH, Microarchitecture: 'Athens', Precision: 512 })
      .stdout.trim()
      .split(' '),
  ).toEqual(Array(7).fill('00'))
})
