// What C and C++ programs may use beyond arithmetic: exceptions, setjmp, signals, temporary files, tests of a number's class; with the real
// toolchain, at -O0 and -O2. Values must survive collections while frames are left by a throw or a jump.

import { readFile } from 'node:fs/promises'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { beforeAll, describe, expect, test } from 'vitest'
import { cachedRuntime } from '../ensemble/node/cached.ts'
import { execute } from '../machine/execute.ts'
import type { Toolchain } from '../toolchain/node/toolchain.ts'
import { commonToolchain, sources } from '../toolchain/testing/toolchain.ts'
import type { CoreSpec } from '../types.ts'

const CORE: CoreSpec = { ...RECOMMENDED_SPEC, MemorySize: 32 << 20 }
/** Decides on the particle. */
const ZURICH: CoreSpec = { ...CORE, Microarchitecture: 'Zurich' }
const LEVELS = ['-O0', '-O2']
/** So large that a few hundred values fill their budget: the collector works all the time. */
const SAMPLES = 65536

let toolchain: Toolchain
let eager: WebAssembly.Module
beforeAll(async () => {
  eager = await cachedRuntime('eager')
  toolchain = await commonToolchain()
})

async function run(file: 'main.c' | 'main.cpp', source: string, level: string, samples?: number, variant?: WebAssembly.Module, core = CORE) {
  const files = sources({ [file]: source, 'config.mk': `SOURCES = ${file}\nOPTFLAGS = ${level}\nCXXFLAGS = -std=c++17 -w\n` })
  const { module, output } = await toolchain.build({ files, core: CORE })
  if (module === undefined) throw new Error(output)
  const text = { Stdout: '', Stderr: '' }
  const runtime = variant ?? new WebAssembly.Module(toolchain.runtime as Uint8Array<ArrayBuffer>)
  const result = execute(
    { module, core, arguments: [], samples },
    { runtime },
    {
      output: (stream, bytes) => {
        text[stream] += new TextDecoder().decode(bytes)
      },
    },
  )
  return { ...text, message: result.message, files: result.files }
}
const program = (name: string) => readFile(new URL(`testing/programs/${name}`, import.meta.url), 'utf8')
const golden = (name: string) => readFile(new URL(`golden/${name}`, import.meta.url), 'utf8')

describe.each(LEVELS)('C++ exceptions at %s', (level) => {
  test('are caught by type, base, pointer and specification, thrown again, replaced and counted', async () => {
    const { Stdout, message } = await run('main.cpp', await program('exceptions.cpp'), level)
    expect(Stdout).toBe(await golden('exceptions.txt'))
    expect(message).toBe('exit code 0')
  })
  test('come out of the prebuilt library', async () => {
    const { Stdout } = await run('main.cpp', await program('library-exceptions.cpp'), level)
    expect(Stdout).toBe(await golden('library-exceptions.txt'))
  })
  test('that nobody catches are named, and the program aborts', async () => {
    const { Stderr, message } = await run('main.cpp', '#include <stdexcept>\nint main() { throw std::runtime_error("nobody"); }', level)
    expect(Stderr).toBe("terminate called after throwing an instance of 'std::runtime_error'\n  what():  nobody\n")
    expect(message).toBe('exit code 134 (abort)')
  })
  test('out of a noexcept function are named too', async () => {
    const source = 'struct Own { int k; };\nint main() { try { []() noexcept { throw Own{1}; }(); } catch (...) {} }'
    expect((await run('main.cpp', source, level)).Stderr).toBe("terminate called after throwing an instance of 'Own'\n")
  })
  test('leave uncertain values intact when every safepoint collects and the heap is checked', async () => {
    const { Stdout, Stderr, message } = await run('main.cpp', await program('uncertain-exceptions.cpp'), level, 4096, eager)
    expect([message, Stderr]).toEqual(['exit code 0', ''])
    expect(Stdout).toBe(await golden('uncertain-exceptions.txt'))
  })
  test('leave uncertain values of every frame intact while the collector runs', async () => {
    const { Stdout, message } = await run('main.cpp', THROWS, level, SAMPLES)
    expect(message).toBe('exit code 0')
    expect(Stdout).toBe('100 10100 100\n')
  })
})

/** Each level keeps a value in a local, makes garbage, and is left by a throw; handlers use what they kept before. */
const THROWS = `#include <cstdio>
#include <stdexcept>
#include <uxhw.h>
struct Sum { double *to; double value; ~Sum() { *to += value; } };
double waste(double x) { double s = 0; for (int i = 0; i < 20; i++) s = s * 0.5 + x; return s; }
double down(double x, int depth, double *sum) {
  double kept = x + depth; Sum leaving{sum, kept - x};
  waste(kept);
  if (depth == 0) throw std::runtime_error("bottom");
  try { down(x, depth - 1, sum); }
  catch (std::exception &e) { waste(x); *sum += kept - x; if (depth < 100) throw; }
  return kept;
}
int main() {
  double x = UxHwDoubleUniformDist(0, 1), sum = 0;
  double top = down(x, 100, &sum);
  std::printf("%g %g %g\\n", UxHwDoubleSupportMin(top), sum, UxHwDoubleNthMoment(top - x, 1));
}`

describe.each(LEVELS)('setjmp at %s', (level) => {
  test('comes back with its value, and uncertain values survive the jump', async () => {
    const source = `#include <setjmp.h>
#include <stdio.h>
#include <uxhw.h>
static jmp_buf place;
static double waste(double x) { double s = 0; for (int i = 0; i < 20; i++) s = s * 0.5 + x; return s; }
static double deep(double x, int n) { double y = waste(x + n); if (n == 0) longjmp(place, 7); return deep(x, n - 1) + y; }
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1); volatile int rounds = 0;
  int code = setjmp(place);
  rounds++;
  if (rounds < 20) deep(x * 3, 20);
  waste(x);
  printf("%d %d %g %g\\n", code, rounds, UxHwDoubleSupportMin(x + 1), UxHwDoubleNthMoment(x - x, 2));
}`
    expect((await run('main.c', source, level, SAMPLES)).Stdout).toBe('7 20 1 0\n')
  })
})

describe('what WASI leaves out', () => {
  test('signals, process clocks, process id, mapped memory and temporary files work', async () => {
    const { Stdout, Stderr, files } = await run('main.c', SYSTEM, '-O2')
    expect([Stdout, Stderr]).toEqual(['signal 1\nclocks 1\nmapped 3\nhello\ntmp.00002\nno HOME\n', ''])
    expect([...files.keys()]).toEqual([])
  })
  test('abort, and a failed assert, run the handler of SIGABRT', async () => {
    const source = (action: string) => `#include <assert.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>
static void handler(int number) { printf("caught %d\\n", number == SIGABRT); ${action} }
int main(int argc, char **argv) { signal(SIGABRT, handler); assert(argc > 5); }`
    expect(await run('main.c', source('exit(7);'), '-O2')).toMatchObject({ Stdout: 'caught 1\n', message: 'exit code 7' })
    expect(await run('main.c', source(''), '-O2')).toMatchObject({ Stdout: 'caught 1\n', message: 'exit code 134 (abort)' })
  })
  test('threads are refused aloud, and what can do without does', async () => {
    const refused = 'threads cannot be started: a program has one thread\n'
    const c =
      '#include <pthread.h>\n#include <stdio.h>\nstatic void *work(void *p) { return p; }\nint main(void) { pthread_t t; printf("%d\\n", pthread_create(&t, 0, work, 0) != 0); }'
    expect(await run('main.c', c, '-O2')).toMatchObject({ Stdout: '1\n', Stderr: refused, message: 'exit code 0' })
    const cpp =
      '#include <future>\n#include <cstdio>\nint main() { std::printf("%g\\n", std::async([] { return 1.5; }).get()); std::thread([] {}).join(); }'
    const { Stdout, Stderr, message } = await run('main.cpp', cpp, '-O2')
    expect([Stdout, message]).toEqual(['1.5\n', 'exit code 134 (abort)'])
    expect(Stderr).toMatch(
      new RegExp(`^${refused}terminate called after throwing an instance of 'std::system_error'\n  what\\(\\):  thread constructor failed`),
    )
  })
})
const SYSTEM = `#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
static volatile int got;
static void handler(int number) { got = number; }
int main(void) {
  signal(SIGUSR1, handler); raise(SIGUSR1); printf("signal %d\\n", got == SIGUSR1);
  struct tms times_; struct rusage usage; times(&times_);
  printf("clocks %d\\n", clock() >= 0 && getpid() > 0 && getrusage(RUSAGE_SELF, &usage) == 0);
  char *map = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0); map[5] = 3; printf("mapped %d\\n", map[5]); munmap(map, 4096);
  FILE *file = tmpfile(); fprintf(file, "hello"); rewind(file); char text[10] = {0}; fgets(text, 10, file); puts(text); fclose(file);
  char name[L_tmpnam]; puts(tmpnam(name));
  puts(getenv("HOME") ? "HOME" : "no HOME");
}`

describe.each(LEVELS)('comparisons that ask for the class of a number at %s', (level) => {
  test('do not take an uncertain number for a NaN', async () => {
    expect((await run('main.c', CLASSES, level)).Stdout).toBe('111 111 1 00 00 0\n')
  })
})

describe.each(LEVELS)('sign bits that are flipped by hand at %s', (level) => {
  test('negate an uncertain number, and its size is its size', async () => {
    expect((await run('main.c', SIGNS, level)).Stdout).toBe(SIGNS_OUTPUT)
  })
})
/** The means, of x in -1, 1, 2, 3 and the float f in -2, -1, 1, 2; then the same of the plain number -2. */
const SIGNS = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
#define TEST __attribute__((noinline)) static
static double flipped(double x) { union { double d; unsigned long long bits; } z = { x }; z.bits ^= 1ull << 63; return z.d; }
static float flippedf(float x) { union { float f; unsigned bits; } z = { x }; z.bits ^= 1u << 31; return z.f; }
TEST double size(const double *x) { return fabs(flipped(*x)) + 0; }
TEST double minus(const double *x) { return -fabs(flipped(*x)) + 0; }
TEST double root(const double *x) { return sqrt(fabs(flipped(*x))); }
TEST double sign(const double *x, double y) { return copysign(y, flipped(*x)); }
TEST float sizef(const float *f) { return fabsf(flippedf(*f)) + 0; }
TEST float minusf(const float *f) { return -fabsf(flippedf(*f)) + 0; }
TEST double flip(const double *x) { return flipped(*x); }
static void show(double x) { printf("%.4f ", UxHwDoubleNthMoment(x, 1)); }
int main(void) {
  double some[] = { -1, 1, 2, 3 }, x = UxHwDoubleDistFromSamples(some, 4), plain = -2; float somef[] = { -2, -1, 1, 2 }, f = UxHwFloatDistFromSamples(somef, 4), plainf = -2;
  show(size(&x)); show(minus(&x)); show(root(&x)); show(sign(&x, 5)); show(sizef(&f)); show(minusf(&f)); show(flip(&x));
  printf("%g %g %g %g %g %g %g\\n", size(&plain), minus(&plain), root(&plain), sign(&plain, 5), sizef(&plainf), minusf(&plainf), flip(&plain));
}`

test('bits that a program computes with are those of the particle; bits that it moves keep the distribution', async () => {
  expect((await run('main.c', BITS, '-O2', undefined, undefined, ZURICH)).Stdout).toBe(BITS_OUTPUT)
})
/** Means and standard deviations of what comes of x = -10.5 ± 0.1 and f = 4 ± 0.1, and the same of plain numbers. */
const BITS = `#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <uxhw.h>
#define TEST __attribute__((noinline)) static
typedef union { double d; uint64_t u; uint32_t w[2]; unsigned char b[8]; } Bits;
TEST float inverseRoot(float x) { union { float f; int32_t i; } y = { x }; y.i = 0x5f3759df - (y.i >> 1); for (int i = 0; i < 3; i++) y.f *= 1.5f - 0.5f * x * y.f * y.f; return y.f; }
TEST int exponent(double x) { return (int)(((Bits){ x }.u >> 52) & 0x7ff) - 1022; }
TEST int highExponent(double x) { return (int)((Bits){ x }.w[1] >> 20 & 0x7ff) - 1022; }
TEST int isLarge(double x) { uint32_t high = (Bits){ x }.w[1] & 0x7fffffff; return high >= 0x40240000; }
TEST double fraction(double x) { Bits z = { x }; z.u = (z.u & ~(0x7ffull << 52)) | 1022ull << 52; return z.d; }
TEST int sign(double x) { return (Bits){ x }.u >> 63; }
TEST int signMask(double x) { return ((Bits){ x }.u & 1ull << 63) != 0; }
TEST int isNaN(double x) { return ((Bits){ x }.u & 0x7ff0000000000000) == 0x7ff0000000000000; }
TEST double otherOrder(double x) { Bits z = { x }; z.u = __builtin_bswap64(z.u); return z.d; }
TEST double halves(double x) { static volatile uint32_t to[2]; Bits z = { x }; to[0] = z.w[0]; to[1] = z.w[1]; z.d = 0; z.w[0] = to[0]; z.w[1] = to[1]; return z.d; }
TEST double flipped(double x) { Bits z = { x }; z.b[7] ^= 0x80; return z.d; }
static void show(double x) { printf("%.3f %.3f, ", UxHwDoubleNthMoment(x, 1), sqrt(UxHwDoubleNthMoment(x, 2))); }
static void all(double x, float f) {
  printf("%d %d %d %d %d %d, ", exponent(x), highExponent(x), isLarge(x), sign(x), signMask(x), isNaN(x));
  show(inverseRoot(f)); show(fraction(x)); show(otherOrder(otherOrder(x))); show(halves(x)); show(flipped(x));
  printf("\\n");
}
int main(void) { all(UxHwDoubleGaussDist(-10.5, 0.1), UxHwFloatGaussDist(4, 0.1)); all(-10.5, 4); }`
const BITS_OUTPUT = `4 4 1 1 1 0, 0.500 0.006, -0.656 0.000, -10.500 0.100, -10.500 0.100, 10.500 0.100, \n4 4 1 1 1 0, 0.500 0.000, -0.656 0.000, -10.500 0.000, -10.500 0.000, 10.500 0.000, \n`
const SIGNS_OUTPUT = '1.7500 -1.7500 1.2866 -2.5000 1.5000 -1.5000 -1.2500 2 -2 1.41421 5 2 -2 2\n'
const CLASSES = `#include <float.h>
#include <math.h>
#include <stdio.h>
#include <uxhw.h>
#define TEST __attribute__((noinline)) static int
TEST normal(double x) { return x >= DBL_MIN && x < INFINITY; }
TEST finite_(double x) { return x > -INFINITY && x < INFINITY; }
TEST bounded(double x) { return fabs(x) < INFINITY; }
TEST magnitude(double x) { return fabs(x) >= DBL_MIN && fabs(x) < INFINITY; }
TEST positive(double x) { return x > 0 && x < INFINITY; }
TEST single(float x) { return x >= FLT_MIN && x < INFINITY; }
TEST subnormal(double x) { return fabs(x) < DBL_MIN && x != 0; }
TEST extreme(double x) { return x == 0 || fabs(x) == INFINITY; }
TEST unbounded(float x) { return !(fabsf(x) < INFINITY); }
TEST odd(double x) { return x != x || fabs(x) == INFINITY; }
TEST unordered(double x, double y) { return !(x < y || x > y || x == y); }
int main(void) {
  double u = UxHwDoubleUniformDist(1, 2); float f = UxHwFloatUniformDist(1, 2);
  printf("%d%d%d %d%d%d ", normal(u), finite_(u), bounded(u), magnitude(u), positive(u), single(f));
  printf("%d %d%d %d%d %d\\n", bounded(u * 2), subnormal(u), extreme(u), unbounded(f), odd(u), unordered(u, 3));
}`
