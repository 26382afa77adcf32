import { describe, expect, test } from 'vitest'
import { compile, execute, link, run } from './testing/program.ts'

const FLOATING = ['', '+', ' ', '0', '-', '#', '-+', '+0', '#-', "'"].flatMap((flags) =>
  ['', '1', '12', '30'].flatMap((width) => ['', '.', '.0', '.3', '.17'].flatMap((precision) => [`${flags}${width}${precision}`])),
)
const NUMBERS =
  '0.0, -0.0, 1.0, -1.5, 0.1, 1e-5, 123456.789, -1e21, 1e300, 5e-324, 2.5, 0.5, 1.0/3, 1e15, 99999.95, 4503599627370496.5, 1.0/zero, -1.0/zero, __builtin_nan("")'

/** Prints every format with every number, through snprintf. P stands where the modifier goes. */
const matrix = (modifier: string) => `#include <stdio.h>
#include <stdarg.h>
static volatile double zero = 0;
static void show(const char *format, ...) {
  char line[512];
  va_list list;
  va_start(list, format);
  int length = vsnprintf(line, sizeof line, format, list);
  va_end(list);
  printf("%s %d\\n", line, length);
}
int main(void) {
  double numbers[] = { ${NUMBERS} };
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    double x = numbers[i];
${FLOATING.flatMap((front) => ['f', 'e', 'g', 'G', 'a'].map((letter) => `    show("%${front}${modifier}${letter}", x);`)).join('\n')}
    show("%${modifier}lf %${modifier}Lf %20.5${modifier}Lg", x, (long double)x, (long double)x / 3);
    show("%*.*${modifier}f|%-*${modifier}g|%.*${modifier}e", 12, 3, x, 9, x, -1, x);
    show("%*${modifier}f|%*${modifier}f|", -14, x, 14, x);
  }
  char c; short h; int n; long l; long long ll;
  show("%${modifier}f %d %5i %-5d| %05d %+d %u %x %#X %o %c %s %.2s %5s %p %%", 1.5, 1, -2, 3, 4, 5, 6u, 0xabcu, 0xABCu, 8u, 'q', "abc", "abc", "ab", (void *)16);
  show("%hhd %hd %ld %lld %jd %zd %td %llu %${modifier}g", (char)300, (short)70000, 5L, 1LL << 40, (long long)-1, sizeof n, (long)3, ~0ULL, 0.25);
  show("%2$${modifier}f %1$d %3$s %2$*4$.*5$${modifier}f", 7, 2.5, "third", 10, 2);
  show("abc%hhn%hn%n%ln%lln %${modifier}f", &c, &h, &n, &l, &ll, 1.0);
  show("%d %d %d %ld %lld %${modifier}e", c, h, n, l, ll, 1e10);
  show("%*d|%-*d|%.*s|%${modifier}f", 5, 42, 5, 42, 2, "xyz", 1.0);
  show("%ls %lc %${modifier}f", L"wide", (int)L'w', 1.0);
  show("%${modifier}f and %y", 1.0);
  show("%5% %${modifier}f", 1.0);
  show("%.-3f %${modifier}f", 1.0, 1.0);
  show("%m %${modifier}f", 1.0);
  fprintf(stderr, "%${modifier}f unbuffered %s\\n", 1.5, "text");
  char small[8];
  n = snprintf(small, sizeof small, "%10.4${modifier}f", 2.5);
  printf("%s %d %d\\n", small, n, snprintf(0, 0, "%${modifier}f", 2.5));
  return 0;
}`

/** The same through swprintf, but for %p, for which the C library's prints nothing. */
const wideMatrix = (modifier: string) =>
  matrix(modifier)
    .replace('%p', '%x')
    .replaceAll(/show\("/g, 'show(L"')
    .replace('show(const char *format', 'show(const wchar_t *format')
    .replace('char line[512];', 'wchar_t line[512] = L"";')
    .replace('vsnprintf(line, sizeof line', 'vswprintf(line, 512')
    .replace('"%s %d\\n", line, length', '"%ls %d\\n", line, length')
    .replace('#include <stdarg.h>', '#include <stdarg.h>\n#include <wchar.h>')

describe.each([
  ['printf', matrix],
  ['wprintf', wideMatrix],
])('plain numbers through %s', async (_name, matrix) => {
  const { object } = await compile(matrix(''), 'c')
  const without = await execute(await link(object, 'c', false))
  test('fill a matrix of formats and values', () => {
    expect(without.code).toBe(0)
    expect(without.stdout.split('\n').length).toBeGreaterThan(19_000)
  })
  test('print as without the library', async () => {
    const within = await execute(await link(object, 'c'))
    expect(within.stdout === without.stdout).toBe(true)
    expect(within.stderr).toBe(without.stderr)
  })
  test('print the same with the modifier P', async () => {
    const modified = await execute(await link((await compile(matrix('P'), 'c')).object, 'c'))
    const [ours, theirs] = [modified.stdout.split('\n'), without.stdout.split('\n')]
    expect(ours.flatMap((line, i) => (line === theirs[i] ? [] : [[line, theirs[i]]])).slice(0, 10)).toEqual([])
    expect(modified.stderr).toBe(without.stderr)
  })
})

/** Prints `count` random numbers by the C library, and by the library with the modifier P, and tells the conversions that differ. */
const randomNumbers = (count: number) => `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>
static uint64_t state = 1;
static uint64_t next(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9, z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}
static double any(void) {
  uint64_t bits = next();
  double x;
  switch (next() % 7) {
  case 0: memcpy(&x, &bits, sizeof x); return isnan(x) ? 0 : x;
  case 1: return ldexp((double)(bits >> 11), (int)(next() % 140) - 120);
  case 2: return (double)(bits % 1000001) / 1000;
  case 3: return (bits % 4096 + 0.5) * ldexp(1, -(int)(next() % 30)); /* ties */
  case 4: /* around powers of ten */
    x = pow(10, (int)(next() % 60) - 30);
    memcpy(&bits, &x, sizeof x), bits += next() % 5 - 2, memcpy(&x, &bits, sizeof x);
    return x;
  case 5: return (double)(bits >> next() % 64);
  default: return bits % 2 ? 0.0 : 1 - ldexp(1, -(int)(bits % 60));
  }
}
int main(void) {
  int wrong = 0;
  for (int i = 0; i < ${count}; i++) {
    char flags[8] = "", format[2][32], text[2][800];
    for (const char *flag = "#0- +"; *flag; flag++) if (next() % 4 == 0) strncat(flags, flag, 1);
    int width = next() % 2 ? (int)(next() % 100) - 20 : 0, precision = (int)(next() % 24) - 1, length[2], n = (int32_t)next() >> next() % 32;
    double x = next() % 2 ? any() : -any();
    char letter = "eEfFgG"[next() % 6];
    for (int own = 0; own < 2; own++) {
      sprintf(format[own], "%%%s*.*%s%c|%%%s*d", flags, own ? "P" : "", letter, flags);
      length[own] = snprintf(text[own], sizeof text[own], format[own], width, precision, x, width, n);
    }
    if ((length[0] != length[1] || strcmp(text[0], text[1])) && wrong++ < 10) printf("%s %d %d %a: %s %s\\n", format[1], width, precision, x, text[0], text[1]);
  }
  printf("%d of ${count} differ\\n", wrong);
  return 0;
}`

test('plain numbers of every size print with P as by the C library, to the last digit', async () => {
  const { stdout } = await run(randomNumbers(200_000))
  expect(stdout).toBe('0 of 200000 differ\n')
})

/** `value` in the test host: a Gaussian of mean 3 and deviation 1 has the atoms 2 and 4. */
const printed = async (body: string, language: 'c' | 'cpp' = 'c', headers = '') =>
  run(
    `#include <stdio.h>\n#include <wchar.h>\n#include <uxhw.h>\n#include <math.h>\n${headers}\nint main(void) { double x = UxHwDoubleGaussDist(3, 1); ${body} return 0; }`,
    language,
    '',
    language === 'c' ? [] : headers.includes('<format>') ? ['-std=c++23', '-O0'] : ['-std=c++17'], // <format> takes the compiler long to optimise
  )
const TAIL = 'Ux040000000000000001400800000000000000000002' + '40000000000000004000000000000000' + '40100000000000004000000000000000'
/** Of a Gaussian of mean -1e-17 and deviation 1. */
const TINY_TAIL = 'Ux040000000000000001BC670EF54646D49700000002' + 'BFF00000000000004000000000000000' + '3FF00000000000004000000000000000'

describe('an uncertain number', () => {
  test.each([
    ['%f', `3.000000${TAIL}`],
    ['%.2e', `3.00e+00${TAIL}`],
    ['%g|', `3${TAIL}|`],
    ['%10.3f', `     3.000${TAIL}`],
    ['%+010.3lf', `+00003.000${TAIL}`],
    ['%-10.3f|', `3.000${TAIL}|`],
    ['%-+10.3f|', `+3.000${TAIL}|`],
    ['%a', '0x1.8p+1'],
    ['%20a|', '            0x1.8p+1|'],
    ['%-20a|', '0x1.8p+1            |'],
    ['%Pf', '3.000000'],
    ['% Pf', ' 3.000000'],
    ['%10.3Pf', '     3.000'],
    ['%-10.3Pf|', '3.000     |'],
    ['%Plf', '3.000000'],
    ['%1$Pg', '3'],
    ['%1$.1f %1$.2Pf', `3.0${TAIL} 3.00`],
    ['%% %f %%', `% 3.000000${TAIL} %`],
  ])('prints %s as particle and tail, to wide streams too', async (format, expected) => {
    const { stdout } = await printed(
      `wchar_t wide[400]; int n = printf("${format}", x), w = swprintf(wide, 400, L"${format}", x); printf("\\n%d\\n%ls\\n%d", n, wide, w);`,
    )
    expect(stdout).toBe(`${expected}\n${expected.length}\n${expected}\n${expected.length}`)
  })
  test('stands among other wide text and arguments', async () => {
    const { stdout } = await printed(
      'setlocale(LC_ALL, "C.UTF-8"); int n = wprintf(L"µ %ls %lc %s %d %p %Pf µ%n", L"wide", L\'w\', "narrow", 7, (void *)16, x, &n); wprintf(L" %d", n);',
      'c',
      '#include <locale.h>',
    )
    expect(stdout).toBe('µ wide w narrow 7 0x10 3.000000 µ 33')
  })
  test('ends a wide call with a mistake in its format', async () => {
    const { stdout } = await printed('wchar_t wide[40]; printf("%d %d", swprintf(wide, 40, L"%f %Pd", x, 1), swprintf(wide, 5, L"%Pf", x));')
    expect(stdout).toBe('-1 -1')
  })
  test.each([
    ['%f', '-1e-17', '0.000000'],
    ['%f', '-0.0', '0.000000'],
    ['%+.2f', '-0.004', '+0.00'],
    ['%.2f', '-0.006', '-0.01'],
    ['%.0f', '-0.5', '0'],
    ['%8.3f', '-1e-9', '   0.000'],
    ['%Pf', '-1e-17', '0.000000'],
    ['%.400f', '-1e-300', `-0.${'0'.repeat(299)}1`],
    ['%g', '-0.0', '0'],
    ['%e', '-1e-17', '-1.000000e-17'],
    ['%.1Lf', '-1e-17', '0.0'],
  ])('has no minus sign in front of zeros alone: %s of %s', async (format, particle, expected) => {
    const { stdout } = await printed(
      `double u = UxHwDoubleGaussDist(${particle}, 1); printf("${format}", ${format.includes('L') ? '(long double)u' : 'u'});`,
    )
    expect(stdout.slice(0, expected.length)).toBe(expected)
    expect(stdout.slice(expected.length)).toMatch(format.includes('P') ? /^$/ : /^\d*Ux04/)
  })
  test('which is a plain number keeps the sign that C gives it', async () => {
    const { stdout } = await printed('volatile double zero = -0.0, tiny = -1e-17; printf("%f %f %.0f %g", zero, tiny, -0.4, zero);')
    expect(stdout).toBe('-0.000000 -0.000000 -0 -0')
  })
  test('takes width and precision from arguments', async () => {
    const { stdout } = await printed('printf("%*.*f %-*.1f %*f", 8, 2, x, 9, x, -9, x);')
    expect(stdout).toBe(`    3.00${TAIL} 3.0${TAIL} 3.000000${TAIL}`)
  })
  test('stands among other arguments', async () => {
    const { stdout } = await printed(`int before = 0; long long big = 1LL << 40;
      printf("%s %c %lld %f %d%n %Lf %5.1f %s", "s", 'c', big, x, 7, &before, 2.5L, 1.25, "end"); printf(" %d", before);`)
    expect(stdout).toBe(`s c 1099511627776 3.000000${TAIL} 7 2.500000   1.2 end ${`s c 1099511627776 3.000000${TAIL} 7`.length}`)
  })
  test('prints as nan or an infinity where its particle is one', async () => {
    const { stdout } = await printed(
      'printf("%Pf %PF %Pf %Pf", sqrt(x) * 0 == 0 ? 0 : log(UxHwDoubleGaussDist(-1, 1)), log(UxHwDoubleGaussDist(-1, 1)), -log(UxHwDoubleGaussDist(0, 1)), log(UxHwDoubleGaussDist(0, 1)));',
    )
    expect(stdout).toBe('nan NAN inf -inf')
  })
  test('keeps to the size that snprintf is given, and counts all of it', async () => {
    const { stdout } = await printed(
      'char small[12]; int n = snprintf(small, sizeof small, "%.1f", x); printf("%s %d %d", small, n, snprintf(0, 0, "%f", x));',
    )
    expect(stdout).toBe(`3.0Ux040000 ${3 + TAIL.length} ${8 + TAIL.length}`)
  })
  test('prints through every function of the family', async () => {
    const { stdout, stderr } = await printed(
      `char text[400]; char *made; wchar_t wide[400];
      fprintf(stdout, "%.0f\\n", x); sprintf(text, "%.0f\\n", x); fputs(text, stdout); asprintf(&made, "%.0f\\n", x); fputs(made, stdout);
      swprintf(wide, 400, L"%.0f %ls\\n", x, L"w"); printf("%ls", wide); dprintf(1, "%.0f\\n", x); fprintf(stderr, "%.0f\\n", x); UxHwDoublePrint(x); UxHwFloatPrint(2);`,
      'c',
      '#define _GNU_SOURCE',
    )
    expect(stderr).toBe(`3${TAIL}\n`)
    expect(stdout.split('\n')).toEqual(expect.arrayContaining([`3${TAIL}`, `3${TAIL} w`]))
    expect(stdout.match(/Ux04/g)).toHaveLength(6)
    expect(stdout).toContain(`3.000000${TAIL}2.000000`)
  })
  test('prints a tail of any length', async () => {
    const { stdout } = await printed(
      'double all[1000]; for (int i = 0; i < 1000; i++) all[i] = i; printf("%.1f\\n", UxHwDoubleDistFromSamples(all, 1000));',
    )
    expect(stdout).toMatch(/^499\.5Ux[0-9A-F]{32042}\n$/)
  })
  test('as a long double prints with its tail', async () => {
    const { stdout } = await printed('long double wide = x; printf("%.1Lf %.1PLf %8.1Lf", wide, -wide, wide);')
    expect(stdout).toBe(`3.0${TAIL} -3.0      3.0${TAIL}`)
  })
  test('is given as its particle by the old conversions to digits', async () => {
    const { stdout } = await printed(
      'char text[32]; printf("%s", gcvt(x, 5, text)); int point, sign; printf(" %s", ecvt(x, 3, &point, &sign)); printf(" %s", fcvt(x, 2, &point, &sign));',
      'c',
      '#define _GNU_SOURCE\n#include <stdlib.h>',
    )
    expect(stdout).toBe('3 300 300')
  })
})

test('an uncertain number prints through C++ streams, and their widths count the decimal only', async () => {
  const cases: [string, string][] = [
    ['x', `3${TAIL}`],
    ['std::fixed << std::setprecision(2) << x', `3.00${TAIL}`],
    ['std::setw(6) << x << std::setw(3) << 1', `     3${TAIL}  1`],
    ["std::setfill('*') << std::left << std::setw(6) << x << std::setw(3) << 1", `3${TAIL}1**`],
    ['std::showpos << std::scientific << x', `+3.000000e+00${TAIL}`],
    ['std::hexfloat << x', '0x1.8p+1'],
    ['(long double)x', `3${TAIL}`],
    ['std::to_string(x)', `3.000000${TAIL}`],
    ['[&] { std::wostringstream s; s << x; auto w = s.str(); return std::string(w.begin(), w.end()); }()', `3${TAIL}`],
    ['1.5 << " " << std::setw(5) << 2.5f << " " << 1.0L', '1.5   2.5 1'],
    ['[&] { char digits[40]; return std::string(digits, std::to_chars(digits, digits + 40, x).ptr); }()', '3'],
    ['[&] { char digits[40]; return std::string(digits, std::to_chars(digits, digits + 40, tiny, std::chars_format::fixed, 2).ptr); }()', '0.00'],
    ['std::fixed << std::setprecision(3) << tiny', `0.000${TINY_TAIL}`],
    ['std::scientific << std::setprecision(1) << tiny', `-1.0e-17${TINY_TAIL}`],
    ['std::fixed << std::setprecision(3) << -1e-17', '-0.000'],
  ]
  const body = `double tiny = UxHwDoubleGaussDist(-1e-17, 1);${cases.map(([shown]) => `{ std::ostringstream out; out << ${shown}; std::cout << out.str() << std::endl; }`).join('\n')}`
  const headers = ['iostream', 'iomanip', 'sstream', 'string', 'charconv'].map((name) => `#include <${name}>`).join('\n')
  const { stdout } = await printed(body, 'cpp', headers)
  expect(stdout.split('\n').slice(0, -1)).toEqual(cases.map(([, expected]) => expected))
})

test('an uncertain number prints through std::format and std::print, and the width counts the decimal only', async () => {
  const cases: [string, string][] = [
    ['"[{}]", x', `[3${TAIL}]`],
    ['"[{:8.2f}]", x', `[    3.00${TAIL}]`],
    ['"[{:<8.2f}] [{:^8.2f}]", x, x', `[3.00${TAIL}] [3.00${TAIL}]`],
    ['"[{:*>+9.1e}]", x', `[*+3.0e+00${TAIL}]`],
    ['"[{:08.1f}]", x', `[000003.0${TAIL}]`],
    ['"[{:8a}]", x', '[  1.8p+1]'],
    ['"[{:.2f}] [{:.1e}] [{:.2f}]", tiny, tiny, -1e-17', `[0.00${TINY_TAIL}] [-1.0e-17${TINY_TAIL}] [-0.00]`],
    ['"[{:.{}f}] {} [{}]", x, 1, 7, (long double)x', `[3.0${TAIL}] 7 [3${TAIL}]`],
    [
      '"[{:8.2f}] [{:<8.2f}] [{:^8.2f}] [{}] [{}]", 3., 3., 3., 1.0f / 3, -1 / 3.0L',
      '[    3.00] [3.00    ] [  3.00  ] [0.33333334] [-0.3333333333333333]',
    ],
  ]
  const body = `double tiny = UxHwDoubleGaussDist(-1e-17, 1);
    ${cases.map(([shown]) => `std::cout << std::format(${shown}) << std::endl;`).join('\n')}
    auto wide = std::format(L"{:.1f}", x); std::cout << std::string(wide.begin(), wide.end()) << std::endl; std::println("{}", x);`
  const { stdout } = await printed(body, 'cpp', '#include <iostream>\n#include <format>\n#include <print>')
  expect(stdout.split('\n').slice(0, -1)).toEqual([...cases.map(([, expected]) => expected), `3.0${TAIL}`, `3${TAIL}`])
})
