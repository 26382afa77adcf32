import { describe, expect, test } from 'vitest'
import { BINARY, UNARY } from '../abi.ts'
import { compile, execute, link, run } from './testing/program.ts'

const VALUES = '0.0, -0.0, 1, -1, 0.5, -2.5, 3.5, 1e-300, 1e300, 7, -0.3, 1.0/zero, -1.0/zero, 5e-324, 170.5, 0.1'
/** Without a form for long double, or with arguments of other types. */
const SPECIAL = new Set<string>(['significand', 'j0', 'j1', 'y0', 'y1', 'scalb', 'nextafter', 'nexttowardf', 'jn', 'yn'])
const ONE = UNARY.filter((name) => !SPECIAL.has(name))
const TWO = BINARY.filter((name) => !SPECIAL.has(name))
const SUFFIXES = [
  ['', 'double', '%a'],
  ['f', 'float', '%a'],
  ['l', 'long double', '%La'],
] as const

test('plain arguments give the bits that the C library gives', async () => {
  const one = (name: string) => SUFFIXES.map(([s, type, f]) => `{ ${type} x = v; printf("${name}${s} ${f} ${f}\\n", x, ${name}${s}(x)); }`)
  const two = (name: string) => SUFFIXES.map(([s, type, f]) => `{ ${type} x = v, y = w; printf("${name}${s} ${f}\\n", ${name}${s}(x, y)); }`)
  const parts = SUFFIXES.flatMap(([s, type, f]) => [
    `{ ${type} x = v, whole, sine, cosine; int n = 0; ${type} m = frexp${s}(x, &n); printf("frexp ${f} %d\\n", m, n);`,
    `m = modf${s}(x, &whole); printf("modf ${f} ${f} %d\\n", m, whole, ilogb${s}(x)); sincos${s}(x, &sine, &cosine); printf("${f} ${f}\\n", sine, cosine);`,
    `printf("${f} ${f} ${f}\\n", ldexp${s}(x, 5), scalbn${s}(x, -1070), scalbln${s}(x, 2000L)); printf("${f} %d\\n", lgamma${s}_r(x, &n), n);`,
    `if (v < 1e9 && v > -1e9) printf("%ld %ld %lld %lld\\n", lrint${s}(x), lround${s}(x), llrint${s}(x), llround${s}(x));`,
    `m = remquo${s}(x, (${type})0.7, &n); if (v < 1e9 && v > -1e9) printf("${f} %d\\n", m, n); printf("${f} ${f} ${f}\\n", nextafter${s}(x, 2), nexttoward${s}(x, 2), fma${s}(x, x, -x)); }`,
  ])
  const source = `#define _GNU_SOURCE\n#include <math.h>\n#include <complex.h>\n#include <stdio.h>
    static volatile double zero = 0;
    int main(void) {
      volatile double all[] = { ${VALUES} }; int count = sizeof all / sizeof *all;
      for (int i = 0; i < count; i++) {
        double v = all[i];
        ${[...ONE, 'nearbyint', 'exp10', 'pow10'].flatMap(one).join('\n')}
        ${parts.join('\n')}
        float vf = v;
        printf("%a %a %a %a %a %a %a %a %a %a\\n", j0(v), j1(v), y0(v), y1(v), jn(2, v), yn(-3, v), scalb(v, 3), scalb(8, v), significand(v), drem(v, 0.7));
        printf("%a %a %a %a %a %a %a %a\\n", j0f(vf), j1f(vf), y0f(vf), y1f(vf), jnf(2, vf), ynf(-3, vf), scalbf(vf, 3), significandf(vf));
        for (int k = 0; k < count; k++) { double w = all[k]; ${TWO.flatMap(two).join('\n')}
          double complex z = CMPLX(v, w), r[] = { cexp(z), csqrt(z), csinh(z), ccosh(z), ctanh(z) };
          for (int m = 0; m < 5; m++) printf("%a %a\\n", creal(r[m]), cimag(r[m])); }
      }
      return 0;
    }`
  const compiled = await compile(source, 'c')
  expect(compiled.messages).toBe('')
  const [ours, theirs] = [await execute(await link(compiled.object, 'c')), await execute(await link(compiled.object, 'c', false))]
  expect(ours.stdout.split('\n').length).toBeGreaterThan(9000)
  expect(ours.stdout === theirs.stdout).toBe(true)
})

/** Runs with x = 3 ± 1 in the three types; what the program asked of the runtime, after the three constructors. */
const asked = async (body: string) => {
  const source = `#define _GNU_SOURCE\n#include <math.h>\n#include <complex.h>\n#include <stdio.h>\n#include <uxhw.h>
    static volatile double sink; static volatile float sinkf; static volatile long double sinkl;
    int main(void) { double x = UxHwDoubleGaussDist(3, 1); float xf = UxHwFloatGaussDist(3, 1); long double xl = UxHwDoubleGaussDist(3, 1);
      ${body} return 0; }`
  const outcome = await run(source)
  return { ...outcome, calls: outcome.host.calls.slice(3) }
}

describe('an uncertain argument goes to the runtime', () => {
  test('for every function of one argument, in all three types', async () => {
    const { calls } = await asked(ONE.map((name) => `sink = ${name}(x); sinkf = ${name}f(xf); sinkl = ${name}l(xl);`).join('\n'))
    // The compiler itself turns these into instructions, which the pass sees; a long double stays a call.
    const inlined = new Set(['sqrt', 'fabs', 'floor', 'ceil', 'trunc', 'rint'])
    expect(calls).toEqual(ONE.flatMap((name) => Array<string>(inlined.has(name) ? (name === 'fabs' ? 0 : 1) : 3).fill(`unary ${name} 3`)))
  })
  test('for every function of two arguments, whichever is uncertain', async () => {
    const names = TWO.filter((name) => name !== 'copysign') // an instruction, or bits of a long double
    const { calls } = await asked(
      `volatile float seven = 7;${names.map((name) => `sink = ${name}(x, 7); sinkf = ${name}f(seven, xf); sinkl = ${name}l(xl, 7);`).join('\n')}`,
    )
    expect(calls).toEqual(names.flatMap((name) => [`binary ${name} 3 7`, `binary ${name} 7 3`, `binary ${name} 3 7`]))
  })
  test('for the powers as the optimiser would write them', async () => {
    const { calls, stdout } = await asked(`volatile double two = 2, half = 0.5, one = 1, zero = 0, less = -1;
      printf("%Pg %Pg %g %Pg %g\\n", pow(x, two), pow(x, less), pow(x, zero), pow(x, one), pow(one, x)); sink = pow(two, x); sink = pow(x, half); sink = exp10(x); sinkf = exp10f(xf);`)
    expect(stdout).toBe('9 0.333333 1 3 1\n')
    expect(calls).toEqual(['unary exp2 3', 'binary pow 10 3', 'binary pow 10 3'])
  })
  test('for functions without a form for long double', async () => {
    const names = ['significand', 'j0', 'j1', 'y0', 'y1']
    const { calls } = await asked(`volatile int two = 2; ${names.map((name) => `sink = ${name}(x); sinkf = ${name}f(xf);`).join('\n')}
      sink = jn(two, x); sinkf = jnf(two, xf); sink = yn(two, x); sinkf = ynf(two, xf);
      sink = scalb(two, x); sinkf = scalbf(two, xf); sink = scalb(x, x / x);`)
    const [bessel, scaled] = [
      ['jn', 'jn', 'yn', 'yn'],
      ['scalb', 'scalb'],
    ].map((list) => list.map((name) => `binary ${name} 2 3`))
    expect(calls).toEqual([
      ...names.flatMap((name) => [`unary ${name} 3`, `unary ${name} 3`]),
      ...bessel!,
      ...scaled!,
      expect.stringContaining('scalb 3'),
    ])
  })
  test('for the next number, which for a float is the next float', async () => {
    const { calls } = await asked(`volatile double d = 9; volatile float f = 9; volatile long double l = 9, third = 1 / 3.0L;
      sink = nextafter(x, d); sink = nextafter(d, x); sink = nexttoward(x, l); sink = nexttoward(d, xl);
      sinkf = nextafterf(xf, f); sinkf = nextafterf(f, xf); sinkf = nexttowardf(xf, l); sinkf = nexttowardf(f, xl);
      sinkl = nextafterl(xl, l); sinkl = nexttowardl(l, xl); sink = nexttoward(x, third); sinkf = nexttowardf(xf, 9 + third * 1e-25L);`)
    const ofDoubles = ['3 9', '9 3', '3 9', '9 3'].map((pair) => `binary nextafter ${pair}`)
    const ofFloats = ['3 9', '9 3', '3 9', '9 3'].map((pair) => `binary nexttowardf ${pair}`)
    const between = 'binary nextafter 3 -Infinity' // no double is as small as the third of one, as a long double
    expect(calls).toEqual([...ofDoubles, ...ofFloats, ...ofDoubles.slice(0, 2), between, 'binary nexttowardf 3 9.000000000000002'])
  })
  test('for fma', async () => {
    const { calls } = await asked(
      'volatile double two = 2, one = 1; sink = fma(x, two, one); sinkf = fmaf(two, xf, one); sinkl = fmal(two, one, xl);',
    )
    expect(calls).toEqual(['fma 3 2 1', 'fma 2 3 1', 'fma 2 1 3'])
  })
})

describe('a function that splits an uncertain number', () => {
  test.each([
    ['int n; double m = frexp(x, &n); printf("%Pg %d", m, n);', '0.75 2'],
    ['printf("%Pg %Pg %Pg", ldexp(x, 4), scalbn(x, -2), scalbln(x, 1L));', '48 0.75 6'],
    ['printf("%Pg %Pg", ldexp(x, 2000), ldexp(x, -4000));', 'inf 0'],
    ['double y = x; y = ldexp(y, -1), printf("%Pg ", y); double whole, part = modf(y, &whole); printf("%Pg %Pg", whole, part);', '1.5 1 0.5'],
    ['printf("%d %d", ilogb(x), ilogbl(xl));', '1 1'],
    ['printf("%ld %lld %ld", lround(ldexp(x, -1)), llrint(ldexp(x, -1)), lroundl(xl));', '2 2 3'],
    ['int n; double r = remquo(x, 2, &n); printf("%Pg %d", r, n);', '-1 2'],
    ['double s, c; sincos(x, &s, &c); printf("%Pg %Pg", s, c);', '0.14112 -0.989992'],
    ['int sign; double g = lgamma_r(x, &sign); printf("%d %d %d", sign, g != g, signgam);', '1 1 0'],
    ['printf("%Pg %Pg", scalb(x, 2), drem(x, 2));', '12 -1'],
  ])('gives its parts: %s', async (body, expected) => {
    expect((await asked(body)).stdout).toBe(expected)
  })
})

test('a long double keeps a distribution through arithmetic and back', async () => {
  const { stdout } =
    await asked(`long double y = xl * 2 + 1, z = 1 / (xl - 1); printf("%Pg %PLg %d %d%d%d%d%d%d ", (double)y, z, (int)y, y < 7, y <= 7, y > 6, y >= 8, y == 7, y != 7);
    printf("%PLg %PLg %Pg %.25Lg", -y, fabsl(-y), (double)-y, 1.0L / 3 + (y == 7));`)
  expect(stdout).toBe('7 0.5 7 011010 -7 7 -7 1.333333333333333333333333')
})
