// C programs whose results are the same with plain and with boxed numbers: a fixed collection and a generator of random ones.
// `U(x)` makes a number uncertain, `show` prints its bits; in a plain build `U` is the identity. No functions of libm that look at bits:
// the runtime has its own.

export const PRELUDE = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <stdint.h>
#include <math.h>
#ifdef PLAIN
__attribute__((noinline)) double U(double x) { __asm__ volatile("" : "+r"(x)); return x; }
__attribute__((noinline)) double P(double x) { return x; }
__attribute__((noinline)) double V(double x) { __asm__ volatile("" : "+r"(x)); return x; }
#else
__attribute__((import_module("ux"), import_name("source"))) double ux_source(int, double, double, double, double, double);
__attribute__((import_module("ux"), import_name("particle"))) double ux_particle(double);
__attribute__((import_module("ux"), import_name("parse"))) unsigned long long ux_parse(int, int, unsigned long long);
__attribute__((noinline)) double U(double x) { return ux_source(0, 0, 0, x, 1, x); }
__attribute__((noinline)) double P(double x) { return ux_particle(x); }
__attribute__((noinline)) double V(double x) { return __builtin_bit_cast(double, ux_parse(0, 0, __builtin_bit_cast(unsigned long long, x))); }
#endif
__attribute__((noinline)) void show(double x) { double p = P(x); if (p != p) puts("nan"); else printf("%016llx\\n", __builtin_bit_cast(unsigned long long, p)); }
`

/** Name → program behind the prelude. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  selections: `
__attribute__((noinline)) double least(double a, double b) { return a < b ? a : b; }
__attribute__((noinline)) float most(float a, float b) { return a > b ? a : b; }
__attribute__((noinline)) double mixed(float a, double b, double c) { return !(a >= 0.5f) ? b * 2 : c - 1; }
__attribute__((noinline)) double part(double a) { return a - (int)a; }
__attribute__((noinline)) double whole(float a) { return (float)(int)a + (double)(long long)a * 3; }
int main(void) {
  double a = U(1.5), b = U(-2.25), c = 3.0; float f = (float)U(0.1);
  for (int i = 0; i < 4; i++) { show(least(a, b)); show(least(b, c)); show(least(c, c + 1)); show(least(c - c, a * b)); a = least(a * 1.5, b + 7); }
  show(most(f, 0.5f)); show(most(2, f)); show(most(f, f)); show(mixed(f, a, b)); show(mixed(1, a, b)); show(mixed((float)a, 1, 2));
  show(part(a)); show(part(b)); show(part(2.75)); show(part(a * 100)); show(whole(f)); show(whole((float)b)); show(whole(7.5f));
  return 0;
}`,
  expressions: `
int main(void) {
  double a = U(1.5), b = U(-2.25), c = 3.0;
  float f = (float)U(0.1), g = 2.5f;
  show(a + b * c); show(a * b / (c - a)); show(sqrt(a * a + b * b)); show(fabs(b)); show(-b); show(copysign(a, b)); show(copysign(2.0, b));
  show(floor(b) + ceil(a) + trunc(b) + rint(a)); show(f * g + f); show((double)f * a); show((float)a + f); show(a - a); show(b / b);
  show(__builtin_wasm_min_f64(a, b)); show(__builtin_wasm_max_f64(a, c)); show(__builtin_wasm_min_f32(f, g));
  show((int)b); show((unsigned)a); show((long long)(b * 1000)); show((int)f); show((unsigned long long)(a * 7));
  show(a > b); show(a < b); show(a == a); show(b != b); show(a >= c); show(f < g); show(f == f);
  show(a > b ? a : b); show((a != a) + 2 * (sqrt(b) != sqrt(b))); show(0.0 / (a - a));
  return 0;
}`,
  loops: `
static double a[24][24];
int main(void) {
  for (int i = 0; i < 24; i++) for (int j = 0; j < 24; j++) a[i][j] = (i + j) % 3 == 0 ? U(1.0 / (i + j + 1)) : (i == j) + 0.25 / (1 + i * j);
  double s = 0, p = 1;
  for (int k = 0; k < 24; k++) { double d = a[k][k] + 2; for (int i = k + 1; i < 24; i++) { double m = a[i][k] / d; for (int j = k; j < 24; j++) a[i][j] -= m * a[k][j]; } p *= d; }
  for (int i = 0; i < 24; i++) s += a[i][23 - i];
  show(s); show(p);
  double x = U(0.7), y = 0.1; int n = 0;
  while (x * x + y * y < 4 && n < 200) { double t = x * x - y * y - 0.7; y = 2 * x * y + 0.2; x = t; n++; }
  show(n); show(x); show(y);
  double u = U(1), v = U(2); for (int i = 0; i < 9; i++) { double t = u; u = v; v = t + u; } show(u); show(v);
  return 0;
}`,
  calls: `
struct vector { double x, y, z; };
struct mixed { float f; int i; double d; float g[3]; };
__attribute__((noinline)) struct vector cross(struct vector a, struct vector b) { struct vector r = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x }; return r; }
__attribute__((noinline)) double fold(double (*f)(double, double), const double *v, int n, double s) { for (int i = 0; i < n; i++) s = f(s, v[i]) + s / 7; return s; }
static double add(double a, double b) { return a + b; }
static double weird(double a, double b) { return a > b ? a * 0.5 : b - a; }
__attribute__((noinline)) double rec(int n, double x) { if (n == 0) return x; double l = rec(n - 1, x * 0.5), r = rec(n - 1, x + 1); return l * 0.75 + r; }
__attribute__((noinline)) float recf(int n, float x) { return n < 2 ? x : recf(n - 1, x + 1) - recf(n - 2, x * 0.5f) * x; }
__attribute__((noinline)) double many(int n, ...) { va_list l; va_start(l, n); double s = 1; for (int i = 0; i < n; i++) s = s * 1.25 + va_arg(l, double); va_end(l); return s; }
static int order(const void *a, const void *b) { double x = *(double *)a, y = *(double *)b; return x < y ? -1 : x > y; }
__attribute__((noinline)) double alive(double a, double b, double c, double d) { double k = a * b, l = c + d; for (int i = 0; i < 3; i++) { k += add(U(a), l) * c; l -= rec(1, k); } return a + b + c + d + k + l; }
__attribute__((noinline)) uint64_t bits(double x) { return __builtin_bit_cast(uint64_t, x); }
__attribute__((noinline)) double back(uint64_t x) { show(U(3)); return __builtin_bit_cast(double, x); }
int main(void) {
  struct vector a = { U(1), 2, U(-3) }, b = { 0.5, U(0.25), 4 };
  struct vector c = cross(a, cross(b, a)); show(c.x); show(c.y); show(c.z);
  double v[12]; for (int i = 0; i < 12; i++) v[i] = i % 2 ? U(sin(i) * 10) : cos(i) * 10;
  show(fold(add, v, 12, U(2))); show(fold(weird, v, 12, 1));
  qsort(v, 12, sizeof *v, order); for (int i = 0; i < 12; i++) show(v[i]);
  show(rec(6, U(1.5))); show(recf(9, (float)U(0.3))); show(many(4, U(1), 2.0, U(-3), U(4)));
  struct mixed m[3] = { { (float)U(1.25), 3, U(9), { 1, (float)U(2), 3 } } }, *h = malloc(sizeof m);
  m[1] = m[0]; m[1].d += m[0].g[1]; memcpy(&m[2], &m[1], sizeof *m); memmove(h, m, sizeof m); h = realloc(h, 100 * sizeof *h); h[5] = h[2]; show(h[5].d * h[5].f + h[5].g[1] + h[5].i);
  show(alive(U(1), 2, U(3), 4)); show(alive(1, U(2), 3, U(4)));
  uint64_t w = bits(U(42)); show(back(w)); show(V(17.5) * 2);
  double s = 0; for (int i = 0; i < 20; i++) switch (i % 5) { case 0: s += v[i % 12]; break; case 1: s *= 0.5; case 2: s -= U(i); break; case 3: s = fabs(s); break; default: s = s > 3 ? 3 : s; }
  show(s);
  char text[64]; snprintf(text, sizeof text, "%d %s %g", 42, "plain", 1.5); puts(text); show(strtod("1.25", 0) * U(1));
  return 0;
}`,
  // Nothing is uncertain at first, so the plain bodies run; afterwards the same functions meet uncertain values and plain ones.
  transition: `
struct pair { double x; float f; };
static double kept[6]; static float narrow = 0.5f; static int turns;
__attribute__((noinline)) double leaf(double x, float f, int64_t n) { for (int i = 0; i < n; i++) { x = x * 0.75 + f; turns++; } return x > 2 ? x - 1 : x / 2; }
__attribute__((noinline)) float thin(float x) { return x * 0.5f + narrow; }
__attribute__((noinline)) struct pair both(struct pair p, double y) { struct pair r = { leaf(p.x, thin(p.f), 3) + y, thin((float)y) }; return r; }
__attribute__((noinline)) int deep(int n, double x) { return n == 0 ? x > 1 : deep(n - 1, x * 1.5 - 0.25) + (x < 1); }
static double twice(double x) { return leaf(x, 1, 2) * 2; }
static double half(double x) { return x * 0.5; }
static double (*const table[])(double) = { twice, half };
__attribute__((noinline)) void fill(double *v, int n) { for (int i = 0; i < n; i++) v[i] = v[(i + 1) % n] * 0.5 + table[i & 1](i); }
__attribute__((noinline)) void all(double x) {
  struct pair p = both((struct pair){ x, (float)x }, x + 1);
  fill(kept, 6); show(p.x); show(p.f); show(deep(5, x)); for (int i = 0; i < 6; i++) show(kept[i]);
}
__attribute__((noinline)) double late(double x) { double before = leaf(x, 0.25f, 4); double u = U(x); return before + leaf(u, 0.25f, 4) + leaf(x, thin((float)u), 2); }
int main(void) {
  all(0.5); all(1.75); show(turns);
  show(late(1.25)); show(late(0.5));
  all(0.5); all(U(0.5)); kept[2] = U(7); all(0.25); narrow = (float)U(0.125); all(1); show(turns);
  return 0;
}`,
}

/** A random program, always the same for one seed: straight-line code, loops, branches, calls, arrays and structs over double and float. */
export function randomProgram(seed: number): string {
  const random = generator(seed)
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const D = ['a', 'b', 'c', 'd', 'm[i & 7]', 'm[(i + 3) & 7]', 's.x', 's.y', 't.x', 'G']
  const F = ['p', 'q', 's.f', 'n[i & 3]']
  const literal = () => (random() * 4 - 1).toFixed(pick([0, 1, 3]))
  let pure = false // while functions are written that cannot make uncertain values, and so have plain bodies too
  const number = (depth: number): string => {
    if (depth <= 0) return pick([pick(D), pick(D), pick(D), pick(F), literal(), '(double)i'])
    const x = () => number(depth - 1 - below(2))
    return pick([
      () => `(${x()} + ${x()})`,
      () => `(${x()} - ${x()})`,
      () => `(${x()} * ${x()} * 0.3)`,
      () => `(${x()} / (${x()} + 2.5))`,
      () => `fabs(${x()})`,
      () => `sqrt(fabs(${x()}))`,
      () => `(- ${x()})`,
      () => `copysign(${x()}, ${x()})`,
      () => `(float)(${x()})`,
      () => `floor(${x()})`,
      () => `(${condition(1)} ? ${x()} : ${x()})`,
      () => `__builtin_wasm_min_f64(${x()}, 9.0)`,
      () => `__builtin_wasm_max_f64(${x()}, ${x()})`,
      () => `(double)(int)(${x()} * 1e-3)`,
      () => `(double)(long long)clip(${x()})`,
      () => `${callee()}(${x()}, ${x()}, depth - 1)`,
      () => (pure ? x() : `table[(unsigned)i % 2](${x()}, ${pick(F)}, depth - 1)`),
      () => (pure ? x() : `U(clip(P(${pick(D)})))`),
      () => `(${float()} * ${float()} - 0.5f)`,
      () => `take(s).y`,
      () => `sum(3, 0.0 + ${x()}, 1.0 * ${x()}, 0.5 + ${x()})`,
    ])()
  }
  const callee = () => (pure ? `g${below(2)}` : pick(['f0', 'f1', 'f2', 'g0', 'g1']))
  const float = () => pick([pick(F), `(float)${pick(D)}`, '0.75f', `(${pick(F)} + ${pick(F)})`])
  const condition = (depth: number) => `${number(depth)} ${pick(['<', '>', '<=', '>=', '==', '!='])} ${number(depth)}`
  const statement = (depth: number): string => {
    const simple = () =>
      pick([
        () => `${pick(D)} = clip(${number(2)});`,
        () => `${pick(D)} = clip(${number(3)});`,
        () => `${pick(F)} = (float)clip(${number(2)});`,
        () => `${pick(D)} += 0.1 * ${pick(D)};`,
        () => `{ double z = a; a = b; b = z; }`,
        () => `t = s; s.y = ${number(1)};`,
        () => `memcpy(m, m + 4, 16);`,
        () => `t = take(s);`,
        () =>
          `w = __builtin_bit_cast(uint64_t, ${pick(D)}); ${pick(D)} = ${callee()}(1.5, 2, depth - 1); ${pick(D)} = __builtin_bit_cast(double, w);`,
        () => `mix ^= (int)clip(${number(1)});`,
      ])()
    if (depth <= 0) return simple()
    const inner = () => Array.from({ length: 1 + below(3) }, () => statement(depth - 1)).join(' ')
    return pick([
      simple,
      simple,
      () => `if (${condition(1)}) { ${inner()} } else { ${inner()} }`,
      () => `for (int k = 0; k < ${1 + below(4)}; k++) { i++; ${inner()} }`,
      () => `if (${condition(1)}) { ${inner()} }`,
      () => `switch (i & 3) { case 0: ${inner()} break; case 1: ${inner()} case 2: ${inner()} break; default: ${inner()} }`,
      () => `{ int k = 0; while (${condition(1)}) { ${inner()} if (++k > 2) break; if (${condition(0)}) continue; ${inner()} } }`,
      () => `if (${condition(0)}) return ${number(1)};`,
    ])()
  }
  const body = (count: number) => Array.from({ length: count }, () => `  ${statement(2)}`).join('\n')
  const define = (name: string) => `
__attribute__((noinline)) double ${name}(double a, float p, int depth) {
  if (depth <= 0 || ++calls > 3000) return a + p;
  int i = depth; double b = a * 0.5, c = 1, d = p; float q = 0.25f; double m[8] = { a, 1, b, 2, p, 3, 4, a }; float n[4] = { p, 1, 2, p };
  struct s s = { a, 2, p }, t = { 0, b, 1 }; uint64_t w;
${body(5)}
  return clip(a + b * 0.5 + c + d * 0.25 + p + q + s.x + t.x + m[i & 7]);
}`
  const uncertain = ['f0', 'f1', 'f2'].map(define).join('\n')
  pure = true
  const plain = ['g0', 'g1'].map(define).join('\n')
  return `
struct s { double x, y; float f; };
static double G; static int mix, calls;
static double clip(double x) { return x > 1e6 ? 1e6 - 1 : x < -1e6 ? -1e6 + 1 : x != x ? 0.5 : x; }
double f0(double, float, int); double f1(double, float, int); double f2(double, float, int);
double g0(double, float, int); double g1(double, float, int);
static double (*const table[])(double, float, int) = { f1, f2 };
__attribute__((noinline)) struct s take(struct s a) { struct s r = { a.y + 1, a.x * 0.5, a.f }; return r; }
__attribute__((noinline)) double sum(int n, ...) { va_list l; va_start(l, n); double r = 0; while (n--) r += va_arg(l, double); va_end(l); return r; }
${plain}
${uncertain}
int main(void) {
  G = 0.25; show(g0(1.5, 2, 3)); calls = 0; show(g1(-0.5, 0.125f, 3)); show(G);
  G = U(0.5);
  for (int i = 0; i < 3; i++) { calls = 0; show(f${below(3)}(U(i + 0.25), i, 3)); calls = 0; show(f${below(3)}(i - 1.5, U(0.75), 3)); show(G); }
  printf("%d\\n", mix);
  return 0;
}`
}

/** Uniform numbers in [0, 1). Source: Steele, Lea & Flood 2014, SplitMix, in 32 bits. */
function generator(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32
  }
}
