// uxhw.h, prototype by prototype: every function, Double and Float, with good, edge and bad arguments, on an Athens, a Zurich and a Bypass core.
// What is expected is what the header says above each prototype. One program for each type, because compiling is what takes time.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CONSTRUCTORS } from '../constructors.ts'
import type { CoreSpec } from '../types.ts'
import { LAW_CALLS, NAN_CALLS, NUMBER_CALLS } from './testing/constructor-cases.ts'
import { built, INCLUDES, outputOf, ZURICH } from './testing/instrumented.ts'

const NAN = Number.NaN
/** An expression in C, with `@` for UxHwDouble or UxHwFloat and `T` for the type, and its particle; the last is that of a Bypass core, where it differs. */
type Case = readonly [expression: string, value: number, bypass?: number]
const nan = (...expressions: string[]): Case[] => expressions.map((expression) => [expression, NAN])

const CASES: Record<string, readonly Case[]> = {
  ...constructorCases(),
  DistFromSamples: [
    ['@DistFromSamples(samples, 3)', 3],
    ['@DistFromSamples(samples, 1)', 1],
    ...nan('@DistFromSamples(samples, 0)', '@DistFromSamples(NULL, 3)'),
  ],
  DistFromWeightedSamples: [
    ['@DistFromWeightedSamples(weighted, 2)', 1.25],
    ['@DistFromWeightedSamples(weighted, 2, 5)', 1.25], // the older form
    ['@DistFromWeightedSamples(weighted, 1)', 1],
    ...nan(
      '@DistFromWeightedSamples(weighted, 0)',
      '@DistFromWeightedSamples(negative, 2)',
      '@DistFromWeightedSamples(none, 1)',
      '@DistFromWeightedSamples(endless, 2)',
    ),
  ],
  DistFromMultidimensionalSamples: [
    ['(@DistFromMultidimensionalSamples(out, rows, 2, 2), out[0])', 2],
    ['(@DistFromMultidimensionalSamples(out, rows, 2, 2), out[1])', 20],
    ['(@DistFromMultidimensionalSamples(out, rows, 2, 2), @NthMoment(out[1] - 10 * out[0], 2))', 0], // dependent
    ['(out[0] = 8, @DistFromMultidimensionalSamples(out, rows, 0, 2), out[0])', 8],
    ['(@DistFromMultidimensionalSamples(NULL, rows, 2, 2), 1)', 1],
  ],
  Mixture: [
    ['@Mixture(1, 5, 0.25)', 4],
    ['@Mixture(g(3), 7, 0.5)', 5],
    ['@Mixture(1, 5, 1)', 1],
    ['@Mixture(1, 5, 0)', 5],
    ['@Mixture(2, 2, 0.5)', 2],
    ['@ProbabilityGT(@Mixture(1, 5, 0.25), 3)', 0.75, 1],
    ...nan('@Mixture(1, 2, -0.1)', '@Mixture(1, 2, 1.1)', '@Mixture(1, 2, NAN)'),
  ],
  Sample: [
    ['@Sample(7)', 7],
    ['@Sample(u) >= 2 && @Sample(u) <= 4', 1],
    ['@NthMoment(@Sample(u), 2)', 0],
  ],
  SampleBatch: [
    ['(@SampleBatch(7, out, 2), out[0] + out[1])', 14],
    ['(@SampleBatch(u, out, 2), out[0] >= 2 && out[1] <= 4)', 1],
    ['(@SampleBatch(u, NULL, 2), 1)', 1],
  ],
  NthMoment: [
    ['@NthMoment(5, 0)', 1],
    ['@NthMoment(5, 1)', 5],
    ['@NthMoment(5, 2)', 0],
    ['@NthMoment(u, 0)', 1],
    ['@NthMoment(u, 1)', 3],
    ['@NthMoment(u, 2)', 1 / 3, 0],
    ['@NthMoment(u, 3)', 0],
    ['@NthMoment(u, 4)', 0.2, 0],
  ],
  NthMode: [
    ['@NthMode(5, 1)', 5],
    ['@NthMode(5, 3)', 5],
    ['fabs(@NthMode(g(3), 1) - 3) < 0.2', 1],
    ['fabs(@NthMode(g(3), 0) - 3) < 0.2', 1],
    ['@NthMode(g(3), 99)', NAN, 3],
  ],
  SupportMin: [
    ['@SupportMin(5)', 5],
    ['@SupportMin(u)', 2, 3],
  ],
  SupportMax: [
    ['@SupportMax(5)', 5],
    ['@SupportMax(u)', 4, 3],
  ],
  ProbabilityGT: [
    ['@ProbabilityGT(5, 4)', 1],
    ['@ProbabilityGT(5, 5)', 0],
    ['@ProbabilityGT(u, 3.5)', 0.25, 0],
    ['@ProbabilityGT(u, 1)', 1],
    ['@ProbabilityGT(u, 4)', 0],
    ['@ProbabilityGT(u, NAN)', NAN, 0],
    ['@ProbabilityGT(scenarios, 2.5)', 0.25, 0],
  ],
  Quantile: [
    ['@Quantile(5, 0.1)', 5],
    ['@Quantile(u, 0.25)', 2.5, 3],
    ['@Quantile(u, 0)', 2, 3],
    ['@Quantile(u, 1)', 4, 3],
    ['@Quantile(scenarios, 0.5)', 2, 2.175],
    ...nan('@Quantile(u, -0.1)', '@Quantile(u, 1.1)', '@Quantile(u, NAN)', '@Quantile(5, 2)'),
  ],
  EvaluatePDF: [
    ['@EvaluatePDF(5, 5)', Number.POSITIVE_INFINITY],
    ['@EvaluatePDF(5, 4)', 0],
    ['@EvaluatePDF(u, 3.25)', 0.5, 0],
    ['@EvaluatePDF(u, 5)', 0],
  ],
  GetIndependentCopy: [
    ['@GetIndependentCopy(5)', 5],
    ['@GetIndependentCopy(u)', 3],
    ['fabs(@NthMoment(@GetIndependentCopy(u) - u, 2) - 2 / 3.) < 0.03', 1, 0],
  ],
  CopyDistShape: [
    ['@CopyDistShape(5)', 5],
    ['@CopyDistShape(u)', 3],
  ],
  GetIndependentJointMultidimensionalCopy: [
    ['(pair[0] = u, pair[1] = 2 * u, @GetIndependentJointMultidimensionalCopy(pair, out, 2), out[1])', 6],
    ['@NthMoment(out[1] - 2 * out[0], 2)', 0], // of the copies just made
    ['fabs(@NthMoment(out[0] - u, 2) - 2 / 3.) < 0.03', 1, 0],
    ['(pair[0] = 5, @GetIndependentJointMultidimensionalCopy(pair, out, 1), out[0])', 5],
    ['(@GetIndependentJointMultidimensionalCopy(NULL, out, 1), 1)', 1],
  ],
  LimitDistributionSupport: [
    ['@LimitDistributionSupport(5, 1, 9)', 5],
    ['@LimitDistributionSupport(u, 2.5, 3.5)', 3],
    ['@LimitDistributionSupport(u, 1, 9)', 3],
    ['@LimitDistributionSupport(u, 3.5, 9)', 3.75, NAN], // the mean lies outside
    ['@SupportMax(@LimitDistributionSupport(u, 2.5, 3.5)) <= 3.5', 1],
    ...nan('@LimitDistributionSupport(5, 6, 9)', '@LimitDistributionSupport(5, 9, 1)', '@LimitDistributionSupport(u, 9, 1)'),
  ],
  BayesLaplace: [
    ['@BayesLaplace(model, &one, 5, 1, 3)', 5],
    ['@BayesLaplace(model, &one, u, 1, 0)', 3],
    ['@BayesLaplace(model, &one, g(0), 1, 1)', 0.5, 0],
    ['@BayesLaplace(likelihood, g(0), 1)', 0.5, 0], // the older form
    ['@BayesLaplace(constant, NULL, scenarios, 1, 1)', 2.175],
    ['@BayesLaplace(constant, NULL, scenarios, 2, 1)', NAN, 2.175],
    ...nan('@BayesLaplace(NULL, NULL, u, 1, 1)'),
  ],
  BayesLaplaceOnce: [
    ['@BayesLaplaceOnce(likelihood, 5, 1)', 5],
    ['@BayesLaplaceOnce(likelihood, g(0), 1)', 0.5, 0],
    ...nan('@BayesLaplaceOnce(NULL, u, 1)'),
  ],
  ...Object.fromEntries(
    ['Argmin', 'ArgminTotallyCorrelatedInputs'].map((name) => [
      name,
      [
        [`(pair[0] = 4, pair[1] = 6, @${name}(2.5, pair, 2, out))`, 2.5],
        ['out[0] + out[1]', 10],
        [`(pair[0] = u, fabs(@${name}((u - 2.5) * (u - 2.5), pair, 1, out)) < 1e-4)`, 1, 0],
        ['fabs(out[0] - 2.5) < 1e-2', 1, 0],
        [`@${name}(u * 0 + 2, NULL, 2, NULL)`, 2],
      ] satisfies Case[],
    ]),
  ),
  GeneratePath: [
    ['(@GeneratePath(parameters, 1, 3, 1, doubled, &path), path[2][0])', 12],
    ['(path[0][0] = 8, @GeneratePath(parameters, 1, 0, 1, doubled, &path), path[0][0])', 8],
    [
      '(@GeneratePath(parameters, 0, 3, 1, doubled, &path), @GeneratePath(parameters, 1, 3, 0, doubled, &path), @GeneratePath(NULL, 1, 3, 1, doubled, &path), path[0][0])',
      8,
    ],
  ],
  GenerateConvergingPath: [
    ['(@GenerateConvergingPath(parameters, 1, 50, 1, halved, path), path[0][0])', 0.75],
    ['(@GenerateConvergingPath(parameters, 1, 2, 1, halved, path), path[0][0])', 1.5],
    ['(path[0][0] = 8, @GenerateConvergingPath(parameters, 1, 0, 1, halved, path), path[0][0])', 8],
  ],
  PropagateFunction: [
    ['(pair[0] = u, @PropagateFunction(tripled, NULL, pair, 1, out, 1), out[0])', 9],
    ['@NthMoment(out[0] - 3 * u, 2)', 0],
  ],
  DistributionToByteArray: [
    ['@DistributionToByteArray(5, bytes, sizeof bytes) - (long)sizeof(T)', 40],
    ['@DistributionToByteArray(u, bytes, sizeof bytes) - (long)sizeof(T)', 24 + 64 * 16, 40],
    ['@DistributionToByteArray(u, bytes, 10)', -1],
    ['@DistributionToByteArray(u, NULL, 4000)', -1],
  ],
  ByteArrayToDistribution: [
    ['@ByteArrayToDistribution(bytes, (@DistributionToByteArray(u, bytes, sizeof bytes), sizeof bytes))', 3],
    ['@NthMoment(@ByteArrayToDistribution(bytes, sizeof bytes), 2)', 0.33325195, 0], // variance of 64 Dirac deltas: (1 - 64^-2)/3
    ...nan('@ByteArrayToDistribution(bytes, 10)', '@ByteArrayToDistribution(NULL, 100)'),
  ],
  GetSizeOfDistributionByteArrayInBytes: [
    ['@GetSizeOfDistributionByteArrayInBytes(5) - sizeof(T)', 40],
    ['@GetSizeOfDistributionByteArrayInBytes(u) - sizeof(T)', 24 + 64 * 16, 40],
  ],
  Print: [[`(putchar('\\n'), @Print(2.5f), 0)`, 0]],
}

function constructorCases(): Record<string, readonly Case[]> {
  const cases: Case[] = [
    ...[...LAW_CALLS.map(([call, , mean]) => [call, mean] as const), ...NUMBER_CALLS, ...NAN_CALLS.map((call) => [call, NAN] as const)],
  ].map(([call, value]) => [`@${call}`, value])
  const byName = Object.values(CONSTRUCTORS).map(({ name }) => [name, cases.filter(([expression]) => expression.startsWith(`@${name}(`))] as const)
  return { ...Object.fromEntries(byName), uncertain: [['@UniformDist(g(7), 9)', 8]] }
}

const header = readFileSync(new URL('./include/uxhw.h', import.meta.url), 'utf8')
const prototypes = [...header.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/^\w[\w ]*?\b(UxHw\w+)\(/gm)].map((match) => match[1]!)

test('the header names the parameters of every constructor, and has no other', () => {
  const declared = Array.from(header.matchAll(/^double UxHwDouble(\w+Dist)\(([^)]*)\);/gm), ([, name, list]) => [name, list!.split(', ')])
  const wanted = Object.values(CONSTRUCTORS).map(({ name, parameters }) => [name, parameters.map((parameter) => `double ${parameter}`)])
  expect(declared.toSorted()).toEqual(wanted.toSorted())
})
test('every function that the header declares, older spellings too, stands here in both forms', () => {
  const names = Object.keys(CASES)
    .filter((name) => name !== 'uncertain')
    .flatMap((name) => [`UxHwDouble${name}`, `UxHwFloat${name}`])
  expect([...new Set(prototypes)].sort()).toEqual(names.sort())
})

function programOf(type: 'double' | 'float', cases: readonly Case[] = Object.values(CASES).flat()): string {
  const write = (text: string) => text.replaceAll('@', type === 'double' ? 'UxHwDouble' : 'UxHwFloat').replaceAll(/\bT\b/g, type)
  return write(`${INCLUDES}
    typedef Weighted${type === 'double' ? 'Double' : 'Float'}Sample weighted_t;
    static T g(T mean) { return @GaussDist(mean, 1); }
    static T model(void *deviation, T mean) { return @GaussDist(mean, *(T *)deviation); }
    static T likelihood(T mean) { return @GaussDist(mean, 1); }
    static T constant(void *unused, T x) { (void)unused; (void)x; return 1; }
    static void doubled(void *start, T **paths, size_t step, size_t n) { (void)n; paths[step][0] = step ? 2 * paths[step - 1][0] : *(T *)start; }
    static bool halved(void *start, T **paths, size_t step, size_t n) { (void)n; paths[step][0] = step ? paths[step - 1][0] / 2 : *(T *)start; return paths[step][0] < 1; }
    static void tripled(void *unused, T *in, size_t n, T *out, size_t m) { (void)unused; (void)n; (void)m; out[0] = 3 * in[0]; }
    static void show(double x) { char text[4000]; snprintf(text, sizeof text, "%.9g", x); printf("\\n>%s", strtok(text, "U")); }
    int main(void) {
      T samples[] = { 1, 2, 6 }, a[] = { 1, 10 }, b[] = { 3, 30 }, *rows[] = { a, b }, out[2], pair[2], one = 1, start = 3;
      weighted_t weighted[] = { { 1, 3 }, { 2, 1 } }, negative[] = { { 1, -1 }, { 2, 3 } }, none[] = { { 1, 0 } }, endless[] = { { 1, INFINITY }, { 2, 1 } };
      weighted_t three[] = { { 1.2, 1 }, { 2, 5 }, { 3.1, 2 } };
      T cells[3][1], *steps[] = { cells[0], cells[1], cells[2] }, **path = steps; void *parameters[] = { &start }; uint8_t bytes[4000];
      T u = @UniformDist(2, 4), scenarios = @DistFromWeightedSamples(three, 3);
      ${cases.map(([expression]) => `show(${expression});`).join('\n')}
      return 0; }`)
}

/** Of these cases those that printed something else. */
function wrongIn(stdout: string, cases: readonly Case[], isPlain: boolean): string[] {
  const shown = [...stdout.matchAll(/\n>(\S+)/g)].map((match) => Number(match[1]!.replace('inf', 'Infinity')))
  return cases.flatMap(([expression, value, bypass], i) => {
    const wanted = isPlain ? (bypass ?? value) : value
    const near = Object.is(shown[i], wanted) || shown[i] === wanted || Math.abs(shown[i]! - wanted) <= 2e-3 * Math.max(1, Math.abs(wanted))
    return near ? [] : [`${expression}: ${shown[i]} for ${wanted}`]
  })
}

describe.each(['double', 'float'] as const)('with %s', async (type) => {
  const module = await built(programOf(type), 'c', ['-Wno-unused', '-Wno-nonnull'])
  const cores: [string, CoreSpec][] = (['Athens', 'Zurich', 'Bypass'] as const).map((Microarchitecture) => [
    Microarchitecture,
    { ...ZURICH, Microarchitecture },
  ])
  test.each(cores)('every call gives what the header says, on %s', (name, core) => {
    const { stdout, stderr } = outputOf(module, core)
    expect(wrongIn(stdout, Object.values(CASES).flat(), name === 'Bypass')).toEqual([])
    expect(stdout).toContain('2.500000')
    const complaints = stderr.split('\n').slice(0, -1)
    expect(complaints.filter((line) => !/^UxHw(Double|Float)\w+: /.test(line))).toEqual([])
    expect(complaints.length).toBeGreaterThanOrEqual(10)
  })
  test('the header for other compilers answers as a Bypass core does, but for what it says it leaves out', async () => {
    const plain = readFileSync(new URL('../../../../examples/embedded/plain/uxhw.h', import.meta.url), 'utf8')
    const [, missing = ''] = /Not here, [^:]*:([\s\S]*?)\*\//.exec(plain) ?? []
    const left = Object.entries(CASES).filter(([name]) => !missing.match(/\w+/g)?.includes(name))
    expect(left).toHaveLength(Object.keys(CASES).length - 6)
    const cases = left.flatMap(([, each]) => each)
    const alone = await built(plain + programOf(type, cases), 'c', ['-Wno-unused', '-Wno-nonnull']) // its guard keeps the other header out
    expect(wrongIn(outputOf(alone).stdout, cases, true)).toEqual([])
  })
})
