// Selections, and casts that become numbers again, are elementwise: every sample is what plain numbers give for it, and no path is followed for them.
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { expect, test } from 'vitest'
import { samplesOf, sorted } from '../../testing/random-comparison.ts'
import { ROWS } from '../../testing/random-program.ts'
import { build } from '../../toolchain/build.ts'
import { prepare } from '../../toolchain/node/toolchain.ts'
import { ObjectCache } from '../../toolchain/object-cache.ts'
import { sources, TEST_CACHE } from '../../toolchain/testing/toolchain.ts'
import type { CoreSpec } from '../../types.ts'
import { execute } from '../execute.ts'

/** Of the uncertain x, y and z between −4 and 4, the floats f and g, and the plain p. */
const CASTS = [
  '(double)(int)x',
  'x - (int)x',
  'x - (long long)x + (int)y',
  '(double)(unsigned)fabs(x * 1e9)',
  '(double)(unsigned long long)fabs(y)',
  '(double)(int)(x * 1e12)',
  '(double)(int)(x / 0.0 * y)',
  '(float)(int)f * g',
  '(float)(long long)x + (double)(int)f',
  'copysign(p, (double)(int)(x * 0.2))',
]
const SELECTIONS = [
  'x > 0 ? y : z',
  'x < y ? x : y',
  'x > y ? x : y',
  'x <= 0 ? -x : x',
  '!(x >= y) ? y : 2.5',
  'x != y ? p : z',
  'floor(x) == 1 ? 7 : x',
  '1 < x ? p : -p',
  'x > 0 ? (y > 0 ? x : z) : (z < y ? 3 : y)',
  'sqrt(x) > 1 ? y : z', // some are NaN
  '-x < y ? -z : z',
  'f < g ? f : g',
  'f < 1 ? x : y',
  'x * y < z ? x * z : y - z',
  '(x > 0 ? y : z) - (x > 0 ? y : z)',
]
/** Statements behind which `r` is the result: LLVM leaves them as branches. */
const DIAMONDS = [
  'double r = 1; if (x > y) r = x * x * x / (x + 9) + sqrt(fabs(x)) * (x - y) / (x + 7);',
  'double r; if (x > y) r = x * x * x / (x + 9) / 3; else r = (y - x) / (x + 7) / (y * y + 3);',
  'double r = 1, s = z; if (!(x < y)) { r = x / (z + 9); s = r * r / 3; } r -= s;',
  'double r = z; if (x * y >= z) r = z / (x * y + 99) / 3; r = r - x;',
  'double r = 0; for (int i = 0; i < 5; i++) { if (x * i > y) r += x / (1 + r * r) / 3; else r -= 0.5 / (i + y * y); z = z - r; }',
  'double r; if (x < 1) r = x / 3 / (z + 9); else { r = x * z / 7 / (y + 8); if (y > 0) r = r / (y + 3) / 5 - z; }',
  'double r = z; if (x < 1) r = (x < y ? x : y) / 3 / (z + 9) + (double)(int)(z * 3) / 7;',
  'double r = z; if (f < g) { float h = f * g / (g + 9); r = h / (f + 8); f = -h; } else f = f / 3 / (g + 5); r = r - f;',
  'if (x <= 1) { double r = x / 3 / (y + 9); return r * r; } double r = y / 5 / (z * z + 3) - x; r = r / (x + 7);',
  'double r = p; if (x > 0) r = p / 3 / (p * p + 2); if (y > 1) r = r / 7 / (y + 9) + 1; if (z > r) r = z / 3 / (r + 99) - copysign(r, z);',
  'double r = 1 / p; if (x * y > z * z) { double t = r / (x + 9); r = t / (y + 9) / (t + 99); } for (int i = 0; i < 3; i++) r = r * x + y;',
  'double r; if (x < -2) r = x / 3; else if (x < 0) r = x * x / 5 / (y + 9); else if (x < y) r = x / 7 + z * x; else r = z / (x + 3);',
  'double r = z; if (x > 0) { r = y / (x + 3); if (y > x) { z = z / (y + 9); if (r > z) r = r / 3 / (z + 7); else z = r * y / 3; } r = r * z; } r = r - z;',
  'double r = 7; if (x > 0) r = 3 / p / 7; else r = 5 / p / (p + 3); r = r * 2;',
  'double r = z; if (floor(x) == floor(y)) r = r / 3 / (x + 9); else r = y / 7 / (x + 9) * r;',
  'double r = z; if (floor(x) != 2) { r = r / 3 / (x + 9); if (f == g) r = r / 7; } r = r + y;',
  'double r = z; if (x / y * 0 != 0 || z != z) r = 1; if (sqrt(x) != sqrt(x)) r = r / 3 / (x + 9); else r = r / (y + 7) / 5;', // some are NaN
]
/** With functions of <math.h> whose samples are the digits of the C library, and with numbers of `table` and `places`. */
const CALLS = [
  'double r = z; if (x > y) r = hypot(x, y) / 3; else r = fmod(z, 3) + fdim(x, y) / (z + 9);',
  'double r; if (x < 1) { r = atan2(x, y) / 3; if (y > 0) r = round(r * 9) / (y + 3); } else r = fmin(z, y) * rint(x * 7) / 9;',
  'double r = z; if (f < g) { float h = fmodf(f, g); r = h / (f + 8); } else f = roundf(f * 3); r = r - f;',
  'if (x <= 1) return hypot(x, 3) / (y + 9); double r = fmod(y, 1.25) / 7; r = r / (x + 7);',
  'double r = z; for (int i = 0; i < 3; i++) if (x * i > y) r = hypot(r, x) / (i + 1);',
]
const LOADS = [
  'double r = z; int k = (int)(p * 2); if (x > y) r = table[places[k]] / (x + 9) / 3; else r = table[k] * r / 7;',
  'double r = 0; for (int i = 0; i < 8; i++) if (x > table[i]) r = r + table[7 - i] / (y + 9); else r = r / 3;',
  'double r = z; const double *q = table + (int)p; if (x != y) { r = q[1] / (x + 9); if (y > 0) r = r * q[places[2]]; } else r = q[2];',
  'double r = z; struct pair *q = (int)p ? &both : 0; if (x > y) r = q->x / (q->y + 9) / 3; else r = r * q->f;',
]
/** What an arm that no sample takes would read is not there: the branch is taken. */
const ELSEWHERE = [
  'double r = z; if (x > y) { r = r / 3 / (x + 9); if (p > 9) r = r + *nowhere; }',
  'double r = z; if (x > y) { r = r / 3 / (x + 9); if (p > 9) r = r + *beyond; } else r = r / 7;',
]

const CORE: CoreSpec = { ...RECOMMENDED_SPEC, Precision: 65536, MemorySize: 32 << 20 }
const { runtime, parts } = await prepare({ cacheDir: TEST_CACHE })
const compiled = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)

async function program(expressions: readonly string[], flags: string) {
  const source = `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
double table[8] = { 1.5, -2.25, 0.75, 3, -1, 2, 0.125, -3.5 };
double *nowhere = 0, *beyond = (double *)0x3ffffff8;
int places[8] = { 3, 1, 4, 1, 5, 0, 2, 6 };
struct pair { double x; float f; double y; } both = { 1.25, 0.5f, 7 };
${expressions.map((expression, i) => `__attribute__((noinline)) static double f${i}(double x, double y, double z, float f, float g, double p) { ${/[;}]$/.test(expression) ? `${expression} return r` : `return ${expression}`}; }`).join('\n')}
static double (*const all[])(double, double, double, float, float, double) = { ${expressions.map((_, i) => `f${i}`).join(', ')} };
int main(int argc, char **argv) {
  static double rows[${ROWS}][3]; double u[3], *row[${ROWS}]; int n = atoi(argv[1]);
  unsigned long long state = 1;
  for (int i = 0; i < ${ROWS}; i++) for (int k = 0; k < 3; k++) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    rows[i][k] = (double)(state >> 11) * 0x1p-53 * 8 - 4;
  }
  for (int i = 0; i < ${ROWS}; i++) row[i] = rows[i];
  if (argc > 2) {
    for (int i = 0; i < ${ROWS}; i++) { double x = all[n](rows[i][0], rows[i][1], rows[i][2], rows[i][1], rows[i][2], 1.25); printf("%016llX\\n", *(unsigned long long *)&x); }
    return 0;
  }
  UxHwDoubleDistFromMultidimensionalSamples(u, row, ${ROWS}, 3);
  printf("%.17g\\n", all[n](u[0], u[1], u[2], u[1], u[2], 1.25));
  return 0;
}`
  const files = sources({ 'main.c': source, 'config.mk': `SOURCES = main.c\nOPTFLAGS = ${flags}\nCFLAGS = -w\n` })
  const { module, output } = await build({ files, core: CORE }, { parts, objects: new ObjectCache(0) })
  if (module === undefined) throw new Error(output)
  return (core: CoreSpec, ...words: string[]) => {
    let text = ''
    const take = (_: unknown, bytes: Uint8Array) => {
      text += new TextDecoder().decode(bytes)
    }
    return { ...execute({ module, core, arguments: words, samples: ROWS }, { runtime: compiled }, { output: take }), text }
  }
}
/** A NaN has any bits. */
const values = (bits: readonly string[]) => sorted(bits).map((one) => (/^[7F]FF(?!0{13})/.test(one) ? 'NaN' : one))

test.each([
  ['casts', '-O0', CASTS],
  ['casts', '-O2', CASTS],
  ['selections', '-O2', SELECTIONS],
  ['diamonds', '-O2', DIAMONDS],
  ['diamonds with calls', '-O2', CALLS],
  ['diamonds with loads', '-O2', LOADS],
])('%s at %s: every sample is what plain numbers give, without a path', async (_name, flags, expressions) => {
  const run = await program(expressions, flags)
  for (const [index, expression] of expressions.entries()) {
    const wanted = values(run(CORE, String(index), 'rows').text.trimEnd().split('\n'))
    const { text, message, ways } = run(CORE, String(index))
    expect(message).toBe('exit code 0')
    expect(values(samplesOf(text)), expression).toEqual(wanted)
    expect(ways, expression).toBeUndefined()
  }
})

test('an arm that no sample takes reads nothing', async () => {
  const run = await program(ELSEWHERE, '-O2')
  for (const [index, expression] of ELSEWHERE.entries()) {
    const wanted = values(run(CORE, String(index), 'rows').text.trimEnd().split('\n'))
    const { text, message, ways } = run(CORE, String(index))
    expect(message).toBe('exit code 0')
    expect(values(samplesOf(text)), expression).toEqual(wanted)
    expect(ways?.paths, expression).toBeGreaterThan(1)
  }
})

test('on a core whose particle decides they are decisions, which are told', async () => {
  const run = await program(['x > 0 ? y : z', 'x - (int)(x * 5)'], '-O2')
  for (const index of ['0', '1']) {
    const { notices } = run({ ...CORE, Microarchitecture: 'Zurich' }, index)
    expect(notices?.places[0]?.text).toContain('main.c')
  }
})
