import { describe, expect, test } from 'vitest'
import { LAW_CALLS, NAN_CALLS, NUMBER_CALLS } from './testing/constructor-cases.ts'
import { run } from './testing/program.ts'

const program = (body: string, stdin = '') =>
  run(
    `#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n#include <uxhw.h>
    static void show(double x) { char text[400]; snprintf(text, sizeof text, "%.10g", x); printf("%s%s\\n", strtok(text, "U"), UxHwDoubleSample(x) == 42 ? " uncertain" : ""); }
    int main(void) { ${body} return 0; }`,
    'c',
    stdin,
  )

describe('a constructor', () => {
  test('asks for a standard form, its location and scale, with the mean as particle', async () => {
    const { host } = await program(LAW_CALLS.map(([call]) => `UxHwDouble${call};`).join('\n'))
    expect(host.calls.map((line) => line.split(' ').slice(1, -1).join(' '))).toEqual(LAW_CALLS.map(([, source]) => source))
    for (const [index, [call, , mean]] of LAW_CALLS.entries()) {
      const given = Number(host.calls[index]!.split(' ').at(-1))
      expect(Math.abs(given - mean), call).toBeLessThanOrEqual(4e-15 * Math.max(1, Math.abs(mean)))
    }
  })
  test('asks for the same in its Float form', async () => {
    const { host } = await program(LAW_CALLS.map(([call]) => `UxHwFloat${call};`).join('\n'))
    expect(host.calls.map((line) => line.split(' ').slice(1, -1).join(' '))).toEqual(LAW_CALLS.map(([, source]) => source))
  })
  test('gives NaN for a parameter outside its range', async () => {
    const { stdout, host } = await program(NAN_CALLS.map((call) => `printf("%g %g\\n", UxHwDouble${call}, UxHwFloat${call});`).join('\n'))
    expect(stdout.split('\n').slice(0, -1)).toEqual(NAN_CALLS.map(() => 'nan nan'))
    expect(host.calls).toEqual([])
  })
  test('gives the plain number that a law of scale 0 shrinks to', async () => {
    const { stdout, host } = await program(NUMBER_CALLS.map(([call]) => `printf("%g ", UxHwDouble${call});`).join('\n'))
    expect(stdout.trim().split(' ').map(Number)).toEqual(NUMBER_CALLS.map(([, value]) => value))
    expect(host.calls).toEqual([])
  })
  test('reads the particle of an uncertain parameter', async () => {
    const { host } = await program('UxHwDoubleGaussDist(UxHwDoubleGaussDist(3, 1), UxHwDoubleExponentialDist(2));')
    expect(host.calls.at(-1)).toBe('source gauss 0 0 3 2 3')
  })
})

describe('a distribution from data', () => {
  test('is asked for with the samples, and the weights that are not 0', async () => {
    const { stdout, host } = await program(`double s[] = { 1, 2, 6 }; float f[] = { 1, 2, 6 };
      WeightedDoubleSample w[] = { { 1, 3 }, { 5, 0 }, { 2, 1 } }; WeightedFloatSample v[] = { { 1, 3 }, { 2, 1 } };
      show(UxHwDoubleDistFromSamples(s, 3)); printf("%d\\n", isnan(UxHwFloatDistFromSamples(f, 3)));
      show(UxHwDoubleDistFromWeightedSamples(w, 3)); show(UxHwDoubleDistFromWeightedSamples(w, 3, 17)); UxHwFloatDistFromWeightedSamples(v, 2);`)
    expect(stdout).toBe('3 uncertain\n1\n1.25 uncertain\n1.25 uncertain\n')
    expect(host.calls.filter((line) => line.startsWith('empirical'))).toEqual([
      ...['empirical 0 1 2 6', 'empirical 0 1 2 6', 'empirical 1 1 3 2 1', 'empirical 1 1 3 2 1', 'empirical 1 1 3 2 1'],
    ])
  })
  test('is a plain number when it is one point', async () => {
    const { stdout, host } = await program(`double s[] = { 7, 7, 7 }; float f[] = { 5 }; WeightedDoubleSample w[] = { { 4, 2 }, { 9, 0 }, { 4, 1 } };
      printf("%g %g %g %g %g", UxHwDoubleDistFromSamples(s, 3), UxHwFloatDistFromSamples(f, 1), UxHwDoubleDistFromWeightedSamples(w, 3), UxHwDoubleMixture(2, 2, 0.5), UxHwDoubleMixture(1, 2, 1));`)
    expect([stdout, host.calls]).toEqual(['7 5 4 2 1', []])
  })
  test('is NaN without samples, and for weights that are none', async () => {
    const { stdout, stderr } =
      await program(`double s[] = { 1 }; WeightedDoubleSample negative[] = { { 1, -1 }, { 2, 3 } }, none[] = { { 1, 0 } }, infinite[] = { { 1, INFINITY }, { 2, 1 } };
      printf("%g %g %g %g %g %g %g %g", UxHwDoubleDistFromSamples(s, 0), UxHwFloatDistFromSamples(0, 3), UxHwDoubleDistFromWeightedSamples(negative, 2),
        UxHwDoubleDistFromWeightedSamples(none, 1), UxHwDoubleDistFromWeightedSamples(infinite, 2), UxHwDoubleMixture(1, 2, -0.1), UxHwDoubleMixture(1, 2, 1.1), UxHwFloatMixture(1, 2, NAN));`)
    expect(stdout).toBe('nan nan nan nan nan nan nan nan')
    expect(stderr).toBe('UxHwDoubleDistFromSamples: no samples\nUxHwFloatDistFromSamples: no samples\n')
  })
  test('of several dimensions is passed row by row; a constant component is a plain number', async () => {
    const { stdout, host } = await program(`double a[] = { 1, 10, 5 }, b[] = { 3, 30, 5 }, *rows[] = { a, b }, out[3];
      UxHwDoubleDistFromMultidimensionalSamples(out, rows, 2, 3); for (int i = 0; i < 3; i++) show(out[i]);
      float c[] = { 1, 10 }, d[] = { 3, 30 }, *floats[] = { c, d }, small[2]; UxHwFloatDistFromMultidimensionalSamples(small, floats, 2, 2); UxHwDoubleDistFromMultidimensionalSamples(0, rows, 2, 3);`)
    expect(stdout).toBe('2 uncertain\n20 uncertain\n5\n')
    expect(host.calls.filter((line) => line.startsWith('joint'))).toEqual(['joint 3 1 10 5 3 30 5', 'joint 2 1 10 3 30'])
  })
  test('is mixed with the probability of the first', async () => {
    const { stdout, host } = await program(
      'show(UxHwDoubleMixture(1, 5, 0.25)); show(UxHwDoubleMixture(UxHwDoubleGaussDist(3, 1), 7, 0)); show(UxHwDoubleMixture(UxHwDoubleGaussDist(3, 1), 7, 0.5));',
    )
    expect(stdout).toBe('4 uncertain\n7\n5 uncertain\n')
    expect(host.calls.filter((line) => line.startsWith('mixture'))).toEqual(['mixture 1 5 0.25', 'mixture 3 7 0.5'])
  })
})

describe('a question', () => {
  test('about an uncertain value goes to the host, in both forms', async () => {
    const questions = [
      'NthMoment(x, 2)',
      'NthMoment(x, 1)',
      'NthMode(x, 0)',
      'NthMode(x, 3)',
      'SupportMin(x)',
      'SupportMax(x)',
      'ProbabilityGT(x, 2.5)',
      'Quantile(x, 0.75)',
      'EvaluatePDF(x, 1)',
      'Sample(x)',
    ]
    const ask = (type: string) => questions.map((question) => `printf("%g ", (double)UxHw${type}${question});`).join('\n')
    const { stdout, host } = await program(
      `{ double x = UxHwDoubleGaussDist(3, 1); ${ask('Double')} } { float x = UxHwFloatGaussDist(3, 1); ${ask('Float')} }`,
    )
    expect(stdout).toBe('42 '.repeat(20))
    const asked = [
      'moment 3 2',
      'moment 3 1',
      'mode 3 1',
      'mode 3 3',
      'supportMin 3 0',
      'supportMax 3 0',
      'greater 3 2.5',
      'quantile 3 0.75',
      'density 3 1',
      'sample 3 0',
    ]
    expect(host.calls.filter((line) => line.startsWith('query'))).toEqual([...asked, ...asked].map((line) => `query ${line}`))
  })
  test('about a plain number is answered by the number', async () => {
    const questions: [string, string][] = [
      ...([
        ['NthMoment(5, 0)', '1'],
        ['NthMoment(5, 1)', '5'],
        ['NthMoment(5, 2)', '0'],
        ['NthMode(5, 2)', '5'],
        ['SupportMin(5)', '5'],
        ['SupportMax(5)', '5'],
      ] as [string, string][]),
      ...([
        ['ProbabilityGT(5, 4)', '1'],
        ['ProbabilityGT(5, 5)', '0'],
        ['Quantile(5, 0.1)', '5'],
        ['Quantile(5, 1.1)', 'nan'],
        ['Quantile(5, NAN)', 'nan'],
      ] as [string, string][]),
      ...([
        ['EvaluatePDF(5, 5)', 'inf'],
        ['EvaluatePDF(5, 4)', '0'],
        ['Sample(5)', '5'],
        ['GetIndependentCopy(5)', '5'],
        ['CopyDistShape(5)', '5'],
      ] as [string, string][]),
      ...([
        ['LimitDistributionSupport(5, 1, 9)', '5'],
        ['LimitDistributionSupport(5, 6, 9)', 'nan'],
        ['LimitDistributionSupport(5, 9, 1)', 'nan'],
      ] as [string, string][]),
    ]
    const { stdout, host } = await program(
      questions.map(([question]) => `printf("%g %g\\n", UxHwDouble${question}, UxHwFloat${question});`).join('\n'),
    )
    expect(stdout.split('\n').slice(0, -1)).toEqual(questions.map(([, answer]) => `${answer} ${answer}`))
    expect(host.calls).toEqual([])
  })
  test('for many draws fills the array', async () => {
    const { stdout, stderr } = await program(
      'double d[3] = { 0 }; float f[2]; UxHwDoubleSampleBatch(UxHwDoubleGaussDist(0, 1), d, 3); UxHwFloatSampleBatch(7, f, 2); UxHwDoubleSampleBatch(1, 0, 3); printf("%g %g %g %g", d[0], d[2], f[0], f[1]);',
    )
    expect([stdout, stderr]).toEqual(['42 42 7 7', 'UxHwDoubleSampleBatch: no destination\n'])
  })
})

describe('reshaping', () => {
  test('truncates a distribution wherever its particle lies', async () => {
    const { stdout, host } = await program(
      'double x = UxHwDoubleGaussDist(3, 1); show(UxHwDoubleLimitDistributionSupport(x, 1, 3.5)); show(UxHwDoubleLimitDistributionSupport(x, 4, 9));',
    )
    expect(stdout).toBe('2 uncertain\n4 uncertain\n')
    expect(host.calls.filter((line) => line.startsWith('limit'))).toEqual(['limit 3 1 3.5', 'limit 3 4 9'])
  })
  test('copies jointly, plain elements as they are', async () => {
    const { stdout } = await program(`double from[] = { UxHwDoubleGaussDist(3, 1), 5, UxHwDoubleGaussDist(7, 1) }, to[3];
      UxHwDoubleGetIndependentJointMultidimensionalCopy(from, to, 3); for (int i = 0; i < 3; i++) show(to[i]); show(UxHwDoubleGetIndependentCopy(from[0])); printf("%d", memcmp(from, to, 8) != 0);`)
    expect(stdout).toBe('3 uncertain\n5\n7 uncertain\n3 uncertain\n1')
  })
})

test('Ux bytes are written and read by the host', async () => {
  const { stdout, host } = await program(`uint8_t bytes[100]; double x = UxHwDoubleGaussDist(3, 1); float f = UxHwFloatGaussDist(3, 1);
    printf("%zu %zu %zu %zu ", UxHwDoubleGetSizeOfDistributionByteArrayInBytes(x), UxHwFloatGetSizeOfDistributionByteArrayInBytes(f),
      UxHwDoubleGetSizeOfDistributionByteArrayInBytes(1), UxHwFloatGetSizeOfDistributionByteArrayInBytes(1));
    printf("%zd %zd %zd %zd ", UxHwDoubleDistributionToByteArray(x, bytes, 100), UxHwDoubleDistributionToByteArray(x, bytes, 63), UxHwDoubleDistributionToByteArray(x, 0, 100), UxHwFloatDistributionToByteArray(f, bytes, 100));
    double number = 2.5; memcpy(bytes, &number, 8); printf("%g %g %g %g", UxHwDoubleByteArrayToDistribution(bytes, 48), UxHwFloatByteArrayToDistribution(bytes, 44), UxHwDoubleByteArrayToDistribution(bytes, 5), UxHwDoubleByteArrayToDistribution(0, 48));`)
  expect(stdout).toBe('64 60 48 44 64 -1 -1 60 2.5 2.5 nan nan')
  expect(host.calls.filter((line) => /bytes/.test(line))).toEqual([
    ...['tobytes 3 64', 'tobytes 3 64', 'tobytes 3 32', 'frombytes 48 64', 'frombytes 44 32', 'frombytes 5 64'],
  ])
})

describe('paths', () => {
  test('are generated step by step from earlier steps', async () => {
    const { stdout, stderr } = await program(`
      extern void fill(void *, double **, size_t, size_t); extern bool halve(void *, float **, size_t, size_t);
      double steps[2][3][2]; double *rows[2][3], **results[2]; double start[] = { 1, 10 }; void *parameters[] = { &start[0], &start[1] };
      for (int i = 0; i < 2; i++) { results[i] = rows[i]; for (int s = 0; s < 3; s++) rows[i][s] = steps[i][s]; }
      UxHwDoubleGeneratePath(parameters, 2, 3, 2, fill, results); printf("%g %g %g | ", steps[0][2][0], steps[1][2][0], steps[1][1][1]);
      float last[2][1], *ends[] = { last[0], last[1] }; float from[] = { 8, 100 }; void *floats[] = { &from[0], &from[1] };
      UxHwFloatGenerateConvergingPath(floats, 2, 5, 1, halve, ends); printf("%g %g", last[0][0], last[1][0]);
      UxHwDoubleGeneratePath(parameters, 2, 0, 2, fill, results); UxHwDoubleGeneratePath(parameters, 0, 3, 2, fill, results); UxHwFloatGenerateConvergingPath(floats, 2, 5, 1, 0, ends);
      return 0; }
      void fill(void *parameter, double **paths, size_t at, size_t variables) { for (size_t v = 0; v < variables; v++) paths[at][v] = at ? paths[at - 1][v] * 2 : *(double *)parameter + v; }
      bool halve(void *parameter, float **paths, size_t at, size_t variables) { paths[at][0] = at ? paths[at - 1][0] / 2 : *(float *)parameter; return paths[at][0] <= 2; }
      int unused(void) {`)
    expect(stdout).toBe('4 40 22 | 2 6.25')
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      'UxHwDoubleGeneratePath: no steps',
      'UxHwDoubleGeneratePath: no parameter structures',
      'UxHwFloatGenerateConvergingPath: a NULL pointer',
    ])
  })
  test('a propagated function is called with its arguments', async () => {
    const { stdout } = await program(`extern void twice(void *, double *, size_t, double *, size_t);
      double in[] = { 1, 2 }, out[2]; int factor = 3; UxHwDoublePropagateFunction(twice, &factor, in, 2, out, 2); printf("%g %g", out[0], out[1]); return 0; }
      void twice(void *args, double *in, size_t n, double *out, size_t m) { for (size_t i = 0; i < n && i < m; i++) out[i] = in[i] * *(int *)args; }
      int unused(void) {`)
    expect(stdout).toBe('3 6')
  })
})

/** The call with NAN as its argument number `index`. */
