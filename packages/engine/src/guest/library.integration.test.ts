import { AVAILABILITY } from '@credence/contract'
import { describe, expect, test } from 'vitest'
import { IMPORTS } from '../abi.ts'
import { runTool } from '../toolchain/clang.ts'
import { WRAPPED } from '../toolchain/wraps.ts'
import { GUEST_LANGUAGE, GUEST_OPTIONS, guestSources } from './sources.ts'
import { compile, type Language, library, link, run } from './testing/program.ts'

/** Declared for programs, and not there yet, as the documentation says: a program that calls one does not link. */
const MISSING = ['Double', 'Float'].flatMap((type) => AVAILABILITY.later.functions.map((name) => `UxHw${type}${name}`))

async function symbols(): Promise<{ defined: Set<string>; undefined: Set<string> }> {
  const found = { defined: new Set<string>(), undefined: new Set<string>() }
  const { output } = await runTool('objdump', ['-t', '/libUxHw.a'], [['/libUxHw.a', library]])
  for (const line of new TextDecoder().decode(output).split('\n')) {
    const [, flags, section, name] = /^[0-9a-f]+ (.{7}) (\S+)\t[0-9a-f]+ (?:\.hidden )?(\S+)$/.exec(line) ?? []
    if (name === undefined || !flags!.includes('F')) continue
    if (section === '*UND*') found.undefined.add(name)
    else if (/[gw]/.test(flags!)) found.defined.add(name)
  }
  return found
}
const { defined, undefined: used } = await symbols()

describe('the library', () => {
  test('is of sources that the compiler has nothing to say about', async () => {
    const { sources, headers } = await guestSources()
    const files = [...sources, ...headers].map(([path, bytes]) => [`/${sources.has(path) ? 's' : 'h'}/${path}`, bytes] as const)
    const said: string[] = []
    for (const path of sources.keys()) {
      const language = /\.(c|cpp)$/.exec(path)?.[1] as Language | undefined
      if (language === undefined) continue
      const options = ['-fsyntax-only', '-I/s', '-I/h', ...GUEST_OPTIONS, ...GUEST_LANGUAGE[language]]
      const { messages, succeeded } = await runTool(language === 'c' ? 'clang' : 'clang++', [...options, `/s/${path}`], files)
      if (messages !== '' || !succeeded) said.push(`${path}: ${messages}`)
    }
    expect(said).toEqual([])
  })
  test('defines exactly the functions that the linker redirects to it', () => {
    const wrappers = [...defined].filter((name) => name.startsWith('__wrap_')).map((name) => name.slice('__wrap_'.length))
    expect(wrappers.sort()).toEqual([...WRAPPED].sort())
    expect(new Set(WRAPPED).size).toBe(WRAPPED.length)
  })
  test('replaces no function without handing plain numbers to it, but for pow10, which is exp10, and comparisons of bytes', () => {
    const without = WRAPPED.filter((name) => !used.has(`__real_${name}`))
    expect(without).toEqual(['pow10', 'pow10f', 'pow10l', 'memcmp', 'bcmp'])
  })
  test('imports only what the interface of programs has', () => {
    const imports = [...used].filter((name) => name.startsWith('ux_') && !defined.has(name)).map((name) => name.slice('ux_'.length))
    expect(imports.filter((name) => !(name in IMPORTS))).toEqual([])
  })
  test('and its header name the same functions', async () => {
    const header = new TextDecoder().decode((await guestSources()).headers.get('uxhw.h'))
    const code = header.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^#define (?:.*\\\n)*.*$/gm, '')
    const prototypes = [...code.matchAll(/\b(UxHw\w+)\(/g)].map((match) => match[1]!)
    const functions = [...defined].filter((name) => name.startsWith('UxHw'))
    expect(prototypes.filter((name) => !defined.has(name)).sort()).toEqual([...MISSING].sort())
    expect([...functions, ...MISSING].sort()).toEqual([...new Set(prototypes)].sort())
  })
  test('adds at most 32 KB to a program that only prints, a third of it malloc', async () => {
    const { object } = await compile('#include <stdio.h>\nint main(void) { printf("%d\\n", 1); return 0; }', 'c')
    const [plain, linked] = [await link(object, 'c', false), await link(object, 'c')]
    expect(linked.length - plain.length).toBeLessThan(32_768)
  })
})

describe('the headers', () => {
  const everything = `
#include <uxhw.h>
#include <math.h>
double model(void *unused, double x) { (void)unused; return x; }
double likelihood(double x) { return x; }
double use(void) {
  WeightedDoubleSample samples[] = { { 1, 2 } };
  double (*pointer)(double (*)(void *, double), void *, double, double, size_t) = UxHwDoubleBayesLaplace;
  return UxHwDoubleDistFromWeightedSamples(samples, 1) + UxHwDoubleDistFromWeightedSamples(samples, 1, 1)
    + UxHwDoubleBayesLaplace(model, 0, 1.0, 2.0, 3) + UxHwDoubleBayesLaplace(likelihood, 1.0, 2.0) + pointer(model, 0, 1.0, 2.0, 3);
}
const char *modifier = "% " UxHwParticleModifier "f % " SignaloidParticleModifier "f";
`
  test.each(['-std=c99', '-std=c11', '-std=c17', '-std=gnu17', '-std=c23'])('compile silently in C, %s', async (standard) => {
    const source = `${everything}int least(void) { return min(1, 2) + max(3, 4); }\nint nan_(float f, double d, long double l) {
      return isnan(f) + isinf(d) + isfinite(l) + isnormal(f) + signbit(d) + fpclassify(l) + (__builtin_isinf_sign(d) > 0); }`
    expect(await compile(source, 'c', [standard, '-Wall', '-Wextra', '-pedantic'])).toMatchObject({ messages: '', succeeded: true })
  })
  test.each(['-std=c++11', '-std=c++14', '-std=c++17', '-std=c++20', '-std=c++23', '-std=c++26'])('compile silently in C++, %s', async (standard) => {
    const source = `#include <algorithm>\n#include <cmath>\n#include <complex>\n#include <limits>\n#include <random>\n#include <vector>\n${everything}
      int largest = std::max(1, std::min(2, 3));
      int classes(float f, double d, long double l, int i) {
        return std::isnan(f) + std::isinf(d) + std::isfinite(l) + std::isnormal(f) + std::signbit(d) + std::fpclassify(l) + std::isnan(i) + isnan(d);
      }
      double root(double x) { return std::sqrt(std::complex<double>(x, x)).real(); }`
    expect(await compile(source, 'cpp', [standard, '-Wall', '-Wextra'])).toMatchObject({ messages: '', succeeded: true })
  })
  test.each(['c', 'cpp'] as const)('give the limits of integers the types that they limit, in %s', async (language) => {
    const integers = `#include <stddef.h>\n#include <stdint.h>\n#include <inttypes.h>\n#include <limits.h>\n#include <stdio.h>\n#include <sys/types.h>
      int main(void) {
        printf("%zu %zd %td %td\\n", SIZE_MAX, SSIZE_MAX, PTRDIFF_MIN, PTRDIFF_MAX);
        printf("%" PRIuPTR " %" PRIdPTR " %" PRIdPTR "\\n", UINTPTR_MAX, INTPTR_MIN, INTPTR_MAX);
        printf("%" PRIdMAX " %" PRIuMAX " %" PRId64 " %" PRIu32 "\\n", INTMAX_MAX, UINTMAX_MAX, INT64_MIN, UINT32_MAX);
        return 0; }\n#if SIZE_MAX != 4294967295 || PTRDIFF_MIN >= 0 || UINTPTR_MAX != SIZE_MAX\n#error limits\n#endif\n`
    expect(await compile(integers, language, ['-Wall', '-Wextra', '-Wformat', '-pedantic'])).toMatchObject({ messages: '', succeeded: true })
    expect((await run(integers, language)).stdout).toBe(
      '4294967295 2147483647 -2147483648 2147483647\n4294967295 -2147483648 2147483647\n9223372036854775807 18446744073709551615 -9223372036854775808 4294967295\n',
    )
  })
  test('give the limits of sizes their types in C++, through <cstdint> and <limits> too', async () => {
    const source = `#include <cstdint>\n#include <cstddef>\n#include <limits>\n#include <type_traits>
      static_assert(std::is_same_v<decltype(SIZE_MAX), std::size_t> && SIZE_MAX == std::numeric_limits<std::size_t>::max());
      static_assert(std::is_same_v<decltype(PTRDIFF_MAX), std::ptrdiff_t> && std::is_same_v<decltype(PTRDIFF_MIN), std::ptrdiff_t>);
      static_assert(std::is_same_v<decltype(INTPTR_MIN), std::intptr_t> && std::is_same_v<decltype(UINTPTR_MAX), std::uintptr_t>);`
    expect(await compile(source, 'cpp', ['-std=c++17', '-Wall'])).toMatchObject({ messages: '', succeeded: true })
  })
  test('let the compiler classify constants, also in constant expressions', async () => {
    const source = `#include <cmath>\n#include <limits>
      static_assert(std::isnan(std::numeric_limits<double>::quiet_NaN()));
      static_assert(!std::isinf(1.0f) && std::isfinite(1.0) && std::signbit(-0.0) && std::isnormal(1.0L));`
    expect(await compile(source, 'cpp', ['-std=c++23'])).toMatchObject({ messages: '', succeeded: true })
    const inC = '#include <math.h>\nstatic int known = isinf(INFINITY);\nint use(void) { return known; }'
    expect(await compile(inC, 'c')).toMatchObject({ messages: '', succeeded: true })
  })
  test('leave the names of <math.h> to a program that does not include it', async () => {
    expect(await compile('static int isnan, y1, gamma, signbit; int use(void) { return isnan + y1 + gamma + signbit; }', 'c')).toMatchObject({
      messages: '',
      succeeded: true,
    })
  })
  test('classify plain numbers as the C library does', async () => {
    const source = `#include <math.h>\n#include <stdio.h>\n#include <float.h>
      #define SHOW(T, ...) do { volatile T all[] = { __VA_ARGS__ }; for (unsigned i = 0; i < sizeof all / sizeof *all; i++) { T x = all[i]; \\
        printf("%d%d%d%d%d%d%d ", !!isnan(x), !!isinf(x), !!isfinite(x), !!isnormal(x), !!signbit(x), fpclassify(x), __builtin_isinf_sign(x)); } } while (0)
      int main(void) {
        SHOW(float, 0, -0.0f, 1, -1, FLT_MIN, FLT_MIN / 2, -FLT_MIN / 4, FLT_MAX, INFINITY, -INFINITY, NAN, -NAN);
        SHOW(double, 0, -0.0, 1, -1, DBL_MIN, DBL_MIN / 2, -DBL_MIN / 4, DBL_MAX, INFINITY, -INFINITY, NAN, -NAN);
        SHOW(long double, 0, -0.0L, 1, -1, LDBL_MIN, LDBL_MIN / 2, -LDBL_MIN / 4, LDBL_MAX, INFINITY, -INFINITY, NAN, -NAN);
        return 0; }`
    const ours = await run(source)
    const once = ['0010021', '0010121'] // zero, and its negative: FP_ZERO is 2
    expect(ours.stdout.split(' ').slice(0, 2)).toEqual(once.map((line) => `${line.slice(0, 6)}0`))
    const columns = ours.stdout.trim().split(' ')
    expect(columns).toHaveLength(36)
    expect(columns.slice(12, 24)).toEqual(columns.slice(0, 12))
    expect(columns.slice(24)).toEqual(columns.slice(0, 12))
    expect(columns.slice(2, 12)).toEqual([
      ...['0011040', '0011140', '0011040', '0010030', '0010130', '0011040'],
      ...['0100011', '010011-1', '1000000', '1000100'],
    ])
  })
})
