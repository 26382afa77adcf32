// Every function of <math.h> on uncertain numbers, double and float, against the plain function sample by sample, in one program.
// A program may ask for single samples by the question 'instance'; few samples keep that cheap.
import { expect, test } from 'vitest'
import { QUERIES } from '../abi.ts'
import { built, INCLUDES, outputOf, ZURICH } from './testing/instrumented.ts'

const SAMPLES = 64

/** Functions of one argument: from, to, permitted distance in units in the last place of a double (the lanes' bound and libm's own). */
const ONE: readonly (readonly [names: string, from: number, to: number, ulps: number])[] = [
  ['sqrt fabs floor ceil trunc rint nearbyint round', 0.01, 40, 0],
  ['fabs floor ceil trunc rint nearbyint round', -40, 3, 0],
  ['cbrt erf erfc asinh atan', -5, 5, 1],
  ['exp exp2 exp10', -30, 30, 2],
  ['expm1', -3, 3, 4],
  ['sinh tanh', -3, 3, 6],
  ['cosh', -3, 3, 4],
  ['sin cos', -100, 100, 3],
  ['tan', -1.4, 1.4, 6],
  ['log log2 log10 tgamma lgamma', 0.1, 20, 2],
  ['log1p', -0.9, 20, 4],
  ['asin acos atanh', -0.99, 0.99, 1],
  ['acosh', 1, 20, 1],
  ['log sqrt acos', -3, 3, 2], // NaN for part of the samples
  ['exp tgamma', -900, 900, 2], // 0, infinity, and poles
  ['logb', -40, 40, 0],
]
/** Without forms for long double. A float goes through double, whose digits the C library's own float forms do not all have near a zero. */
const THROUGH_DOUBLE: readonly (readonly [names: string, from: number, to: number])[] = [
  ['j0 j1 y0 y1', 0.01, 40],
  ['j0 j1 y0 y1', -5, 5], // y0 and y1: NaN
  ['significand', -40, 40],
]
/** Functions of two arguments, both in these ranges. */
const TWO: readonly (readonly [names: string, x: readonly [number, number], y: readonly [number, number], ulps: number])[] = [
  ['pow', [0.1, 9], [-5, 5], 2],
  ['atan2 hypot fmin fmax fdim copysign', [-4, 4], [-3, 5], 0],
  ['fmod remainder', [-20, 20], [0.5, 3], 0],
  ['nextafter', [-4, 4], [-3, 5], 0],
]

test('samples of a result are the function of the samples of its arguments, and so is the particle', async () => {
  const lines: string[] = []
  for (const suffix of ['', 'f']) {
    const [type, law] = suffix === '' ? ['double', 'UxHwDoubleUniformDist'] : ['float', 'UxHwFloatUniformDist']
    // A float goes through double: its own libm may differ by its rounding. exp10f and the others of musl are within 1.5 units.
    const allowed = (ulps: number) => (suffix === '' ? ulps : Math.max(2, ulps))
    const check = (label: string, result: string, plain: string, ulps: number, ...uncertain: string[]) => {
      const values = uncertain.map((name) => `${type} ${name}_ = (${type})at(${name}, i)`).join('; ')
      lines.push(
        // Arguments that never met are aligned when the result is computed, which asking it for a sample does.
        `{ ${type} r = ${result}; at(r, 0); for (int i = -1; i < ${SAMPLES}; i++) { ${values}; compare("${label}", i, at(r, i), ${plain}, ${allowed(ulps)}, ${suffix === '' ? 52 : 23}); } }`,
      )
    }
    const uniform = (name: string, from: number, to: number) => `${type} ${name} = ${law}(${from}, ${to});`
    for (const [names, from, to, ulps] of ONE) {
      lines.push(`{ ${uniform('x', from, to)}`)
      for (const name of names.split(' ')) check(`${name}${suffix}(${from}..${to})`, `${name}${suffix}(x)`, `${name}${suffix}(x_)`, ulps, 'x')
      lines.push('}')
    }
    for (const [names, from, to] of THROUGH_DOUBLE) {
      lines.push(`{ ${uniform('x', from, to)}`)
      for (const name of names.split(' ')) check(`${name}${suffix}(${from}..${to})`, `${name}${suffix}(x)`, `(${type})${name}((double)x_)`, 0, 'x')
      lines.push('}')
    }
    for (const order of [-3, 0, 1, 2, 9]) {
      lines.push(`{ ${uniform('x', -2, 30)}`)
      for (const name of ['jn', 'yn'])
        check(`${name}${suffix}(${order}, x)`, `${name}${suffix}(${order}, x)`, `(${type})${name}(${order}, (double)x_)`, 0, 'x')
      lines.push('}')
    }
    for (const [names, x, y, ulps] of TWO) {
      lines.push(`{ ${uniform('x', ...x)} ${uniform('y', ...y)} volatile ${type} c = 1.75;`)
      for (const name of names.split(' ').map((bare) => `${bare}${suffix}`)) {
        check(`${name}(x, y)`, `${name}(x, y)`, `${name}(x_, y_)`, ulps, 'x', 'y')
        check(`${name}(x, c)`, `${name}(x, c)`, `${name}(x_, c)`, ulps, 'x')
        check(`${name}(c, y)`, `${name}(c, y)`, `${name}(c, y_)`, ulps, 'y')
        check(`${name}(x, x)`, `${name}(x, x)`, `${name}(x_, x_)`, ulps, 'x')
      }
      lines.push('}')
    }
    lines.push(`{ ${uniform('x', -4, 4)} ${uniform('y', 1, 2)} ${uniform('z', -3, 3)} ${type} whole, part = modf${suffix}(x, &whole); int n;`)
    check(`fma${suffix}(x, y, z)`, `fma${suffix}(x, y, z)`, `fma${suffix}(x_, y_, z_)`, 0, 'x', 'y', 'z')
    check(`fma${suffix}(x, 3, z)`, `fma${suffix}(x, 3, z)`, `fma${suffix}(x_, 3, z_)`, 0, 'x', 'z')
    check(`ldexp${suffix}`, `ldexp${suffix}(x, 7)`, `ldexp${suffix}(x_, 7)`, 0, 'x')
    check(`scalbn${suffix}`, `scalbn${suffix}(x, -20)`, `scalbn${suffix}(x_, -20)`, 0, 'x')
    check(`modf${suffix}`, 'part', `modf${suffix}(x_, &whole)`, 0, 'x')
    check(`modf${suffix} whole`, `(modf${suffix}(x, &whole), whole)`, `trunc${suffix}(x_)`, 0, 'x')
    check(`frexp${suffix}`, `frexp${suffix}(y, &n)`, 'y_ / 2', 0, 'y') // the exponent is that of the particle
    check(`scalb${suffix}`, `scalb${suffix}(x, rint${suffix}(4 * z))`, `scalb${suffix}(x_, rint${suffix}(4 * z_))`, 0, 'x', 'z')
    check(`scalb${suffix}(x, z)`, `scalb${suffix}(x, z)`, `scalb${suffix}(x_, z_)`, 0, 'x', 'z') // NaN: not whole
    check(`scalb${suffix}(3, …)`, `scalb${suffix}(3, rint${suffix}(z))`, `scalb${suffix}(3, rint${suffix}(z_))`, 0, 'z')
    for (const target of ['y', '1.5L', '-1 / 3.0L', '1e4000L', '-1e4000L', '1e-4000L'])
      check(
        `nexttoward${suffix}(x, ${target})`,
        `nexttoward${suffix}(x, ${target})`,
        `nexttoward${suffix}(x_, ${target === 'y' ? 'y_' : target})`,
        0,
        'x',
        'y',
      )
    // A target between two neighbours: samples on both, and one that is infinite.
    for (const [low, high] of suffix === ''
      ? [
          ['1', '1 + 0x1p-52'],
          ['-1', '-1 - 0x1p-52'],
          ['DBL_MAX', 'INFINITY'],
          ['-DBL_MAX', '-INFINITY'],
        ]
      : [
          ['1', '1 + 0x1p-23f'],
          ['-1', '-1 - 0x1p-23f'],
          ['FLT_MAX', 'INFINITY'],
        ]) {
      lines.push(`{ ${type} two[] = { ${low}, ${high} }, v = ${law.replace('UniformDist', 'DistFromSamples')}(two, 2);`)
      const targets =
        high === 'INFINITY' || high === '-INFINITY'
          ? [`${low} * 1.0000000001L`]
          : ['0x1p-60L', '0x1p-53L', '0x1.8p-53L'].map((step) => `(${low} > 0 ? 1 + ${step} : -1 - ${step})`)
      for (const target of targets)
        check(`nexttoward${suffix}(${low}, ${target})`, `nexttoward${suffix}(v, ${target})`, `nexttoward${suffix}(v_, ${target})`, 0, 'v')
      lines.push('}')
    }
    lines.push(`${uniform('v', 3.6, 4.4)} ${uniform('w', 0.98, 1.02)}`) // 4 times for all samples: where they differ, each takes its own path
    check(`remquo${suffix}`, `remquo${suffix}(v, w, &n)`, `remquo${suffix}(v_, w_, &n)`, 0, 'v', 'w')
    lines.push('}')
  }
  const source = `${INCLUDES}#include <float.h>

    __attribute__((import_module("ux"), import_name("query"))) double ux_query(int, unsigned long long, double);
    __attribute__((import_module("ux"), import_name("particle"))) double ux_particle(double);
    static int compared, failures; static const char *failed = "";
    /* Sample i, or the particle where i is -1. */
    static double at(double x, int i) { unsigned long long bits; memcpy(&bits, &x, 8); return i < 0 ? ux_particle(x) : ux_query(${QUERIES.indexOf('instance')}, bits, i); }
    static void compare(const char *label, int i, double got, double wanted, double ulps, int digits) {
      compared++;
      int exponent; frexp(wanted, &exponent);
      double unit = ldexp(1, (exponent < -1021 ? -1021 : exponent) - 1 - digits);
      if (got == wanted || (isnan(got) && isnan(wanted)) || (isfinite(wanted) && fabs(got - wanted) <= (i < 0 && digits == 52 ? 0 : ulps) * unit)) return;
      if (strcmp(label, failed) == 0) return (void)failures++; /* one line each */\n      failed = label; if (failures++ < 2000) printf("%s sample %d: %.17g for %.17g\\n", label, i, got, wanted);
    }
    int main(void) {
    ${lines.join('\n')}
    printf("%d compared, %d wrong", compared, failures); return 0; }`
  const module = await built(source)
  for (const Microarchitecture of ['Zurich', 'Athens'] as const) {
    const { stdout } = outputOf(module, { ...ZURICH, Microarchitecture }, SAMPLES)
    expect(stdout).toMatch(/^\d{5} compared, 0 wrong$/)
  }
})
