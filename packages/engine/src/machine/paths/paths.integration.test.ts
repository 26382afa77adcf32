// Programs that decide on uncertain values: what they print holds for every sample, not for the particle alone.
import { law } from '@credence/distribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestEngine, type TestEngine } from '../../toolchain/testing/toolchain.ts'
import { expectAtoms, INCLUDES, mainOn, runOn, shown, type Wishes } from '../testing/deciding.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await openTestEngine({ poolSize: 1 })
})
afterAll(() => engine.close())
const run = (program: string, wishes?: Wishes) => runOn(engine, program, wishes)
const main = (statements: string) => mainOn(engine, statements)

/** The tolerance of what is decided: 5e-3 deviations at 4096 samples. */
const GATE = 5e-3

describe('values', () => {
  test('that two branches give', async () => {
    const [y] = shown((await main('double x = UxHwDoubleUniformDist(-1, 3), y; if (x > 0) y = 2 * x; else y = 10; printf("%f\\n", y);')).Stdout)
    expect(y!.before).toBe('2.000000')
    expect(Math.abs(y!.mean - 4.75) / 3.4).toBeLessThan(GATE)
    expect(y!.mass).toBeCloseTo(1, 12)
  })
  test('of an option, as Black and Scholes have them', async () => {
    const [call, digital] = shown(
      (
        await main(
          `double s = 100 * exp(0.03 - 0.02 + 0.2 * UxHwDoubleGaussDist(0, 1)), pay = 0, hit = 0;
           if (s > 105) { pay = s - 105; hit = 1; } printf("%f %f\\n", pay, hit);`,
        )
      ).Stdout,
    )
    const { cdf } = law('gauss', 0, 0)
    const d1 = (Math.log(100 / 105) + 0.03 + 0.02) / 0.2
    const price = 100 * Math.exp(0.03) * cdf(d1) - 105 * cdf(d1 - 0.2)
    expect(Math.abs(call!.mean - price) / call!.deviation).toBeLessThan(GATE)
    expectAtoms(digital!.atoms, { 0: 1 - cdf(d1 - 0.2), 1: cdf(d1 - 0.2) })
  })
  test('of an iteration to a tolerance', async () => {
    const [root, turns] = shown(
      (
        await main(
          `double a = UxHwDoubleUniformDist(1, 9), x = a; int n = 0;
           while (fabs(x * x - a) > 1e-9) { x = (x + a / x) / 2; n++; } printf("%f in %d\\n", x, n);`,
        )
      ).Stdout,
    )
    expect(Math.abs(root!.mean - 13 / 6) / root!.deviation).toBeLessThan(GATE)
    expect(root!.deviation).toBeCloseTo(Math.sqrt(5 - (13 / 6) ** 2), 3)
    expect(Object.keys(turns!.atoms).every((n) => Number.isInteger(Number(n)))).toBe(true)
  })
  test('that were sorted are order statistics', async () => {
    const { Stdout } = await main(
      `double v[4]; for (int i = 0; i < 4; i++) v[i] = UxHwDoubleUniformDist(0, 1);
       for (int i = 0; i < 4; i++) for (int j = i + 1; j < 4; j++) if (v[j] < v[i]) { double t = v[i]; v[i] = v[j]; v[j] = t; }
       for (int i = 0; i < 4; i++) printf("%f\\n", v[i]);`,
    )
    const found = shown(Stdout)
    expect(found).toHaveLength(4)
    for (const [i, { mean, deviation }] of found.entries()) expect(Math.abs(mean - (i + 1) / 5) / deviation).toBeLessThan(GATE)
  })
  test('that a value was compared with', async () => {
    const [least] = shown(
      (await main('double a = UxHwDoubleExponentialDist(1), b = UxHwDoubleExponentialDist(2); printf("%f\\n", a < b ? a : b);')).Stdout,
    )
    expect(Math.abs(least!.mean - 2 / 3) / (2 / 3)).toBeLessThan(GATE)
  })
})

describe('integers', () => {
  test('that were taken from a value print their distribution', async () => {
    const { Stdout, notices } = await main('double x = UxHwDoubleUniformDist(0, 4); int n = (int)x; printf("%d of %d\\n", n, 4);')
    expect(Stdout).toMatch(/^2Ux[0-9A-F]+ of 4\n$/)
    expectAtoms(shown(Stdout)[0]!.atoms, { 0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25 })
    expect(notices).toBeUndefined()
  })
  test('find the rows of a table', async () => {
    const { Stdout } = await main(
      'static const double table[] = {5, 1, 7, 7}; double x = UxHwDoubleUniformDist(0, 4); printf("%g\\n", table[(int)x]);',
    )
    expectAtoms(shown(Stdout)[0]!.atoms, { 1: 0.25, 5: 0.25, 7: 0.5 })
  })
  test('that functions of math.h store beside their result', async () => {
    const { Stdout, notices } = await main(
      'int q, e; remquo(UxHwDoubleUniformDist(0, 3), 1, &q); frexp(UxHwDoubleUniformDist(1, 4), &e); printf("%d %d\\n", q, e);',
    )
    expectAtoms(shown(Stdout)[0]!.atoms, { 0: 1 / 6, 1: 1 / 3, 2: 1 / 3, 3: 1 / 6 })
    expectAtoms(shown(Stdout)[1]!.atoms, { 1: 1 / 3, 2: 2 / 3 })
    expect(notices).toBeUndefined()
  })
  test('of Euclid', async () => {
    const { Stdout } = await main('int a = (int)UxHwDoubleUniformDist(1, 13), b = 12; while (b) { int r = a % b; a = b; b = r; } printf("%d\\n", a);')
    expectAtoms(shown(Stdout)[0]!.atoms, { 1: 4 / 12, 2: 2 / 12, 3: 2 / 12, 4: 2 / 12, 6: 1 / 12, 12: 1 / 12 })
  })
  test('count the turns of a loop', async () => {
    const { Stdout } = await main('double x = UxHwDoubleUniformDist(0, 16); int n = 0; while (x > 1) { x /= 2; n++; } printf("%d\\n", n);')
    expectAtoms(shown(Stdout)[0]!.atoms, { 0: 1 / 16, 1: 1 / 16, 2: 2 / 16, 3: 4 / 16, 4: 8 / 16 })
  })
  test('choose a case', async () => {
    const { Stdout } = await main(
      'double y; switch ((int)UxHwDoubleUniformDist(0, 3)) { case 0: y = 10; break; case 1: y = 20; break; default: y = 40; } printf("%g\\n", y);',
    )
    expectAtoms(shown(Stdout)[0]!.atoms, { 10: 1 / 3, 20: 1 / 3, 40: 1 / 3 })
  })
})

test('a walk that every step decides reaches its level as often as counting says', async () => {
  const { Stdout, notices } = await main(
    `int at = 0, reached = 0; for (int i = 0; i < 10; i++) { if (UxHwDoubleUniformDist(0, 1) < 0.5) at++; else at--; if (at == 3) { reached = 1; break; } }
     printf("%d\\n", reached);`,
  )
  // By the reflection principle: P(max of 10 steps >= 3) = P(S >= 3) + P(S > 3) = 2 P(S >= 4), as S is even.
  const atLeast4 = (120 + 45 + 10 + 1) / 1024
  expectAtoms(shown(Stdout)[0]!.atoms, { 0: 1 - 2 * atLeast4, 1: 2 * atLeast4 }, 5e-3)
  expect(notices).toBeUndefined()
})

test('a print that only some samples reach has their mass', async () => {
  const { Stdout, ways } = await main('double x = UxHwDoubleUniformDist(0, 4); if (x < 3) printf("small %f\\n", x); printf("always %f\\n", x);')
  expect(ways).toEqual({ paths: 2, runs: 3, all: 4096, samples: 4096, outvoted: 0, endless: 0 })
  const [small, always] = shown(Stdout)
  expect(small!.mass).toBeCloseTo(0.75, 3)
  expect(small!.mean).toBeCloseTo(1.5, 3)
  expect([always!.mass, always!.mean]).toEqual([expect.closeTo(1, 9), expect.closeTo(2, 3)])
})

test('what is printed on other paths alone is told, and what is printed before paths part is not', async () => {
  const { Stdout, notices } = await main(
    'double x = UxHwDoubleUniformDist(-1, 3); printf("%d\\n", 7); if (x < 0) printf("%f\\n", x); printf("%f\\n", x);',
  )
  expect(Stdout.match(/Ux/g)).toHaveLength(1)
  expect(notices!.places.map(({ text }) => text)).toEqual([
    'notice: 25 % of the samples print numbers where the path of the particle prints none; these are not shown',
  ])
  // Whether "-0.500000" has a sign is asked only where it is uncertain: that is no print of the program.
  const negative = await main('double x = UxHwDoubleUniformDist(-1, 0); if (x < -0.25) x /= 2; printf("%f\\n", x);')
  expect(negative.Stdout).toMatch(/^-0\.250000Ux/)
  expect(negative.notices).toBeUndefined()
})
describe('trace variables', () => {
  /** Each is traced on a line of its own, and printed on the next one. */
  const traced = (program: string, ...traces: readonly [line: number, expression: string][]) => {
    const before = INCLUDES.split('\n').length - 1
    return run(program, { traceVariables: traces.map(([line, expression]) => ({ file: 'main.c', line: before + line, expression })) })
  }
  const texts = (values: readonly string[]) => values.map((value) => value.split('Ux')[1])

  test.for([
    ['by paths, for it asks for a law', 'UxHwDoubleNthMoment(x, 1)', 4],
    ['also sample by sample', '1', 12],
  ] as const)('are what a printf there prints: %s', async ([, asked, steps]) => {
    const { Stdout, traced: records } = await traced(
      `int main(void) {
double x = UxHwDoubleUniformDist(-1, 4), y = ${asked}, walk = 0; int n = 0;
y += x * x;
printf("%f\\n", y);
for (int i = 0; i < 2; i++) if (x > i) {
n += 1; y += i * x;
printf("%f\\n%d\\n", y, n); }
for (int i = 0; i < ${steps}; i++) if (UxHwDoubleUniformDist(0, 1) < 0.5)
walk += 1; else walk -= 1;
n = (int)x;
printf("%f\\n%d\\n%g\\n", walk, n, n > 2 ? 3.5 : x); }
`,
      [3, 'y'],
      [6, 'y'],
      [6, 'n'],
      [10, 'walk'],
      [10, 'n'],
      [10, 'n > 2 ? 3.5 : x'],
    )
    const values = records!.values.map(({ value }) => value)
    const lines = Stdout.trim().split('\n')
    expect(values.map((value) => Number(value.split('Ux')[0]))).toEqual(lines.map((line) => expect.closeTo(Number(line.split('Ux')[0]), 6)))
    expect(texts(values)).toEqual(texts(lines))
    expect(records!.values.map(({ variable, pass }) => [variable, pass])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [1, 1],
      [2, 1],
      [3, 0],
      [4, 0],
      [5, 0],
    ])
    const masses = shown(values.join('\n')).map(({ mass }) => Number(mass.toFixed(2)))
    expect(masses).toEqual([1, 0.8, 0.6, 1, 1, 1])
  })
  test.for([
    ['on paths', 'UxHwDoubleNthMoment(x, 1) - 1'],
    ['sample by sample', '0'],
  ])('that only others pass are recorded behind those of the particle, with their mass: %s', async ([, asked]) => {
    const { notices, traced: records } = await traced(
      `int main(void) {
double x = UxHwDoubleUniformDist(-1, 3), y = ${asked};
if (x < 0)
y = x - 1;
for (int i = 0; i < (int)(x + 1); i++)
y += 1;
y += x; }
`,
      [4, 'y'],
      [6, 'y'],
      [7, 'y'],
    )
    expect(records!.values.map(({ variable, pass, path }) => [variable, pass, path])).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [2, 0, 0],
      [0, 0, 1],
      [1, 2, 1],
    ])
    const found = shown(records!.values.map(({ value }) => value).join('\n'))
    expect(found.map(({ mass }) => Number(mass.toFixed(3)))).toEqual([1, 0.25, 0.25])
    const negative = found[1]!
    expect([Number(negative.before), negative.mean]).toEqual([expect.closeTo(-1.5, 3), expect.closeTo(-1.5, 3)])
    expect(found[2]!.atoms).toEqual({ 3: 0.25 })
    expect(notices).toBeUndefined()
  })
})
test('every path reads the same time', async () => {
  const { Stdout } = await main(
    'struct timespec t; clock_gettime(CLOCK_REALTIME, &t); double x = UxHwDoubleUniformDist(-1, 3), y = x; if (x < 0) y = -x; printf("%ld %f\\n", t.tv_nsec, y);',
  )
  expect(Stdout).toMatch(/^\d+ 1\.000000Ux[0-9A-F]+\n$/)
})
test('what was written into a file holds for every sample too', async () => {
  const { files } = await main(
    'FILE *f = fopen("out.txt", "w"); double x = UxHwDoubleUniformDist(-1, 3); if (x < 0) x = 7; fprintf(f, "%f\\n", x); fclose(f);',
  )
  const [x] = shown(new TextDecoder().decode(files.get('out.txt')))
  expect(x!.mean).toBeCloseTo(0.75 * 1.5 + 0.25 * 7, 2)
})

test('texts and files hold for every sample where only the particle would go on, and the output comes once', async () => {
  const { files, Stdout } = await main(
    `double x = UxHwDoubleUniformDist(-1, 3); printf("first %f\\n", x); fflush(stdout); int n = 1; if (x < 0) { n = 4; x = 7; }
     FILE *f = fopen("out.txt", "w"); fprintf(f, "%d %f\\n", n, x); fclose(f);
     char text[4000], number[20]; sprintf(text, "%f", x); sprintf(number, "%d", n); puts(text); printf("%f %d\\n", strtod(text, NULL), 10 * atoi(number));
     f = fopen("own.txt", "w"); fprintf(f, "%d %f\\n", n, x + 1); fclose(f); f = fopen("own.txt", "r"); int again; double y; fscanf(f, "%d %lf", &again, &y);
     printf("%d %f\\n", again, y);`,
  )
  const [first, text, parsed, tens, again, y, ...rest] = shown(Stdout)
  expect([rest.length, first!.mass, text!.before, parsed!.before]).toEqual([0, 1, '1.000000', '1.000000'])
  for (const value of [text!, parsed!]) expect(value.mean).toBeCloseTo(0.75 * 1.5 + 0.25 * 7, 2)
  expectAtoms(tens!.atoms, { 10: 0.75, 40: 0.25 })
  expectAtoms(again!.atoms, { 1: 0.75, 4: 0.25 })
  expect(y!.mean).toBeCloseTo(1 + 0.75 * 1.5 + 0.25 * 7, 2)
  expect(files.get('out.txt')!.length).toBeGreaterThan(100)
})
test('an integer in a file holds for every sample', async () => {
  const { files } = await main(
    'FILE *f = fopen("out.txt", "w"); double x = UxHwDoubleUniformDist(-1, 3); fprintf(f, "%d\\n", x < 0 ? 4 : 1); fclose(f);',
  )
  expectAtoms(shown(new TextDecoder().decode(files.get('out.txt')))[0]!.atoms, { 1: 0.75, 4: 0.25 })
})

test('streams of C++ print integers and numbers that differ', async () => {
  const program = `#include <iostream>
#include <stdexcept>
int main() { double x = UxHwDoubleUniformDist(0, 2); int n = 0; try { if (x > 1.5) throw std::runtime_error("large"); n = 1; } catch (const std::exception &) { n = 5; }
std::cout << n << " " << (n > 1 ? 0.5 : x) << std::endl; }`
  const [n, x] = shown((await run(program, { name: 'main.cpp' })).Stdout)
  expectAtoms(n!.atoms, { 1: 0.75, 5: 0.25 })
  expect(x!.mean).toBeCloseTo(0.75 * 0.75 + 0.25 * 0.5, 3)
})

describe('ways to fail on some paths only', () => {
  test('another exit code is told with its mass', async () => {
    const { ending, notices } = await main('if (UxHwDoubleUniformDist(0, 10) < 1) exit(3);')
    expect(ending).toMatchObject({ kind: 'exit', code: 0 })
    expect(notices?.places.map(({ kind, text }) => [kind, text])).toEqual([
      ['path', 'notice: for 10 % of the samples the program ended otherwise: exit code 3'],
    ])
  })
  test('a trap does not end the others', async () => {
    const { ending, notices, Stdout } = await main('int n = (int)UxHwDoubleUniformDist(0, 4); printf("%d\\n", 12 / (n - 1));')
    expect(ending).toMatchObject({ kind: 'exit', code: 0 })
    expect(shown(Stdout)[0]!.mass).toBeCloseTo(0.75, 3)
    expect(notices?.places[0]?.text).toMatch(/^notice: for 25 % of the samples the program ended otherwise: (integer )?divi/)
  })
  test('a longjmp takes the samples that take it', async () => {
    const { Stdout } = await run(
      'static jmp_buf back; static void check(double x) { if (x > 3) longjmp(back, 1); }\nint main(void) { double x = UxHwDoubleUniformDist(0, 4); volatile int jumped = 0; if (setjmp(back)) jumped = 1; else check(x); printf("%d\\n", jumped); }',
    )
    expectAtoms(shown(Stdout)[0]!.atoms, { 0: 0.75, 1: 0.25 })
  })
})

test('a Zurich core decides on the particle, and says so', async () => {
  const { Stdout, notices } = await run('int main(void) { double x = UxHwDoubleUniformDist(-1, 3); printf("%d\\n", x > 0); }', {
    core: { Microarchitecture: 'Zurich' },
  })
  expect(Stdout).toBe('1\n')
  expect(notices?.places[0]?.kind).toBe('comparison')
})

test('a value that is the same for all samples of a path is still decided on where the whole path decided on it', async () => {
  const { Stdout } = await main(
    `double x = UxHwDoubleUniformDist(-1, 3), y = floor(x) * 0 + (x > 1); int a = 0, b = 0; double z = x < 0 ? 0 : x; if (x < 1) a = 1;
     if (fmin(fmax(x, 1), 1.5) <= 1) b += 1; if (x < 2) b += 2; if (z > 0) b += 4; printf("%d %d %g\\n", a, b, y);`,
  )
  const [a, b] = shown(Stdout)
  expectAtoms(a!.atoms, { 0: 0.5, 1: 0.5 })
  expectAtoms(b!.atoms, { 3: 0.25, 4: 0.25, 6: 0.25, 7: 0.25 })
})
test('a number that no sample prints as the particle does has the law of those that print it', async () => {
  const { Stdout } = await main('double x = UxHwDoubleMixture(-1, 1, 0.5); int n = 2; if (x < 0) n = 4; if (x > 0) n = 4; printf("%d\\n", n);')
  expect(Stdout).toMatch(/^2Ux/)
  expectAtoms(shown(Stdout)[0]!.atoms, { 4: 1 })
})
test('what stands in a large file holds for all samples, as in a small one', async () => {
  const { files } = await main(`
    double x = UxHwDoubleUniformDist(0, 1), y = x > 0.25 ? 1 + x : x;
    FILE *small = fopen("small", "w"), *large = fopen("large", "w");
    fprintf(small, "%f\\n", y);
    for (int i = 0; i < 150000; i++) fprintf(large, "filled up with Ux and words\\n");
    fprintf(large, "%f\\n", y);
    fclose(small); fclose(large);`)
  const text = (name: string) => Buffer.from(files.get(name)!).toString()
  const [, small] = text('small').split('Ux')
  const large = text('large')
  expect(large.length).toBeGreaterThan(1 << 20)
  expect(
    large
      .split('\n')
      .slice(0, -2)
      .every((line) => line === 'filled up with Ux and words'),
  ).toBe(true)
  expect(large.split('\n').at(-2)!.split('Ux')[1]).toBe(small!.trimEnd())
})

test('%a prints the particle alone, whatever the paths', async () => {
  const { Stdout } = await main('double x = UxHwDoubleUniformDist(-1, 3), y = x > 0 ? 2 * x : 10; printf("%a %f\\n", y, y);')
  expect(Stdout).toMatch(/^0x1p\+1 2\.000000Ux04[0-9A-F]+\n$/)
})

test('wprintf prints integers and numbers that differ, whatever memory the paths had taken', async () => {
  const { Stdout } = await main(
    `double x = UxHwDoubleUniformDist(0, 4); int n = (int)x; void *p = malloc(1000 * n + 1); wprintf(L"%d of %ls\\n", n, L"four"); free(p);
     if (x > 1) x = 1; wprintf(L"%f\\n", x);`,
  )
  expect(Stdout).toMatch(/^2Ux[0-9A-F]+ of four\n1\.000000Ux[0-9A-F]+\n$/)
  const [n, x] = shown(Stdout)
  expectAtoms(n!.atoms, { 0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25 })
  expect(x!.mean).toBeCloseTo(0.875, 3)
})
test('a loop without end for some samples is told with their mass, and the others are printed', async () => {
  const { Stdout, ending, notices, ways } = await main(
    'double x = UxHwDoubleUniformDist(0, 4); volatile int turning = x > 3.5; printf("%d\\n", (int)x); while (turning) {} printf("%f\\n", x);',
  )
  expect(ending).toMatchObject({ kind: 'exit', code: 0 })
  expect(ways!.endless / ways!.all).toBeCloseTo(0.125, 3)
  const [n, x] = shown(Stdout)
  expectAtoms(n!.atoms, { 0: 0.25, 1: 0.25, 2: 0.25, 3: 0.125 })
  expect([x!.mass, x!.mean]).toEqual([expect.closeTo(0.875, 3), expect.closeTo(1.75, 2)])
  expect(notices?.places.map(({ text }) => text)).toEqual([
    'notice: for 13 % of the samples the program did not end in time; what was printed holds for the others',
  ])
})
