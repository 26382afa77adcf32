// Random C programs over three to six uncertain sources, for comparison with the same program run once per sample.
//
//   engine        the sources are one joint law of ROWS rows; an output is printed with its distribution
//   brute force   the same file compiled with -DBRUTE by the same toolchain: one plain run per row, an output is printed as its bits
//
// Operations are those that IEEE 754 defines to the last bit, so the two must agree in every bit. What steers the program (loops, indices,
// branches) is plain; `random-decisions.ts` has the programs that decide on uncertain values.

/** Rows of the joint law: as many as there are samples, so that each row is one sample. */
export const ROWS = 64

/** Always the same for one seed. */
export function randomSampleProgram(seed: number): string {
  const random = seeded(seed)
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const sources = 3 + below(4)
  const doubles = [
    'a',
    'b',
    'c',
    'm[i & 7]',
    'm[(i * 3 + 1) & 7]',
    's.x',
    's.y',
    's.in.z',
    't.x',
    ...Array.from({ length: sources }, (_, k) => `u[${k}]`),
  ]
  const floats = ['p', 'q', 's.f', 'n[i & 3]']
  const literal = () => (random() * 4 - 2).toFixed(pick([0, 1, 2]))

  const float = (depth: number): string => {
    if (depth <= 0) return pick([() => pick(floats), () => `(float)${pick(doubles)}`, () => `${(random() * 2).toFixed(2)}f`])()
    const x = () => float(depth - 1)
    return pick([
      () => `(${x()} + ${x()})`,
      () => `(${x()} - ${x()})`,
      () => `(${x()} * ${x()})`,
      () => `fabsf(${x()})`,
      () => `sqrtf(fabsf(${x()}))`,
      () => `(float)${number(depth - 1)}`,
    ])()
  }
  const number = (depth: number): string => {
    if (depth <= 0) return pick([() => pick(doubles), () => pick(doubles), () => pick(floats), literal, () => '(double)i'])()
    const x = () => number(depth - 1 - below(2))
    return pick([
      () => `(${x()} + ${x()})`,
      () => `(${x()} - ${x()})`,
      () => `(${x()} * ${x()})`,
      () => `(${x()} / (${x()} * 0.125 + 9.5))`,
      () => `(- ${x()})`,
      () => `fabs(${x()})`,
      () => `sqrt(fabs(${x()}))`,
      () => `fmin(${x()}, ${x()})`,
      () => `fmax(${x()}, ${x()})`,
      () => `floor(${x()})`,
      () => `trunc(${x()} * 0.5)`,
      () => `rint(${x()})`,
      () => `${float(depth - 1)}`,
      () => `sum(3, (double)${x()}, (double)${x()}, (double)${x()})`,
      () => `f${below(3)}(${x()}, ${float(1)}, depth - 1, u)`,
      () => `table[i & 1](${x()}, ${float(1)}, depth - 1, u)`,
      () => `swapped(s).y`,
      () => `(i % 3 == 1 ? ${x()} : ${x()})`,
    ])()
  }
  const assign = () =>
    pick([
      () => `${pick(['a', 'b', 'c', 's.x', 's.y', 's.in.z', 't.x', 'm[i & 7]', 'm[(i + 5) & 7]'])} = clip(${number(3)});`,
      () => `${pick(floats)} = (float)clip(${number(2)});`,
      () => `a = clip(a + 0.25 * ${pick(doubles)});`,
      () => `t = s; s.y = clip(${number(1)});`,
      () => `memmove(m + 1, m, 3 * sizeof *m);`,
      () => `t = swapped(t);`,
      () => `{ union { double d; unsigned long long bits; } z = { ${pick(doubles)} }; z.bits ^= 1ull << 63; b = z.d; }`,
    ])()
  const statement = (depth: number): string => {
    if (depth <= 0) return assign()
    const inner = () => Array.from({ length: 1 + below(3) }, () => statement(depth - 1)).join(' ')
    return pick([
      assign,
      assign,
      () => `for (int k = 0; k < ${1 + below(4)}; k++) { i++; ${inner()} }`,
      () => `if (i & ${1 + below(3)}) { ${inner()} } else { i += 3; ${inner()} }`,
      () => `switch (i & 3) { case 0: ${inner()} break; case 1: ${inner()} default: ${inner()} }`,
    ])()
  }
  const body = (count: number) => Array.from({ length: count }, () => `  ${statement(2)}`).join('\n')
  const define = (index: number) => `
__attribute__((noinline)) static double f${index}(double a, float p, int depth, const double *u) {
  if (depth <= 0 || ++calls > 40) return a - p;
  int i = depth; double b = a * 0.5, c = u[0]; float q = 0.75f; double m[8] = { a, 1, b, 2, c, 3, u[1], a }; float n[4] = { p, 1, 2, p };
  struct s s = { a, 2, { u[2] }, p }, t = { b, 0, { 1 }, q };
${body(4)}
  return clip(a + b * 0.5 + c + p + q + s.x + t.x + m[i & 7]);
}`
  return `#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#ifndef BRUTE
#include <uxhw.h>
#endif
struct s { double x, y; struct { double z; } in; float f; };
static int calls;
static double clip(double x) { return fmax(fmin(x, 1024), -1024); }
static double sum(int count, ...) { va_list l; va_start(l, count); double s = 0; while (count-- > 0) s += va_arg(l, double); va_end(l); return s; }
static struct s swapped(struct s s) { double x = s.x; s.x = s.y; s.y = x; return s; }
typedef double (*function)(double, float, int, const double *);
static double f0(double, float, int, const double *), f1(double, float, int, const double *), f2(double, float, int, const double *);
static const function table[2] = { f1, f2 };
${[0, 1, 2].map(define).join('\n')}
static unsigned long long state = ${1000 + seed}ull;
static double next(void) { state = state * 6364136223846793005ull + 1442695040888963407ull; return (double)(state >> 11) * 0x1p-53 * 4 - 2; }
static double rows[${ROWS}][${sources}];
static void output(double x) {
#ifdef BRUTE
  unsigned long long bits; memcpy(&bits, &x, 8); printf(" %016llX", bits);
#else
  printf("%.17g\\n", x);
#endif
}
static void compute(const double *u) {
  calls = 0;
  for (int k = 0; k < 3; k++) { calls = 0; output(table[k & 1](u[k], (float)u[k + 0] * 0.5f, 3, u)); }
  output(f0(u[1], 1, 3, u));
}
int main(void) {
  for (int i = 0; i < ${ROWS}; i++) for (int k = 0; k < ${sources}; k++) rows[i][k] = next();
#ifdef BRUTE
  for (int i = 0; i < ${ROWS}; i++) { compute(rows[i]); puts(""); }
#else
  double u[${sources}]; double *row[${ROWS}];
  for (int i = 0; i < ${ROWS}; i++) row[i] = rows[i];
  UxHwDoubleDistFromMultidimensionalSamples(u, row, ${ROWS}, ${sources});
  compute(u);
#endif
}
`
}

/** Mulberry32 (T. Ettinger 2017), numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let z = Math.imul(state ^ (state >>> 15), 1 | state)
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296
  }
}
