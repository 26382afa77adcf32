// What a run says about its decisions, from sources to notices: the place, the share against closed forms, how often, at -O0 and -O2.

import { join } from 'node:path'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Machine, openMachine } from './machine/node/pool.ts'
import { noticeLines } from './notices.ts'
import type { Toolchain } from './toolchain/node/toolchain.ts'
import { commonToolchain, TEST_CACHE } from './toolchain/testing/toolchain.ts'
import type { CoreSpec, Limits, Notice, RunResult } from './types.ts'

/** Decides on the particle, as every Zurich core does. */
const CORE: CoreSpec = { ...RECOMMENDED_SPEC, Microarchitecture: 'Zurich' }
const DISABLE: CoreSpec = { ...CORE, CorrelationTracking: 'Disable' }
let toolchain: Toolchain
let machine: Machine
const built = new Map<string, Promise<Uint8Array>>()
beforeAll(async () => {
  toolchain = await commonToolchain()
  machine = await openMachine({ cacheDir: join(TEST_CACHE, 'machine'), runtime: toolchain.runtime, poolSize: 1 })
})
afterAll(() => machine?.close())

type Texts = Readonly<Record<string, string>>
function moduleOf(texts: Texts): Promise<Uint8Array> {
  const key = JSON.stringify(texts)
  const known = built.get(key)
  if (known) return known
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
  const making = toolchain.build({ files, core: CORE }).then(({ module, output }) => {
    if (!module) throw new Error(output)
    return module
  })
  built.set(key, making)
  return making
}
interface Told extends RunResult {
  readonly stdout: string
  readonly stderr: string
}
async function run(texts: Texts, parameters: readonly string[], core = CORE, limits?: Partial<Limits>): Promise<Told> {
  const module = await moduleOf(texts)
  const chunks: Record<string, Buffer[]> = { Stdout: [], Stderr: [] }
  const output = (stream: string, bytes: Uint8Array) => void chunks[stream]!.push(Buffer.from(bytes))
  const result = await machine.run({ module, core, arguments: parameters, ...(limits && { limits }) }, { output })
  return { ...result, stdout: Buffer.concat(chunks['Stdout']!).toString(), stderr: Buffer.concat(chunks['Stderr']!).toString() }
}
const placesOf = ({ notices }: RunResult): readonly Notice[] => notices?.places ?? []
const summary = ({ kind, file, line, function: name, count, evaluations }: Notice) => ({ kind, at: `${file}:${line}`, name, count, evaluations })
const lineOf = (text: string, marker: string): number => {
  const lines = text.split('\n').flatMap((line, index) => (line.includes(`/* ${marker} */`) ? [index + 1] : []))
  expect(lines, marker).toHaveLength(1)
  return lines[0]!
}
const LEVELS = ['-O0', '-O2'] as const
const withLevel = (texts: Texts, level: string): Texts => ({ ...texts, 'config.mk': `OPTFLAGS = ${level}\n` })

const MAIN = `#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : 1; /* ASCENDING */
}
static void straight(void) {
  double x = UxHwDoubleGaussDist(10, 1), y = UxHwDoubleUniformDist(1, 2), z = x * y + sqrt(x) - exp(-y);
  float f = (float)z;
  double rest = fmax(x, 10) + fmin(x, y) + fabs(x - 10) + floor(x) + ceil(y) + round(z) + copysign(y, x - 10) + fmod(z, y) + hypot(x, y);
  double _Complex root = csqrt(CMPLX(x - 10, y));
  long double wide = x;
  int plain = isnan(x) || isinf(x) || !isfinite(x) || !isnormal(x) || signbit(x) || x < 0 || x > 1e9 || x != x || !(wide > 0) || (int)y != 1 || f < 0;
  printf("%f %.3e %g %f %Lf %d\\n", z, rest, f, creal(root), wide, plain);
  printf("%f %f\\n", UxHwDoubleProbabilityGT(x * y, 15), UxHwDoubleNthMoment(z, 2));
}
int main(int argc, char **argv) {
  int which = atoi(argv[1]), n = 0;
  double x = which == 0 ? 0 : UxHwDoubleGaussDist(0.5, 1), u = which == 0 ? 0 : UxHwDoubleUniformDist(1, 2);
  switch (which) {
    case 0: straight(); break;
    case 1:
      if (x > 0) n = 1; /* ONE */
      break;
    case 2:
      n = (int)(4 * u); /* WHOLE */
      break;
    case 3: {
      double sum = 0;
      while (sum < 10) { /* LOOP */
        sum += u;
        n++;
      }
      break;
    }
    case 4: {
      double a = UxHwDoubleUniformDist(0, 1), b = UxHwDoubleUniformDist(0, 1), c = UxHwDoubleUniformDist(0, 1), s = a + b;
      if (argc > 2) {
        fprintf(stderr, "asked\\n");
        if (s > 1.5) fprintf(stderr, "more\\n"); /* WAITING */
      }
      printf("%f\\n", s * c);
      break;
    }
    case 5: {
      double a = UxHwDoubleUniformDist(0, 1), b = UxHwDoubleUniformDist(0, 1);
      printf("%g\\n", UxHwDoubleProbabilityGT(a + b, 5)); /* NONE */
      printf("%g\\n", UxHwDoubleProbabilityGT(a + b, 1.98)); /* FEW */
      printf("%g\\n", UxHwDoubleProbabilityGT(a + b, -1)); /* ALL */
      printf("%g %g %g\\n", UxHwDoubleProbabilityGT(a + b, 1.5), UxHwDoubleProbabilityGT(a, 5), UxHwDoubleProbabilityGT(a, 0.9999));
      break;
    }
    case 6: {
      double list[] = {UxHwDoubleUniformDist(0, 2), UxHwDoubleUniformDist(1, 3)};
      qsort(list, 2, sizeof *list, ascending);
      break;
    }
    case 7: {
      double bits = UxHwDoubleUniformDist(1, 3);
      int exponent;
      long double wide = x;
      n = lrint(3 * u); /* LRINT */
      n += wide > 0; /* QUAD */
      frexp(bits, &exponent); /* FREXP */
      n += exponent;
      n += signbit(x) != 0; /* SIGN */
      break;
    }
    case 8: {
      double y = UxHwDoubleGaussDist(0, 1), z = y;
      n = z == y; /* SAME */
      n += x > y; /* BOTH */
      break;
    }
    case 9:
      if (x > 0) n = 1; /* BEFORE */
      fprintf(stderr, "said %d\\n", n);
      fflush(stdout);
      if (argc > 2 && !strcmp(argv[2], "exit")) exit(5);
      if (argc > 2 && !strcmp(argv[2], "trap")) *(volatile int *)-4 = 1;
      if (argc > 2 && !strcmp(argv[2], "abort")) abort();
      for (;;) puts("on and on");
    case 10:
${Array.from({ length: 25 }, (_, i) => `      n += x > ${i}e-3;`).join('\n')}
      break;
    case 11:
      for (int i = 0; i < 3000000; i++) n += i < 1e6 * u; /* LONG */
      break;
    case 12: {
      double root = sqrt(x);
      n = isnan(root); /* NAN */
      break;
    }
  }
  printf("%d\\n", n);
}
`
const C: Texts = { 'src/main.c': MAIN }
const at = (marker: string) => `src/main.c:${lineOf(MAIN, marker)}`

describe.each(LEVELS)('at %s', (level) => {
  const program = withLevel(C, level)
  const told = async (which: number, ...more: string[]) => placesOf(await run(program, [String(which), ...more]))
  const one = (notices: readonly Notice[]): Notice => {
    expect(notices).toHaveLength(1)
    return notices[0]!
  }

  test('a straight line says nothing: arithmetic, libm, prints, tests that all samples pass, probabilities of many samples', async () => {
    expect((await run(program, ['0'])).notices).toBeUndefined()
  })
  test('a comparison has its line, function and the share of the samples on the other side', async () => {
    const notice = one(await told(1))
    expect(summary(notice)).toEqual({ kind: 'comparison', at: at('ONE'), name: 'main', count: 1, evaluations: 1 })
    expect(notice.share).toBeCloseTo(0.30854, 3) // Φ(-1/2)
  })
  test('a conversion to an integer counts the samples with another integer', async () => {
    const notice = one(await told(2))
    expect(summary(notice)).toEqual({ kind: 'conversion', at: at('WHOLE'), name: 'main', count: 1, evaluations: 1 })
    expect(notice.share).toBeCloseTo(3 / 4, 3)
  })
  test('of a loop every turn is examined', async () => {
    const notice = one(await told(3))
    expect(summary(notice)).toEqual({ kind: 'comparison', at: at('LOOP'), name: 'main', count: 2, evaluations: 7 })
    expect(notice.share).toBeCloseTo(3 / 7, 3) // the seventh: 7 u < 10
  })
  test('values that wait to be joined are counted too, and what is printed stays the same, byte for byte', async () => {
    const [quiet, asked] = [await run(program, ['4']), await run(program, ['4', 'ask'])]
    expect(asked.stdout).toBe(quiet.stdout)
    expect(asked.stdout).toMatch(/\dUx0[0-9A-F]{59,}/)
    expect(quiet.notices).toBeUndefined()
    const notice = one(placesOf(asked))
    expect(summary(notice)).toEqual({ kind: 'comparison', at: at('WAITING'), name: 'main', count: 1, evaluations: 1 })
    expect(notice.share).toBeCloseTo(1 / 8, 2)
  })
  test('probabilities that rest on few samples say on how many, those that a law answers say nothing', async () => {
    const notices = await told(5)
    expect(notices.map(summary)).toEqual(['NONE', 'FEW', 'ALL'].map((marker) => ({ kind: 'tail', at: at(marker), name: 'main', count: 1 })))
    expect(notices[0]!.text).toBe(`${at('NONE')}: notice: a probability rests on 0 of 4096 samples: below 7.3e-4, at 95 % confidence`)
    expect(notices[1]!.share * 4096).toBeGreaterThan(0)
    expect(notices[1]!.share * 4096).toBeLessThan(8) // expected: 0.82
    expect(notices[2]!.text).toContain('0 of 4096 samples on the other side: above 1 - 7.3e-4')
  })
  test('what a library asks back counts where the user wrote it', async () => {
    const notice = one(await told(6))
    expect(summary(notice)).toMatchObject({ kind: 'comparison', at: at('ASCENDING'), name: 'ascending' })
    expect(notice.share).toBeCloseTo(1 / 8, 2)
  })
  test('roundings, exponents, signs and long doubles count at the line of the call', async () => {
    const notices = await told(7)
    const shares = Object.fromEntries(notices.map(({ line, share }) => [`src/main.c:${line}`, share]))
    expect(Object.keys(shares).sort()).toEqual([at('LRINT'), at('QUAD'), at('FREXP'), at('SIGN')].sort())
    expect(shares[at('LRINT')]).toBeCloseTo(2 / 3, 2) // 3u within [3.5, 4.5) or (4.5, 5.5)
    expect(shares[at('QUAD')]).toBeCloseTo(0.30854, 3)
    expect(shares[at('FREXP')]).toBeCloseTo(1 / 2, 3)
    expect(shares[at('SIGN')]).toBeCloseTo(0.30854, 3)
  })
  test('two values are compared outcome by outcome; a value agrees with itself', async () => {
    const notice = one(await told(8))
    expect(summary(notice)).toMatchObject({ at: at('BOTH') })
    expect(notice.share).toBeCloseTo(0.36184, 2) // Φ(-0.5/√2)
  })
  test('NaN is a disagreement where only some samples are', async () => {
    expect(one(await told(12)).share).toBeCloseTo(0.30854, 3)
  })
})

const OPTIMISED = withLevel(C, '-O2')
test('operands that a core takes as independent are compared as such', async () => {
  const [notice] = placesOf(await run(OPTIMISED, ['8'], DISABLE))
  expect(notice!.share).toBeCloseTo(0.36184, 1)
})
test('a core without tracking decides nothing on particles', async () => {
  for (const which of ['1', '3', '5']) expect((await run(OPTIMISED, [which], { ...CORE, Microarchitecture: 'Bypass' })).notices).toBeUndefined()
})
test.each([
  ['exit', { kind: 'exit', code: 5 }],
  ['trap', { kind: 'trap' }],
  ['abort', { kind: 'exit', code: 134 }],
  ['output', { kind: 'limit', limit: 'outputBytes' }],
])('a run that ends by %s has its notices', async (how, ending) => {
  const result = await run(OPTIMISED, ['9', how], CORE, { outputBytes: 10_000 })
  expect(result.ending).toMatchObject(ending)
  expect(result.stderr).toBe('said 1\n')
  expect(placesOf(result).map(({ line }) => `src/main.c:${line}`)).toEqual([at('BEFORE')])
})
test('a list has twenty places at most, and says how many more there are', async () => {
  const { notices } = await run(OPTIMISED, ['10'])
  expect(notices).toMatchObject({ more: 5 })
  expect(notices!.places).toHaveLength(20)
  const shares = notices!.places.map(({ share }) => share)
  expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  expect(noticeLines(notices!)).toContain('\nnotice: and 5 more places\n')
})
test('millions of decisions on one value: all that its range tells is counted, shares are those of a part', async () => {
  const notice = placesOf(await run(OPTIMISED, ['11']))[0]!
  expect(notice).toMatchObject({ evaluations: 3_000_000, estimated: true })
  expect(notice.count / 1_000_000).toBeCloseTo(1, 2)
  expect(notice.share).toBeCloseTo(1 / 2, 2)
})
test('the same run says the same', async () => {
  const [one, other] = [await run(OPTIMISED, ['7']), await run(OPTIMISED, ['7'])]
  expect(one.notices).toEqual(other.notices)
})

const CPP: Texts = {
  'src/main.cpp': `#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
#include <uxhw.h>
__attribute__((noinline)) static double largest(double *list, int count) {
  std::sort(list, list + count, std::greater<double>()); /* SORT */
  return *std::max_element(list, list + count / 2); /* MAX */
}
int main() {
  std::vector<double> list;
  for (int i = 0; i < 40; i++) list.push_back(UxHwDoubleUniformDist(i, i + 3));
  std::printf("%f\\n", largest(list.data(), 40));
}
`,
}
test.each(LEVELS)('comparisons in templates of the library count at the line that called it, at %s', async (level) => {
  const notices = placesOf(await run(withLevel(CPP, level), []))
  const main = CPP['src/main.cpp']!
  const lines = new Set(notices.map(({ file, line }) => `${file}:${line}`))
  expect([...lines].sort()).toEqual([`src/main.cpp:${lineOf(main, 'MAX')}`, `src/main.cpp:${lineOf(main, 'SORT')}`].sort())
  expect(new Set(notices.map((notice) => notice.function))).toEqual(new Set(['largest']))
})
