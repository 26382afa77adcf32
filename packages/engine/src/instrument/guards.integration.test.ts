// What guards stop, and what they must let pass, in compiled programs with and without optimisation.
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { beforeAll, describe, expect, test } from 'vitest'
import { cachedRuntime } from '../ensemble/node/cached.ts'
import { execute } from '../machine/execute.ts'
import type { CoreSpec } from '../types.ts'
import { instrument } from './index.ts'
import { compile } from './testing/compile.ts'
import { listing } from './testing/listing.ts'

const CORE: CoreSpec = { ...RECOMMENDED_SPEC, MemorySize: 8_000_000 }
let runtime: WebAssembly.Module
beforeAll(async () => {
  runtime = await cachedRuntime()
})
async function run(source: string, optimise: string, guards = true) {
  const module = instrument(await compile(source, { optimise }), { countInstructions: true, guards })
  let text = ''
  const output = (_: string, bytes: Uint8Array) => {
    text += new TextDecoder().decode(bytes)
  }
  return { ...execute({ module, core: CORE, arguments: [] }, { runtime }, { output }), text }
}

const NOINLINE = '__attribute__((noinline))'
const MAIN = 'int main(int c, char **v)'
describe.each(['-O2', '-O0'])('%s', (optimise) => {
  test.each([
    [
      'null pointer read of 4 bytes at address 0x8 in f',
      `struct s { int a, b, c; }; ${NOINLINE} int f(struct s *p) { return p->c; } ${MAIN} { return f((struct s *)(c - 1)); }`,
    ],
    [
      'null pointer write of 8 bytes at address 0x0 in f',
      `${NOINLINE} void f(double *p, int n) { for (int i = 0; i < n; i++) p[i] = i; } ${MAIN} { f((double *)(c - 1), 9); }`,
    ],
    [
      'null pointer read of 8 bytes at address 0x320 in f',
      `${NOINLINE} double f(double **p, int i) { return p[1][i]; } ${MAIN} { double *rows[2] = { 0, (double *)(c - 1) }; return f(rows, 99 + c); }`,
    ],
    ['null pointer read of 1 byte at address 0x3ff in f', `${NOINLINE} int f(char *p) { return p[1022]; } ${MAIN} { return f((char *)c); }`],
    [
      'null pointer write at address 0x0 in f',
      `#include <string.h>\n${NOINLINE} void f(void *p, const char *q, int n) { memcpy(p, q, n); } ${MAIN} { f((void *)(c - 1), "text", c + 3); }`,
    ],
    [
      'null pointer read at address 0x0 in f',
      `#include <string.h>\nchar to[9]; ${NOINLINE} void f(void *p, const char *q, int n) { memmove(p, q, n); } ${MAIN} { f(to, (char *)(c - 1), c + 3); }`,
    ],
    [
      'null pointer read of 4 bytes at address 0x0 in strlen, called by f',
      `#include <string.h>\n${NOINLINE} int f(char *p) { return strlen(p); } ${MAIN} { return f((char *)(c - 1)); }`,
    ],
    [
      'call through a null function pointer in f',
      `${NOINLINE} int f(int (*p)(int)) { return p(1) + 1; } ${MAIN} { return f((int (*)(int))(c - 1)); }`,
    ],
    [
      'stack overflow in f',
      `${NOINLINE} int f(volatile int *p, int n) { volatile int b[100]; b[n % 100] = *p; return n ? f(b, n - 1) + b[3] : 0; } ${MAIN} { int z = 0; return f(&z, c * 1000000); }`,
    ],
    ['stack overflow in f', `${NOINLINE} int f(int n) { volatile char b[3000000]; b[n] = 1; return b[n + 1]; } ${MAIN} { return f(c); }`],
    [
      'stack overflow in f',
      `${NOINLINE} int g(volatile char *b, int n) { return b[n]; } ${NOINLINE} int f(int n) { volatile char b[n]; b[0] = 1; return g(b, n - 1); } ${MAIN} { return f(c * 5000000); }`,
    ],
    [
      'stack overflow in f',
      `${NOINLINE} int f(int n) { volatile char b[n]; b[0] = 1; b[n - 1] = 2; return b[n - 1] + b[0]; } ${MAIN} { return f(c * 50000000); }`,
    ],
    [
      'stack overflow in f',
      `${NOINLINE} int f(int n, int m) { if (m < 0) return 0; volatile char *b = __builtin_alloca(n); b[0] = 1; b[n - 1] = 2; return b[n - 1] + b[0]; } ${MAIN} { return f(c * 50000000, c); }`,
    ],
    [
      'stack overflow in f',
      `${NOINLINE} int f(int n, int m) { volatile char a[m + 1]; for (int i = 0; i <= m; i++) a[i] = i; volatile double b[2 * n]; b[0] = 1; return b[0] + a[m]; } ${MAIN} { return f(c * 5000000, c); }`,
    ],
  ])('%s', async (message, source) => {
    expect((await run(source, optimise)).message).toMatch(new RegExp(`^${message}, called by main($|;)`))
  })

  test('a null pointer is found behind what was printed before, and not before', async () => {
    const source = `#include <stdio.h>\n${NOINLINE} int f(int *p) { puts("before"); fflush(stdout); return *p; } ${MAIN} { return f((int *)(c - 1)); }`
    expect(await run(source, optimise)).toMatchObject({
      text: 'before\n',
      message: 'null pointer read of 4 bytes at address 0x0 in f, called by main',
    })
  })
  test('nothing is done, and nothing stopped, where the loop, the branch or the copy is empty', async () => {
    const source = `#include <stdio.h>\n#include <string.h>\n${NOINLINE} double sum(double *p, int n) { double s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
      ${NOINLINE} int first(int *p) { return p ? *p : -1; }
      ${MAIN} { char *none = (char *)(c - 1); memset(none, 1, c - 1); memcpy(none, none, c - 1); printf("%g %d", sum((double *)none, c - 1), first((int *)none)); return 0; }`
    expect(await run(source, optimise)).toMatchObject({ text: '0 -1', message: 'exit code 0' })
  })
  test('arrays may be reached by an index, from their end and across their middle', async () => {
    const source = `#include <stdio.h>\n#include <stdlib.h>\nstatic char bytes[3000]; static double numbers[300]; static int offsets[5] = { 4, 3, 2, 1, 0 };
      ${NOINLINE} int at(int i) { return bytes[i]; } ${NOINLINE} double number(int i) { return numbers[i]; }
      ${NOINLINE} double backwards(double *end, int n) { double s = 0; while (n-- > 0) s = 2 * s + *--end; return s; }
      ${NOINLINE} int middle(int *p, int *by) { int s = 0; for (int i = -2; i < 3; i++) s = 10 * s + p[i] + by[i]; return s; }
      ${MAIN} { for (int i = 0; i < 3000; i++) bytes[i] = i % 7; for (int i = 0; i < 300; i++) numbers[i] = i;
        int *a = malloc(20); for (int i = 0; i < 5; i++) a[i] = i;
        printf("%d %d %g %g %d", at(c), at(2999), number(c - 1), backwards(numbers + 5, 5), middle(a + 2, offsets + 2)); return 0; }`
    expect(await run(source, optimise)).toMatchObject({ text: '1 3 0 98 44444', message: 'exit code 0' })
  })
  test('what lies on the stack may be measured from other addresses', async () => {
    const source = `#include <stdio.h>\n${NOINLINE} int f(volatile char *p) { volatile char b[16]; b[0] = *p; return b - p < 0; }
      ${NOINLINE} int g(long p) { volatile char b[16]; b[0] = 1; return (long)b - p > 0; }
      ${MAIN} { volatile char here[c]; here[0] = c; printf("%d %d", f(here), g(c) && g((long)here & -16) == 0); return 0; }`
    expect(await run(source, optimise)).toMatchObject({ text: '1 1', message: 'exit code 0' })
  })
  test('instructions of the program are counted as without guards', async () => {
    const source = `#include <stdio.h>\n#include <stdlib.h>\nint order(const void *a, const void *b) { return *(int *)a - *(int *)b; }
      ${MAIN} { int *a = malloc(4000); for (int i = 0; i < 1000; i++) a[i] = rand() % 1000; qsort(a, 1000, 4, order); printf("%d", a[500]); return 0; }`
    const [within, without] = [await run(source, optimise), await run(source, optimise, false)]
    expect([within.text, within.dynamicInstructions]).toEqual([without.text, without.dynamicInstructions])
  })
})

test('a pointer that a loop follows is looked at each time', async () => {
  const source = `struct link { struct link *next; int value; }; ${NOINLINE} int sum(struct link *p, int n) { int s = 0; do { s += p->value; p = p->next; } while (--n); return s; }
    ${MAIN} { struct link last = { 0, 2 }, first = { &last, 1 }; return sum(&first, 2 + c); }`
  expect((await run(source, '-O2')).message).toBe('null pointer read of 4 bytes at address 0x4 in sum, called by main')
})
test('a search in a tree looks at no node but by asking whether there is one, and a pointer that changed on one of two ways is looked at again', async () => {
  const tree = `struct node { struct node *sides[2]; int key; }; ${NOINLINE} struct node *f(struct node *at, int key) {
    while (at && at->key != key) at = at->sides[key < at->key]; return at; }`
  const program = await compile(`${tree} ${MAIN} { struct node top = { { 0, (struct node *)(c * 8) }, c }; return f(&top, c - 1) != 0; }`)
  const text = listing(instrument(program, { countInstructions: false, guards: true }), 'f')
  const loop = text.slice(text.indexOf('loop'))
  expect(loop.slice(0, loop.lastIndexOf('br_if'))).not.toContain('ux_null_access')
  expect(loop).toMatch(/i32\.const 1024\s+i32\.ge_u\s+br_if/)
  expect((await run(`${tree} ${MAIN} { struct node top = { { 0, (struct node *)(c * 8) }, c }; return f(&top, c - 1) != 0; }`, '-O2')).message).toBe(
    'null pointer read of 4 bytes at address 0x10 in f, called by main',
  )
  const other = `${NOINLINE} int f(int *p, int *q, int n) { int first = *p; if (n) { p = q; __asm__ volatile("" : "+r"(p)); } return first + *p; }`
  const message = (await run(`${other} ${MAIN} { int a = 7; return f(&a, (int *)(c - 1), c); }`, '-O2')).message
  expect(message).toBe('null pointer read of 4 bytes at address 0x0 in f, called by main')
})
test('a loop looks at its pointers before it begins', async () => {
  const source = `${NOINLINE} double sum(const double *p, int n) { double s = 0;
    _Pragma("clang loop unroll(disable)") do s += *p++; while (--n); return s; }
    double data[5]; ${MAIN} { return sum(data, c); }`
  const text = listing(instrument(await compile(source), { countInstructions: false, guards: true }), 'sum')
  const [before, inside] = [text.slice(0, text.indexOf('loop')), text.slice(text.indexOf('loop'))]
  expect(before).toContain('ux_null_access')
  expect(inside).not.toContain('ux_null_access')
})
