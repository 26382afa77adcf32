// The library in programs as they run: instrumented, over the runtime and the host, on a core that tracks uncertainty.
import { describe, expect, test } from 'vitest'
import { QUERIES } from '../abi.ts'
import { LAW_CALLS } from './testing/constructor-cases.ts'
import { built, INCLUDES, outputOf, ZURICH } from './testing/instrumented.ts'
import type { Language } from './testing/program.ts'

const run = async (source: string, language: Language = 'c', core = ZURICH, options: readonly string[] = []) =>
  outputOf(await built(source, language, options), core).stdout
const c = (body: string, ...options: string[]) => run(`${INCLUDES}int main(void) { ${body} return 0; }`, 'c', ZURICH, options)

describe('classification of uncertain numbers', () => {
  const questions = `printf("%d%d%d%d%d%d%d ", !!isnan(v), !!isinf(v), !!isfinite(v), !!isnormal(v), !!signbit(v), fpclassify(v), __builtin_isinf_sign(v));`
  const values = 'x, -x, x - 3, fabs(log(x - 4)), 1 / (x - 3), -1 / (x - 3), x * 1e-308 / 3e1, 1.5, NAN'
  const expected = ['0011040', '0011140', '0010020', '1000000', '0100011', '010011-1', '0010030', '0011040', '1000000']
  test.each(['-O0', '-O2'])('goes by the particle, in every type, %s', async (optimisation) => {
    for (const type of ['double', 'long double']) {
      const text = await c(
        `double x = UxHwDoubleUniformDist(2, 4); ${type} all[] = { ${values} }; for (int i = 0; i < 9; i++) { ${type} v = all[i]; ${questions} }`,
        optimisation,
      )
      // What is subnormal as a double is a normal long double.
      const here = type === 'double' ? expected : expected.with(6, '0011040')
      expect(text.trim().split(' '), type).toEqual(here)
    }
    const text = await c(
      `float x = UxHwFloatUniformDist(2, 4); float all[] = { x, -x, x - 3, fabsf(logf(x - 4)), 1 / (x - 3), -1 / (x - 3), x * 1e-38f / 30, 1.5f, NAN }; for (int i = 0; i < 9; i++) { float v = all[i]; ${questions} }`,
      optimisation,
    )
    expect(text.trim().split(' ')).toEqual(expected)
  })
  test.each(['-std=c++11', '-std=c++23'])('in C++ too, also joined by the optimiser, %s', async (standard) => {
    const source = `#include <cmath>\n#include <cstdio>\n#include <limits>\n#include <uxhw.h>
      __attribute__((noinline)) int strange(double v) { return std::isnan(v) || std::isinf(v); }
      __attribute__((noinline)) int fine(double v) { return !std::isnan(v) && !std::isinf(v) && v == v && std::isfinite(v) && std::fpclassify(v) == FP_NORMAL; }
      int main() { double x = UxHwDoubleUniformDist(2, 4); float f = UxHwFloatUniformDist(2, 4); std::printf("%d%d%d%d%d%d", strange(x), fine(x), std::isnan(f), std::isfinite(f), std::signbit(-x), strange(1 / (x - 3))); }`
    expect(await run(source, 'cpp', ZURICH, [standard])).toBe('010111')
  })
})

test('what is printed is read back as the same distribution', async () => {
  const text = await c(`double x = UxHwDoubleGaussDist(3, 2); char line[4000]; sprintf(line, "%.17g", x); float g; int n = sscanf(line, "%f", &g);
    printf("%s %.17g %d %.6f", line, strtod(line, 0), n, (double)UxHwFloatNthMoment(g, 1));`)
  const [printed, again, ...rest] = text.split(' ')
  const atoms = (ux: string) => ux.slice('3Ux'.length + 42).match(/.{16}/g)!
  expect(printed).toHaveLength(1 + 2 + 42 + 64 * 32)
  expect(atoms(again!).filter((_, i) => i % 2 === 0)).toEqual(atoms(printed!).filter((_, i) => i % 2 === 0))
  const masses = (ux: string) => atoms(ux).flatMap((hex, i) => (i % 2 === 1 ? [Number(BigInt(`0x${hex}`)) / 2 ** 63] : []))
  for (const [index, mass] of masses(again!).entries()) expect(mass).toBeCloseTo(masses(printed!)[index]!, 15)
  expect(rest).toEqual(['1', '3.000000'])
})
test('a float prints with its tail, in C and C++', async () => {
  const source =
    '#include <cstdio>\n#include <iostream>\n#include <uxhw.h>\nint main() { float f = UxHwFloatUniformDist(1, 2); std::printf("%.2f|", f * 2); std::fflush(stdout); std::cout << f * 2 << std::endl; }'
  expect(await run(source, 'cpp')).toMatch(/^3\.00Ux00[0-9A-F]{2088}\|3Ux00[0-9A-F]{2088}\n$/)
})
test('complex functions of uncertain numbers agree with those of plain ones', async () => {
  const text = await c(`double complex points[] = { CMPLX(3, 2), CMPLX(-0.5, 1), CMPLX(-2, -3), CMPLX(0.25, -4), CMPLX(30, 1) };
    for (int i = 0; i < 5; i++) { double complex p = points[i], z = CMPLX(UxHwDoubleGaussDist(creal(p), 1e-9), UxHwDoubleGaussDist(cimag(p), 1e-9));
      double complex a[] = { cexp(z), csqrt(z), csinh(z), ccosh(z), ctanh(z), clog(z), csin(z), catan(z), cpow(z, 2), z * z, casin(z) };
      double complex b[] = { cexp(p), csqrt(p), csinh(p), ccosh(p), ctanh(p), clog(p), csin(p), catan(p), cpow(p, 2), p * p, casin(p) };
      for (int k = 0; k < 11; k++) { char text[100]; snprintf(text, sizeof text, "%.17Pg", creal(a[k])); double re = atof(text); snprintf(text, sizeof text, "%.17Pg", cimag(a[k])); double im = atof(text);
        if (!(cabs(CMPLX(re, im) - b[k]) <= 4e-15 * (1 + cabs(b[k])))) printf("%d %d: %g %g for %g %g\\n", i, k, re, im, creal(b[k]), cimag(b[k]));
        if (!(fabs(UxHwDoubleNthMoment(creal(a[k]), 1) - re) <= 1e-6 * (1 + cabs(b[k])))) printf("mean %d %d\\n", i, k); } }`)
  expect(text).toBe('')
})
test('quotients of complex numbers agree with those of plain ones, whichever part is uncertain', async () => {
  const each = (type: string, form: string, law: string, error: string) => `{ volatile ${type} sizes[] = { 1e-2, 0.7, 300, 1e18, 1e-18 };
    for (int k = 0; k < 5; k++) for (int part = 0; part < 16; part++) {
      ${type} m[] = { 3 * sizes[k], 2 * sizes[k], -0.3 * sizes[k], sizes[k] }, v[4];
      for (int i = 0; i < 4; i++) v[i] = part >> i & 1 ? ${law}(m[i], 1e-6 * fabs((double)m[i])) : m[i];
      ${type} complex q = ${form}(v[0], v[1]) / ${form}(v[2], v[3]), p = ${form}(m[0], m[1]) / ${form}(m[2], m[3]);
      double at[] = { q, cimag(q) }, near[] = { p, cimag(p) };
      for (int i = 0; i < 2; i++) {
        char text[100]; snprintf(text, sizeof text, "%.17Pg", at[i]);
        if (!(fabs(atof(text) - near[i]) <= ${error})) printf("${type} %d %d %d: %s for %g\\n", k, part, i, text, near[i]);
        if (!(fabs(UxHwDoubleNthMoment(at[i], 1) - near[i]) <= 1e-6)) printf("${type} %d %d %d: mean %g for %g\\n", k, part, i, UxHwDoubleNthMoment(at[i], 1), near[i]);
        count += UxHwDoubleNthMoment(at[i], 2) > 0;
      } } }`
  const text = await c(`int count = 0; volatile double complex one = 1;
    ${each('double', 'CMPLX', 'UxHwDoubleGaussDist', '0')} ${each('float', 'CMPLXF', 'UxHwFloatGaussDist', '0')}
    ${each('long double', 'CMPLXL', 'UxHwDoubleGaussDist', '4e-15')}
    double complex impedance = one / (0.01 + 2 * M_PI * 1e3 * UxHwDoubleUniformDist(0.9e-6, 1.1e-6) * I);
    printf("%d %.3f %.3f", count, UxHwDoubleNthMoment(creal(impedance), 1), UxHwDoubleNthMoment(cimag(impedance), 1));`)
  // One over the admittance of 100 ohm beside a microfarad at 1 kHz; the means are integrals over the capacity.
  expect(text).toBe('450 71.704 -44.968')
})
test('long double keeps plain numbers at full precision and distributions at double precision', async () => {
  const text = await c(
    `long double third = 1.0L / 3, x = UxHwDoubleUniformDist(2, 4), y = (x * third - 1) * 3; printf("%.30Lf %d %.3f %.3f %.3f %d", third, y == 0, UxHwDoubleNthMoment((double)y, 1), UxHwDoubleNthMoment((double)y, 2), UxHwDoubleSupportMin(fabsl(-x)), (int)sqrtl(x));`,
    '-fno-builtin-fabsl',
  )
  expect(text).toBe('0.333333333333333333333333333333 1 0.000 0.333 2.000 1')
})
test('the mathematical functions that only C++ has agree with those of plain numbers, sample by sample', async () => {
  const source = `#include <cmath>\n#include <complex>\n#include <cstdio>\n#include <numeric>\n#include <uxhw.h>
    extern "C" __attribute__((import_module("ux"), import_name("query"))) double ux_query(int, unsigned long long, double);
    static double at(double x, int i) { return ux_query(${QUERIES.indexOf('instance')}, __builtin_bit_cast(unsigned long long, x), i); }
    int main() {
      double x = UxHwDoubleUniformDist(1, 3), y = UxHwDoubleUniformDist(2, 5), z = x + y; at(z, 0);
      std::complex<double> c(x, y), q = c / std::complex<double>(y, x), p = c * c;
      int wrong = 0;
      for (int i = 0; i < 64; i++) {
        double a = at(x, i), b = at(y, i); std::complex<double> d(a, b), r = d / std::complex<double>(b, a), s = d * d;
        auto differ = [&](double got, double wanted) { wrong += !(std::fabs(at(got, i) - wanted) <= 4e-15 * std::fabs(wanted)); };
        differ(std::hypot(x, y, 2.0), std::hypot(a, b, 2.0)); differ(std::lerp(x, y, 0.25), std::lerp(a, b, 0.25));
        differ(std::midpoint(x, y), std::midpoint(a, b)); for (unsigned n : {0, 1, 2, 3, 7}) if (n) differ(std::hermite(n, x), std::hermite(n, a));
        differ(q.real(), r.real()); differ(q.imag(), r.imag()); differ(p.real(), s.real()); differ(p.imag(), s.imag());
        differ(std::norm(c), std::norm(d)); differ(std::abs(c), std::abs(d)); differ(std::arg(c), std::arg(d));
      }
      std::printf("%d %lld %lld", wrong, (long long)(__int128)(x * 100), (long long)(unsigned __int128)(float)x);
    }`
  expect(await run(source, 'cpp', ZURICH, ['-std=c++20'])).toBe('0 200 2')
})
test('powers print the same bytes whether or not the compiler replaced them', async () => {
  const body = 'double x = UxHwDoubleUniformDist(2, 4); printf("%f %f %f %f %f", pow(x, 2), pow(x, 0.5), pow(x, -1), pow(2, x), pow(x, 3));'
  expect(await c(body, '-O0')).toBe(await c(body, '-O2'))
})
test('every constructor gives a value whose mean is its particle', async () => {
  const laws = LAW_CALLS.map(([call]) => call)
  const show = (law: string) =>
    `{ double x = UxHwDouble${law}; char text[100]; snprintf(text, sizeof text, "%.17Pg", x); double m = UxHwDoubleNthMoment(x, 1); if (!(fabs(m - atof(text)) <= 1e-12 * (1 + fabs(m)))) printf("${law}: %.17g %s\\n", m, text); }`
  expect(await c(laws.map(show).join('\n'))).toBe('')
})
