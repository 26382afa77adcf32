import { describe, expect, test } from 'vitest'
import { compile, execute, link, run } from './testing/program.ts'

const TEXTS = [
  ...[
    '0',
    '-0',
    '1',
    ' 2.5',
    '+3',
    '.5',
    '5.',
    '1e3',
    '1e',
    '1e+',
    '1.5e-3x',
    '-.25e+2',
    '0x1.8p3',
    '0x',
    '0x.p1',
    'inf',
    '-infinity',
    'infinit',
    'nan',
  ],
  ...[
    'nan(12)',
    'nan(',
    'x',
    '',
    '  ',
    '-',
    '+.',
    '1e400',
    '1e-400',
    '123456789012345678901234567890',
    '1..2',
    '1,5',
    '1U',
    '1Ux',
    '1Ux04',
    'Ux',
    'U',
    ' Ux12',
    '0.1',
  ],
]
const MATRIX = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <errno.h>
int main(void) {
  const char *texts[] = { ${TEXTS.map((text) => JSON.stringify(text)).join(', ')} };
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *text = texts[i];
    char *end; wchar_t wide[64], *wideEnd; double d; float f; long double l; char rest[64]; int n;
    errno = 0; d = strtod(text, &end); printf("%a %d %d|", d, (int)(end - text), errno);
    errno = 0; f = strtof(text, &end); printf("%a %d %d|", f, (int)(end - text), errno);
    errno = 0; l = strtold(text, &end); printf("%La %d %d|", l, (int)(end - text), errno);
    mbstowcs(wide, text, 64); d = wcstod(wide, &wideEnd); printf("%a %d|%a|", d, (int)(wideEnd - wide), atof(text));
    const char *formats[] = { "%lf%s", "%2lf%s", "%4lf%s", "%lf%n%s", "%*lf%s", " %le %s" };
    for (int k = 0; k < 6; k++) {
      d = 42; strcpy(rest, "-"); n = -1;
      int count = k == 3 ? sscanf(text, formats[k], &d, &n, rest) : k == 4 ? sscanf(text, formats[k], rest) : sscanf(text, formats[k], &d, rest);
      printf("%d %a %d %s|", count, d, n, rest);
    }
    f = 42; l = 42;
    printf("%d %a ", sscanf(text, "%f", &f), f);
    printf("%d %La\\n", sscanf(text, "%Lf", &l), l);
  }
  char word[64]; double d; int count;
  while ((count = scanf("%lf", &d)) != EOF) {
    if (count == 1) printf("<%a>", d);
    else if (scanf("%63[^ \\n]", word) == 1) printf("[%s]", word);
    int c = getchar(); printf("%d ", c); if (c != EOF) ungetc(c, stdin); if (c == EOF) break;
    if (c != ' ' && c != '\\n') putchar(getchar());
  }
  return 0;
}`

test('plain numbers are read as without the library', async () => {
  const { object } = await compile(MATRIX, 'c')
  const stdin = `${TEXTS.join('\n')}\n1.5 2.5;3.5Uy 4.5Ux 5`
  const [ours, theirs] = [await execute(await link(object, 'c'), stdin), await execute(await link(object, 'c', false), stdin)]
  expect(ours.stdout.split('\n')).toEqual(theirs.stdout.split('\n'))
  expect(theirs.stdout.length).toBeGreaterThan(5000)
})

/** Atoms 2 and 4, mean field 3. */
const HEADER = 'Ux04000000000000000140080000000000000000000'
const TAIL = `${HEADER}240000000000000004000000000000000${'40100000000000004000000000000000'}`
const SINGLE = `${HEADER}2400000004000000000000000${'408000004000000000000000'}`
const PLAIN = 'Ux0400000000000000003FF8000000000000000000013FF80000000000008000000000000000'
/** What `show` prints of an uncertain value: 21 characters, of its tail only what is the same for every mean. */
const shown = (particle: string) => `${particle}${TAIL}`.slice(0, 21)

const read = async (body: string, stdin = '') =>
  (
    await run(
      `#include <stdio.h>\n#include <stdlib.h>\n#include <wchar.h>\n#include <math.h>\n#include <uxhw.h>
    static void show(double x, const char *rest) { char text[400]; snprintf(text, sizeof text, "%g", x); printf("%.21s|%s\\n", text, rest); }
    int main(void) { char *end; char rest[400] = "-"; double d; float f; long double l; ${body} return 0; }`,
      'c',
      stdin,
    )
  ).stdout
const string = (text: string) => JSON.stringify(text)

describe('a Ux string', () => {
  test.each([
    [`1.5${TAIL}`, shown('1.5'), ''],
    [`  -1.5e3${TAIL};7`, shown('-1500'), ';7'],
    [`${TAIL} x`, shown('3'), ' x'],
    [` ${TAIL}`, shown('3'), ''],
    [`1.5${TAIL}AB12`, shown('1.5'), 'AB12'],
    [`1.5${TAIL.slice(0, 20)}${TAIL.slice(20).toLowerCase()}`, shown('1.5'), ''],
    [`1.5${SINGLE}g`, shown('1.5'), 'g'],
    [`1.5${SINGLE}ABC`, shown('1.5'), 'ABC'],
    [`nan${TAIL}`, shown('nan'), ''],
    [`-inf${TAIL}`, shown('-inf'), ''],
    [`1.5${PLAIN}z`, '1.5', 'z'],
    [PLAIN, '1.5', ''],
    [`2.5${TAIL.slice(0, -40)}`, '2.5', TAIL.slice(0, -40)],
    ['2.5Ux04', '2.5', 'Ux04'],
    ['2.5Ux', '2.5', 'Ux'],
    ['2.5U', '2.5', 'U'],
    [`2.5UxFF${TAIL.slice(4)}`, '2.5', `UxFF${TAIL.slice(4)}`],
    [`2.5${TAIL.slice(0, 36)}00002711${TAIL.slice(44)}`, '2.5', `${TAIL.slice(0, 36)}00002711${TAIL.slice(44)}`],
    [' UxFF', '0', ' UxFF'],
  ])('is read by strtod: %s', async (text, value, rest) => {
    expect(await read(`d = strtod(${string(text)}, &end); show(d, end);`)).toBe(`${value}|${rest}\n`)
  })
  test('is read by the other functions for strings', async () => {
    const stdout = await read(`const char *text = ${string(`1.5${TAIL};`)};
      f = strtof(text, &end); show(UxHwDoubleMixture(strtod(text, 0), 0, 1), end); printf("%d\\n", f != f);
      l = strtold(text, &end); show((double)l, end); show(atof(text), "");
      wchar_t wide[400], *wideEnd; mbstowcs(wide, text, 400); d = wcstod(wide, &wideEnd); show(d, wideEnd == wide + ${3 + TAIL.length} ? "wide" : "?");`)
    expect(stdout.split('\n')).toEqual([`${shown('1.5')}|;`, '1', `${shown('1.5')}|;`, `${shown('1.5')}|`, `${shown('1.5')}|wide`, ''])
  })
  test('is read by sscanf and by scanf, across the ends of buffers', async () => {
    const body = `int n = sscanf(${string(`x 1.5${TAIL},2 ${TAIL} 7`)}, "x %lf,%f %Lf %s", &d, &f, &l, rest); show(d, rest); show((double)l, ""); printf("%d %g\\n", n, f);
      for (int i = 0; i < 60; i++) { n = scanf("%lf,", &d); if (i % 20 == 0) { printf("%d ", n); show(d, ""); } if (i % 20 && !(d != d)) printf("lost %d %g\\n", i, d); }
      n = scanf("%lf %s", &d, rest); printf("%d ", n); show(d, rest); n = scanf("%lf", &d); printf("%d ", n); show(d, ""); printf("%d\\n", scanf("%lf", &d));`
    const stdin = `${Array.from({ length: 60 }, (_, i) => `${i}.5${TAIL},`).join(' ')} 8.5Ux12zz\n9.5${TAIL}`
    expect((await read(body, stdin)).split('\n')).toEqual([
      ...[`${shown('1.5')}|7`, `${shown('3')}|`, '4 2'],
      ...['0.5', '20.5', '40.5'].map((value) => `1 ${shown(value)}|`),
      ...['2 8.5|Ux12zz', `1 ${shown('9.5')}|`, '-1', ''],
    ])
  })
  test('stops where the width of a conversion ends', async () => {
    expect(await read(`int n = sscanf(${string(`1.5${TAIL}`)}, "%10lf%8s", &d, rest); printf("%d ", n); show(d, rest);`)).toBe(
      `2 1.5|${TAIL.slice(0, 8)}\n`,
    )
  })
  test('is read by C++', async () => {
    const source = `#include <iostream>\n#include <sstream>\n#include <string>\n#include <cstdio>
      static void show(double x, const std::string &rest) { std::cout << std::to_string(x).substr(0, 20) << '|' << rest << std::endl; }
      int main() {
        double d = 0; long double l = 0; float f = 0; std::string rest; wchar_t c;
        std::cin >> d >> rest; show(d, rest);
        std::cin >> d; show(d, std::cin ? "good" : "bad");
        std::cin >> d >> rest; show(d, rest);
        std::cin >> l >> f; show((double)l, std::to_string(f != f));
        std::cin >> d; show(d, std::cin.eof() ? "end" : "");
        std::istringstream bad("UxFF"); d = 1; bad >> d; show(d, bad.fail() ? "failed" : ""); bad.clear(); bad >> rest; show(0, rest);
        std::wistringstream wide(L"1.5${TAIL};"); wide >> d >> c; show(d, std::string(1, (char)c));
        std::size_t used; d = std::stod("1.5${TAIL}zz", &used); show(d, std::to_string(used));
      }`
    const { stdout } = await run(source, 'cpp', `1.5${TAIL}; ${TAIL} 2.5Ux12zz 3.5${TAIL} 4.5${TAIL} 5.5${TAIL}`)
    const long = (value: string) => `${value}00000${TAIL}`.slice(0, 20)
    expect(stdout.split('\n')).toEqual([
      ...[`${long('1.5')}|;`, `${long('3.0')}|good`, '2.500000|Ux12zz', `${long('3.5')}|1`, `${long('5.5')}|end`],
      ...['0.000000|failed', '0.000000|UxFF', `${long('1.5')}|;`, `${long('1.5')}|${3 + TAIL.length}`, ''],
    ])
  })
})
