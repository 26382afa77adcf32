// Integers that programs make of the bytes of numbers: for every sample what plain numbers give, and bytes that only move keep the distribution.
import { parseUx } from '@credence/distribution'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestEngine, type TestEngine } from '../toolchain/testing/toolchain.ts'
import type { CoreSpec } from '../types.ts'

const ATHENS: CoreSpec = { Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Autocorrelation', Precision: 64, MemorySize: 64_000_000 }
const ZURICH: CoreSpec = { ...ATHENS, Class: 'C0Pro', Microarchitecture: 'Zurich' }

let engine: TestEngine
beforeAll(async () => {
  engine = await openTestEngine({ poolSize: 1 })
})
afterAll(() => engine.close())

async function run(program: string, core: CoreSpec = ATHENS, name = 'main.c', optimisation = '-O2') {
  const files = new Map([
    [name, new TextEncoder().encode(program)],
    ['config.mk', new TextEncoder().encode(`SOURCES = ${name}\nOPTFLAGS = ${optimisation}\n`)],
  ])
  const built = await engine.build({ files, core })
  if (!built.module) throw new Error(built.output)
  let text = ''
  const output = (stream: string, bytes: Uint8Array) => {
    if (stream === 'Stdout') text += new TextDecoder().decode(bytes)
  }
  return { ...(await engine.run({ module: built.module, core, arguments: [] }, { output })), text }
}

const HEAD = `#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
#define TEST __attribute__((noinline)) static
static double values[4] __attribute__((aligned(16)));
static float floats[4] __attribute__((aligned(16)));
`
/** Of the doubles in `values`, and the same as `floats`. */
const HASHES: Readonly<Record<string, string>> = {
  'FNV-1a over 64-bit words': `TEST uint32_t hash(void) { uint64_t h = 14695981039346656037ull;
    for (int i = 0; i < 4; i++) { uint64_t u; memcpy(&u, &values[i], 8); h = (h ^ u) * 1099511628211ull; } return (uint32_t)(h >> 40); }`,
  'the same of a number at hand': `TEST uint64_t one(double x, uint64_t h) { uint64_t u; memcpy(&u, &x, 8); return (h ^ u) * 1099511628211ull; }
    TEST uint32_t hash(void) { uint64_t h = 1; for (int i = 0; i < 4; i++) h = one(values[i] * 2, h); return (uint32_t)(h >> 40); }`,
  'a union': `TEST uint32_t hash(void) { uint64_t h = 0; for (int i = 0; i < 4; i++) { union { double d; uint64_t u; } z = { values[i] }; h = h * 31 + z.u; } return (uint32_t)(h >> 40); }`,
  'FNV-1a byte by byte': `TEST uint32_t hash(void) { const unsigned char *p = (const unsigned char *)values; uint32_t h = 2166136261u;
    for (size_t i = 0; i < sizeof values; i++) h = (h ^ p[i]) * 16777619u; return h >> 8; }`,
  'FNV-1a byte by byte, of 64 bits': `TEST uint32_t hash(void) { const unsigned char *p = (const unsigned char *)values; uint64_t h = 14695981039346656037ull;
    for (size_t i = 0; i < sizeof values; i++) { h ^= p[i]; h *= 1099511628211ull; } return (uint32_t)(h >> 40); }`,
  'a sum of bytes': `TEST uint32_t hash(void) { const unsigned char *p = (const unsigned char *)values; uint32_t h = 0; for (size_t i = 0; i < sizeof values; i++) h += p[i]; return h; }`,
  'a CRC by a table': `static uint32_t table[256];
    TEST uint32_t hash(void) { for (uint32_t n = 0; n < 256; n++) { uint32_t c = n; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1; table[n] = c; }
      const unsigned char *p = (const unsigned char *)values; uint32_t c = ~0u; for (size_t i = 0; i < sizeof values; i++) c = table[(c ^ p[i]) & 255] ^ c >> 8; return c >> 8; }`,
  halves: `TEST uint32_t half(double x, uint32_t h) { uint64_t u; memcpy(&u, &x, 8); h = h * 31 + (uint32_t)u; return h * 31 + (uint32_t)(u >> 32); }
    TEST uint32_t hash(void) { uint32_t h = 7; for (int i = 0; i < 4; i++) h = half(values[i], h); return h >> 8; }`,
  'comparisons with bits of numbers': `TEST uint32_t one(double x) { uint64_t u; int64_t s; memcpy(&u, &x, 8); memcpy(&s, &x, 8); const uint64_t two = 0x4000000000000000ull, three = 0x4008000000000000ull;
      return (u == two) + 2 * ((u & 0x7fffffffffffffffull) < three) + 4 * (s < (int64_t)three) + 8 * (u - 0x3ff0000000000000ull < two - 0x3ff0000000000000ull) + 16 * (u << 1 > two << 1); }
    TEST uint32_t hash(void) { uint32_t h = 0; for (int i = 0; i < 4; i++) h = h * 32 + one(values[i]); return h; }`,
  'bits that are asked for a class and for more': `TEST uint32_t one(double x) { uint64_t u; memcpy(&u, &x, 8); return (u == 0x7ff0000000000000ull) * 1000 + (uint32_t)(u % 97); }
    TEST uint32_t hash(void) { return one(values[0]) + one(values[3]); }`,
  'exponents with their signs': `TEST uint32_t one(double x) { uint64_t u; memcpy(&u, &x, 8); return u >> 52; } TEST uint32_t hash(void) { return one(values[0] - 3) + one(values[3]); }`,
  'the size of a number by its bits': `TEST double size(double x) { uint64_t u; memcpy(&u, &x, 8); u &= 0x7fffffffffffffffull; memcpy(&x, &u, 8); return x; }
    TEST float narrow(float x) { uint32_t u; memcpy(&u, &x, 4); u &= 0x7fffffffu; memcpy(&x, &u, 4); return x; }
    TEST uint32_t hash(void) { return (uint32_t)(size(values[0] - 3) * 8 + narrow((float)(values[0] - 3))); }`,
  'bits of a float': `TEST float root(float x) { int32_t i; float h = x * 0.5f; memcpy(&i, &x, 4); i = 0x5f3759df - (i >> 1); memcpy(&x, &i, 4); return x * (1.5f - h * x * x); }
    TEST uint32_t hash(void) { uint32_t u; float x = (float)values[0]; memcpy(&u, &x, 4); return (u == 0x40000000u) + 2 * ((u & 0x7fffffffu) < 0x40400000u) + 4 * (uint32_t)(1000 * root(x)); }`,
  'halves of a union': `TEST uint32_t hash(void) { union { double d; struct { uint32_t low, high; } half; } z = { values[2] }; return (z.half.high >> 20) * 7 + (z.half.high & 0xfffffu) + z.half.low * 3; }`,
  'halves that are put together again': `union word { double d; struct { uint32_t low, high; } half; };
    TEST double scaled(double x) { union word z; z.d = x; z.half.high = (z.half.high & 0x800fffffu) | 1026u << 20; return z.d; }
    TEST double copied(double x) { union word z, y; z.d = x; y.half.low = z.half.low; y.half.high = z.half.high & 0x7fffffffu; return y.d; }
    TEST uint32_t hash(void) { return (uint32_t)(1e8 * scaled(values[2] / 3)) + (uint32_t)(1e8 * copied(values[0] - 9)); }`,
  'bytes compared by hand': `TEST int equal(const void *a, const void *b) { const unsigned char *p = a, *q = b; for (int i = 0; i < 8; i++) if (p[i] != q[i]) return 0; return 1; }
    TEST uint32_t hash(void) { double x = values[0] + 1 - 1, y = 2; return equal(&values[0], &x) + 2 * equal(&values[0], &y); }`,
  'sign and exponent from bytes': `TEST uint32_t one(const void *q) { const unsigned char *p = q; return (((p[7] & 0x7f) << 4) | (p[6] >> 4)) * 4 + (p[7] >= 0x80) * 2 + (((const signed char *)q)[7] < 0); }
    TEST uint32_t hash(void) { double y = values[0] - 3; return one(&y); }`,
  'bits counted by a table, a loop and a builtin': `static unsigned char table[256]; static uint32_t seen[256];
    TEST uint32_t count(const unsigned char *p, int n) { uint32_t sum = 0; for (int i = 0; i < n; i++) { sum += table[p[i]] + __builtin_popcount(p[i]); seen[p[i]]++; for (unsigned b = p[i]; b; b >>= 1) sum += b & 1; } return sum; }
    TEST uint32_t hash(void) { memset(seen, 0, sizeof seen); for (int i = 0; i < 256; i++) table[i] = __builtin_popcount(i); return count((const unsigned char *)values, sizeof values) + 1000 * seen[0x40]; }`,
  'bytes printed in hexadecimal': `TEST uint32_t hash(void) { static const char digits[] = "0123456789abcdef"; char s[17], t[17] = ""; const unsigned char *p = (const unsigned char *)&values[2];
      for (int i = 0; i < 8; i++) { s[2 * i] = digits[p[7 - i] >> 4]; s[2 * i + 1] = digits[p[7 - i] & 15]; snprintf(t + 2 * i, 3, "%02x", p[7 - i]); } s[16] = 0;
      return (strtoull(s, 0, 16) >> 40) * 3 + (strtoull(t, 0, 16) >> 44); }`,
  'words printed in hexadecimal': `TEST uint32_t hash(void) { char t[20], v[20]; uint64_t u; uint32_t w; memcpy(&u, &values[2], 8); memcpy(&w, &floats[0], 4);
      snprintf(t, 20, "%08x%08x", (uint32_t)(u >> 32), (uint32_t)u); snprintf(v, 20, "%08X", w); return (strtoull(t, 0, 16) >> 44) * 3 + (strtoul(v, 0, 16) >> 16); }`,
  'bytes of floats': `TEST uint32_t fnv(const unsigned char *p, size_t n) { uint32_t h = 2166136261u; for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 16777619u; return h; }
    TEST uint16_t crc(const unsigned char *p, size_t n) { uint16_t c = 0xffff; while (n--) { c ^= (uint16_t)(*p++ << 8); for (int k = 0; k < 8; k++) c = c & 0x8000 ? c << 1 ^ 0x1021 : c << 1; } return c; }
    TEST uint32_t hash(void) { return (fnv((const unsigned char *)floats, sizeof floats) >> 8) + crc((const unsigned char *)floats, sizeof floats); }`,
  'bytes of structures': `struct record { uint16_t id; float warm, wet; double pressure; };
    TEST uint32_t djb(const void *v, size_t n) { const unsigned char *p = v; uint32_t h = 5381; while (n--) h = h * 33 + *p++; return h; }
    TEST uint32_t hash(void) { struct record r; memset(&r, 0, sizeof r); r.id = 7; r.warm = floats[0]; r.wet = floats[2]; r.pressure = values[2]; return djb(&r, sizeof r) >> 8; }`,
  'words of 16 bits': `TEST uint32_t adler(const uint16_t *p, int n) { uint32_t a = 0, b = 0; for (int i = 0; i < n; i++) { a = (a + p[i]) % 65535; b = (b + a) % 65535; } return b << 16 | a; }
    TEST uint32_t hash(void) { return (adler((const uint16_t *)floats, 8) + adler((const uint16_t *)values, 16)) >> 8; }`,
  'words of 32 bits hashed': `TEST uint32_t fnv(const uint32_t *p, int n) { uint32_t h = 2166136261u; for (int i = 0; i < n; i++) h = (h ^ p[i]) * 16777619u; return h; }
    TEST uint32_t hash(void) { return (fnv((const uint32_t *)floats, 4) >> 8) + (fnv((const uint32_t *)values, 8) >> 8); }`,
  'parts of numbers behind pointers': `TEST uint32_t parts(const float *f, int i) { uint32_t u = *(const uint32_t *)&f[i]; return (u >> 23 & 255) * 3 + (u & 0x7fffff) + (*(const uint32_t *)f == 0x40000000); }
    TEST uint32_t high(const double *x) { const uint32_t *p = (const uint32_t *)x; return (p[1] >> 20 & 0x7ff) * 7 + (p[1] & 0xfffff); }
    TEST uint32_t hash(void) { return parts(floats, 0) + parts(floats, 2) + high(&values[2]); }`,
  'equal bits': `TEST uint32_t hash(void) { uint64_t u, v, w; double x = values[0] + 0.25 - 0.25; memcpy(&u, &values[0], 8); memcpy(&v, &x, 8); memcpy(&w, &values[1], 8); return (u == v) + 2 * (u == w); }`,
}
/** x is 1, 2 or 4, each with a third of the samples. */
const MAIN = `int main(int argc, char **argv) { double x = UxHwDoubleDistFromSamples((double[]){ 1, 2, 4 }, 3); (void)argv;
  values[0] = x; values[1] = 3; values[2] = x * 1.5 + argc; values[3] = -x; for (int k = 0; k < 4; k++) floats[k] = (float)values[k]; printf("%u\\n", hash()); }`
const PLAIN = `int main(int argc, char **argv) { (void)argv; for (int i = 0; i < 3; i++) { double x = (double[]){ 1, 2, 4 }[i];
  values[0] = x; values[1] = 3; values[2] = x * 1.5 + argc; values[3] = -x; for (int k = 0; k < 4; k++) floats[k] = (float)values[k]; printf("%u ", hash()); } }`

test.each(Object.keys(HASHES).flatMap((name) => ['-O2', '-O0'].map((optimisation) => [name, optimisation] as const)))(
  '%s is that of every sample, %s',
  async (name, optimisation) => {
    const plain = (await run(`${HEAD}${HASHES[name]}\n${PLAIN}`, ATHENS, 'main.c', optimisation)).text.trim().split(' ').map(Number)
    const { text, ways } = await run(`${HEAD}${HASHES[name]}\n${MAIN}`, ATHENS, 'main.c', optimisation)
    if (new Set(plain).size === 1) {
      expect(Number(text)).toBe(plain[0])
      return
    }
    const { positions, masses } = parseUx(/Ux\w+/.exec(text)![0]).mixture
    expect([...positions].sort((a, b) => a - b)).toEqual([...new Set(plain)].sort((a, b) => a - b))
    for (const mass of masses) expect(Math.abs(mass - Math.round(mass * 3) / 3)).toBeLessThan(1e-3)
    expect(ways!.samples).toBe(4096)
    const { text: particle, notices } = await run(`${HEAD}${HASHES[name]}\n${MAIN}`, ZURICH, 'main.c', optimisation)
    expect(Number(particle)).not.toBeNaN()
    expect(notices!.places[0]).toMatchObject({ kind: 'conversion', file: 'main.c' })
  },
)
test('bytes that only move, and tests of classes and signs by bits, are no integers made of a number', async () => {
  const program = `${HEAD}
    TEST double moved(double x) { double y; memcpy(&y, &x, 8); return y; }
    TEST double sizeOf(double x) { uint64_t u; memcpy(&u, &x, 8); u &= 0x7fffffffffffffffull; memcpy(&x, &u, 8); return x; }
    TEST double signOf(double x, double y) { uint64_t u, v; memcpy(&u, &x, 8); memcpy(&v, &y, 8); u = (u & 0x7fffffffffffffffull) | (v & 0x8000000000000000ull); memcpy(&x, &u, 8); return x; }
    TEST int isNaN(double x) { uint64_t u; memcpy(&u, &x, 8); return (u & 0x7fffffffffffffffull) > 0x7ff0000000000000ull; }
    TEST double serial(double x) { unsigned char b[8]; uint64_t u; memcpy(&u, &x, 8); for (int i = 0; i < 8; i++) b[i] = (unsigned char)(u >> 8 * i);
      uint64_t v = 0; for (int i = 0; i < 8; i++) v |= (uint64_t)b[i] << 8 * i; memcpy(&x, &v, 8); return x; }
    TEST double swapped(double x) { unsigned char *p = (unsigned char *)&x, b[8]; for (int i = 0; i < 8; i++) b[i] = p[7 - i]; for (int i = 0; i < 8; i++) p[i] = b[7 - i]; return x; }
    static int byValue(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }
    int main(void) {
      double x = UxHwDoubleUniformDist(1, 2), a[3] = { x + 4, x, x + 2 };
      FILE *f = fopen("x.bin", "wb+"); double y = 0; fwrite(&x, 8, 1, f); rewind(f); fread(&y, 8, 1, f); fclose(f);
      qsort(a, 3, sizeof *a, byValue);
      printf("%f %f %f %f %f %f %f %d %Pa\\n", moved(x), sizeOf(x), signOf(x, 1.0), serial(x), swapped(x), y, a[1], isNaN(x), x);
    }`
  for (const optimisation of ['-O2', '-O0'])
    for (const core of [ATHENS, ZURICH]) {
      const { text, notices } = await run(program, core, 'main.c', optimisation)
      expect(notices).toBeUndefined()
      expect(text.match(/Ux/g)).toHaveLength(7)
    }
})
test('integers that look like numbers stay what they are', async () => {
  const { text, notices } = await run(
    `${HEAD} static uint64_t words[3] = { 0x7ffd000000000001ull, 0xfffd000002000009ull, -5 };
     TEST uint64_t mix(int i) { return words[i] * 3 + 1; }
     int main(void) { double x = UxHwDoubleUniformDist(1, 2); printf("%f ", x); for (int i = 0; i < 3; i++) printf("%llx ", mix(i)); }`,
  )
  expect(text).toMatch(/7ff7000000000004 fff700000600001c fffffffffffffff2 $/)
  expect(notices).toBeUndefined()
})
test('texts, random words and negative integers stay what they are', async () => {
  const program = `${HEAD} static uint32_t state[4] = { 1, 2, 3, 4 }, negative[3] = { -1, -4000000, 0x7fc00000 + 123456 };
    static const char text[] = "a,b;c=0x7f";
    TEST uint32_t next(void) { uint32_t t = state[3], s = state[0]; state[3] = state[2]; state[2] = state[1]; state[1] = s; t ^= t << 11; t ^= t >> 8; return state[0] = t ^ s ^ (s >> 19); }
    TEST uint32_t mix(const uint32_t *p, int n) { uint32_t h = 0; for (int i = 0; i < n; i++) h = (h ^ p[i]) * 3; return h; }
    TEST uint32_t letters(const char *p) { uint32_t h = 5381; for (; *p; p++) h = (h ^ (*p & 0x5f)) * 33 + (*p >> 2); return h; }
    int main(void) { BODY }`
  const body = (begin: string) =>
    program.replace(
      'BODY',
      `${begin} for (int i = 0; i < 1000; i++) next(); printf("%u %u %u %d %x %lld\\n", next(), mix(negative + 2, 1), letters(text), negative[0], negative[2], -5ll);`,
    )
  for (const optimisation of ['-O2', '-O0']) {
    const plain = await run(body(''), ATHENS, 'main.c', optimisation)
    const { text, notices } = await run(
      body('double x = UxHwDoubleUniformDist(1, 2); float f[2] = { (float)x, (float)(x * 2) }; floats[0] = f[0]; values[0] = f[1] + x;'),
      ATHENS,
      'main.c',
      optimisation,
    )
    expect(text).toBe(plain.text)
    expect(notices).toBeUndefined()
  }
})
test('integers in unions with numbers stay what they are', async () => {
  for (const optimisation of ['-O2', '-O0']) {
    const { text, ending } = await run(
      `${HEAD} union word { float f; int i; double d; uint64_t u; };
       TEST int ofFloat(union word *w, float x, int k) { if (k) w->i = k; else w->f = x; return k ? w->i * 3 + (w->i & 0x7fffffff) % 1000 : 0; }
       TEST int ofDouble(union word *w, double x, uint64_t k) { if (k) w->u = k; else w->d = x; return k ? (int)((w->u & 0x7fffffffffffffffull) % 1000) : 0; }
       int main(void) { double x = UxHwDoubleUniformDist(1, 2); union word a, b; ofFloat(&a, (float)x, 0); ofDouble(&b, x, 0);
         printf("%f %f %d %d %d\\n", a.f, b.d, ofFloat(&a, 0, -1), ofFloat(&a, 0, 2143289345), ofDouble(&a, 0, 0x7ffd000000001234ull)); }`,
      ATHENS,
      'main.c',
      optimisation,
    )
    expect(ending).toEqual({ kind: 'exit', code: 0 })
    expect(text).toMatch(/Ux\w+ \S+Ux\w+ 644 2134901084 500\n$/)
  }
})
test('memcmp compares the bytes that each sample has', async () => {
  const { text } = await run(
    `${HEAD} int main(void) {
      double x = UxHwDoubleDistFromSamples((double[]){ 1, 2, 4 }, 3), a[3] = { 7, x, 5 }, b[3] = { 7, 2, 5 }, c[3];
      memcpy(c, a, sizeof a);
      volatile size_t n = sizeof a;
      printf("%d %d\\n", memcmp(a, b, n) != 0, memcmp(a, c, n) != 0);
    }`,
  )
  expect(text).toMatch(/^1Ux[0-9A-F]+ 0\n$/)
  expect(parseUx(/Ux\w+/.exec(text)![0]).mixture.positions).toEqual(Float64Array.of(0, 1))
})
test('memcmp compares floats in arrays and structures', async () => {
  const program = `${HEAD} struct s { int i; float f; double d; };
    TEST int equal(const void *a, const void *b, size_t n) { return memcmp(a, b, n) == 0; }
    int main(void) {
      float x = (float)UxHwDoubleDistFromSamples((double[]){ 1, 2, 4 }, 3), a[3] = { 7, x, 5 }, b[3] = { 7, 2, 5 };
      volatile size_t n = sizeof a;
      struct s r = { 3, x, 1 }, t = { 3, 2, 1 };
      printf("%d %d %d %d\\n", equal(a, b, n), equal(a, a, n), equal(&r, &t, n + 4), equal(a + 1, b + 1, 4));
    }`
  for (const optimisation of ['-O2', '-O0']) {
    const { text } = await run(program, ATHENS, 'main.c', optimisation)
    expect(text).toMatch(/^0Ux[0-9A-F]+ 1 0Ux[0-9A-F]+ 0Ux[0-9A-F]+\n$/)
    for (const [ux] of text.matchAll(/Ux\w+/g)) expect(parseUx(ux).mixture.positions).toEqual(Float64Array.of(0, 1))
  }
})
test('a class that is asked of a float behind a pointer is that of every sample', async () => {
  const { text } = await run(`${HEAD} TEST int finiteAt(const float *f, int i) { return (*(const uint32_t *)&f[i] & 0x7fffffffu) < 0x7f800000u; }
    int main(void) { float x = (float)UxHwDoubleDistFromSamples((double[]){ 1, 2, 4 }, 3), f[2] = { x, 1 / (x - 2) }; printf("%d %d\\n", finiteAt(f, 0), finiteAt(f, 1)); }`)
  expect(text).toMatch(/^1 1Ux[0-9A-F]+\n$/)
  expect(parseUx(/Ux\w+/.exec(text)![0]).mixture.positions).toEqual(Float64Array.of(0, 1))
})
test('streams of C++ print bytes of numbers as every sample has them', async () => {
  const { text } = await run(
    `#include <iostream>
     #include <uxhw.h>
     int main() {
       double samples[] = { 1, 2, 4 };
       double x = UxHwDoubleDistFromSamples(samples, 3);
       const unsigned char *p = reinterpret_cast<const unsigned char *>(&x);
       std::cout << static_cast<int>(p[6]) << "\\n";
     }`,
    ATHENS,
    'main.cpp',
  )
  expect(Array.from(parseUx(/Ux\w+/.exec(text)![0]).mixture.positions)).toEqual([0, 16, 240])
})
test('sets and maps of the C++ library find what each sample puts there', async () => {
  const { text } = await run(
    `#include <iostream>
     #include <unordered_map>
     #include <unordered_set>
     #include <uxhw.h>
     int main() {
       double samples[] = { 1, 2, 4 };
       double x = UxHwDoubleDistFromSamples(samples, 3);
       std::unordered_set<double> found{ 2, 3, 5 };
       found.insert(x);
       std::unordered_map<double, int> prices{ { 1, 10 }, { 2, 20 }, { 4, 40 } };
       std::cout << found.size() << " " << prices[x] << " " << (std::hash<float>{}((float)x) == std::hash<float>{}(2.0f)) << "\\n";
     }`,
    ATHENS,
    'main.cpp',
  )
  const [sizes, prices, equal] = [...text.matchAll(/Ux\w+/g)].map(([ux]) => Array.from(parseUx(ux).mixture.positions))
  expect([sizes, prices, equal]).toEqual([
    [3, 4],
    [10, 20, 40],
    [0, 1],
  ])
})
