// Random C programs that decide on uncertain values, for comparison with the same program run once per sample: branches, loops, switches, indices,
// casts, hashes of bits and bytes, early returns, recursion, sorting, memory of an uncertain size, prints that only some samples reach. Compiled with -DLAWS they have a query in them.
//
//   engine        `main N`: the sources of program N are one joint law of ROWS rows, and each row is one sample
//   brute force   `main N rows`: the same module runs it once for each row, with plain numbers, and prints the bits of what it prints
//
// A file holds several programs, since compiling one costs far more than running it. Operations are those that IEEE 754 defines to the last bit.
// The sign of a zero decides nothing: a value that is zero for all samples has that of the particle.
import { ROWS, seeded } from './random-program.ts'

/** By which a print is told from others, each with a format of its own. */
const FORMATS = 4
/** No program prints more numbers. */
const MOST_PRINTS = 40

/** Always the same for the same seeds. */
export function randomDecisionPrograms(seeds: readonly number[]): string {
  return `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
struct s { double x, y; float f; int n; };
static int calls, prints, brute;
static double clip(double x) { return fmax(fmin(x, 1024), -1024); }
static int byValue(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }
static void output(int format, double x) {
  if (++prints > ${MOST_PRINTS}) return;
  if (brute) {
    unsigned long long bits; memcpy(&bits, &x, 8); printf(" %d:%016llX", format, bits);
    return;
  }
  switch (format) {
${Array.from({ length: FORMATS }, (_, i) => `    case ${i}: printf("${i} %.17g\\n", x); break;`).join('\n')}
  }
}
static int ofBits(double x, int n) { unsigned long long u; memcpy(&u, &x, 8); u = (u ^ (u >> 29) ^ n) * 0x9e3779b97f4a7c15ull; return (int)(u >> 61); }
static int ofBytes(double x) { const unsigned char *p = (const unsigned char *)&x; unsigned h = 7; for (int k = 0; k < 8; k++) h = (h ^ p[k]) * 16777619u; return (int)(h >> 29); }
static void whole(int n) {
  if (++prints > ${MOST_PRINTS}) return;
  double x = n; unsigned long long bits; memcpy(&bits, &x, 8);
  if (brute) printf(" n:%016llX", bits);
  else printf("n %d\\n", n);
}
${seeds.map((seed, index) => program(seed, index)).join('\n')}
typedef void compute(const double *);
static compute *const programs[] = { ${seeds.map((_, index) => `compute_${index}`).join(', ')} };
static const int sources[] = { ${seeds.map((seed) => sourcesOf(seed)).join(', ')} };
static const unsigned long long seeds[] = { ${seeds.map((seed) => `${1000 + seed}ull`).join(', ')} };
static unsigned long long state;
static double next(void) { state = state * 6364136223846793005ull + 1442695040888963407ull; return (double)(state >> 11) * 0x1p-53 * 4 - 2; }
int main(int argc, char **argv) {
  static double rows[${ROWS}][8]; double u[8] = { 0 }, *row[${ROWS}];
  int number = atoi(argv[1]);
  state = seeds[number];
  for (int i = 0; i < ${ROWS}; i++) for (int k = 0; k < sources[number]; k++) rows[i][k] = next();
  if (argc > 2) {
    brute = 1;
    for (int i = 0; i < ${ROWS}; i++) { prints = calls = 0; programs[number](rows[i]); puts(""); }
    return 0;
  }
  for (int i = 0; i < ${ROWS}; i++) row[i] = rows[i];
  UxHwDoubleDistFromMultidimensionalSamples(u, row, ${ROWS}, sources[number]);
#ifdef LAWS
  if (argc > 9) printf("%g", UxHwDoubleNthMoment(u[0], 1)); // never; but samples of a program that can ask for laws do not go one by one
#endif
  programs[number](u);
  return 0;
}
`
}

const sourcesOf = (seed: number): number => 3 + (seed % 4)

function program(seed: number, index: number): string {
  const random = seeded(seed * 7919)
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const name = (of: string) => `${of}_${index}`
  const doubles = ['a', 'b', 'c', 'm[i & 7]', 'm[n & 7]', 's.x', 's.y', 't.x', ...Array.from({ length: sourcesOf(seed) }, (_, k) => `u[${k}]`)]
  const floats = ['p', 'q', 's.f']
  const literal = () => (random() * 4 - 2).toFixed(pick([0, 1, 2]))

  const float = (depth: number): string => {
    if (depth <= 0) return pick([() => pick(floats), () => `(float)${pick(doubles)}`, () => `${(random() * 2).toFixed(2)}f`])()
    const x = () => float(depth - 1)
    return pick([() => `(${x()} + ${x()})`, () => `(${x()} * ${x()})`, () => `fabsf(${x()})`, () => `(float)${number(depth - 1)}`])()
  }
  const number = (depth: number): string => {
    if (depth <= 0) return pick([() => pick(doubles), () => pick(doubles), () => pick(floats), literal, () => '(double)i', () => '(double)n'])()
    const x = () => number(depth - 1 - below(2))
    return pick([
      () => `(${x()} + ${x()})`,
      () => `(${x()} - ${x()})`,
      () => `(${x()} * ${x()})`,
      () => `(${x()} / (${x()} * 0.125 + 9.5))`,
      () => `fabs(${x()})`,
      () => `sqrt(fabs(${x()}))`,
      () => `fmin(${x()}, ${x()})`,
      () => `floor(${x()})`,
      () => `rint(${x()})`,
      () => `(double)(long long)clip(${x()})`,
      () => `copysign(${x()}, ${x()} + 0.0)`,
      () => float(depth - 1),
      () => `(${condition(depth - 1)} ? ${x()} : ${x()})`,
      () => `${name(`f${below(2)}`)}(${x()}, ${float(0)}, depth - 1, u)`,
    ])()
  }
  const integer = (depth: number): string => {
    if (depth <= 0) return pick(['i', 'n', 's.n', '3', '1'])
    const n = () => integer(depth - 1)
    return pick([
      () => `(int)clip(${number(1)})`,
      () => `(int)clip(${number(0)} * 3)`,
      () => `(int)(unsigned)fabs(clip(${number(0)} * 2))`,
      () => `(int)(signed char)(int)clip(${number(0)} * 9)`,
      () => `((${n()} + ${n()}) & 255)`,
      () => `(${n()} * 3 % 7)`,
      () => `(${n()} ^ ${n()})`,
      () => `(${condition(0)})`,
      ...(below(3) > 0 ? [] : [() => `ofBits(clip(${number(0)}) + 0.0, ${n()})`, () => `ofBytes(clip(${number(0)}) + 0.0)`]),
    ])()
  }
  const condition = (depth: number): string => {
    const x = () => number(Math.max(0, depth))
    const simple = [
      () => `${x()} < ${x()}`,
      () => `${x()} > ${literal()}`,
      () => `!(${x()} >= ${x()})`,
      () => `${x()} != ${x()}`,
      () => `floor(${x()}) == ${literal()}`,
      () => `${float(0)} <= ${float(0)}`,
      () => `(${integer(1)} & 1)`,
      () => `${integer(1)} > ${integer(0)}`,
      () => `signbit(${x()} + 0.0)`,
      () => `(_Bool)${x()}`,
      () => `isnan((double)${x()})`,
    ]
    if (depth <= 0) return pick(simple)()
    return pick([
      ...simple,
      () => `(${condition(depth - 1)}) && (${condition(depth - 1)})`,
      () => `(${condition(depth - 1)}) || ${condition(depth - 1)}`,
    ])()
  }
  const assign = () =>
    pick([
      () => `${pick(['a', 'b', 'c', 's.x', 's.y', 't.x', 'm[i & 7]', 'm[n & 7]'])} = clip(${number(2)});`,
      () => `${pick(floats)} = (float)clip(${number(1)});`,
      () => `${pick(['n', 's.n'])} = ${integer(2)};`,
      () => `a = clip(a + 0.25 * ${pick(doubles)});`,
      () => 't = s; s.y = clip(s.y * 0.5 + a);',
      () => `memmove(m + 1 + (n & 1), m, 3 * sizeof *m);`,
      () => `${name('kept')} += (${condition(0)}); n += ${name('kept')} & 1;`,
      () => `output(${below(FORMATS)}, ${pick(doubles)});`,
      () => `whole(${integer(1)});`,
    ])()
  const loop = () => `k${below(1000)}`
  const statement = (depth: number): string => {
    if (depth <= 0) return assign()
    const inner = () => Array.from({ length: 1 + below(3) }, () => statement(depth - 1)).join(' ')
    const turns = () => 2 + below(5)
    const k = loop()
    return pick([
      assign,
      () => `if (${condition(1)}) { ${inner()} }`,
      () => `if (${condition(1)}) { ${inner()} } else { ${inner()} }`,
      () => `if (${condition(1)}) { ${inner()} } else if (${condition(0)}) { ${inner()} } else i += 3;`,
      () => `for (int ${k} = 0; ${k} < (${integer(1)} & 3); ${k}++) { i++; ${inner()} }`,
      () => `for (int ${k} = 0; ${k} < ${turns()} && ${condition(0)}; ${k}++) { ${inner()} }`,
      () =>
        `{ int ${k} = 0; while (${condition(0)}) { if (++${k} > ${turns()}) break; ${inner()} if (${condition(0)}) continue; a = clip(a * 0.5 - 0.1); } }`,
      () => `{ int ${k} = 0; do { ${inner()} } while (${condition(0)} && ++${k} < ${turns()}); }`,
      () => `switch (${integer(1)} & 3) { case 0: ${inner()} break; case 1: ${inner()} case 2: ${inner()} break; default: i++; }`,
      () => `if (${condition(0)}) return clip(${number(1)});`,
      () => `if (${condition(0)}) goto out;`,
      () => `qsort(m, ${2 + below(4)}, sizeof *m, byValue);`,
      () =>
        `{ int ${k} = 1 + (${integer(1)} & 7); double *h = malloc(${k} * sizeof *h); for (int j = 0; j < ${k}; j++) h[j] = j * ${pick(doubles)}; b = clip(h[${k} - 1]); free(h); }`,
    ])()
  }
  const body = (count: number) => Array.from({ length: count }, () => `  ${statement(2)}`).join('\n')
  const define = (number: number) => `
__attribute__((noinline)) static double ${name(`f${number}`)}(double a, float p, int depth, const double *u) {
  if (depth <= 0 || ++calls > 30) return a - p;
  int i = depth, n = 2; double b = a * 0.5, c = u[0]; float q = 0.75f; double m[8] = { a, 1, b, 2, c, 3, u[1], a };
  struct s s = { a, 2, p, 1 }, t = { b, 0, q, 0 };
${body(3)}
out:
  return clip(a + b * 0.5 + c + p + q + s.x + t.x + m[i & 7] + (n & 15));
}`
  return `static int ${name('kept')};
static double ${name('f0')}(double, float, int, const double *), ${name('f1')}(double, float, int, const double *);
${[0, 1].map(define).join('\n')}
static void ${name('compute')}(const double *u) {
  ${name('kept')} = 0;
  output(0, ${name('f0')}(u[0], (float)u[1], 3, u));
  calls = 0;
  output(1, ${name('f1')}(u[1], 1, 2, u));
  whole(${name('kept')});
}`
}
